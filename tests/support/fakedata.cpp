// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fakedata.h"

#include "common/base/clock.h"
#include "common/base/ids.h"

#include <array>

using namespace Qt::StringLiterals;

namespace Cofferdam::Testing::FakeData {

namespace {

constexpr qint64 firstMoment = 1'796'025'600'000; // 2026-11-30T08:00:00Z

struct FakeEndpoint {
    const char *id, *group, *method, *path, *scope, *summary;
    bool enabled, takesPaths;
};

constexpr std::array endpointTable {
    FakeEndpoint {"health", "core", "GET", "/health", "", "alive", true, false},
    FakeEndpoint {"capabilities", "core", "GET", "/capabilities", "", "what this caller may use", true, false},
    FakeEndpoint {"files_list", "file_ops", "GET", "/files/list", "files:read", "entries of a directory", true, true},
    FakeEndpoint {"files_read", "file_ops", "GET", "/files/read", "files:read", "text by lines or bytes by range", true, true},
    FakeEndpoint {"files_stat", "file_ops", "GET", "/files/stat", "files:read", "metadata", true, true},
    FakeEndpoint {"files_upload_stream", "file_ops", "POST", "/files/upload", "files:write", "write a file", true, true},
    FakeEndpoint {"files_download_stream", "file_ops", "GET", "/files/download", "files:read", "read a file", true, true},
    FakeEndpoint {"files_delete", "file_ops", "DELETE", "/files", "files:delete", "remove", true, true},
    FakeEndpoint {"shell", "process", "POST", "/shell", "process:run", "run a program and wait", false, true},
};

QJsonObject field(const QJsonValue &value, const QString &rule, const QString &layer)
{
    return {{u"value"_s, value}, {u"rule"_s, rule}, {u"layer"_s, layer}, {u"file"_s, u"policy.yaml"_s}, {u"line"_s, 9}, {u"column"_s, 5}};
}

QJsonObject fallback(const QJsonValue &value)
{
    return {{u"value"_s, value}, {u"rule"_s, u"default:catalogue"_s}, {u"layer"_s, u"default"_s}};
}

QJsonObject endpointObject(const FakeEndpoint &row)
{
    const QJsonArray scopes = row.scope[0] ? QJsonArray {QString::fromLatin1(row.scope)} : QJsonArray {};
    QJsonObject object {{u"enabled"_s, row.enabled ? fallback(true) : field(false, u"policy:endpoints.shell"_s, u"policy"_s)},
        {u"scopes"_s, fallback(scopes)}, {u"audit"_s, field(u"all"_s, u"policy:defaults"_s, u"policy"_s)},
        {u"limits"_s, QJsonObject {{u"max_request_bytes"_s, fallback(1'048'576)}, {u"rate_per_minute"_s, fallback(QJsonValue::Null)}}},
        {u"params"_s, QJsonObject {}}, {u"group"_s, QString::fromLatin1(row.group)}, {u"method"_s, QString::fromLatin1(row.method)},
        {u"path"_s, QString::fromLatin1(row.path)}, {u"summary"_s, QString::fromLatin1(row.summary)}, {u"built"_s, true}};
    if (row.takesPaths) {
        const QJsonObject deny {{u"pattern"_s, u"**/.env"_s}, {u"rule"_s, u"policy:endpoints.files_*"_s}, {u"line"_s, 12}, {u"column"_s, 16}};
        object.insert("paths"_L1,
            QJsonObject {{u"roots"_s, field(QJsonArray {u"/home/user/out"_s}, u"policy:endpoints.files_*"_s, u"policy"_s)},
                {u"deny"_s, QJsonArray {deny}}, {u"read_only"_s, fallback(false)}, {u"symlinks"_s, fallback(u"within"_s)},
                {u"nocase"_s, fallback(false)}, {u"hardlinks"_s, fallback(u"allow"_s)}});
    }
    return object;
}

QString identityName(qint64 seq)
{
    static const QStringList names {u"reader"_s, u"agent"_s, u"uploader"_s};
    return names.at(seq % names.size());
}

} // namespace

QString policyText()
{
    return uR"(version: 1
base_dir: /home/user
defaults:
  audit: all
auth:
  tokens:
    - {id: reader, scopes: [files:read], token_sha256: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08}
    - {id: agent, scopes: ["files:*"], token_sha256: 60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752}
endpoints:
  "files_*":
    paths:
      allow: [/home/user/out]
      deny: ["**/.env"]
  shell:
    enabled: false
)"_s;
}

QString revisionOf(const QString &text)
{
    return QString::fromLatin1(sha256Hex(text.toUtf8()));
}

QJsonObject effective(const QString &revision)
{
    QJsonObject endpoints;
    for (const FakeEndpoint &row : endpointTable)
        endpoints.insert(QLatin1StringView(row.id), endpointObject(row));
    const QJsonArray people {QJsonObject {{u"id"_s, u"reader"_s}, {u"scopes"_s, QJsonArray {u"files:read"_s}}},
        QJsonObject {{u"id"_s, u"agent"_s}, {u"scopes"_s, QJsonArray {u"files:*"_s}}}};
    return {{u"preset"_s, u"default"_s}, {u"base_dir"_s, u"/home/user"_s}, {u"revision"_s, revision}, {u"identities"_s, people},
        {u"endpoints"_s, endpoints}};
}

