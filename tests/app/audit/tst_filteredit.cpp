// SPDX-FileCopyrightText: 2026 The Cofferdam developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/audit/filteredit.h"
#include "common/audit/filter.h"

#include <QtTest/QtTest>

using namespace Qt::StringLiterals;
using namespace Cofferdam::App;

class TestFilterEdit : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void edits_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("term");
        QTest::addColumn<bool>("exclude");
        QTest::addColumn<QString>("result");
        QTest::newRow("no term changes nothing") << u"decision:deny"_s << QString() << false << u"decision:deny"_s;
        QTest::newRow("into the empty filter") << QString() << u"identity:reader"_s << false << u"identity:reader"_s;
        QTest::newRow("narrows") << u"decision:deny"_s << u"identity:reader"_s << false << u"decision:deny identity:reader"_s;
        QTest::newRow("excludes") << u"decision:deny"_s << u"identity:reader"_s << true << u"decision:deny not identity:reader"_s;
        QTest::newRow("is not repeated") << u"identity:reader x"_s << u"identity:reader"_s << false << u"identity:reader x"_s;
        QTest::newRow("an exclusion is not repeated") << u"not identity:reader"_s << u"identity:reader"_s << true << u"not identity:reader"_s;
        QTest::newRow("takes its opposite out") << u"not identity:reader a"_s << u"identity:reader"_s << false << u"a identity:reader"_s;
        QTest::newRow("excluding takes the demand out") << u"identity:reader a"_s << u"identity:reader"_s << true << u"a not identity:reader"_s;
        QTest::newRow("a choice is put in parentheses") << u"a or b"_s << u"code:x"_s << false << u"(a or b) code:x"_s;
        QTest::newRow("an or in quotes is no choice") << u"\"a or b\""_s << u"code:x"_s << false << u"\"a or b\" code:x"_s;
        QTest::newRow("an or in parentheses is no choice") << u"(a or b)"_s << u"code:x"_s << false << u"(a or b) code:x"_s;
    }
    void edits()
    {
        QFETCH(QString, text);
        QFETCH(QString, term);
        QFETCH(bool, exclude);
        QFETCH(QString, result);
        const QString now = FilterEdit::withTerm(text, term, exclude);
        QCOMPARE(now, result);
        QVERIFY(Cofferdam::Audit::Filter::parse(now.toUtf8(), 0).has_value());
    }

    void widens()
    {
        QCOMPARE(FilterEdit::orTerm(QString(), u"a:1"_s), u"a:1"_s);
        QCOMPARE(FilterEdit::orTerm(u"code:x"_s, u"code:y"_s), u"code:x or code:y"_s);
        QCOMPARE(FilterEdit::orTerm(u"code:x a"_s, u"code:y"_s), u"(code:x a) or code:y"_s);
    }

    void quotes_data()
    {
        QTest::addColumn<QString>("value");
        for (const char *value : {"plain", "two words", "pa(ren", "quo\"te", "back\\slash", "tab\there", "/home/user/a b/\"c\""})
            QTest::newRow(value) << QString::fromLatin1(value);
    }
    void quotes()
    {
        QFETCH(QString, value);
        const QString term = u"identity:"_s + FilterEdit::quoted(value);
        const auto filter = Cofferdam::Audit::Filter::parse(term.toUtf8(), 0);
        QVERIFY2(filter.has_value(), qPrintable(term));
        QVERIFY(filter->matches(QJsonObject {{u"identity"_s, value}}));
        QVERIFY(!filter->matches(QJsonObject {{u"identity"_s, value + u"x"_s}}));
    }
};

QTEST_GUILESS_MAIN(TestFilterEdit)
#include "tst_filteredit.moc"
