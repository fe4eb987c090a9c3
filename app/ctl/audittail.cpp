// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/context.h"
#include "app/ctl/output.h"
#include "app/ctl/records.h"
#include "common/audit/filter.h"
#include "common/base/clock.h"
#include "common/client/consoleclient.h"

#include <QtCore/QCoreApplication>

#include <CLI/CLI.hpp>

using namespace Qt::StringLiterals;

namespace Cofferdam::Ctl {

namespace {

using Client::ConsoleClient;

struct Wanted {
    std::string filter;
    qint64 lines = 20;
    bool follow = false;
};

/// Follows the log until the program is interrupted or refused: prints each record once, also across a service that restarts.
class Follower : public QObject
{
public:
    Follower(const Context &context, const Wanted &wanted) : m_context(context), m_wanted(wanted)
    {
        connect(&m_client, &ConsoleClient::helloReceived, this, [this] { subscribe(); });
        connect(&m_client, &ConsoleClient::stateChanged, this, [this] { tellState(); });
        connect(&m_client, &ConsoleClient::notificationReceived, this, [this](const QString &method, const QJsonObject &params) {
            if (method == "audit.event"_L1)
                take(params);
        });
    }

    int run(const QUrl &url, const QByteArray &token)
    {
        m_client.open(url, token);
        return QCoreApplication::exec();
    }

private:
    void subscribe()
    {
        // After a break, what was written meanwhile comes as backlog; what was printed before is recognised by its number.
        const qint64 backlog = m_lastSeq > 0 ? 1000 : m_wanted.lines;
        const QJsonObject params {{u"filter"_s, QString::fromStdString(m_wanted.filter)}, {u"backlog"_s, backlog}};
        m_client.call(u"audit.subscribe"_s, params).then(this, [this](const Result<QJsonValue> &reply) {
            if (!reply && m_client.state() == ConsoleClient::State::Connected)
                QCoreApplication::exit(m_context.fail(reply.error()));
        });
    }

    void take(const QJsonObject &params)
    {
        QJsonArray fresh;
        for (const QJsonValue &record : params.value("records"_L1).toArray()) {
            const qint64 seq = record.toObject().value("seq"_L1).toInteger();
            if (seq > m_lastSeq)
                fresh.append(record);
            m_lastSeq = std::max(m_lastSeq, seq);
        }
        printRecords(fresh, m_context.json);
        if (const qint64 missed = params.value("missed"_L1).toInteger(); missed > 0)
            printError(u"cofferdamctl: %1 records were not shown, they came too fast; audit query has them"_s.arg(missed));
    }

    void tellState()
    {
        if (m_client.state() == ConsoleClient::State::Refused)
            QCoreApplication::exit(m_context.fail({"auth_invalid", m_client.stateText(), {}, {}}));
        else if (m_client.state() == ConsoleClient::State::Waiting && m_lastSeq == 0)
            QCoreApplication::exit(m_context.fail({"no_service", m_client.stateText(), {}, {}}));
        else if (m_client.state() == ConsoleClient::State::Waiting)
            printError(u"cofferdamctl: %1; trying again"_s.arg(m_client.stateText()));
    }

    const Context &m_context;
    const Wanted &m_wanted;
    ConsoleClient m_client;
    qint64 m_lastSeq = 0;
};

int tail(const Context &context, const Wanted &wanted)
{
    const Result<Audit::Filter> filter = Audit::Filter::parse(QByteArray::fromStdString(wanted.filter), SystemClock().utcMs());
    if (!filter)
        return context.fail({"usage", filter.error().message, filter.error().details, {}});
    if (wanted.follow) {
        const Result<QUrl> url = context.serviceUrl();
        if (!url)
            return context.fail(url.error());
        const Result<QByteArray> token = context.operatorToken();
        return token ? Follower(context, wanted).run(*url, *token) : context.fail(token.error());
    }
    const Result<QJsonObject> page = context.call("audit.query", {{u"filter"_s, QString::fromStdString(wanted.filter)}, {u"limit"_s, wanted.lines}});
    if (!page)
        return context.fail(page.error());
    printRecords(page->value("records"_L1).toArray(), context.json);
    return Done;
}

} // namespace

void addAuditTail(CLI::App &audit, Context &context)
{
    const auto wanted = std::make_shared<Wanted>();
    CLI::App *verb = audit.add_subcommand("tail", "the last records; -f goes on with new ones");
    verb->add_option("FILTER", wanted->filter, "as in the console: 'decision:deny path~/home/user/out'");
    verb->add_option("--lines,-n", wanted->lines, "how many to begin with")->check(CLI::Range(qint64(1), qint64(10'000)))->capture_default_str();
    verb->add_flag("--follow,-f", wanted->follow, "go on until interrupted");
    verb->callback([&context, wanted] { context.choose([&context, wanted] { return tail(context, *wanted); }); });
}

} // namespace Cofferdam::Ctl
