// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/gate/head.h"

namespace Cofferdam::Gate {

QByteArray Head::header(QByteArrayView name) const
{
    for (const HeaderField &field : headers) {
        if (field.name == name)
            return field.value;
    }
    return {};
}

int Head::headerCount(QByteArrayView name) const
{
    int count = 0;
    for (const HeaderField &field : headers)
        count += field.name == name;
    return count;
}

} // namespace Cofferdam::Gate
