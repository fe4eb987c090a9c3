// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "service/gate/bodyintake.h"

#include "common/base/atomicfile.h"

#include <algorithm>

namespace Cofferdam::Gate {

Result<void> BodyIntake::begin(qint64 size, const std::function<Result<UniqueFd>()> &openSpool)
{
    abandon();
    m_body.size = size;
    if (size <= MemoryBytes) {
        m_body.bytes.reserve(size);
        return {};
    }
    auto file = openSpool();
    if (!file)
        return std::unexpected(std::move(file.error()));
    m_body.file = std::move(*file);
    return {};
}

Result<qsizetype> BodyIntake::take(QByteArrayView bytes)
{
    const auto count = qsizetype(std::min(qint64(bytes.size()), missing()));
    const QByteArrayView part = bytes.first(count);
    if (!m_body.file)
        m_body.bytes.append(part);
    else if (auto written = writeAll(m_body.file.get(), part); !written)
        return std::unexpected(std::move(written.error()));
    m_taken += count;
    return count;
}

Body BodyIntake::finish()
{
    m_taken = 0;
    return std::exchange(m_body, {});
}

void BodyIntake::abandon()
{
    m_body = {};
    m_taken = 0;
}

} // namespace Cofferdam::Gate
