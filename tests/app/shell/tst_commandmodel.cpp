// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/commandpalette.h"

#include <QtTest/QAbstractItemModelTester>
#include <QtTest/QtTest>

using namespace Qt::StringLiterals;
using namespace Cofferdam::App;

class TestCommandModel : public QObject
{
    Q_OBJECT
private:
    static QStringList shown(const CommandModel &model)
    {
        QStringList texts;
        for (int row = 0; row < model.rowCount(); ++row)
            texts.append(model.index(row, 0).data().toString());
        return texts;
    }

private Q_SLOTS:
    void findsBestFirst()
    {
        CommandModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setCommands({{u"Reopen"_s, u"File"_s}, {u"Open Rule"_s, u"Audit"_s}, {u"files_open"_s, u"Endpoint"_s}, {u"Quit"_s, u"File"_s}});
        QCOMPARE(model.rowCount(), 4);
        model.setFilter(u"open"_s);
        QCOMPARE(shown(model), (QStringList {u"Open Rule"_s, u"files_open"_s, u"Reopen"_s}));
        model.setFilter(u"op aud"_s);
        QCOMPARE(shown(model), QStringList {u"Open Rule"_s});
        model.setFilter(u"nothing"_s);
        QCOMPARE(model.rowCount(), 0);
        model.setFilter(u"  "_s);
        QCOMPARE(model.rowCount(), 4);
    }

    void disabledCommandsCannotBeChosen()
    {
        CommandModel model;
        model.setCommands({{u"Paste"_s, u"Edit"_s, {}, {}, [] { }, false}});
        QVERIFY(!model.flags(model.index(0, 0)).testFlag(Qt::ItemIsEnabled));
    }

    void saysPlaceAndKeysToScreenReaders()
    {
        CommandModel model;
        model.setCommands({{u"Quit"_s, u"File"_s, u"Ctrl+Q"_s}});
        QCOMPARE(model.index(0, 0).data(Qt::AccessibleTextRole).toString(), u"Quit, File, Ctrl+Q"_s);
    }
};

QTEST_GUILESS_MAIN(TestCommandModel)
#include "tst_commandmodel.moc"
