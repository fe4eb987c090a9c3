// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/checks/checkform.h"
#include "app/checks/checkspage.h"
#include "app/checks/verdictcard.h"
#include "tests/app/fakesession.h"
#include "tests/support/fakedata.h"

#include <QtTest/QSignalSpy>
#include <QtTest/QtTest>
#include <QtWidgets/QTreeView>

using namespace Qt::StringLiterals;
using namespace Cofferdam;
using namespace Cofferdam::App;
using Testing::FakeSession;

class TestChecksPage : public QObject
{
    Q_OBJECT
private:
    static void prepare(FakeSession &session)
    {
        session.answers.insert(u"policy.explain"_s, [](const QJsonObject &params) {
            QJsonObject answer = Testing::FakeData::explanation(params);
            if (params.contains("draft"_L1)) answer.insert("decision"_L1, u"allowed"_s);
            return answer;
        });
        session.answers.insert(u"catalogue.get"_s, [](const QJsonObject &) { return Testing::FakeData::catalogue(); });
        session.answers.insert(u"identities.list"_s, [](const QJsonObject &) { return QJsonObject {{u"identities"_s, Testing::FakeData::identities()}}; });
    }
    static VerdictCard *card(const ChecksPage &page, int number) { return page.findChildren<VerdictCard *>().at(number); }

private Q_SLOTS:
    void halfAQuestionIsNotAsked()
    {
        FakeSession session;
        prepare(session);
        ChecksPage page(session);
        session.comeUp();
        QTRY_VERIFY(page.isReady());
        auto *form = page.findChild<CheckForm *>();
        QVERIFY(form->question().isEmpty());
        form->fill({{u"endpoint"_s, u"no_such_endpoint"_s}});
        QVERIFY(form->question().isEmpty());
        QVERIFY(form->problem().contains(u"no_such_endpoint"_s));
        Q_EMIT form->submitted();
        QCOMPARE(session.callsOf(u"policy.explain"_s).size(), 0);
    }

    void asksForIdentityOrScopes()
    {
        FakeSession session;
        prepare(session);
        CheckForm form(session);
        session.comeUp();
        QTRY_VERIFY(!session.catalogue().isEmpty());
        form.fill({{u"identity"_s, u"reader"_s}, {u"endpoint"_s, u"files_read"_s}, {u"path"_s, u"/a"_s}, {u"op"_s, u"write"_s}});
        QCOMPARE(form.question(), (QJsonObject {{u"identity"_s, u"reader"_s}, {u"endpoint"_s, u"files_read"_s}, {u"path"_s, u"/a"_s}, {u"op"_s, u"write"_s}}));
        form.fill({{u"scopes"_s, QJsonArray {u"files:read"_s, u"net:fetch"_s}}, {u"endpoint"_s, u"files_read"_s}});
        QCOMPARE(form.question(), (QJsonObject {{u"scopes"_s, QJsonArray {u"files:read"_s, u"net:fetch"_s}}, {u"endpoint"_s, u"files_read"_s}}));
        form.fill({{u"endpoint"_s, u"files_read"_s}, {u"params"_s, QJsonObject {{u"overwrite"_s, true}}}});
        QCOMPARE(form.question().value("params"_L1).toObject(), (QJsonObject {{u"overwrite"_s, true}}));
    }

    void showsDecisionRuleAndTrace()
    {
        FakeSession session;
        prepare(session);
        ChecksPage page(session);
        page.show();
        session.comeUp();
        page.navigate({{u"identity"_s, u"reader"_s}, {u"endpoint"_s, u"files_read"_s}, {u"path"_s, u"/etc/passwd"_s}, {u"run"_s, true}});
        QTRY_COMPARE(card(page, 0)->word(), u"Denied"_s);
        QCOMPARE(card(page, 0)->sentence(), u"The path is outside every allowed root."_s);
        QVERIFY(page.isReady());
        QCOMPARE(page.findChild<QTreeView *>()->model()->rowCount(), 2);
        QList<Navigation> went;
        connect(&page, &Page::navigationRequested, this, [&went](const Navigation &navigation) { went.append(navigation); });
        Q_EMIT card(page, 0)->ruleRequested(card(page, 0)->answer());
        QCOMPARE(went.size(), 1);
        QCOMPARE(went.first().page, "policy");
        QCOMPARE(went.first().arguments.value("rule"_L1).toString(), u"policy:endpoints.files_*"_s);
    }

    void answersForTheDraftBesideIt()
    {
        FakeSession session;
        prepare(session);
        ChecksPage page(session);
        page.show();
        session.comeUp();
        session.setDraft({{u"text"_s, u"version: 1"_s}, {u"format"_s, u"yaml"_s}});
        page.navigate({{u"identity"_s, u"reader"_s}, {u"endpoint"_s, u"files_read"_s}, {u"path"_s, u"/etc/passwd"_s}, {u"run"_s, true}});
        QTRY_COMPARE(card(page, 1)->word(), u"Allowed"_s);
        QVERIFY(card(page, 1)->isVisible());
        QCOMPARE(card(page, 0)->word(), u"Denied"_s);
        session.setDraft({});
        QTRY_VERIFY(!card(page, 1)->isVisible());
    }

    void showsWhatWasDecidedThen()
    {
        FakeSession session;
        prepare(session);
        ChecksPage page(session);
        page.show();
        session.comeUp();
        page.navigate({{u"identity"_s, u"reader"_s}, {u"endpoint"_s, u"files_read"_s}, {u"path"_s, u"/home/user/out/a"_s}, {u"run"_s, true},
            {u"then"_s, QJsonObject {{u"decision"_s, u"deny"_s}, {u"code"_s, u"scope_missing"_s}, {u"rule"_s, u"r"_s}, {u"revision"_s, u"abc"_s}, {u"utc_ms"_s, 1}}}});
        QTRY_COMPARE(card(page, 0)->word(), u"Allowed"_s);
        QVERIFY(card(page, 2)->isVisible());
        QCOMPARE(card(page, 2)->word(), u"Denied"_s);
    }

    void explainsDepends()
    {
        QVERIFY(VerdictCard::reasonOf({{u"decision"_s, u"depends"_s}}).contains(u"symbolic link"_s));
        QVERIFY(VerdictCard::reasonOf({{u"decision"_s, u"denied"_s}, {u"code"_s, u"scope_missing"_s}, {u"scope"_s, u"files:write"_s}}).contains(u"files:write"_s));
        QVERIFY(!VerdictCard::reasonOf({{u"decision"_s, u"denied"_s}, {u"code"_s, u"something_new"_s}}).isEmpty());
    }

    void aFailureIsNotAVerdict()
    {
        FakeSession session;
        prepare(session);
        session.held = {u"policy.explain"_s};
        ChecksPage page(session);
        page.show();
        session.comeUp();
        page.navigate({{u"identity"_s, u"reader"_s}, {u"endpoint"_s, u"files_read"_s}, {u"run"_s, true}});
        QTRY_COMPARE(session.callsOf(u"policy.explain"_s).size(), 1);
        FakeSession::answer(session.callsOf(u"policy.explain"_s).last(), failure("invalid_request", u"there is no identity reader"_s));
        QTRY_COMPARE(card(page, 0)->word(), u"No answer"_s);
        QCOMPARE(card(page, 0)->sentence(), u"there is no identity reader"_s);
    }
};

QTEST_MAIN(TestChecksPage)
#include "tst_checkspage.moc"
