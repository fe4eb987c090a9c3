// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "policyfixture.h"

#include <algorithm>

using namespace Cofferdam;
using namespace Cofferdam::Policy;
using namespace Qt::StringLiterals;

class TestDifference : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tells_data();
    void tells();
    void mirrorsWhenTurnedRound_data() { tells_data(); }
    void mirrorsWhenTurnedRound();
    void isEmptyWhereNothingChanges_data();
    void isEmptyWhereNothingChanges();
    void newlyAllowedComesFirst();
    void namesBothRules();
    void neverShowsATokensDigest();
};

namespace {

QByteArray withReader(const QByteArray &text)
{
    return "version: 1\nauth: {tokens: [{id: reader, scopes: ['files:read', 'files:write'], token_env: R}]}\n" + text;
}

QByteArray kindOf(const Difference &difference) { return difference.toJson().value("kind"_L1).toString().toUtf8(); }

const Difference *find(const QList<Difference> &list, const QByteArray &kind, const QByteArray &endpoint, const QByteArray &field)
{
    const auto it = std::find_if(list.begin(), list.end(),
        [&](const Difference &d) { return kindOf(d) == kind && d.endpoint == endpoint && d.field == field; });
    return it == list.end() ? nullptr : &*it;
}

QByteArray all(const QList<Difference> &list)
{
    QByteArray out;
    for (const Difference &difference : list)
        out += kindOf(difference) + ' ' + difference.endpoint + ' ' + difference.field + ": " + difference.text.toUtf8() + '\n';
    return out;
}

} // namespace

void TestDifference::tells_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QByteArray>("endpoint");
    QTest::addColumn<QByteArray>("field");
    QTest::addColumn<QString>("text");
    const auto row = [](const char *name, const char *before, const char *after, const char *kind, const char *endpoint, const char *field, const QString &text) {
        QTest::newRow(name) << QByteArray(before) << QByteArray(after) << QByteArray(kind) << QByteArray(endpoint) << QByteArray(field) << text;
    };
    row("disabled", "", "endpoints: {files_list: {enabled: false}}\n", "newly_denied", "files_list", "enabled", u"`reader` can no longer call files_list on /home/user/**"_s);
    row("enabled", "preset: locked\n", "preset: locked\nendpoints: {files_list: {enabled: true}}\n", "newly_allowed", "files_list", "enabled", u"`reader` can now call files_list on /home/user/**"_s);
    row("scope asked", "", "endpoints: {files_list: {scopes: ['system:read']}}\n", "newly_denied", "files_list", "scopes", u"`reader` can no longer call files_list on /home/user/**"_s);
    row("root added", "endpoints: {files_list: {paths: {allow: [/home/user/out]}}}\n", "endpoints: {files_list: {paths: {allow: [/home/user/out, /srv]}}}\n", "newly_allowed", "files_list", "paths.allow", u"`reader` can now call files_list on /srv/**"_s);
    row("root narrowed", "", "endpoints: {files_list: {paths: {allow: [/home/user/out]}}}\n", "newly_denied", "files_list", "paths.allow", u"`reader` can no longer call files_list on /home/user/** but for /home/user/out/**"_s);
    row("deny added", "", "endpoints: {files_list: {paths: {deny: ['**/.env']}}}\n", "newly_denied", "files_list", "paths.deny", u"`reader` can no longer call files_list on **/.env"_s);
    row("deny removed", "endpoints: {files_list: {paths: {deny: [/home/user/x]}}}\n", "endpoints: {files_list: {paths: {deny: []}}}\n", "newly_allowed", "files_list", "paths.deny", u"`reader` can now call files_list on /home/user/x"_s);
    row("read-only", "", "endpoints: {upload: {paths: {read_only: true}}}\n", "newly_denied", "upload", "paths.read_only", u"`reader` can no longer write or delete with upload"_s);
    row("links", "", "endpoints: {upload: {paths: {symlinks: never}}}\n", "narrower", "upload", "paths.symlinks", u"`reader` may no longer follow links with upload"_s);
    row("smaller limit", "", "endpoints: {files_list: {limits: {max_entries: 5}}}\n", "narrower", "files_list", "limits.max_entries", u"`reader` gets less of max_entries with files_list: 5 instead of 1000"_s);
    row("rate added", "", "endpoints: {files_list: {limits: {rate_per_minute: 5}}}\n", "narrower", "files_list", "limits.rate_per_minute", u"`reader` gets less of rate_per_minute with files_list: 5 instead of no limit"_s);
    row("limit lifted", "", "endpoints: {files_list: {limits: {max_entries: null}}}\n", "wider", "files_list", "limits.max_entries", u"`reader` gets more of max_entries with files_list: no limit instead of 1000"_s);
    row("flag off", "", "endpoints: {files_list: {params: {hidden: false}}}\n", "narrower", "files_list", "params.hidden", u"`reader` may do less with files_list: hidden is false instead of true"_s);
    row("deny list grows", "", "endpoints: {upload: {params: {deny_extensions: [.so]}}}\n", "narrower", "upload", "params.deny_extensions", u"`reader` may do less with upload: deny_extensions is [.so] instead of not set"_s);
    row("allow list appears", "", "endpoints: {upload: {params: {allow_extensions: [.txt]}}}\n", "narrower", "upload", "params.allow_extensions", u"`reader` may do less with upload: allow_extensions is [.txt] instead of not set"_s);
    row("mode mask", "", "endpoints: {upload: {params: {max_mode: '0644'}}}\n", "narrower", "upload", "params.max_mode", u"`reader` may do less with upload: max_mode is 0644 instead of 0777"_s);
}

