// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/policyeditor/model/diffmodel.h"
#include "app/policyeditor/model/differencemodel.h"
#include "app/policyeditor/model/draftcheck.h"
#include "app/policyeditor/model/draftstore.h"
#include "app/policyeditor/model/effectiverulemodel.h"
#include "app/policyeditor/model/endpointstatemodel.h"
#include "app/policyeditor/model/problemmodel.h"
#include "app/policyeditor/model/ruleplaces.h"
#include "app/policyeditor/model/textindex.h"
#include "app/policyeditor/model/tidytext.h"
#include "common/base/ids.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QAbstractItemModelTester>
#include <QtTest/QSignalSpy>
#include <QtTest/QTest>

using namespace Qt::StringLiterals;
using namespace Cofferdam;
using namespace Cofferdam::PolicyEditor;

namespace {

const QByteArray sample = "version: 1\n"
                          "auth:\n"
                          "  tokens:\n"
                          "    - id: reader\n"
                          "      scopes: [files:read]\n"
                          "      token_env: READER\n"
                          "endpoints:\n"
                          "  files_*:\n"
                          "    paths:\n"
                          "      allow: [/home/user/out]\n"
                          "  files_download_stream:\n"
                          "    limits:\n"
                          "      max_bytes: 5MB\n"
                          "  shell:\n"
                          "    enabled: false\n";

Draft draftOf(const QByteArray &text, Policy::Format format = Policy::Format::Yaml)
{
    Draft draft;
    draft.text = text;
    draft.format = format;
    draft.fileName = "policy.yaml";
    draft.inputs.baseDir = "/home/user";
    return draft;
}

QString picture(const QList<DiffRow> &rows)
{
    QStringList lines;
    for (const DiffRow &row : rows) {
        switch (row.kind) {
        case DiffRow::Kind::Same: lines.append(u"=%1"_s.arg(row.left)); break;
        case DiffRow::Kind::Changed: lines.append(u"~%1>%2"_s.arg(row.left, row.right)); break;
        case DiffRow::Kind::Removed: lines.append(u"-%1"_s.arg(row.left)); break;
        case DiffRow::Kind::Added: lines.append(u"+%1"_s.arg(row.right)); break;
        case DiffRow::Kind::Gap: lines.append(u"#%1"_s.arg(row.hidden)); break;
        }
    }
    return lines.join(u' ');
}

} // namespace

class PolicyModelTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void countsBytesAndPositions_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("position");
        QTest::addColumn<int>("byte");
        QTest::newRow("ascii") << u"abc"_s << 2 << 2;
        QTest::newRow("two bytes") << u"aéb"_s << 2 << 3;
        QTest::newRow("three bytes") << u"€b"_s << 1 << 3;
        QTest::newRow("four bytes") << u"\U0001F600b"_s << 2 << 4;
        QTest::newRow("past the end") << u"é"_s << 9 << 2;
    }
    void countsBytesAndPositions()
    {
        QFETCH(QString, text);
        QFETCH(int, position);
        QFETCH(int, byte);
        const TextIndex index(text);
        QCOMPARE(index.byteOf(position), byte);
        QCOMPARE(index.positionOf(byte), std::min<qsizetype>(position, text.size()));
    }

    void comparesLines_data()
    {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        QTest::addColumn<QString>("rows");
        QTest::newRow("equal") << u"a\nb\n"_s << u"a\nb\n"_s << u"=a =b"_s;
        QTest::newRow("both empty") << QString() << QString() << QString();
        QTest::newRow("from nothing") << QString() << u"a\nb"_s << u"+a +b"_s;
        QTest::newRow("to nothing") << u"a\nb"_s << QString() << u"-a -b"_s;
        QTest::newRow("changed line") << u"a\nb\nc"_s << u"a\nx\nc"_s << u"=a ~b>x =c"_s;
        QTest::newRow("inserted") << u"a\nc"_s << u"a\nb\nc"_s << u"=a +b =c"_s;
        QTest::newRow("removed") << u"a\nb\nc"_s << u"a\nc"_s << u"=a -b =c"_s;
        QTest::newRow("moved") << u"a\nb\nc\nd"_s << u"b\nc\nd\na"_s << u"-a =b =c =d +a"_s;
        QTest::newRow("two hunks") << u"a\nb\nc\nd\ne"_s << u"a\nx\nc\nd\ny"_s << u"=a ~b>x =c =d ~e>y"_s;
        QTest::newRow("uneven") << u"a\nb\nc"_s << u"x\nc"_s << u"~a>x -b =c"_s;
        QTest::newRow("final line feed alone") << u"a"_s << u"a\n"_s << u"=a"_s;
    }
    void comparesLines()
    {
        QFETCH(QString, before);
        QFETCH(QString, after);
        QFETCH(QString, rows);
        QCOMPARE(picture(LineDiff(before, after).rows()), rows);
    }

    void leavesOutEqualLines()
    {
        const QString before = u"1\n2\n3\n4\n5\n6\n7\n8\n9"_s;
        const QString after = u"1\n2\n3\n4\nx\n6\n7\n8\n9"_s;
        QCOMPARE(picture(LineDiff(before, after).rows(1)), u"#3 =4 ~5>x =6 #3"_s);
    }

    void boundsTheWorkOfDifferentTexts()
    {
        QStringList left, right;
        for (int i = 0; i < 5000; ++i) {
            left.append(u"left %1"_s.arg(i));
            right.append(u"right %1"_s.arg(i));
        }
        const LineDiff difference(left.join(u'\n'), right.join(u'\n'));
        QCOMPARE(difference.added(), 5000);
        QCOMPARE(difference.removed(), 5000);
    }

    void showsDifferencesAsATable()
    {
        DiffModel model;
        QAbstractItemModelTester tester(&model);
        model.setTexts(u"a\nold line\nc"_s, u"a\nnew line\nc"_s);
        QCOMPARE(model.rowCount(), 3);
        const QModelIndex changed = model.index(1, DiffModel::RightText);
        QCOMPARE(changed.data(Qt::AccessibleTextRole).toString(), u"changed line 2: new line, was: old line"_s);
        QCOMPARE(changed.data(DiffModel::SuffixRole).toInt(), 5);
        QCOMPARE(model.nextHunk(0), 1);
        QCOMPARE(model.nextHunk(1), -1);
        QCOMPARE(model.previousHunk(2), 1);
        model.setLayout(DiffModel::Layout::Unified);
        QCOMPARE(picture(model.rows()), u"=a -old line +new line =c"_s);
        model.setTexts(u"a"_s, u"a"_s);
        QCOMPARE(model.rowCount(), 0);
    }

    void putsOpeningsOnTopToBeTicked()
    {
        using Kind = Policy::Difference::Kind;
        DifferenceModel model;
        QAbstractItemModelTester tester(&model);
        const auto entry = [](Kind kind, const QString &text) {
            Policy::Difference difference;
            difference.kind = kind;
            difference.text = text;
            return difference;
        };
        model.setDifferences({ entry(Kind::Changed, u"c"_s), entry(Kind::Narrower, u"n"_s), entry(Kind::Wider, u"w"_s),
            entry(Kind::NewlyDenied, u"d"_s), entry(Kind::NewlyAllowed, u"a"_s) });
        QStringList order;
        for (int row = 0; row < model.rowCount(); ++row)
            order.append(model.index(row, DifferenceModel::TextColumn).data().toString());
        QCOMPARE(order.join(QString()), u"awdnc"_s);
        QCOMPARE(model.unticked(), 2);
        QVERIFY(!model.setData(model.index(3, 0), Qt::Checked, Qt::CheckStateRole));
        QVERIFY(model.setData(model.index(0, 0), Qt::Checked, Qt::CheckStateRole));
        QCOMPARE(model.unticked(), 1);
        model.tickAll(true);
        QCOMPARE(model.unticked(), 0);
        model.setDifferences({ entry(Kind::Wider, u"w"_s) });
        QCOMPARE(model.unticked(), 1);
    }

    void takesAnUnknownKindOfDifferenceForAnOpening()
    {
        DifferenceModel model;
        model.setDifferences(QJsonArray { QJsonObject { { u"kind"_s, u"sideways"_s }, { u"text"_s, u"?"_s } } });
        QCOMPARE(model.unticked(), 1);
    }

    void findsSecrets_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("found");
        const QByteArray token = "aZ8kQ2mN5xR7vT1wY4uP9sD3fG6hJ0lC8bVnMqWeRt1";
        QTest::newRow("base64url") << QByteArray("  token: " + token) << token;
        QTest::newRow("anywhere") << QByteArray("base_dir: " + token) << token;
        QTest::newRow("in a comment") << QByteArray("# old: " + token) << token;
        QTest::newRow("issuer prefix") << QByteArray("x: ghp_abcdefghijklmnopqrstuv") << QByteArray("ghp_abcdefghijklmnopqrstuv");
        QTest::newRow("short password") << QByteArray("password: hunter22") << QByteArray("hunter22");
        QTest::newRow("json") << QByteArray("{\"token\": \"" + token + "\"}") << token;
        QTest::newRow("hex as value") << QByteArray("token_env: \"0123456789abcdef0123456789abcdef\"") << QByteArray();
        QTest::newRow("digest") << QByteArray("token_sha256: " + sha256Hex("x")) << QByteArray();
        QTest::newRow("path") << QByteArray("allow: [/home/User1/Some-Long-Path/With2Digits/andMore]") << QByteArray();
        QTest::newRow("endpoint") << QByteArray("files_download_stream: {enabled: true}") << QByteArray();
        QTest::newRow("scope") << QByteArray("scopes: [files:read, process:run]") << QByteArray();
        QTest::newRow("variable") << QByteArray("token_env: COFFERDAM_TOKEN_READER_2026") << QByteArray();
    }
    void findsSecrets()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, found);
        const auto format = text.startsWith('{') ? Policy::Format::Json : Policy::Format::Yaml;
        const QList<Secret> secrets = findSecrets(text, format);
        QCOMPARE(secrets.size(), found.isEmpty() ? 0 : 1);
        if (found.isEmpty())
            return;
        const SourceSpan span = secrets.constFirst().span;
        QCOMPARE(text.sliced(span.offset, span.length), found);
        QVERIFY(!secretDiagnostic(secrets.constFirst()).toLine(u"f"_s).contains(QString::fromLatin1(found)));
        QVERIFY(!withoutSecrets(text, secrets).contains(found));
    }

    void offersADigestAndAVariable()
    {
        const QByteArray text = "auth:\n  tokens:\n    - id: up-loader\n      token: \"aZ8kQ2mN5xR7vT1wY4uP9sD3fG6hJ0lC\"\n";
        const QList<Secret> secrets = findSecrets(text, Policy::Format::Yaml);
        QCOMPARE(secrets.size(), 1);
        const QList<Fix> &fixes = secrets.constFirst().fixes;
        QCOMPARE(fixes.size(), 2);
        QCOMPARE(fixes[0].replacement, "token_sha256: " + sha256Hex("aZ8kQ2mN5xR7vT1wY4uP9sD3fG6hJ0lC"));
        QCOMPARE(fixes[1].replacement, QByteArray("token_env: COFFERDAM_TOKEN_UP_LOADER"));
        QByteArray repaired = text;
        repaired.replace(fixes[0].span.offset, fixes[0].span.length, fixes[0].replacement);
        QVERIFY(findSecrets(repaired, Policy::Format::Yaml).isEmpty());
        QVERIFY(repaired.contains("      token_sha256: "));
        QVERIFY(!repaired.contains('"'));
    }

    void findsAPrivateKeyWhole()
    {
        const QByteArray text = "a: 1\n-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmU\n-----END OPENSSH PRIVATE KEY-----\nb: 2\n";
        const QList<Secret> secrets = findSecrets(text, Policy::Format::Yaml);
        QCOMPARE(secrets.size(), 1);
        QCOMPARE(secrets.constFirst().span.line, 2);
        QCOMPARE(withoutSecrets(text, secrets), QByteArray("a: 1\nSECRET_TAKEN_OUT\nb: 2\n"));
    }

    void refusesADraftWithErrors()
    {
        const Checked checked = checkDraft(draftOf("version: 1\nendpoints:\n  files_dowload: {enabled: true}\n"));
        QVERIFY(!checked.isApplicable());
        QVERIFY(checked.errors > 0);
        ProblemModel model;
        QAbstractItemModelTester tester(&model);
        model.setChecked(checked, "policy.yaml");
        QCOMPARE(model.problems().constFirst().span.line, 3);
        QCOMPARE(model.line(0), model.problems().constFirst().toLine(u"policy.yaml"_s));
        QCOMPARE(model.fixes(0).size(), 1);
        QCOMPARE(model.at(model.problems().constFirst().span.offset + 1), 0);
        QCOMPARE(model.following(0), 0);
        QCOMPARE(model.preceding(0), model.rowCount() - 1);
    }

    void acceptsAValidDraft()
    {
        const Checked checked = checkDraft(draftOf(sample));
        QVERIFY2(checked.isApplicable(), qPrintable(checked.problems.isEmpty() ? QString() : checked.problems.constFirst().message));
        QVERIFY(!checked.matrix.isEmpty());
    }

    void checksTheNewestDraftOnly()
    {
        DraftChecker checker;
        QSignalSpy spy(&checker, &DraftChecker::checked);
        checker.setDraft(draftOf("version: 2\n"));
        checker.setDraft(draftOf(sample));
        checker.flush();
        QVERIFY(checker.isPending());
        QVERIFY(spy.wait(5000));
        QCOMPARE(spy.count(), 1);
        QVERIFY(!checker.isPending());
        QCOMPARE(checker.latest().text, sample);
        checker.setDraft(draftOf("nonsense: ["));
        checker.flush();
        QVERIFY(spy.wait(5000));
        QVERIFY(!checker.latest().policy);
        QCOMPARE(checker.lastGood().text, sample);
    }

    void saysTheStateOfEveryEndpoint()
    {
        EndpointStateModel model;
        QAbstractItemModelTester tester(&model);
        QCOMPARE(model.state("shell"), EndpointStateModel::State::Unknown);
        model.setStates(checkDraft(draftOf(sample)).matrix, "reader");
        QCOMPARE(model.state("shell"), EndpointStateModel::State::Denied);
        QCOMPARE(model.state("files_download_stream"), EndpointStateModel::State::Limited);
        QCOMPARE(model.state("files_delete"), EndpointStateModel::State::Denied);
        QCOMPARE(model.state("health"), EndpointStateModel::State::Allowed);
        const QModelIndex shell = model.indexOf("shell");
        QVERIFY(shell.data(Qt::AccessibleTextRole).toString().startsWith(u"shell, Denied, denied by "_s));
        QCOMPARE(shell.siblingAtColumn(EndpointStateModel::StateColumn).data().toString(), u"Denied"_s);
        model.setStates({}, "reader");
        QCOMPARE(model.state("shell"), EndpointStateModel::State::Unknown);
    }

    void showsWhereEveryValueComesFrom()
    {
        const Checked checked = checkDraft(draftOf(sample));
        QVERIFY(checked.policy);
        Policy::Call call;
        call.endpoint = "files_download_stream";
        call.scopes = { "files:read" };
        EffectiveRuleModel model;
        QAbstractItemModelTester tester(&model);
        model.setExplanation(Policy::explain(*checked.policy, call), call.endpoint);
        const QModelIndex limit = model.field(u"limits.max_bytes"_s);
        QVERIFY(limit.isValid());
        QCOMPARE(limit.siblingAtColumn(EffectiveRuleModel::ValueColumn).data().toString(), u"5 MB"_s);
        QCOMPARE(limit.data(EffectiveRuleModel::RuleRole).toString(), u"policy:endpoints.files_download_stream"_s);
        QCOMPARE(limit.data(EffectiveRuleModel::LineRole).toInt(), 13);
        QVERIFY(model.rowCount(limit) >= 1);
        QCOMPARE(model.field(u"enabled"_s).row(), 0);
    }

    void readsValuesForPeople_data()
    {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QJsonValue>("value");
        QTest::addColumn<QString>("text");
        QTest::newRow("no limit") << u"limits.max_bytes"_s << QJsonValue(QJsonValue::Null) << u"no limit"_s;
        QTest::newRow("size") << u"limits.max_bytes"_s << QJsonValue(5'000'000) << u"5 MB"_s;
        QTest::newRow("count") << u"limits.max_concurrency"_s << QJsonValue(4) << u"4"_s;
        QTest::newRow("list") << u"scopes"_s << QJsonValue(QJsonArray { u"a:b"_s, u"c:d"_s }) << u"a:b, c:d"_s;
        QTest::newRow("empty list") << u"scopes"_s << QJsonValue(QJsonArray()) << u"none"_s;
        QTest::newRow("not set") << u"params.allow_env"_s << QJsonValue(QJsonValue::Null) << u"not set"_s;
        QTest::newRow("bool") << u"enabled"_s << QJsonValue(true) << u"true"_s;
    }
    void readsValuesForPeople()
    {
        QFETCH(QString, field);
        QFETCH(QJsonValue, value);
        QFETCH(QString, text);
        QCOMPARE(EffectiveRuleModel::valueText(field, value), text);
    }

    void findsPlacesOfRules()
    {
        const Checked checked = checkDraft(draftOf(sample));
        QVERIFY(checked.policy);
        QCOMPARE(placeOfRule(*checked.policy, "policy:endpoints.shell").line, 14);
        QCOMPARE(placeOfRule(*checked.policy, "default:opt-in:browser").line, 0);
        QCOMPARE(placeOfEndpoint(*checked.policy, "files_download_stream").line, 11);
        QCOMPARE(placeOfEndpoint(*checked.policy, "files_list").line, 8);
        QCOMPARE(placeOfEndpoint(*checked.policy, "pty_create").line, 0);
        QCOMPARE(endpointAt(*checked.policy, sample.indexOf("max_bytes"), "shell"), QByteArray("files_download_stream"));
        QCOMPARE(endpointAt(*checked.policy, sample.indexOf("allow:"), "files_stat"), QByteArray("files_stat"));
        QCOMPARE(endpointAt(*checked.policy, sample.indexOf("token_env"), "shell"), QByteArray());
    }

    void keepsDraftsAtomicallyAndPrivately()
    {
        QTemporaryDir directory;
        DraftStore store(QFile::encodeName(directory.filePath(u"drafts"_s)));
        QVERIFY(!store.load("/p.yaml"));
        const StoredDraft draft { "text é", Policy::Format::Json, "rev", true };
        QVERIFY(store.save("/p.yaml", draft));
        QCOMPARE(*store.load("/p.yaml"), draft);
        QVERIFY(!store.load("/other.yaml"));
        const QString file = QFile::decodeName(store.fileOf("/p.yaml"));
        QCOMPARE(QFileInfo(file).permissions() & (QFileDevice::ReadGroup | QFileDevice::ReadOther), QFileDevice::Permissions());
        QFile broken(file);
        QVERIFY(broken.open(QIODevice::WriteOnly));
        broken.write("{");
        broken.close();
        QVERIFY(!store.load("/p.yaml"));
        store.remove("/p.yaml");
        QVERIFY(!QFile::exists(file));
    }

    void tidiesOnlyWithoutChangingTheMeaning()
    {
        const auto yaml = tidied(draftOf("version: 1   \n\n\n\nendpoints:\n  shell:  \n    enabled: false\n\n"));
        QVERIFY(yaml);
        QCOMPARE(*yaml, QByteArray("version: 1\n\nendpoints:\n  shell:\n    enabled: false\n"));
        const auto json = tidied(draftOf(R"({"version":1,"endpoints":{"shell":{"enabled":false,"scopes":["a:b","c:d"]}}})", Policy::Format::Json));
        QVERIFY(json);
        QVERIFY(json->contains("\n    \"shell\": {\n      \"enabled\": false,\n      \"scopes\": [\"a:b\",\"c:d\"]\n"));
        QCOMPARE(tidied(draftOf("version: [")).error().code, QByteArray("invalid"));
    }

    void checksAPolicyOf500LinesInTime()
    {
        QByteArray text = "version: 1\nendpoints:\n";
        const auto &all = Policy::endpoints();
        for (qsizetype i = 0; text.count('\n') < 500; ++i) {
            const QByteArray id = all[i % all.size()].id;
            const QByteArray selector = i < all.size() ? id : QByteArray("\"") + id.left(3 + i / all.size()) + QByteArray(i / all.size(), '*') + "?*\"";
            if (text.contains("\n  " + selector + ":"))
                continue;
            text += "  " + selector + ":\n    enabled: true\n    audit: all\n";
            if (i > 5 * all.size())
                break;
        }
        (void)checkDraft(draftOf(text));
        const Checked checked = checkDraft(draftOf(text));
        qInfo("%lld lines, %lld us, %d errors", qlonglong(text.count('\n')), qlonglong(checked.microseconds), checked.errors);
    }
};

QTEST_GUILESS_MAIN(PolicyModelTest)
#include "tst_policymodel.moc"
