// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/policy/catalogue.h"
#include "common/policy/engine.h"
#include "common/protocol/errorcodes.h"

#include <QtCore/QRegularExpression>
#include <QtCore/QSet>
#include <QtTest/QTest>

#include <algorithm>

using namespace Cofferdam::Policy;
using namespace Qt::StringLiterals;

/// The catalogue holds together and has the rows of endpoints.md.
class tst_catalogue : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void hasEveryGroup_data();
    void hasEveryGroup();
    void laterEndpointsAreUnknown();
    void rowsAreConsistent();
    void vocabulariesAreUsed();
    void pinnedRows_data();
    void pinnedRows();
    void commonLimits();
    void builtEndpointsExist();
    void findsByIdAndIndex();
    void describesEverything();
};

void tst_catalogue::hasEveryGroup_data()
{
    QTest::addColumn<int>("count");
    QTest::addColumn<bool>("on");
    const auto row = [](const char *group, int count, bool on) { QTest::newRow(group) << count << on; };
    row("core", 3, true);
    row("commands", 3, true);
    row("file_ops", 18, true);
    row("process", 10, true);
    row("terminal", 9, true);
    row("system", 9, true);
    row("dev_tools", 16, false);
    row("browser", 9, false);
    row("agents", 7, false);
    row("net", 0, false);
    row("desktop", 18, false);
    row("tools", 5, true);
    row("mcp", 1, true);
    row("web", 2, false);
    row("db", 2, false);
    row("custom", 0, true);
}

void tst_catalogue::hasEveryGroup()
{
    QFETCH(int, count);
    QFETCH(bool, on);
    const Group *group = findGroup(QTest::currentDataTag());
    QVERIFY(group);
    QCOMPARE(endpointsOfGroup(group->name).size(), count);
    QCOMPARE(group->onByDefault, on);
    QCOMPARE(group->canDisable, group->name != "core");
}

void tst_catalogue::laterEndpointsAreUnknown()
{
    for (const char *id : {"files_watch_poll", "files_upload_begin", "process_attach", "git_push", "git_fetch", "git_pull", "browser_press",
             "browser_wait", "browser_tabs", "port_proxy", "", "*", "shel", "shell "})
        QVERIFY2(!findEndpoint(id), id);
}

void tst_catalogue::rowsAreConsistent()
{
    static const QRegularExpression idForm(u"^[a-z][a-z0-9_]*$"_s), scopeForm(u"^[a-z][a-z0-9_]*:[a-z][a-z0-9_]*$"_s), pathForm(u"^(/[a-z0-9.{}-]+)+$"_s);
    QSet<QByteArray> ids, routes;
    QSet<QByteArray> scopeNames;
    for (const Scope &scope : scopes())
        scopeNames.insert(scope.name);
    for (const Endpoint &e : endpoints()) {
        QVERIFY2(idForm.match(QString::fromLatin1(e.id)).hasMatch(), e.id.constData());
        QVERIFY2(pathForm.match(QString::fromLatin1(e.path)).hasMatch(), e.path.constData());
        QVERIFY2(!ids.contains(e.id) && !routes.contains(e.method + e.path), e.id.constData());
        ids.insert(e.id);
        routes.insert(e.method + e.path);
        QVERIFY2(findGroup(e.group) && !e.summary.isEmpty(), e.id.constData());
        for (const QByteArray &scope : e.scopes)
            QVERIFY2(scopeNames.contains(scope) && scopeForm.match(QString::fromLatin1(scope)).hasMatch(), e.id.constData());
        for (const PathParameter &path : e.paths) {
            QVERIFY2(!path.roles.isEmpty(), e.id.constData());
            QVERIFY2(!path.inQuery || e.query.contains(path.name), e.id.constData());
            QVERIFY2(path.inQuery || e.body == BodyKind::Json || e.body == BodyKind::RawOrJson, e.id.constData());
        }
        QVERIFY2(e.method != "GET" || e.body == BodyKind::None, e.id.constData());
        QVERIFY2(!e.scopes.isEmpty() || e.isCore() || e.id == "approvals_get", e.id.constData());
    }
}

void tst_catalogue::vocabulariesAreUsed()
{
    QSet<QByteArray> usedLimits, usedParams, usedScopes;
    for (const Endpoint &e : endpoints()) {
        for (const LimitDefault &limit : e.limits) {
            QVERIFY2(!usedLimits.contains(limit.key) || findLimitKey(limit.key), limit.key.constData());
            QVERIFY2(!limit.value || *limit.value > 0 || findLimitKey(limit.key)->zeroAllowed, e.id.constData());
            usedLimits.insert(limit.key);
        }
        for (const ParamDefault &param : e.params)
            usedParams.insert(param.key);
        for (const QByteArray &scope : e.scopes)
            usedScopes.insert(scope);
    }
    // Kept for rows of a later tier: they are unknown to every endpoint until then.
    const QSet<QByteArray> laterLimits {"max_event_bytes", "max_parts", "max_uploads"};
    const QSet<QByteArray> laterScopes {"net:proxy"};
    for (const LimitKey &key : limitKeys())
        QCOMPARE(usedLimits.contains(key.key), !laterLimits.contains(key.key));
    for (const ParamKey &key : paramKeys())
        QVERIFY2(usedParams.contains(key.key), key.key.constData());
    for (const Scope &scope : scopes())
        QCOMPARE(usedScopes.contains(scope.name), !laterScopes.contains(scope.name));
}

