// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/connection/session.h"
#include "tests/support/fakeconsole.h"

#include <QtCore/QFile>
#include <QtCore/QJsonDocument>
#include <QtCore/QTemporaryDir>
#include <QtTest/QSignalSpy>
#include <QtTest/QtTest>

#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace Cofferdam;
using namespace Cofferdam::App;
using Testing::FakeConsole;

class TestSession : public QObject
{
    Q_OBJECT
private:
    static void write(const QString &path, const QByteArray &text)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    static void announce(const QTemporaryDir &folder, const FakeConsole &console, qint64 pid)
    {
        write(folder.filePath(u"operator.token"_s), FakeConsole::token() + '\n');
        const QJsonObject info {{u"event"_s, u"listening"_s}, {u"addresses"_s, QJsonArray {console.url().authority()}}, {u"pid"_s, pid}, {u"version"_s, u"0.1.0"_s},
            {u"operator_token_file"_s, folder.filePath(u"operator.token"_s)}};
        write(folder.filePath(u"service.json"_s), QJsonDocument(info).toJson());
    }

private Q_SLOTS:
    void withoutAServiceItWaitsForOne()
    {
        const QTemporaryDir folder;
        FakeConsole console;
        QVERIFY(console.listen());
        Session session({folder.path().toUtf8(), {}, {}});
        session.start();
        QCOMPARE(session.state(), Session::State::NoService);
        announce(folder, console, getpid());
        QTRY_COMPARE_WITH_TIMEOUT(session.state(), Session::State::Connected, 5000);
    }

    void aFileOfADeadProcessIsNoService()
    {
        const QTemporaryDir folder;
        FakeConsole console;
        QVERIFY(console.listen());
        announce(folder, console, 0x3fffffff);
        Session session({folder.path().toUtf8(), {}, {}});
        session.start();
        QCOMPARE(session.state(), Session::State::NoService);
        QVERIFY(!session.stateText().isEmpty());
    }

    void aWrongTokenIsRefusedForGood()
    {
        const QTemporaryDir folder;
        FakeConsole console;
        QVERIFY(console.listen());
        write(folder.filePath(u"token"_s), "wrong\n");
        Session session({folder.path().toUtf8(), console.url(), folder.filePath(u"token"_s).toUtf8()});
        session.start();
        QTRY_COMPARE(session.state(), Session::State::Refused);
        QVERIFY(!session.stateText().isEmpty());
    }

    void anUnreadableTokenIsSaid()
    {
        const QTemporaryDir folder;
        Session session({folder.path().toUtf8(), QUrl(u"http://127.0.0.1:9"_s), folder.filePath(u"no-such-file"_s).toUtf8()});
        session.start();
        QCOMPARE(session.state(), Session::State::Refused);
    }

    void keepsWhatPagesWantToKnow()
    {
        const QTemporaryDir folder;
        FakeConsole console;
        QVERIFY(console.listen());
        announce(folder, console, getpid());
        Session session({folder.path().toUtf8(), {}, {}});
        session.start();
        QTRY_VERIFY(!session.policy().isEmpty() && !session.catalogue().isEmpty() && !session.serviceInfo().isEmpty());
        QTRY_COMPARE(session.identityIds(), (QStringList {u"reader"_s, u"agent"_s}));
        QVERIFY(session.endpointIds().contains(u"files_read"_s));
        QCOMPARE(session.revision(), console.revision().toLatin1());
        QVERIFY(!session.isObserver());
    }

    void anotherPolicyIsFetched()
    {
        const QTemporaryDir folder;
        FakeConsole console;
        QVERIFY(console.listen());
        announce(folder, console, getpid());
        Session session({folder.path().toUtf8(), {}, {}});
        session.start();
        QTRY_VERIFY(!session.policy().isEmpty());
        QSignalSpy changed(&session, &Session::policyChanged);
        console.notify(u"policy.changed"_s, {{u"revision"_s, u"x"_s}, {u"actor"_s, u"someone"_s}});
        QTRY_COMPARE(changed.count(), 1);
    }

    void aServiceThatRestartsIsFoundAgain()
    {
        const QTemporaryDir folder;
        FakeConsole console;
        QVERIFY(console.listen());
        announce(folder, console, getpid());
        Session session({folder.path().toUtf8(), {}, {}});
        session.start();
        QTRY_VERIFY(!session.policy().isEmpty());
        console.stop();
        QTRY_VERIFY(!session.isConnected());
        QVERIFY(!session.policy().isEmpty());
        FakeConsole another;
        QVERIFY(another.listen());
        announce(folder, another, getpid());
        QTRY_COMPARE_WITH_TIMEOUT(session.state(), Session::State::Connected, 12'000);
        QCOMPARE(session.url().port(), another.url().port());
    }

    void aDraftIsSharedOnce()
    {
        Session session;
        QSignalSpy changed(&session, &Session::draftChanged);
        session.setDraft({{u"text"_s, u"a"_s}});
        session.setDraft({{u"text"_s, u"a"_s}});
        QCOMPARE(changed.count(), 1);
    }
};

QTEST_GUILESS_MAIN(TestSession)
#include "tst_session.moc"
