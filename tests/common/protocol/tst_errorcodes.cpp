// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/protocol/errorcodes.h"

#include "common/base/result.h"

#include <QtCore/QSet>
#include <QtTest/QTest>

using namespace Cofferdam;
using namespace Qt::StringLiterals;

class tst_errorcodes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void unknownCodesTellNothing();
    void detailsCannotReplaceFixedMembers();
    void bodyIsAsciiOnOneLine();
    void rowsAreSound();
    void statuses_data();
    void statuses();
};

void tst_errorcodes::unknownCodesTellNothing()
{
    QCOMPARE(errorCodeInfo("no_such_code").status, 500);
    const Error error {"no_such_code"_ba, u"inner secret"_s, {{u"path"_s, u"/etc"_s}}, {}};
    const QByteArray due = R"({"error":"something failed inside the service; the request id finds it in the log","type":"InternalError","code":"internal_error","request_id":"r1"})"_ba;
    QCOMPARE(errorBody(error, "r1"), due);
}

void tst_errorcodes::detailsCannotReplaceFixedMembers()
{
    const Error error {"path_denied"_ba, u"no"_s, {{u"code"_s, u"ok"_s}, {u"rule"_s, u"policy:defaults"_s}, {u"limit"_s, 5}}, {}};
    const QByteArray due = R"({"error":"no","type":"PolicyDenied","code":"path_denied","request_id":"r1","limit":5,"rule":"policy:defaults"})"_ba;
    QCOMPARE(errorBody(error, "r1"), due);
}

void tst_errorcodes::bodyIsAsciiOnOneLine()
{
    const Error error {"file_not_found"_ba, u"nothing at ä\n\u2028"_s, {}, {}};
    const QByteArray body = errorBody(error, "r\"1");
    for (char c : body)
        QVERIFY(c >= 0x20 && c < 0x7f);
    const QByteArray due = R"("request_id":"r\"1")"_ba;
    QVERIFY(body.contains(due));
}

void tst_errorcodes::rowsAreSound()
{
    QSet<QByteArray> codes;
    for (const ErrorCodeInfo &row : errorCodes()) {
        QVERIFY2(!codes.contains(row.code), row.code);
        codes.insert(row.code);
        QVERIFY2(row.status >= 400 && row.status < 600 && reasonPhrase(row.status) != "Unknown", row.code);
        QVERIFY2(QByteArrayView(row.type).size() > 3 && QByteArrayView(row.meaning).size() > 10, row.code);
        QCOMPARE(&errorCodeInfo(row.code), &row);
    }
}

void tst_errorcodes::statuses_data()
{
    QTest::addColumn<int>("status");
    const QList<std::pair<const char *, int>> rows {{"auth_throttled", 429}, {"auth_required", 401}, {"endpoint_disabled", 404}, {"scope_missing", 403},
        {"invalid_path", 400}, {"approval_expired", 403}, {"quota_exceeded", 507}, {"too_many_files", 503}, {"command_not_startable", 422},
        {"resource_exhausted", 429}, {"headers_too_large", 431}, {"length_required", 411}, {"audit_unavailable", 503}, {"session_busy", 409},
        {"process_not_found", 404}, {"policy_invalid", 422}, {"precondition_failed", 412}};
    for (const auto &[code, status] : rows)
        QTest::newRow(code) << status;
}

void tst_errorcodes::statuses() { QTEST(errorCodeInfo(QTest::currentDataTag()).status, "status"); }

QTEST_APPLESS_MAIN(tst_errorcodes)
#include "tst_errorcodes.moc"
