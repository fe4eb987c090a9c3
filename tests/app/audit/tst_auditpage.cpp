// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/audit/auditpage.h"
#include "app/audit/audittable.h"
#include "app/audit/filterbar.h"
#include "app/audit/recorddetails.h"
#include "app/widgets/emptystate.h"
#include "app/widgets/searchfield.h"
#include "tests/app/fakesession.h"
#include "tests/support/fakedata.h"

#include <QtCore/QSettings>
#include <QtCore/QTemporaryDir>
#include <QtGui/QAction>
#include <QtGui/QClipboard>
#include <QtTest/QSignalSpy>
#include <QtTest/QtTest>
#include <QtWidgets/QApplication>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QScrollBar>

using namespace Qt::StringLiterals;
using namespace Cofferdam;
using namespace Cofferdam::App;
using Testing::FakeSession;

class TestAuditPage : public QObject
{
    Q_OBJECT
private:
    struct Bench {
        FakeSession session;
        std::unique_ptr<AuditPage> page;
        AuditTable *table = nullptr;
        FilterBar *filter = nullptr;
        RecordDetails *details = nullptr;

        explicit Bench(int records)
        {
            session.answers.insert(u"audit.subscribe"_s, [](const QJsonObject &) { return QJsonObject {{u"subscription"_s, u"s"_s}}; });
            session.answers.insert(u"audit.query"_s, [records](const QJsonObject &params) {
                const QString asked = params.value("filter"_L1).toString();
                if (asked.startsWith("seq:"_L1)) return QJsonObject {{u"records"_s, QJsonArray {Testing::FakeData::record(asked.sliced(4).toLongLong())}}};
                return QJsonObject {{u"records"_s, asked == "nothing"_L1 ? QJsonArray() : Testing::FakeData::records(0, records)}};
            });
            page = std::make_unique<AuditPage>(session);
            table = page->findChild<AuditTable *>();
            filter = page->findChild<FilterBar *>();
            details = page->findChild<RecordDetails *>();
            page->resize(1100, 600);
            page->show();
            session.comeUp();
        }
        void arrive(qint64 from, int count)
        {
            session.notify(u"audit.event"_s, {{u"subscription"_s, u"s"_s}, {u"records"_s, Testing::FakeData::records(from, count)}});
        }
        [[nodiscard]] QAction *action(const QString &text) const
        {
            for (QAction *candidate : page->findChildren<QAction *>()) {
                if (candidate->text() == text) return candidate;
            }
            return nullptr;
        }
    };

private Q_SLOTS:
    void showsTheNewestAndFollows()
    {
        Bench bench(200);
        QTRY_VERIFY(bench.page->isReady());
        QCOMPARE(bench.table->model()->rowCount(), 200);
        QTRY_COMPARE(bench.table->verticalScrollBar()->value(), bench.table->verticalScrollBar()->maximum());
        bench.arrive(200, 50);
        QTRY_COMPARE(bench.table->model()->rowCount(), 250);
        QTRY_COMPARE(bench.table->verticalScrollBar()->value(), bench.table->verticalScrollBar()->maximum());
        QVERIFY(bench.table->isFollowing());
    }

    void scrollingUpReleasesAndEndFollows()
    {
        Bench bench(200);
        QTRY_VERIFY(bench.page->isReady());
        QTRY_VERIFY(bench.table->verticalScrollBar()->maximum() > 0);
        bench.table->verticalScrollBar()->setValue(50);
        QVERIFY(!bench.table->isFollowing());
        bench.arrive(200, 312);
        QTRY_COMPARE(bench.table->model()->rowCount(), 512);
        QCOMPARE(bench.table->verticalScrollBar()->value(), 50);
        auto *pill = bench.table->findChild<QPushButton *>();
        QVERIFY(pill->isVisible());
        QCOMPARE(pill->text(), u"↓ 312 new"_s);
        QTest::keyClick(bench.table, Qt::Key_End);
        QVERIFY(bench.table->isFollowing());
        QVERIFY(!pill->isVisible());
        QCOMPARE(bench.table->verticalScrollBar()->value(), bench.table->verticalScrollBar()->maximum());
    }

    void arrivalsNeverMoveTheSelection()
    {
        Bench bench(200);
        QTRY_VERIFY(bench.page->isReady());
        bench.table->setFocus();
        bench.table->selectRow(100);
        const qint64 seq = bench.details->row().seq;
        bench.arrive(200, 100);
        QTRY_COMPARE(bench.table->model()->rowCount(), 300);
        QCOMPARE(bench.table->currentIndex().row(), 100);
        QCOMPARE(bench.details->row().seq, seq);
    }

