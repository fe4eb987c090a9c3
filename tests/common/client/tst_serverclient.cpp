// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/client/adminclient.h"
#include "common/client/clienterrors.h"
#include "common/client/serverclient.h"
#include "tests/support/fakehttp.h"

#include <QtCore/QBuffer>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QScopeGuard>
#include <QtTest/QTest>

using namespace Cofferdam;
using namespace Cofferdam::Client;
using namespace Cofferdam::Testing;
using namespace Qt::StringLiterals;

class TestServerClient : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void errorsHaveTheirClass_data();
    void errorsHaveTheirClass();
    void nobodyThereIsNoService();
    void silenceIsTimeOut();
    void redirectsAreNotFollowed();
    void htmlIsABadReply();
    void missingMemberIsABadReply();
    void brokenDownloadIsAnError();
    void sinkErrorEndsTheDownload();
    void progressCanGiveUp();
    void nothingIsAskedWithoutACall();
    void filledCacheRefusesBeforeTheNetwork();
    void capabilitiesAnswer();
    void requestsAreAsTheContractSays_data();
    void requestsAreAsTheContractSays();
    void uploadStreamsItsSource();
    void downloadStreamsIntoTheSink();
    void syncTwinNeedsNoEventLoop();
    void adminCallsGoToAdmin();
};

namespace {

const QByteArray capabilitiesBody = R"({"identity":{"id":"reader","scopes":["files:read"]},"policy":{"preset":"default","revision":"abc"},"endpoints":{
    "capabilities":{"enabled":true,"allowed":true,"scopes":[]},
    "files_list":{"enabled":true,"allowed":true,"scopes":["files:read"],"limits":{"max_entries":1000,"rate_per_minute":null}},
    "files_delete":{"enabled":true,"allowed":false,"reason":"scope_missing","rule":"default:catalogue","scopes":["files:delete"]},
    "shell":{"enabled":false,"allowed":false,"reason":"endpoint_disabled","rule":"default:no-sandbox","scopes":["process:run"]}}})";

template <typename T>
Result<T> wait(const QFuture<Result<T>> &future)
{
    if (!QTest::qWaitFor([&] { return future.isFinished(); }, 10'000))
        return failure("test_time_out", {});
    return future.result();
}

FakeHttp::Handler always(const FakeHttp::Answer &answer)
{
    return [answer](const FakeHttp::Request &) { return answer; };
}

} // namespace

void TestServerClient::errorsHaveTheirClass_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<ErrorClass>("kind");
    QTest::addColumn<QByteArray>("number");
    const auto row = [](int status, const char *code, ErrorClass kind, const char *number) {
        QTest::newRow(code) << status << QByteArray(code) << kind << QByteArray(number);
    };
    row(401, "auth_required", ErrorClass::Auth, "E9001");
    row(401, "auth_invalid", ErrorClass::Auth, "E9001");
    row(400, "auth_ambiguous", ErrorClass::Auth, "E9001");
    row(429, "auth_throttled", ErrorClass::RateLimited, "E9005");
    row(403, "path_outside", ErrorClass::PolicyDenied, "E9002");
    row(403, "path_read_only", ErrorClass::PolicyDenied, "E9002");
    row(403, "scope_missing", ErrorClass::PolicyDenied, "E9002");
    row(403, "param_not_allowed", ErrorClass::PolicyDenied, "E9002");
    row(404, "endpoint_disabled", ErrorClass::EndpointNotAvailable, "E9003");
    row(503, "backend_unavailable", ErrorClass::EndpointNotAvailable, "E9003");
    row(413, "payload_too_large", ErrorClass::PayloadTooLarge, "E9004");
    row(413, "request_too_large", ErrorClass::PayloadTooLarge, "E9004");
    row(429, "rate_limited", ErrorClass::RateLimited, "E9005");
    row(429, "concurrency_limited", ErrorClass::RateLimited, "E9005");
    row(404, "file_not_found", ErrorClass::NotFound, "");
    row(404, "process_not_found", ErrorClass::NotFound, "");
    row(404, "route_not_found", ErrorClass::Api, "E9000");
    row(403, "os_permission", ErrorClass::OsPermission, "");
    row(408, "request_timeout", ErrorClass::TimedOut, "");
    row(409, "already_exists", ErrorClass::Api, "E9000");
    row(500, "internal_error", ErrorClass::Api, "E9000");
}