QJsonArray lint()
{
    return {QJsonObject {{u"severity"_s, u"note"_s}, {u"id"_s, u"L20"_s}, {u"line"_s, 11}, {u"column"_s, 5}, {u"offset"_s, 402},
        {u"length"_s, 5}, {u"path"_s, u"$.endpoints.files_*.paths.allow"_s},
        {u"message"_s, u"links are followed below /home/user/out, which other programs may write"_s}, {u"why"_s, u"a swap window remains"_s},
        {u"suggestion"_s, u"write symlinks: never"_s}}};
}

QJsonArray syntaxErrors()
{
    return {QJsonObject {{u"severity"_s, u"error"_s}, {u"id"_s, u"unknown_endpoint"_s}, {u"line"_s, 10}, {u"column"_s, 3},
        {u"offset"_s, 385}, {u"length"_s, 13}, {u"path"_s, u"$.endpoints.files_dowload"_s},
        {u"message"_s, u"expected an endpoint, files_dowload is not one; did you mean files_download_stream?"_s},
        {u"suggestion"_s, u"files_download_stream"_s}, {u"replacement"_s, u"files_download_stream"_s}}};
}

QJsonArray difference()
{
    return {QJsonObject {{u"kind"_s, u"newly_allowed"_s}, {u"identity"_s, u"reader"_s}, {u"endpoint"_s, u"files_list"_s},
                {u"path_class"_s, u"/home/user/in/**"_s}, {u"field"_s, u"paths.allow"_s},
                {u"text"_s, u"`reader` can now call files_list on /home/user/in/**"_s}, {u"rule_before"_s, u"policy:endpoints.files_*"_s},
                {u"rule_after"_s, u"policy:endpoints.files_list"_s}},
        QJsonObject {{u"kind"_s, u"narrower"_s}, {u"identity"_s, u""_s}, {u"endpoint"_s, u"upload"_s}, {u"path_class"_s, u""_s},
            {u"field"_s, u"limits.max_bytes"_s}, {u"text"_s, u"upload: max_bytes from 100 MiB to 5 MB"_s},
            {u"rule_before"_s, u"default:catalogue"_s}, {u"rule_after"_s, u"policy:endpoints.upload"_s}}};
}

QJsonObject matrix()
{
    QJsonArray endpoints;
    QJsonObject row;
    for (const FakeEndpoint &entry : endpointTable) {
        endpoints.append(QJsonObject {{u"id"_s, QString::fromLatin1(entry.id)}, {u"group"_s, QString::fromLatin1(entry.group)}});
        QJsonObject cell {{u"decision"_s, entry.enabled ? u"allowed"_s : u"denied"_s}, {u"limited"_s, entry.takesPaths},
            {u"rule"_s, entry.enabled ? u"default:catalogue"_s : u"policy:endpoints.shell"_s}};
        if (!entry.enabled)
            cell.insert("code"_L1, u"endpoint_disabled"_s);
        row.insert(QLatin1StringView(entry.id), cell);
    }
    return {{u"identities"_s, QJsonArray {u"reader"_s, u"agent"_s}}, {u"endpoints"_s, endpoints},
        {u"cells"_s, QJsonObject {{u"reader"_s, row}, {u"agent"_s, row}}}};
}

QJsonObject explanation(const QJsonObject &params)
{
    const QString path = params.value("path"_L1).toString();
    const bool allowed = path.isEmpty() || path.startsWith("/home/user/out"_L1);
    const QJsonObject won {{u"layer"_s, u"policy"_s}, {u"selector"_s, u"files_*"_s}, {u"rule"_s, u"policy:endpoints.files_*"_s},
        {u"value"_s, QJsonArray {u"/home/user/out"_s}}, {u"file"_s, u"policy.yaml"_s}, {u"line"_s, 12}, {u"column"_s, 7}, {u"won"_s, true},
        {u"why"_s, u"the only glob that matches"_s}};
    const QJsonArray stages {QJsonObject {{u"stage"_s, u"enabled"_s}, {u"outcome"_s, u"passed"_s}, {u"detail"_s, u"on by default"_s}},
        QJsonObject {{u"stage"_s, u"paths"_s}, {u"outcome"_s, allowed ? u"passed"_s : u"denied"_s}, {u"rule"_s, u"policy:endpoints.files_*"_s},
            {u"detail"_s, allowed ? u"inside /home/user/out"_s : u"outside every root"_s}}};
    QJsonObject result {{u"allowed"_s, allowed}, {u"decision"_s, allowed ? u"allowed"_s : u"denied"_s},
        {u"endpoint"_s, params.value("endpoint"_L1)}, {u"rule"_s, u"policy:endpoints.files_*"_s}, {u"path"_s, path},
        {u"revision"_s, revisionOf(policyText())}, {u"stages"_s, stages},
        {u"fields"_s, QJsonObject {{u"paths.allow"_s, QJsonObject {{u"value"_s, won.value("value"_L1)}, {u"rule"_s, won.value("rule"_L1)},
            {u"candidates"_s, QJsonArray {won}}}}}}};
    if (!allowed)
        result.insert("code"_L1, u"path_outside"_s);
    return result;
}

