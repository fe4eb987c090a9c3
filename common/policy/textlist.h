// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QByteArray>
#include <QtCore/QJsonArray>
#include <QtCore/QList>
#include <QtCore/QString>

namespace Cofferdam::Policy {

/// Protocol bytes as the QString that QtJson wants.
[[nodiscard]] inline QString textOf(QByteArrayView utf8) { return QString::fromUtf8(utf8); }

[[nodiscard]] inline QJsonArray textList(const QList<QByteArray> &list)
{
    QJsonArray array;
    for (const QByteArray &item : list)
        array.append(textOf(item));
    return array;
}

/// A JSON list of strings or integers as bytes.
[[nodiscard]] inline QList<QByteArray> bytesList(const QJsonArray &array)
{
    QList<QByteArray> list;
    list.reserve(array.size());
    for (const QJsonValue &item : array)
        list.append(item.isString() ? item.toString().toUtf8() : QByteArray::number(item.toInteger()));
    return list;
}

} // namespace Cofferdam::Policy