void TestServerClient::errorsHaveTheirClass()
{
    QFETCH(int, status);
    QFETCH(QByteArray, code);
    QFETCH(ErrorClass, kind);
    QFETCH(QByteArray, number);
    FakeHttp fake(always({status, R"({"error":"no","type":"X","code":")" + code + R"(","rule":"policy:x","retry_after":7})", {}, false, -1}));
    ServerClient client(fake.url(), "t");
    const auto reply = wait(client.filesList("/a"));
    QVERIFY(!reply);
    QCOMPARE(reply.error().code, code);
    QCOMPARE(reply.error().message, u"no"_s);
    QCOMPARE(reply.error().details.value("rule"_L1).toString(), u"policy:x"_s);
    QCOMPARE(reply.error().details.value("status"_L1).toInt(), status);
    QCOMPARE(errorClass(reply.error()), kind);
    QCOMPARE(errorNumber(kind).toByteArray(), number);
    QCOMPARE(retryAfter(reply.error()), 7);
}

void TestServerClient::nobodyThereIsNoService()
{
    QUrl url;
    {
        const FakeHttp gone(always({}));
        url = gone.url();
    }
    ServerClient client(url, {});
    QCOMPARE(wait(client.health()).error().code, QByteArray("no_service"));
}

void TestServerClient::silenceIsTimeOut()
{
    const FakeHttp fake(always({200, {}, {}, true, -1}));
    AdminClient client(fake.url(), "t");
    client.setSilenceLimit(200);
    const auto reply = wait(client.call("service.info"));
    QCOMPARE(reply.error().code, QByteArray("time_out"));
    QCOMPARE(errorClass(reply.error()), ErrorClass::TimedOut);
}

void TestServerClient::redirectsAreNotFollowed()
{
    const FakeHttp other(always({}));
    const FakeHttp fake(always({302, {}, {"Location: " + other.url().toEncoded() + "/files/list"}, false, -1}));
    ServerClient client(fake.url(), "secret");
    QCOMPARE(wait(client.filesList("/a")).error().code, QByteArray("bad_reply"));
    QVERIFY(other.requests().isEmpty());
}

void TestServerClient::htmlIsABadReply()
{
    const FakeHttp fake(always({502, "<html>", {}, false, -1}));
    ServerClient client(fake.url(), {});
    QCOMPARE(wait(client.health()).error().code, QByteArray("bad_reply"));
}

void TestServerClient::missingMemberIsABadReply()
{
    const FakeHttp fake(always({200, R"({"path":"/a","entries":"none","truncated":false})", {}, false, -1}));
    ServerClient client(fake.url(), {});
    const auto reply = wait(client.filesList("/a"));
    QCOMPARE(reply.error().code, QByteArray("bad_reply"));
    QCOMPARE(reply.error().message, u"expected a reply with entries, it is missing or of another type"_s);
}

void TestServerClient::brokenDownloadIsAnError()
{
    const FakeHttp fake(always({200, QByteArray(1000, 'x'), {}, false, 400}));
    ServerClient client(fake.url(), {});
    QByteArray got;
    const auto reply = wait(client.filesDownloadStream("/a", [&got](QByteArrayView piece) -> Result<void> {
        got += piece;
        return {};
    }));
    QVERIFY(!reply);
    QCOMPARE(reply.error().code, QByteArray("connection_lost"));
    QVERIFY(got.size() <= 400);
}

void TestServerClient::sinkErrorEndsTheDownload()
{
    const FakeHttp fake(always({200, QByteArray(1000, 'x'), {}, false, -1}));
    ServerClient client(fake.url(), {});
    const auto reply = wait(client.filesDownloadStream("/a", [](QByteArrayView) -> Result<void> { return failure("disk_full", u"no room"_s); }));
    QCOMPARE(reply.error().code, QByteArray("disk_full"));
}

void TestServerClient::progressCanGiveUp()
{
    const FakeHttp fake(always({200, QByteArray(1000, 'x'), {}, false, -1}));
    ServerClient client(fake.url(), {});
    const auto take = [](QByteArrayView) { return Result<void>(); };
    const auto reply = wait(client.filesDownloadStream("/a", take, {}, [](qint64, qint64) { return false; }));
    QCOMPARE(reply.error().code, QByteArray("cancelled"));
}

void TestServerClient::nothingIsAskedWithoutACall()
{
    const FakeHttp fake(always({200, capabilitiesBody, {}, false, -1}));
    ServerClient client(fake.url(), "t");
    QVERIFY(!client.capabilities());
    QVERIFY(wait(client.health()));
    QCOMPARE(fake.requests().size(), 1);
    QVERIFY(wait(client.discover()));
    QCOMPARE(fake.requests().size(), 2);
    QVERIFY(client.capabilities());
}

