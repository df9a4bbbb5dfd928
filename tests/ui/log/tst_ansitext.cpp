// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/log/ansitext.h"
#include "ui/log/loglead.h"
#include "ui/log/logrows.h"

#include <QRandomGenerator>
#include <QTest>

using namespace trainyard;

class TestAnsiText : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void plainBytesStayAsTheyAre();
    void coloursBecomeRuns();
    void textOfHostileBytes_data();
    void textOfHostileBytes();
    void randomBytesNeverBreakTheRuns();
    void everyCharacterKnowsItsByte();
    void wideCharactersTakeTwoCells();
};

void TestAnsiText::plainBytesStayAsTheyAre()
{
    const AnsiText text = parseAnsi("step=1 loss=2.5");
    QCOMPARE(text.text, QStringLiteral("step=1 loss=2.5"));
    QVERIFY(text.runs.isEmpty());
}

void TestAnsiText::coloursBecomeRuns()
{
    const AnsiText text = parseAnsi("a\x1b[1;31mred\x1b[0m \x1b[38;5;46mgreen\x1b[48;2;0;0;250mblue\x1b[m.");
    QCOMPARE(text.text, QStringLiteral("ared greenblue."));
    QCOMPARE(text.runs.size(), 6);
    QCOMPARE(text.runs[1].begin, 1);
    QCOMPARE(text.runs[1].length, 3);
    QCOMPARE(text.runs[1].style.foreground, AnsiColor::Red);
    QVERIFY(text.runs[1].style.isBold);
    QCOMPARE(text.runs[2].style, AnsiStyle{});
    QCOMPARE(text.runs[3].style.foreground, AnsiColor::BrightGreen);
    QCOMPARE(text.runs[4].style.background, AnsiColor::BrightBlue);
    QCOMPARE(text.runs[5].style, AnsiStyle{});
}

void TestAnsiText::textOfHostileBytes_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("text");
    const auto row = [](const char *name, const QByteArray &bytes, const QString &text) { QTest::newRow(name) << bytes << text; };
    row("cursor movement is dropped", "a\x1b[2K\x1b[1Ab", QStringLiteral("ab"));
    row("window title is dropped", QByteArray("\x1b]0;own", 7) + "ed\x07" + "x", QStringLiteral("x"));
    row("link keeps its text", "\x1b]8;;file:///etc\x1b\\here\x1b]8;;\x1b\\", QStringLiteral("here"));
    row("unfinished title swallows the rest only", "a\x1b]0;never ends", QStringLiteral("a"));
    row("escape at the end", "a\x1b", QStringLiteral("a"));
    row("torn colour", "a\x1b[31", QStringLiteral("a"));
    row("colour with a thousand parameters", "\x1b[" + QByteArray(1000, ';') + "mx", QStringLiteral("x"));
    row("number out of range", "\x1b[99999999999999999999mx", QStringLiteral("x"));
    row("torn extended colour", "\x1b[38;5mx", QStringLiteral("x"));
    row("charset choice is dropped", "\x1b(Bx", QStringLiteral("x"));
    row("NUL is visible", QByteArray("a\0b", 3), QStringLiteral("a\u2400b"));
    row("bell and backspace are visible", "\x07\x08", QStringLiteral("\u2407\u2408"));
    row("tab goes to the next eighth column", "ab\tc", QStringLiteral("ab      c"));
    row("invalid UTF-8", "a\xff\xc0z", QStringLiteral("a\ufffd\ufffdz"));
    row("reordering is disarmed",
        "a\xe2\x80\xae"
        "b",
        QStringLiteral("a\ufffdb"));
    row("no width",
        "a\xe2\x80\x8b"
        "b",
        QStringLiteral("a\ufffdb"));
    row("tag",
        "a\xf3\xa0\x81\x81"
        "b",
        QStringLiteral("a\ufffdb"));
    row("eight-bit control",
        "a\xc2\x9b"
        "31mb",
        QStringLiteral("a\ufffd31mb"));
}

void TestAnsiText::textOfHostileBytes()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, text);
    QCOMPARE(parseAnsi(bytes).text, text);
}

void TestAnsiText::randomBytesNeverBreakTheRuns()
{
    QRandomGenerator random(7);
    for (int round = 0; round < 3000; ++round) {
        QByteArray bytes;
        const int length = random.bounded(80);
        for (int i = 0; i < length; ++i) {
            static const QByteArray kOften("\x1b[];0123456789mK\\", 17);
            bytes += random.bounded(2) ? kOften[random.bounded(17)] : char(random.bounded(256));
        }
        const AnsiText text = parseAnsi(bytes);
        qsizetype at = 0;
        for (const AnsiRun &run : text.runs) {
            QCOMPARE(run.begin, at);
            at += run.length;
        }
        if (!text.runs.isEmpty())
            QCOMPARE(at, text.text.size());
        QVERIFY(!text.text.contains(QChar(0x1b)));
        QVERIFY(positionAt(text.text, columnOf(text.text, text.text.size())) == text.text.size());
    }
}

void TestAnsiText::everyCharacterKnowsItsByte()
{
    QVERIFY(parseAnsi("plain bytes").origins.empty());
    const QByteArray bytes = "\x1b[31ma\tb\x1b[0m" + QStringLiteral("损😀").toUtf8()
                             + "\xff"
                               "c";
    const AnsiText text = parseAnsi(bytes);
    QCOMPARE(text.origins.size(), size_t(text.text.size()));
    for (const QChar wanted : {QChar('a'), QChar('b'), QChar('c')})
        QCOMPARE(text.positionOf(bytes.lastIndexOf(wanted.toLatin1())), text.text.lastIndexOf(wanted));
    QCOMPARE(text.positionOf(bytes.indexOf("\xff")), text.text.indexOf(QChar(QChar::ReplacementCharacter)));
    QCOMPARE(text.positionOf(bytes.size()), text.text.size());
    // As many bytes dropped as a tab adds, but not in the same places.
    const AnsiText shifted = parseAnsi("\x1b[mabcd\tx");
    QCOMPARE(shifted.positionOf(3), 0);
}

void TestAnsiText::wideCharactersTakeTwoCells()
{
    const QString text = QStringLiteral("损失 a\u0301b");
    QCOMPARE(columnOf(text, text.size()), 7);
    QCOMPARE(positionAt(text, 0), 0);
    QCOMPARE(positionAt(text, 1), 0);
    QCOMPARE(positionAt(text, 2), 1);
    QCOMPARE(positionAt(text, 6), 5);
}

QTEST_GUILESS_MAIN(TestAnsiText)
#include "tst_ansitext.moc"
