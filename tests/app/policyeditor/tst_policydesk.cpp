// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/policyeditor/model/policydesk.h"
#include "tests/app/policyeditor/fakesession.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QSignalSpy>
#include <QtTest/QTest>

using namespace Qt::StringLiterals;
using namespace Cofferdam;
using namespace Cofferdam::PolicyEditor;

namespace {

const QByteArray running = "version: 1\nendpoints:\n  shell:\n    enabled: false\n";
const QString edited = u"version: 1\nendpoints:\n  shell:\n    enabled: false\n  packages:\n    enabled: false\n"_s;
const QByteArray others = "version: 1\nendpoints:\n  git_status:\n    enabled: false\n";

} // namespace

/// The desk between the editor and the service: what may be applied, what is never overwritten, what survives.
class PolicyDeskTest : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_directory;
    [[nodiscard]] DraftStore store() const { return DraftStore(QFile::encodeName(m_directory.path())); }
    static void settle(PolicyDesk &desk)
    {
        desk.checker().flush();
        QTRY_VERIFY(desk.checker().hasDraft() && !desk.checker().isPending());
    }

private Q_SLOTS:
    void cleanup()
    {
        for (const QFileInfo &file : QDir(m_directory.path()).entryInfoList(QDir::Files))
            QFile::remove(file.filePath());
    }

    void saysWhyADraftCannotBeApplied_data()
    {
        QTest::addColumn<QString>("draft");
        QTest::addColumn<QString>("reason");
        QTest::newRow("no difference") << QString::fromUtf8(running) << u"The draft equals the running policy: there is nothing to apply."_s;
        QTest::newRow("errors") << u"version: 1\nendpoints:\n  files_dowload: {enabled: true}\n"_s << u"1 problem(s) must be corrected first."_s;
        QTest::newRow("secret") << u"version: 1\n# aZ8kQ2mN5xR7vT1wY4uP9sD3fG6hJ0lC\n"_s
                                << u"The draft holds a secret. Store it as a digest or name a variable first."_s;
        QTest::newRow("nothing") << edited << QString();
    }
    void saysWhyADraftCannotBeApplied()
    {
        QFETCH(QString, draft);
        QFETCH(QString, reason);
        Testing::FakeSession session(running);
        PolicyDesk desk(session, DraftStore({}));
        QCOMPARE(desk.whyNotApplicable(), u"No policy has been read from the service yet."_s);
        session.connectNow();
        QTRY_VERIFY(desk.running().loaded);
        desk.setDraft(draft);
        if (desk.differs())
            QCOMPARE(desk.whyNotApplicable(), u"The draft is being checked."_s);
        settle(desk);
        QCOMPARE(desk.whyNotApplicable(), reason);
    }

    void respectsWhatTheConnectionMayDo()
    {
        Testing::FakeSession session(running);
        PolicyDesk desk(session, DraftStore({}));
        session.setEditable(false, u"the policy comes from ABX_SERVER_POLICY"_s);
        session.connectNow(u"observer"_s);
        QTRY_VERIFY(desk.running().loaded);
        desk.setDraft(edited);
        settle(desk);
        QCOMPARE(desk.whyNotApplicable(), u"This connection may only read."_s);
        session.connectNow();
        QCOMPARE(desk.whyNotApplicable(), u"the policy comes from ABX_SERVER_POLICY"_s);
        session.loseConnection();
        QCOMPARE(desk.whyNotApplicable(), u"Not connected to the service. The draft is kept."_s);
        QCOMPARE(desk.draft(), edited);
    }

    void refusesToOverwriteWhatWasNotSeen()
    {
        Testing::FakeSession session(running);
        PolicyDesk desk(session, DraftStore({}));
        session.connectNow();
        QTRY_VERIFY(desk.running().loaded);
        desk.setDraft(edited);
        settle(desk);
        session.changeFromOutside(others, u"ctl"_s);
        QTRY_VERIFY(desk.hasOutsideChange());
        QCOMPARE(desk.outsideActor(), u"ctl"_s);
        QCOMPARE(desk.draft(), edited);
        QVERIFY(!desk.whyNotApplicable().isEmpty());
        QByteArray code;
        desk.apply(u"anyway"_s, [&code](const Result<QJsonValue> &answer) { code = answer ? "applied" : answer.error().code; });
        QTRY_COMPARE(code, QByteArray("precondition_failed"));
        QCOMPARE(session.runningText(), others);
        desk.keepMine();
        QVERIFY(!desk.hasOutsideChange());
        desk.apply(u"seen"_s, [&code](const Result<QJsonValue> &answer) { code = answer ? "applied" : answer.error().code; });
        QTRY_COMPARE(code, QByteArray("applied"));
        QTRY_COMPARE(QString::fromUtf8(session.runningText()), edited);
        QTRY_VERIFY(!desk.differs());
    }

    void learnsOfAChangeThatCameWithoutANotification()
    {
        Testing::FakeSession session(running);
        PolicyDesk desk(session, DraftStore({}));
        session.connectNow();
        QTRY_VERIFY(desk.running().loaded);
        desk.setDraft(edited);
        settle(desk);
        session.setHandler(u"policy.apply"_s, [](const QJsonObject &) -> Result<QJsonValue> {
            return failure("precondition_failed", u"another policy is in force"_s, { { u"actor"_s, u"ctl"_s } });
        });
        desk.apply(u"x"_s, [](const Result<QJsonValue> &) { });
        QTRY_VERIFY(desk.hasOutsideChange());
        QCOMPARE(desk.outsideActor(), u"ctl"_s);
    }

    void followsAChangeWhileNothingWasTyped()
    {
        Testing::FakeSession session(running);
        PolicyDesk desk(session, DraftStore({}));
        session.connectNow();
        QTRY_VERIFY(desk.running().loaded);
        QSignalSpy replaced(&desk, &PolicyDesk::textReplaced);
        session.changeFromOutside(others, u"ctl"_s);
        QTRY_COMPARE(replaced.count(), 1);
        QCOMPARE(desk.draft(), QString::fromUtf8(others));
        QVERIFY(!desk.hasOutsideChange());
    }

    void reloadsAndReverts()
    {
        Testing::FakeSession session(running);
        PolicyDesk desk(session, DraftStore({}));
        session.connectNow();
        QTRY_VERIFY(desk.running().loaded);
        desk.setDraft(edited);
        desk.reload();
        QCOMPARE(desk.draft(), QString::fromUtf8(running));
        desk.setDraft(edited);
        settle(desk);
        bool applied = false;
        desk.apply(u"wider"_s, [&applied](const Result<QJsonValue> &answer) { applied = bool(answer); });
        QTRY_VERIFY(applied);
        QTRY_VERIFY(!desk.differs());
        desk.revert({}, u"undo"_s, [](const Result<QJsonValue> &) { });
        QTRY_COMPARE(session.runningText(), running);
        QTRY_COMPARE(desk.draft(), QString::fromUtf8(running));
    }

    void bringsADraftBackAfterACrash()
    {
        Testing::FakeSession session(running);
        {
            PolicyDesk desk(session, store());
            session.connectNow();
            QTRY_VERIFY(desk.running().loaded);
            desk.setDraft(edited);
            desk.saveDraft();
        }
        PolicyDesk desk(session, store());
        QVERIFY(desk.wasRecovered());
        QCOMPARE(desk.draft(), edited);
        QVERIFY(!desk.hasOutsideChange());
        desk.reload();
        QVERIFY(!desk.wasRecovered());
        QVERIFY(!store().load("/etc/policy.yaml"));
    }

    void noticesThatTheGroundOfARecoveredDraftMoved()
    {
        QVERIFY(store().save("/etc/policy.yaml", { edited.toUtf8(), Policy::Format::Yaml, "older", false }));
        Testing::FakeSession session(running);
        PolicyDesk desk(session, store());
        session.connectNow();
        QTRY_VERIFY(desk.hasOutsideChange());
        QCOMPARE(desk.draft(), edited);
    }

    void writesNoSecretToDisk()
    {
        const QByteArray secret = "aZ8kQ2mN5xR7vT1wY4uP9sD3fG6hJ0lC";
        Testing::FakeSession session(running);
        PolicyDesk desk(session, store());
        session.connectNow();
        QTRY_VERIFY(desk.running().loaded);
        desk.setDraft(edited + u"# "_s + QString::fromLatin1(secret));
        desk.saveDraft();
        const auto kept = store().load("/etc/policy.yaml");
        QVERIFY(kept);
        QVERIFY(kept->secretsTakenOut);
        QVERIFY(!kept->text.contains(secret));
        QVERIFY(kept->text.startsWith(edited.toUtf8()));
    }

    void keepsTheDraftWhenItIsTheRunningTextOnly()
    {
        Testing::FakeSession session("version: 1\r\n");
        PolicyDesk desk(session, DraftStore({}));
        session.connectNow();
        QTRY_VERIFY(desk.running().loaded);
        QCOMPARE(desk.draft(), u"version: 1\n"_s);
        QVERIFY(!desk.differs());
    }
};

QTEST_GUILESS_MAIN(PolicyDeskTest)
#include "tst_policydesk.moc"