void TestServerClient::filledCacheRefusesBeforeTheNetwork()
{
    const FakeHttp fake(always({200, capabilitiesBody, {}, false, -1}));
    ServerClient client(fake.url(), "t");
    QVERIFY(wait(client.discover()));
    const auto removed = client.filesDelete("/a");
    QVERIFY(removed.isFinished());
    QCOMPARE(errorClass(removed.result().error()), ErrorClass::PolicyDenied);
    const auto ran = client.shell({});
    QVERIFY(ran.isFinished());
    QCOMPARE(errorClass(ran.result().error()), ErrorClass::EndpointNotAvailable);
    QCOMPARE(ran.result().error().details.value("rule"_L1).toString(), u"default:no-sandbox"_s);
    QCOMPARE(fake.requests().size(), 1);
    client.forgetCapabilities();
    QVERIFY(!client.filesDelete("/a").isFinished());
}

void TestServerClient::capabilitiesAnswer()
{
    const ServerCapabilities known(QJsonDocument::fromJson(capabilitiesBody).object());
    QCOMPARE(known.identity(), QByteArray("reader"));
    QCOMPARE(known.revision(), QByteArray("abc"));
    QVERIFY(known.can("files_list"));
    QVERIFY(!known.can("files_delete"));
    QVERIFY(!known.can("no_such"));
    QCOMPARE(known.require("no_such").error().code, QByteArray("route_not_found"));
    QCOMPARE(known.limit("files_list", "max_entries"), 1000);
    QVERIFY(!known.limit("files_list", "rate_per_minute"));
    QVERIFY(!known.limit("no_such", "max_entries"));
    QCOMPARE(known.endpointsFor("files:read"), QList<QByteArray>({"files_list"}));
    QVERIFY(known.endpointsFor("process:run").isEmpty());
}

using Start = std::function<void(ServerClient &)>;
Q_DECLARE_METATYPE(Start)

void TestServerClient::requestsAreAsTheContractSays_data()
{
    QTest::addColumn<Start>("start");
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("body");
    const auto row = [](const char *name, const Start &start, const QByteArray &line, const QByteArray &body = {}) {
        QTest::newRow(name) << start << line << body;
    };
    row("health", [](ServerClient &c) { (void)c.health(); }, "GET /health");
    row("list", [](ServerClient &c) { (void)c.filesList("/a b&c+%", {true, 5, "next"}); },
        "GET /files/list?path=%2Fa%20b%26c%2B%25&recursive=true&max_entries=5&cursor=next");
    row("bytes", [](ServerClient &c) { (void)c.filesStat("/\xff", true); }, "GET /files/stat?path_base64=L%2F8%3D&hash=true");
    row("read", [](ServerClient &c) { (void)c.filesRead("a", {2, 3, {}, {}}); }, "GET /files/read?path=a&start_line=2&end_line=3");
    row("delete", [](ServerClient &c) { (void)c.filesDelete("a"); }, "DELETE /files?path=a&recursive=false");
    row("mkdir", [](ServerClient &c) { (void)c.filesMkdir("a", false); }, "POST /files/mkdir", R"({"create_parents":false,"path":"a"})");
    row("move", [](ServerClient &c) { (void)c.filesMove("a", "b", true); }, "POST /files/move", R"({"destination":"b","overwrite":true,"source":"a"})");
    row("upload", [](ServerClient &c) { (void)c.upload("a", "hi", {false, "0600", {}, {}}); }, "POST /upload",
        R"({"content_base64":"aGk=","mode":"0600","overwrite":false,"path":"a"})");
    row("download", [](ServerClient &c) { (void)c.download("a"); }, "GET /download?path=a");
    row("check", [](ServerClient &c) { (void)c.checkPath("files_read", "a", "read"); }, "POST /capabilities/check",
        R"({"endpoint":"files_read","op":"read","path":"a"})");
    row("checks", [](ServerClient &c) { (void)c.capabilitiesCheck({{"shell", {}, {}}}); }, "POST /capabilities/check", R"({"checks":[{"endpoint":"shell"}]})");
    row("shell", [](ServerClient &c) { (void)c.shell({{"ls", "-l"}, {}, "w", {std::pair(QByteArray("A"), QByteArray("1"))}, "in", 9}); }, "POST /shell",
        R"({"argv":["ls","-l"],"cwd":"w","env":{"A":"1"},"stdin":"in","timeout_s":9})");
}