void tst_catalogue::pinnedRows_data()
{
    QTest::addColumn<QByteArray>("route");
    QTest::addColumn<QByteArray>("scopes");
    QTest::addColumn<QByteArray>("limit");
    QTest::addColumn<qint64>("value");
    const auto row = [](const char *id, const char *route, const char *scopeList, const char *limit, qint64 value) {
        QTest::newRow(id) << QByteArray(route) << QByteArray(scopeList) << QByteArray(limit) << value;
    };
    row("upload", "POST /upload", "files:write", "max_bytes", 100 << 20);
    row("files_list", "GET /files/list", "files:read", "max_entries", 1000);
    row("files_delete", "DELETE /files", "files:delete", "max_entries", 10000);
    row("files_move", "POST /files/move", "files:write files:delete", "max_bytes", 100 << 20);
    row("files_read", "GET /files/read", "files:read", "max_bytes", 1 << 20);
    row("files_watch", "GET /files/watch", "files:read", "queue_events", 1000);
    row("shell", "POST /shell", "process:run", "timeout_s", 300);
    row("process_start", "POST /process/start", "process:run", "retain_s", 900);
    row("pty_create", "POST /pty/sessions", "terminal:use", "idle_timeout_s", 1800);
    row("pty_connect", "GET /pty/sessions/{id}/connect", "terminal:use", "max_duration_s", 3600);
    row("packages", "GET /packages", "system:read", "max_entries", 5000);
    row("git_clone", "POST /git/clone", "git:remote git:write", "max_bytes", 1 << 30);
    row("browser_evaluate", "POST /browser/evaluate", "browser:use browser:script", "timeout_s", 10);
    row("desktop_connect", "GET /desktops/{id}/connect", "desktop:view", "max_fps", 30);
    row("tools_invoke_all", "POST /tools/invoke-all", "tools:invoke", "max_calls", 32);
}

void tst_catalogue::pinnedRows()
{
    QFETCH(QByteArray, route);
    QFETCH(QByteArray, limit);
    const Endpoint *e = findEndpoint(QTest::currentDataTag());
    QVERIFY(e);
    QCOMPARE(e->method + ' ' + e->path, route);
    QTEST(e->scopes.join(' '), "scopes");
    QVERIFY(e->limit(limit));
    QTEST(e->limit(limit)->value.value(), "value");
}

void tst_catalogue::commonLimits()
{
    const Endpoint *health = findEndpoint("health");
    QVERIFY(!health->authentication);
    QCOMPARE(health->limits.size(), 1);
    QCOMPARE(health->limits.first().key, "rate_per_minute"_ba);
    for (const Endpoint &e : endpoints()) {
        QVERIFY2(e.limit("rate_per_minute"), e.id.constData());
        QVERIFY2(e.id == "health" || (e.limit("max_request_bytes") && e.limit("max_concurrency")), e.id.constData());
        const bool streams = e.stream == StreamKind::Sse || e.stream == StreamKind::SseOption || e.stream == StreamKind::WebSocket;
        QVERIFY2(bool(e.limit("queue_bytes")) == streams, e.id.constData());
    }
}

void tst_catalogue::builtEndpointsExist()
{
    qsizetype count = 0;
    for (const char *id : builtEndpoints())
        QVERIFY2(findEndpoint(id) && findEndpoint(id)->built, id);
    for (const Endpoint &e : endpoints())
        count += e.built ? 1 : 0;
    QCOMPARE(count, qsizetype(builtEndpoints().size()));
}

void tst_catalogue::findsByIdAndIndex()
{
    for (qsizetype i = 0; i < endpoints().size(); ++i) {
        QCOMPARE(endpointIndex(endpoints().at(i).id), int(i));
        QCOMPARE(findEndpoint(endpoints().at(i).id), &endpoints().at(i));
    }
    QCOMPARE(endpointIndex("nothing"), -1);
    for (QByteArrayView name : {"read", "write", "delete", "exec"})
        QCOMPARE(pathRoleName(*pathRoleFromName(name)), name);
    QVERIFY(!pathRoleFromName("Read") && !pathRoleFromName(""));
}

void tst_catalogue::describesEverything()
{
    const QJsonObject all = describe();
    QCOMPARE(all["endpoints"_L1].toArray().size(), endpoints().size());
    QCOMPARE(all["groups"_L1].toArray().size(), groups().size());
    QCOMPARE(all["scopes"_L1].toArray().size(), scopes().size());
    QCOMPARE(all["limits"_L1].toArray().size(), limitKeys().size());
    QCOMPARE(all["params"_L1].toArray().size(), paramKeys().size());
    QCOMPARE(all["error_codes"_L1].toArray().size(), qsizetype(Cofferdam::errorCodes().size()));
    QCOMPARE(all["lint"_L1].toArray().size(), lintRules().size());
    QCOMPARE(all["presets"_L1].toArray().size(), 6);
    const QJsonObject list = all["endpoints"_L1].toArray().at(8).toObject();
    QCOMPARE(list["id"_L1].toString(), u"files_list"_s);
    QCOMPARE(list["paths"_L1].toArray().first()["each"_L1].toBool(), true);
    QCOMPARE(list["limits"_L1]["max_depth"_L1].toInt(), 3);
    QVERIFY(list["limits"_L1]["rate_per_minute"_L1].isNull());
}

QTEST_APPLESS_MAIN(tst_catalogue)
#include "tst_catalogue.moc"
