// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/seentext.h"

#include <QTest>

using namespace trainyard;

class TestSeenText : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatWouldNotBeSeenIsMarked_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("seen");
        const auto row = [](const char *name, const QString &text, const QString &seen) { QTest::newRow(name) << text << seen; };
        row("usual", QStringLiteral("run 7"), QStringLiteral("run 7"));
        row("empty", {}, {});
        row("Chinese", QStringLiteral("训练，第 3 次"), QStringLiteral("训练，第 3 次"));
        row("Hebrew", QStringLiteral("אימון"), QStringLiteral("אימון"));
        row("Arabic number sign", QStringLiteral("\u0600\u0661"), QStringLiteral("\u0600\u0661"));
        row("emoji", QStringLiteral("\U0001f680\ufe0f"), QStringLiteral("\U0001f680\ufe0f"));
        row("spinner", QStringLiteral("\u280b\u2800"), QStringLiteral("\u280b\u2800"));
        row("override", QStringLiteral("a\u202etxt.exe"), QStringLiteral("a?txt.exe"));
        for (const char16_t c : {u'\u061c', u'\u200e', u'\u200f', u'\u202a', u'\u202d', u'\u2066', u'\u2069', u'\u206f'})
            row(qPrintable(QStringLiteral("direction %1").arg(ushort(c), 4, 16)), u'a' + QString(QChar(c)), QStringLiteral("a?"));
        for (const char16_t c : {u'\u00ad', u'\u200b', u'\u200c', u'\u200d', u'\u2060', u'\u2064', u'\ufeff', u'\u034f', u'\u3164',
                                 u'\uffa0', u'\u115f', u'\u180e'})
            row(qPrintable(QStringLiteral("no width %1").arg(ushort(c), 4, 16)), u'a' + QString(QChar(c)) + u'b', QStringLiteral("a?b"));
        row("tags", QStringLiteral("a\U000e0001\U000e0041b"), QStringLiteral("a??b"));
        row("selectors beyond the emoji's", QStringLiteral("a\U000e0100b"), QStringLiteral("a?b"));
        row("escape", QStringLiteral("\x1b[2J"), QStringLiteral("?[2J"));
        row("C1", QStringLiteral("\u009b2J"), QStringLiteral("?2J"));
        row("delete", QStringLiteral("a\x7f"), QStringLiteral("a?"));
        row("ends of lines", QStringLiteral("a\u2028b\u2029c\rd"), QStringLiteral("a?b?c?d"));
        row("half a pair", QString(QChar(0xd83d)) + u'a', QString(QChar(0xd83d)) + u'a');
    }
    void whatWouldNotBeSeenIsMarked()
    {
        QFETCH(QString, text);
        QFETCH(QString, seen);
        QCOMPARE(seenText(text, {}, u'?'), seen);
        QCOMPARE(hasUnseen(text), text != seen);
    }

    void someMayStay()
    {
        QCOMPARE(seenText(QStringLiteral("a\nb\tc\rd"), u"\n\t", u'?'), QStringLiteral("a\nb\tc?d"));
        QVERIFY(!hasUnseen(QStringLiteral("a\n"), u"\n"));
        QCOMPARE(seenText(QStringLiteral("a\nb")), QStringLiteral("a\ufffdb"));
    }
};

QTEST_GUILESS_MAIN(TestSeenText)
#include "tst_seentext.moc"
