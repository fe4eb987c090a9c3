// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/catalogue.h"

#include <QtCore/QJsonDocument>

#include <cstdio>

/// Prints what `cofferdamd --describe` prints, without the service.
int main()
{
    const QByteArray text = QJsonDocument(Cofferdam::Policy::describe()).toJson(QJsonDocument::Indented);
    return std::fwrite(text.constData(), 1, size_t(text.size()), stdout) == size_t(text.size()) ? 0 : 1;
}
