// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/connection/session.h"

#include <QtCore/QHash>
#include <QtCore/QPromise>

namespace Cofferdam::Testing {

/// A session without a service: answers from a table at once, or when the test says so; the test makes the notifications.
class FakeSession : public App::Session
{
    Q_OBJECT
public:
    struct Call {
        QString method;
        QJsonObject params;
        std::shared_ptr<QPromise<Result<QJsonValue>>> promise;
    };

    explicit FakeSession(Target target = {}) : Session(std::move(target)) { }
    void start() override { }

    [[nodiscard]] QFuture<Result<QJsonValue>> call(const QString &method, const QJsonObject &params = {}) override
    {
        auto promise = std::make_shared<QPromise<Result<QJsonValue>>>();
        promise->start();
        calls.append({method, params, promise});
        if (!held.contains(method)) answer(calls.last(), answers.contains(method) ? Result<QJsonValue>(answers.value(method)(params)) : Result<QJsonValue>(QJsonObject()));
        return promise->future();
    }

    static void answer(const Call &call, Result<QJsonValue> result)
    {
        call.promise->addResult(std::move(result));
        call.promise->finish();
    }

    void comeUp(const QJsonObject &hello = {{QStringLiteral("role"), QStringLiteral("operator")}, {QStringLiteral("protocol"), 1}}) { acceptHello(hello); }
    void goDown(State state = State::Waiting) { setState(state, QStringLiteral("gone")); }
    void notify(const QString &method, const QJsonObject &params) { acceptNotification(method, params); }

    [[nodiscard]] QList<Call> callsOf(const QString &method) const
    {
        QList<Call> found;
        for (const Call &call : calls) {
            if (call.method == method) found.append(call);
        }
        return found;
    }

    QHash<QString, std::function<QJsonValue(const QJsonObject &)>> answers;
    QStringList held; ///< methods whose answers the test gives itself
    QList<Call> calls;
};

} // namespace Cofferdam::Testing
