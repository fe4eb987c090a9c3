// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/connection/session.h"

#include <QtCore/QHash>

namespace Cofferdam::Testing {

/// A session without a network: answers at once, judges drafts with the real engine, and remembers what was asked.
class FakeSession : public App::Session
{
    Q_OBJECT
public:
    using Handler = std::function<Result<QJsonValue>(const QJsonObject &params)>;
    explicit FakeSession(const QByteArray &text, QObject *parent = nullptr);

    void start() override { }
    QFuture<Result<QJsonValue>> call(const QString &method, const QJsonObject &params = {}) override;
    void connectNow(const QString &role = QStringLiteral("operator"));
    void loseConnection() { setState(State::Waiting, QStringLiteral("the service does not answer")); }

    void setHandler(const QString &method, Handler handler) { m_handlers.insert(method, std::move(handler)); }
    /// Someone else applies a policy.
    void changeFromOutside(const QByteArray &text, const QString &actor);
    void setEditable(bool editable, const QString &reason) { m_editable = editable; m_notEditableReason = reason; }
    [[nodiscard]] QByteArray runningText() const { return m_history.constLast().text; }
    [[nodiscard]] int count(const QString &method) const { return int(m_asked.count(method)); }
    [[nodiscard]] QJsonObject lastParams() const { return m_lastParams; }

private:
    struct Entry {
        QByteArray text;
        QString actor, reason;
    };
    [[nodiscard]] static QString revisionOf(const QByteArray &text);
    [[nodiscard]] QJsonObject policyObject() const;
    [[nodiscard]] Result<QJsonValue> validate(const QJsonObject &params) const;
    [[nodiscard]] Result<QJsonValue> apply(const QJsonObject &params);
    [[nodiscard]] Result<QJsonValue> revert(const QJsonObject &params);
    [[nodiscard]] Result<QJsonValue> history(const QJsonObject &params) const;
    QJsonObject store(const QByteArray &text, const QString &actor, const QString &reason);

    QHash<QString, Handler> m_handlers;
    QList<Entry> m_history; ///< oldest first; the last is in force
    QStringList m_asked;
    QJsonObject m_lastParams;
    bool m_editable = true;
    QString m_notEditableReason;
};

} // namespace Cofferdam::Testing