void TestDifference::tells()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QFETCH(QByteArray, kind);
    QFETCH(QByteArray, endpoint);
    QFETCH(QByteArray, field);
    const QList<Difference> list = difference(*compiled(withReader(before)), *compiled(withReader(after)));
    const Difference *found = find(list, kind, endpoint, field);
    QVERIFY2(found, all(list).constData());
    QTEST(found->text, "text");
    QCOMPARE(found->identity, QByteArray("reader"));
}

void TestDifference::mirrorsWhenTurnedRound()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QFETCH(QByteArray, kind);
    QFETCH(QByteArray, endpoint);
    QFETCH(QByteArray, field);
    static const QHash<QByteArray, QByteArray> mirrors {{"newly_denied", "newly_allowed"}, {"newly_allowed", "newly_denied"}, {"wider", "narrower"}, {"narrower", "wider"}};
    const QList<Difference> list = difference(*compiled(withReader(after)), *compiled(withReader(before)));
    QVERIFY2(find(list, mirrors.value(kind), endpoint, field), all(list).constData());
}

void TestDifference::isEmptyWhereNothingChanges_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::newRow("the same") << withReader("") << withReader("");
    QTest::newRow("another spelling") << withReader("") << withReader("# comment\nendpoints: {files_list: {enabled: true}}\n");
    QTest::newRow("an endpoint nobody here reaches") << withReader("") << withReader("endpoints: {files_delete: {limits: {max_entries: 5}}}\n");
    QTest::newRow("read_only where nothing writes") << withReader("") << withReader("endpoints: {files_list: {paths: {read_only: true}}}\n");
    QTest::newRow("a pattern outside the boundary") << withReader("") << withReader("endpoints: {files_list: {paths: {deny: [/etc]}}}\n");
}

void TestDifference::isEmptyWhereNothingChanges()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    const QList<Difference> list = difference(*compiled(before), *compiled(after));
    QVERIFY2(list.isEmpty(), all(list).constData());
}

void TestDifference::newlyAllowedComesFirst()
{
    const auto before = compiled(withReader("endpoints: {upload: {enabled: false}}\n"));
    const auto after = compiled("version: 1\nauth: {tokens: [{id: reader, scopes: ['files:read', 'files:write'], token_sha256: " + QByteArray(64, 'a')
        + "}, {id: extra, scopes: ['files:read'], token_env: E}]}\nendpoints: {files_list: {enabled: false}, files_stat: {limits: {rate_per_minute: 1}}, download: {limits: {max_bytes: null}, audit: all}}\n");
    const QList<Difference> list = difference(*before, *after);
    QList<QByteArray> order;
    for (const Difference &entry : list) {
        if (order.isEmpty() || order.last() != kindOf(entry))
            order.append(kindOf(entry));
    }
    QCOMPARE(order, (QList<QByteArray> {"newly_allowed", "wider", "newly_denied", "narrower", "changed"}));
    QVERIFY(find(list, "newly_allowed", "upload", "enabled"));
    QVERIFY(find(list, "newly_allowed", "files_stat", "identity"));
    QVERIFY(find(list, "changed", "", "identity"));
    QVERIFY(find(list, "changed", "", "identity.token"));
    QVERIFY(find(list, "changed", "download", "audit"));
}

void TestDifference::namesBothRules()
{
    const QList<Difference> list = difference(*compiled(withReader("")), *compiled(withReader("endpoints: {'files_l*': {enabled: false}}\n")));
    QCOMPARE(list.size(), 1);
    QCOMPARE(list.first().ruleBefore, QByteArray("default:catalogue"));
    QCOMPARE(list.first().ruleAfter, QByteArray("policy:endpoints.files_l*"));
    QCOMPARE(list.first().pathClass, QByteArray("/home/user/**"));
}

void TestDifference::neverShowsATokensDigest()
{
    const QByteArray a = "version: 1\nauth: {tokens: [{id: x, scopes: [], token_sha256: " + QByteArray(64, 'a') + "}]}\n";
    const QByteArray b = "version: 1\nauth: {tokens: [{id: x, scopes: [], token_sha256: " + QByteArray(64, 'b') + "}]}\n";
    const QList<Difference> list = difference(*compiled(a), *compiled(b));
    QCOMPARE(list.size(), 1);
    QVERIFY(!all(list).contains("aaaa") && !all(list).contains("bbbb"));
}

QTEST_GUILESS_MAIN(TestDifference)
#include "tst_difference.moc"