void TestServerClient::requestsAreAsTheContractSays()
{
    QFETCH(Start, start);
    QFETCH(QByteArray, line);
    QFETCH(QByteArray, body);
    const FakeHttp fake(always({}));
    ServerClient client(fake.url(), "the-token");
    start(client);
    QTRY_COMPARE(fake.requests().size(), 1);
    const FakeHttp::Request &request = fake.requests().first();
    QCOMPARE(request.method + ' ' + request.target, line);
    QCOMPARE(request.body, body);
    QCOMPARE(request.headers.value("authorization"), QByteArray("Bearer the-token"));
    if (!body.isEmpty())
        QCOMPARE(request.headers.value("content-type"), QByteArray("application/json"));
}

void TestServerClient::uploadStreamsItsSource()
{
    const FakeHttp fake(always({201, R"({"path":"/a","size":300000,"sha256":"00","etag":"\"e\""})", {}, false, -1}));
    ServerClient client(fake.url(), "t");
    QByteArray data(300'000, 'y');
    QBuffer source(&data);
    QVERIFY(source.open(QIODevice::ReadOnly));
    qint64 last = 0;
    const auto reply = wait(client.filesUploadStream("/a", &source, {true, "0644", "\"old\"", {}}, [&last](qint64 done, qint64) {
        last = done;
        return true;
    }));
    QVERIFY(reply);
    QCOMPARE(reply->etag, QByteArray("\"e\""));
    QCOMPARE(last, 300'000);
    const FakeHttp::Request &request = fake.requests().first();
    QCOMPARE(request.target, QByteArray("/files/upload-stream?path=%2Fa&overwrite=true&mode=0644"));
    QCOMPARE(request.headers.value("content-type"), QByteArray("application/octet-stream"));
    QCOMPARE(request.headers.value("if-match"), QByteArray("\"old\""));
    QCOMPARE(request.body, data);
}

void TestServerClient::downloadStreamsIntoTheSink()
{
    const QByteArray data(3'000'000, 'z');
    const FakeHttp fake(always({206, data, {"ETag: \"e\""}, false, -1}));
    ServerClient client(fake.url(), "t");
    QByteArray got;
    qsizetype largest = 0;
    const auto reply = wait(client.filesDownloadStream("/a", [&](QByteArrayView piece) -> Result<void> {
        got += piece;
        largest = std::max(largest, piece.size());
        return {};
    }, {10, 20, {}}));
    QVERIFY(reply);
    QCOMPARE(reply->size, data.size());
    QCOMPARE(reply->etag, QByteArray("\"e\""));
    QCOMPARE(got, data);
    QVERIFY2(largest <= (2 << 20), "the whole body was held");
    QCOMPARE(fake.requests().first().headers.value("range"), QByteArray("bytes=10-29"));
}

void TestServerClient::syncTwinNeedsNoEventLoop()
{
    // The fake needs a loop of its own, as this thread blocks.
    QThread thread;
    QObject context;
    context.moveToThread(&thread);
    thread.start();
    const auto end = qScopeGuard([&thread] {
        thread.quit();
        thread.wait();
    });
    std::unique_ptr<FakeHttp> fake;
    QUrl url;
    QMetaObject::invokeMethod(&context, [&] {
        fake = std::make_unique<FakeHttp>([](const FakeHttp::Request &request) {
            return FakeHttp::Answer {200, request.target == "/capabilities" ? capabilitiesBody : QByteArray(R"({"status":"ok"})"), {}, false, -1};
        });
        url = fake->url();
    }, Qt::BlockingQueuedConnection);
    ServerClient client(url, "t");
    QCOMPARE(client.healthSync().value(), QByteArray("ok"));
    QVERIFY(client.discoverSync());
    QVERIFY(client.capabilities());
    QCOMPARE(client.filesDeleteSync("/a").error().code, QByteArray("scope_missing"));
    QMetaObject::invokeMethod(&context, [&] { fake.reset(); }, Qt::BlockingQueuedConnection);
    QCOMPARE(client.filesListSync("/a").error().code, QByteArray("no_service"));
}

void TestServerClient::adminCallsGoToAdmin()
{
    const FakeHttp fake(always({200, R"({"revision":"r"})", {}, false, -1}));
    AdminClient client(fake.url(), "operator");
    const auto reply = wait(client.call("policy.get", {{u"a"_s, 1}}));
    QCOMPARE(reply.value().value("revision"_L1).toString(), u"r"_s);
    QCOMPARE(fake.requests().first().target, QByteArray("/admin/policy/get"));
    QCOMPARE(fake.requests().first().body, QByteArray(R"({"a":1})"));
}

QTEST_GUILESS_MAIN(TestServerClient)
#include "tst_serverclient.moc"
