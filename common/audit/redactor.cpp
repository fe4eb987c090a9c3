// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/audit/redactor.h"

#include "common/protocol/jsonparser.h"

#include <QtCore/QJsonArray>

#include <algorithm>

namespace Cofferdam::Audit {

namespace {

void replaceAll(QByteArray &text, const QList<QByteArray> &secrets)
{
    for (const QByteArray &secret : secrets)
        text.replace(secret, Redactor::Mark);
}

QString replacedAll(const QString &text, const QList<QByteArray> &secrets)
{
    QByteArray bytes = text.toUtf8();
    replaceAll(bytes, secrets);
    return QString::fromUtf8(bytes);
}

QJsonValue replacedAll(const QJsonValue &value, const QList<QByteArray> &secrets)
{
    if (value.isString())
        return replacedAll(value.toString(), secrets);
    if (value.isArray()) {
        QJsonArray list;
        for (const auto &item : value.toArray())
            list.append(replacedAll(QJsonValue(item), secrets));
        return list;
    }
    if (value.isObject()) {
        QJsonObject object;
        const QJsonObject source = value.toObject();
        for (auto it = source.begin(); it != source.end(); ++it)
            object.insert(replacedAll(it.key(), secrets), replacedAll(QJsonValue(it.value()), secrets));
        return object;
    }
    return value;
}

} // namespace

void Redactor::setSecrets(const QList<QByteArray> &secrets)
{
    auto next = std::make_shared<Secrets>();
    for (const QByteArray &secret : secrets) {
        if (!secret.isEmpty())
            next->plain.append(secret);
    }
    // the longest first: a secret that begins with another must not leave its rest behind
    std::ranges::sort(next->plain, std::greater(), [](const QByteArray &secret) { return secret.size(); });
    for (const QByteArray &secret : std::as_const(next->plain)) {
        QByteArray escaped;
        appendJsonString(escaped, secret);
        next->escaped.append(escaped.sliced(1, escaped.size() - 2));
    }
    const std::lock_guard lock(m_mutex);
    m_secrets = std::move(next);
}

std::shared_ptr<const Redactor::Secrets> Redactor::current() const
{
    const std::lock_guard lock(m_mutex);
    return m_secrets;
}

QByteArray Redactor::redacted(QByteArray text) const
{
    replaceAll(text, current()->plain);
    return text;
}

void Redactor::redact(Record &record) const
{
    const std::shared_ptr<const Secrets> secrets = current();
    for (QByteArray *text : {&record.session, &record.object, &record.agent, &record.task, &record.method, &record.rule, &record.peer})
        replaceAll(*text, secrets->plain);
    for (PathNote &note : record.paths)
        replaceAll(note.path, secrets->plain);
    record.params = replacedAll(QJsonValue(record.params), secrets->plain).toObject();
}

bool Redactor::touches(QByteArrayView line) const
{
    const std::shared_ptr<const Secrets> secrets = current();
    return std::ranges::any_of(secrets->escaped, [line](const QByteArray &secret) { return line.contains(secret); });
}

} // namespace Cofferdam::Audit