    void spacePausesAndGoesOnCollecting()
    {
        Bench bench(20);
        QTRY_VERIFY(bench.page->isReady());
        bench.page->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(bench.page.get()));
        bench.table->setFocus();
        QTest::keyClick(bench.table, Qt::Key_Space);
        QVERIFY(bench.action(u"Pause"_s)->isChecked());
        bench.arrive(20, 42);
        QTest::qWait(80);
        QCOMPARE(bench.table->model()->rowCount(), 20);
        QTest::keyClick(bench.table, Qt::Key_Space);
        QTRY_COMPARE(bench.table->model()->rowCount(), 62);
    }

    void selectingAsksForTheWholeRecord()
    {
        Bench bench(20);
        QTRY_VERIFY(bench.page->isReady());
        bench.page->navigate({{u"select"_s, 4}});
        QTRY_COMPARE(bench.details->row().seq, 15);
        QTRY_VERIFY(bench.details->isComplete());
        QCOMPARE(bench.details->record().value("seq"_L1).toInteger(), 15);
        QVERIFY(!bench.table->isFollowing());
    }

    void anInvalidFilterIsNeverApplied()
    {
        Bench bench(5);
        QTRY_VERIFY(bench.page->isReady());
        QSignalSpy applied(bench.filter, &FilterBar::filterApplied);
        QTest::keyClicks(bench.filter->field(), u"decision:deny ("_s);
        QTest::keyClick(bench.filter->field(), Qt::Key_Return);
        QVERIFY(bench.filter->validityText().startsWith(u"Column 1"_s));
        QCOMPARE(applied.count(), 0);
        bench.filter->field()->setText({});
        QTest::keyClicks(bench.filter->field(), u"decision:deny"_s);
        QTRY_COMPARE(applied.count(), 1);
        QCOMPARE(applied.first().first().toString(), u"decision:deny"_s);
    }

    void aClickTeachesTheLanguage()
    {
        Bench bench(20);
        QTRY_VERIFY(bench.page->isReady());
        bench.table->setCurrentIndex(bench.table->model()->index(5, AuditModel::Decision));
        bench.action(u"Only This Value"_s)->trigger();
        QCOMPARE(bench.filter->text(), u"decision:deny"_s);
        QTRY_VERIFY(bench.page->isReady());
        bench.table->setCurrentIndex(bench.table->model()->index(1, AuditModel::Identity));
        bench.action(u"Exclude This Value"_s)->trigger();
        QCOMPARE(bench.filter->text(), u"decision:deny not identity:agent"_s);
    }

    void emptyStatesSayWhy()
    {
        Bench bench(0);
        QTRY_VERIFY(bench.page->isReady());
        auto states = bench.page->findChildren<EmptyState *>();
        const auto title = [&states] {
            for (const EmptyState *state : states) {
                if (state->isVisible() && !state->parent()->inherits("Cofferdam::App::RecordDetails") && state->title() != u"No record selected"_s) return state->title();
            }
            return QString();
        };
        QTRY_COMPARE(title(), u"No call yet"_s);
        bench.page->navigate({{u"filter"_s, u"nothing"_s}});
        QTRY_COMPARE(title(), u"No record matches"_s);
    }

    void leadsToRuleAndCheck()
    {
        Bench bench(20);
        QTRY_VERIFY(bench.page->isReady());
        bench.page->navigate({{u"select"_s, 4}});
        QTRY_VERIFY(bench.details->isComplete() && bench.details->hasRecord());
        QList<Navigation> went;
        connect(bench.page.get(), &Page::navigationRequested, this, [&went](const Navigation &navigation) { went.append(navigation); });
        bench.action(u"Open Rule"_s)->trigger();
        bench.action(u"Explain"_s)->trigger();
        QCOMPARE(went.size(), 2);
        QCOMPARE(went.at(0).page, "policy");
        QCOMPARE(went.at(0).arguments.value("rule"_L1).toString(), u"policy:endpoints.files_*"_s);
        QCOMPARE(went.at(1).page, "checks");
        QCOMPARE(went.at(1).arguments.value("then"_L1).toObject().value("decision"_L1).toString(), u"deny"_s);
    }

    void copiesTheExactLine()
    {
        Bench bench(20);
        QTRY_VERIFY(bench.page->isReady());
        bench.page->navigate({{u"select"_s, 0}});
        QTRY_VERIFY(bench.details->isComplete() && bench.details->hasRecord());
        bench.action(u"Copy as JSON"_s)->trigger();
        const QString line = QApplication::clipboard()->text();
        QVERIFY2(line.startsWith(u"{\"seq\":19,\"boot\":"_s), qPrintable(line));
    }

    void columnsAreRemembered()
    {
        const QTemporaryDir folder;
        QSettings settings(folder.filePath(u"s.ini"_s), QSettings::IniFormat);
        {
            Bench bench(1);
            bench.table->columnActions().at(AuditModel::Method)->setChecked(true);
            bench.table->columnActions().at(AuditModel::Duration)->setChecked(false);
            bench.table->setColumnWidth(AuditModel::Path, 333);
            bench.page->saveState(settings);
        }
        Bench bench(1);
        bench.page->restoreState(settings);
        QVERIFY(!bench.table->isColumnHidden(AuditModel::Method));
        QVERIFY(bench.table->isColumnHidden(AuditModel::Duration));
        QCOMPARE(bench.table->columnWidth(AuditModel::Path), 333);
        bench.table->resetColumns();
        QVERIFY(bench.table->isColumnHidden(AuditModel::Method));
    }
};

QTEST_MAIN(TestAuditPage)
#include "tst_auditpage.moc"
