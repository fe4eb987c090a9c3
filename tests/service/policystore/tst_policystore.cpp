// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/base/atomicfile.h"
#include "service/policystore/policystore.h"
#include "tests/support/fakeclock.h"

#include <QtCore/QDir>
#include <QtCore/QJsonArray>
#include <QtCore/QTemporaryDir>
#include <QtTest/QSignalSpy>
#include <QtTest/QTest>

using namespace Cofferdam;
using namespace Cofferdam::PolicyStore;
using Store = Cofferdam::PolicyStore::PolicyStore;

namespace {

constexpr char Wide[] = "version: 1\n";
constexpr char Narrow[] = "version: 1\nendpoints:\n  files_delete: {enabled: false}\n";
constexpr char Broken[] = "version: 1\nendpoints:\n  files_dowload: {enabled: false}\n  shel: {enabled: true}\n";

} // namespace

class TestPolicyStore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_dir = std::make_unique<QTemporaryDir>();
        m_config = m_dir->path().toUtf8() + "/config";
        QVERIFY(QDir().mkpath(QString::fromUtf8(m_config)));
    }

    void anInvalidSourceStopsTheStartWithEveryError()
    {
        write("policy.yaml", Broken);
        Candidate candidate;
        auto store = makeStore();
        const auto started = store->start(candidate);
        QVERIFY(!started);
        QCOMPARE(started.error().code, QByteArray("policy_invalid"));
        QCOMPARE(candidate.errors.size(), 2);
        QCOMPARE(candidate.errors[0].span.line, 3);
        QCOMPARE(candidate.errors[1].span.line, 4);
    }

    void anUnreadableSourceNeverFallsBackToALowerOne()
    {
        write("policy.yaml", Wide);
        m_options.sources.optionFile = m_config + "/missing.yaml";
        Candidate candidate;
        auto store = makeStore();
        const auto started = store->start(candidate);
        QVERIFY(!started);
        QCOMPARE(started.error().code, QByteArray("bad_policy_source"));
    }

    void theHighestSourceWinsWhole()
    {
        write("policy.json", "{\"version\": 1, \"preset\": \"locked\"}");
        QCOMPARE(originOf(), Origin::Config);
        write("policy.yaml", Wide);
        auto store = makeStore();
        Candidate candidate;
        QVERIFY(store->start(candidate));
        QCOMPARE(store->source().path, m_config + "/policy.yaml");
        write("env.yaml", Narrow);
        m_options.sources.environmentFile = m_config + "/env.yaml";
        QCOMPARE(originOf(), Origin::EnvFile);
        m_options.sources.hasInlineJson = true;
        m_options.sources.inlineJson = "{\"version\": 1}";
        QCOMPARE(originOf(), Origin::EnvInline);
        m_options.sources.optionFile = m_config + "/env.yaml";
        QCOMPARE(originOf(), Origin::Option);
    }

    void aTokenVariableMustHaveAValue()
    {
        write("policy.yaml", "version: 1\nauth:\n  tokens:\n    - {id: a, scopes: [\"files:read\"], token_env: TOKEN_A}\n");
        Candidate candidate;
        QVERIFY(!makeStore()->start(candidate));
        QCOMPARE(candidate.errors.size(), 1);
        QCOMPARE(candidate.errors[0].id, QByteArray("token_env_unset"));
        m_options.secret = [](const QByteArray &name) { return name == "TOKEN_A" ? std::optional(QByteArray("secret-of-token-a-123")) : std::nullopt; };
        auto store = makeStore();
        QVERIFY(store->start(candidate));
        QCOMPARE(store->current()->credentials->identities.size(), size_t(1));
        m_options.legacyToken = "legacy";
        QVERIFY(!makeStore()->start(candidate)); // ABX_SERVER_TOKEN beside auth.tokens
    }

    void appliesOnlyOntoTheRevisionThatWasSeen()
    {
        write("policy.yaml", Wide);
        auto store = started();
        QSignalSpy spy(store.get(), &Store::changed);
        const QByteArray first = store->current()->policy->revision();
        const auto stale = store->apply(Narrow, Policy::Format::Yaml, "0000", QStringLiteral("why"), "operator:x");
        QVERIFY(!stale);
        QCOMPARE(stale.error().code, QByteArray("precondition_failed"));
        QCOMPARE(stale.error().details.value(QStringLiteral("revision")).toString().toLatin1(), first);
        const auto broken = store->apply(Broken, Policy::Format::Yaml, first, QStringLiteral("why"), "operator:x");
        QCOMPARE(broken.error().code, QByteArray("policy_invalid"));
        QCOMPARE(broken.error().details.value(QStringLiteral("errors")).toArray().size(), 2);
        QCOMPARE(store->current()->policy->revision(), first);
        QCOMPARE(read("policy.yaml"), QByteArray(Wide));
        QCOMPARE(spy.size(), 0);
        const auto applied = store->apply(Narrow, Policy::Format::Yaml, first, QStringLiteral("why"), "operator:x");
        QVERIFY(applied);
        QCOMPARE(spy.size(), 1);
        QCOMPARE(read("policy.yaml"), QByteArray(Narrow));
        QCOMPARE(store->current()->policy->revision(), applied->revision);
        QVERIFY(applied->revision != first);
        QVERIFY(!store->current()->policy->rule("files_delete")->enabled.value);
        QCOMPARE(store->history().last()->actor, QByteArray("operator:x"));
    }

    void neverOverwritesAnEditItHasNotSeen()
    {
        write("policy.yaml", Wide);
        auto store = started();
        write("policy.yaml", "version: 1\n# by hand\n");
        const auto applied = store->apply(Narrow, Policy::Format::Yaml, store->current()->policy->revision(), QStringLiteral("why"), "operator:x");
        QVERIFY(!applied);
        QCOMPARE(applied.error().code, QByteArray("precondition_failed"));
        QVERIFY(applied.error().details.value(QStringLiteral("text")).toString().contains(QStringLiteral("by hand")));
        QCOMPARE(read("policy.yaml"), QByteArray("version: 1\n# by hand\n"));
    }

    void revertIsANewEntry()
    {
        write("policy.yaml", Wide);
        auto store = started();
        const QByteArray first = store->current()->policy->revision();
        QVERIFY(store->apply(Narrow, Policy::Format::Yaml, first, QStringLiteral("narrow"), "operator:x"));
        const auto reverted = store->revert(0, {}, "operator:x");
        QVERIFY(reverted);
        QCOMPARE(reverted->revision, first);
        QCOMPARE(store->history().entries().size(), 3);
        QCOMPARE(read("policy.yaml"), QByteArray(Wide));
        QVERIFY(!store->revert(99, {}, "operator:x"));
    }

    void aFailedReloadKeepsTheLastGoodPolicyAndSaysSo() // security.md row 66
    {
        write("policy.yaml", Wide);
        auto store = started();
        const QByteArray first = store->current()->policy->revision();
        write("policy.yaml", Broken);
        QVERIFY(!store->reload("SIGHUP"));
        QCOMPARE(store->current()->policy->revision(), first);
        QVERIFY(store->current()->stale);
        QVERIFY(store->current()->staleReason.contains("files_dowload"));
        write("policy.yaml", Narrow);
        QVERIFY(store->reload("SIGHUP"));
        QVERIFY(!store->current()->stale);
        QVERIFY(store->current()->policy->revision() != first);
    }

    void historySurvivesARestart()
    {
        write("policy.yaml", Wide);
        {
            auto store = started();
            QVERIFY(store->apply(Narrow, Policy::Format::Yaml, store->current()->policy->revision(), QStringLiteral("narrow"), "operator:x"));
        }
        auto again = started();
        QCOMPARE(again->history().entries().size(), 2);
        QCOMPARE(again->currentEntry(), 2);
        write("policy.yaml", Wide);
        auto edited = started();
        QCOMPARE(edited->history().entries().size(), 3);
        QCOMPARE(edited->history().last()->reason, QStringLiteral("found at start"));
    }

    void defaultsBecomeAFileWhenEdited()
    {
        auto store = started();
        QCOMPARE(store->source().origin, Origin::Defaults);
        QVERIFY(store->source().editable);
        QVERIFY(store->apply(Narrow, Policy::Format::Yaml, store->current()->policy->revision(), QStringLiteral("first"), "operator:x"));
        QCOMPARE(read("policy.yaml"), QByteArray(Narrow));
        QCOMPARE(store->source().origin, Origin::Config);
    }

    void inlinePolicyCannotBeEdited()
    {
        m_options.sources.hasInlineJson = true;
        m_options.sources.inlineJson = "{\"version\": 1}";
        auto store = started();
        const auto applied = store->apply("{}", Policy::Format::Json, store->current()->policy->revision(), QStringLiteral("x"), "operator:x");
        QCOMPARE(applied.error().code, QByteArray("policy_not_editable"));
    }

    void cleanup() { m_options = {}; }

private:
    std::unique_ptr<Store> makeStore()
    {
        StoreOptions options = m_options;
        options.sources.configDirectory = m_config;
        options.sources.etcFile = m_dir->path().toUtf8() + "/etc.json";
        options.compile.baseDir = m_dir->path().toUtf8();
        options.historyDirectory = m_dir->path().toUtf8() + "/history";
        return std::make_unique<Store>(std::move(options), m_clock);
    }
    std::unique_ptr<Store> started()
    {
        auto store = makeStore();
        Candidate candidate;
        if (const auto result = store->start(candidate); !result)
            qFatal("%s", qUtf8Printable(result.error().message));
        return store;
    }
    Origin originOf() { return started()->source().origin; }
    void write(const char *name, const QByteArray &text) { QVERIFY(writeFileAtomically(m_config + '/' + name, text)); }
    QByteArray read(const char *name) { return readWholeFile(m_config + '/' + name, 1 << 20).value_or(QByteArray()); }

    Test::FakeClock m_clock;
    std::unique_ptr<QTemporaryDir> m_dir;
    QByteArray m_config;
    StoreOptions m_options;
};

QTEST_GUILESS_MAIN(TestPolicyStore)
#include "tst_policystore.moc"