QJsonArray identities()
{
    return {QJsonObject {{u"id"_s, u"reader"_s}, {u"scopes"_s, QJsonArray {u"files:read"_s}}, {u"last_seen"_s, u"2026-11-30T08:05:00.000Z"_s},
                {u"calls"_s, 120}, {u"denials"_s, 7}},
        QJsonObject {{u"id"_s, u"agent"_s}, {u"scopes"_s, QJsonArray {u"files:*"_s}}, {u"calls"_s, 180}, {u"denials"_s, 3}}};
}

QJsonObject serviceInfo(const QString &revision, qint64 records)
{
    return {{u"version"_s, u"0.1.0"_s}, {u"pid"_s, 4242}, {u"started"_s, u"2026-11-30T08:00:00.000Z"_s}, {u"uptime_s"_s, 3600},
        {u"listen"_s, QJsonArray {u"127.0.0.1:9000"_s}}, {u"connections"_s, 3}, {u"requests"_s, 300}, {u"denials"_s, 10},
        {u"requests_per_second"_s, 4.5}, {u"memory_bytes"_s, 28'311'552},
        {u"audit"_s, QJsonObject {{u"available"_s, true}, {u"records"_s, records}, {u"queue"_s, 0}, {u"file"_s, u"audit-20261130-1.jsonl"_s}}},
        {u"policy"_s, QJsonObject {{u"revision"_s, revision}, {u"preset"_s, u"default"_s}, {u"source"_s, u"config"_s},
            {u"path"_s, u"/home/user/.config/cofferdam/policy.yaml"_s}, {u"stale"_s, false}}},
        {u"sandbox"_s, QJsonObject {{u"level"_s, u"none"_s}, {u"limits_enforced"_s, QJsonArray {}}}}};
}

QJsonObject catalogue()
{
    QJsonArray list;
    for (const FakeEndpoint &row : endpointTable) {
        list.append(QJsonObject {{u"id"_s, QString::fromLatin1(row.id)}, {u"group"_s, QString::fromLatin1(row.group)},
            {u"method"_s, QString::fromLatin1(row.method)}, {u"path"_s, QString::fromLatin1(row.path)},
            {u"scopes"_s, row.scope[0] ? QJsonArray {QString::fromLatin1(row.scope)} : QJsonArray {}},
            {u"summary"_s, QString::fromLatin1(row.summary)}, {u"built"_s, true}});
    }
    return {{u"endpoints"_s, list}};
}

QJsonObject record(qint64 seq)
{
    const FakeEndpoint &row = endpointTable[size_t(2 + seq % 7)];
    const bool denied = seq % 5 == 0;
    const QString path = u"/home/user/%1/file-%2.txt"_s.arg(denied ? u"private"_s : u"out"_s).arg(seq % 97);
    QJsonObject line {{u"seq"_s, seq}, {u"boot"_s, u"00000000000000000000000000000001"_s},
        {u"ts"_s, QString::fromLatin1(formatUtc(firstMoment + seq * 137))}, {u"mono_ns"_s, seq * 137'000'000},
        {u"request_id"_s, QString::fromLatin1(sha256Hex(QByteArray::number(seq)).first(32))}, {u"event"_s, u"call"_s},
        {u"identity"_s, identityName(seq)}, {u"endpoint"_s, QString::fromLatin1(row.id)}, {u"method"_s, QString::fromLatin1(row.method)},
        {u"decision"_s, denied ? u"deny"_s : u"allow"_s}, {u"status"_s, denied ? 403 : 200},
        {u"rule"_s, denied ? u"policy:endpoints.files_*"_s : u"default:catalogue"_s},
        {u"paths"_s, QJsonArray {QJsonObject {{u"role"_s, u"read"_s}, {u"path"_s, path}}}}, {u"peer"_s, u"127.0.0.1:50000"_s},
        {u"duration_us"_s, 120 + seq % 900}, {u"bytes_in"_s, 0}, {u"bytes_out"_s, 200 + seq % 5000}, {u"revision"_s, revisionOf(policyText())},
        {u"prev"_s, QString::fromLatin1(sha256Hex(QByteArray::number(seq - 1)))}};
    if (denied)
        line.insert("code"_L1, u"path_outside"_s);
    return line;
}

QJsonArray records(qint64 firstSeq, int count)
{
    QJsonArray list;
    for (int i = 0; i < count; ++i)
        list.append(record(firstSeq + i));
    return list;
}

} // namespace Cofferdam::Testing::FakeData
