// SPDX-License-Identifier: GPL-3.0-or-later
// What a machine that is not trusted may print: nothing of it reaches the clipboard, comes back as input, hangs, or takes memory without
// limit. Under the sanitizers (./test --asan) each wrong access ends the test.
#include "core/terminal/terminalscreen.h"

#include <QElapsedTimer>
#include <QFile>
#include <QRandomGenerator>
#include <QTest>

using namespace trainyard;

namespace {

QString firstLine(const TerminalScreen &screen) { return screen.grid().row(0).text(0, screen.grid().size().columns); }

qint64 residentBytes()
{
    QFile file(QStringLiteral("/proc/self/statm"));
    return file.open(QIODevice::ReadOnly) ? file.readAll().split(' ').value(1).toLongLong() * 4096 : 0;
}

}  // namespace

class TestTerminalHostile : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void requestsForOtherThingsAreNotAnswered_data();
    void requestsForOtherThingsAreNotAnswered();
    void answersHaveALimit();
    void aSequenceOfManyArgumentsIsDropped();
    void repeatingNothingEnds();
    void endlessStringsTakeNoMemory_data();
    void endlessStringsTakeNoMemory();
    void combiningCharactersHaveALimit();
    void theTitleHasNoControlCharacters();
    void textCannotChangeItsOwnDirection();
    void randomBytesLeaveAWorkingTerminal();
    void randomSequencesLeaveAWorkingTerminal();
};

void TestTerminalHostile::requestsForOtherThingsAreNotAnswered_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("clipboard is written") << QByteArray("\x1b]52;c;cm0gLXJmIH4K\x07");
    QTest::newRow("clipboard is read") << QByteArray("\x1b]52;c;?\x1b\\");
    QTest::newRow("title is reported") << QByteArray("\x1b]2;rm -rf ~\x07\x1b[21t");
    QTest::newRow("icon name is reported") << QByteArray("\x1b]1;rm -rf ~\x07\x1b[20t");
    QTest::newRow("window size is reported") << QByteArray("\x1b[18t\x1b[14t\x1b[19t");
    QTest::newRow("settings are reported") << QByteArray("\x1bP$qrm -rf ~\n\x1b\\\x1bP$qm\x1b\\");
    QTest::newRow("terminfo is reported") << QByteArray("\x1bP+q544e\x1b\\");
    QTest::newRow("colours are reported") << QByteArray("\x1b]4;1;?\x07\x1b]10;?\x07\x1b]11;?\x1b\\");
    QTest::newRow("answerback") << QByteArray("\x05");
    QTest::newRow("screen checksum") << QByteArray("\x1b[1;1;1;1;24;80*y");
    QTest::newRow("an answer with 8-bit controls") << QByteArray("\x1b G\x1bP$qm\x1b\\");
}

void TestTerminalHostile::requestsForOtherThingsAreNotAnswered()
{
    QFETCH(QByteArray, bytes);
    TerminalScreen screen({24, 80}, 100);
    screen.feed(bytes);
    QCOMPARE(screen.takeAnswers(), QByteArray());
    screen.feed("x");
    QCOMPARE(firstLine(screen), QStringLiteral("x"));
}

void TestTerminalHostile::answersHaveALimit()
{
    TerminalScreen screen({24, 80}, 100);
    screen.feed(QByteArray("\x1b[6n\x1b[c\x1b[>c\x1b[?1$p").repeated(10000));
    const QByteArray answers = screen.takeAnswers();
    QVERIFY(!answers.isEmpty());
    QVERIFY(answers.size() <= TerminalScreen::kMaxAnswers);
    for (const char c : answers)
        QVERIFY(c == 0x1b || (c > 0x20 && c < 0x7f));
}

void TestTerminalHostile::aSequenceOfManyArgumentsIsDropped()
{
    TerminalScreen screen({24, 80}, 100);
    for (const int count : {15, 16, 17, 18, 100, 100000}) {
        screen.feed("\x1b[" + QByteArray("1;").repeated(count) + "1m");
        screen.feed("\x1b[" + QByteArray("38:2:").repeated(count) + "1m");
        screen.feed("\x1b[" + QByteArray(count, ';') + 'H');
        screen.feed("\x1b[" + QByteArray(count, ' ') + "q\x1b[" + QByteArray(count, '?') + "1h\x1b" + QByteArray(count, '(') + 'B');
    }
    screen.feed("\x1b[m\x1b[H\x1b[2Jok");
    QCOMPARE(firstLine(screen), QStringLiteral("ok"));
}

void TestTerminalHostile::repeatingNothingEnds()
{
    TerminalScreen screen({24, 80}, 100);
    screen.feed("\x1b[b\x1b[9999b\xcc\x81\x1b[5b");
    QCOMPARE(firstLine(screen), QString());
    screen.feed("a\x1b[99999b");
    QVERIFY(firstLine(screen).size() == 80);
}

void TestTerminalHostile::endlessStringsTakeNoMemory_data()
{
    QTest::addColumn<QByteArray>("start");
    QTest::newRow("title") << QByteArray("\x1b]2;");
    QTest::newRow("device control") << QByteArray("\x1bP");
    QTest::newRow("sixel") << QByteArray("\x1bPq");
    QTest::newRow("application") << QByteArray("\x1b_");
    QTest::newRow("privacy") << QByteArray("\x1b^");
    QTest::newRow("arguments") << QByteArray("\x1b[");
}

void TestTerminalHostile::endlessStringsTakeNoMemory()
{
    QFETCH(QByteArray, start);
    TerminalScreen screen({24, 80}, 100);
    screen.feed(start);
    const QByteArray piece(1024 * 1024, '7');
    const qint64 before = residentBytes();
    for (int i = 0; i < 8; ++i)
        screen.feed(piece);
    QVERIFY(residentBytes() - before < 4 * 1024 * 1024);
    QVERIFY(screen.title().size() <= 256);
    screen.feed("\x18ok");
    QCOMPARE(firstLine(screen), QStringLiteral("ok"));
}

void TestTerminalHostile::combiningCharactersHaveALimit()
{
    TerminalScreen screen({24, 80}, 100);
    const QByteArray marks = QByteArray("\xcc\x81").repeated(20000);
    QElapsedTimer timer;
    timer.start();
    screen.feed("a" + marks + "b");
    QVERIFY(timer.elapsed() < 10000);
    QVERIFY(screen.grid().row(0).text(0, 1).size() <= 5);
    // Written again and again to the same place.
    screen.feed(QByteArray("\ra\xcc\x81").repeated(10000));
    QVERIFY(screen.grid().row(0).clusters.size() < 1000);
}

void TestTerminalHostile::theTitleHasNoControlCharacters()
{
    TerminalScreen screen({24, 80}, 100);
    screen.feed("\x1b]2;a\x01\x0a\xc2\x9b"
                "b\xe2\x80\xae"
                "c\xe2\x80\x8b"
                "d\xff\x07");
    for (const QChar c : screen.title())
        QVERIFY2(c.isPrint(), qPrintable(screen.title()));
    QVERIFY(screen.title().startsWith(u'a'));
    QVERIFY(!screen.title().contains(QChar(0x202e)));
}

void TestTerminalHostile::textCannotChangeItsOwnDirection()
{
    TerminalScreen screen({24, 80}, 100);
    screen.feed("a\xe2\x80\xae"
                "b\xe2\x81\xa6"
                "c\xc2\x9b"
                "d");
    QCOMPARE(firstLine(screen), QStringLiteral("abcd"));
}

void TestTerminalHostile::randomBytesLeaveAWorkingTerminal()
{
    QRandomGenerator random(20231);
    TerminalScreen screen({24, 80}, 200);
    for (int round = 0; round < 500; ++round) {
        QByteArray bytes(random.bounded(1, 2000), Qt::Uninitialized);
        for (char &byte : bytes)
            byte = static_cast<char>(random.bounded(4) == 0 ? "\x1b[]P;:?0123456789mHJKLMPSTbhlr\x07\x08"[random.bounded(32)]
                                                            : random.bounded(256));
        screen.feed(bytes);
        if (round % 10 == 0)
            screen.resize({random.bounded(1, 60), random.bounded(2, 200)});
        if (round % 100 == 0)
            screen.restart();
        const TerminalPosition at = screen.cursor().at;
        QVERIFY(at.row >= 0 && at.row < screen.grid().size().rows && at.column >= 0 && at.column < screen.grid().size().columns);
    }
    screen.restart();
    screen.feed("ok");
    QCOMPARE(firstLine(screen), QStringLiteral("ok"));
}

void TestTerminalHostile::randomSequencesLeaveAWorkingTerminal()
{
    QRandomGenerator random(77);
    TerminalScreen screen({24, 80}, 200);
    const QByteArray finals("@ABCDEFGHIJKLMPSTXZ`abcdefghlmnqrsu");
    for (int round = 0; round < 20000; ++round) {
        QByteArray bytes = random.bounded(5) == 0 ? QStringLiteral("训e\u0301x").toUtf8() : QByteArray();
        bytes += "\x1b[";
        if (random.bounded(4) == 0)
            bytes += "?>! "[random.bounded(4)];
        for (int i = random.bounded(4); i > 0; --i)
            bytes += QByteArray::number(random.bounded(3) ? random.bounded(30) : random.bounded(1, 1100)) + (random.bounded(5) ? ';' : ':');
        if (bytes.endsWith('?') && random.bounded(2))
            bytes += QByteArray::number(QList{1, 5, 6, 7, 25, 47, 69, 1000, 1047, 1048, 1049, 2004}[random.bounded(12)]);
        bytes += finals[random.bounded(static_cast<int>(finals.size()))];
        if (random.bounded(6) == 0)
            bytes += "\x1b" + QByteArray(1, "78DEHMc=>"[random.bounded(9)]);
        screen.feed(bytes);
        if (random.bounded(200) == 0)
            screen.resize({random.bounded(1, 40), random.bounded(2, 120)});
        const TerminalPosition at = screen.cursor().at;
        const TerminalSize size = screen.grid().size();
        QVERIFY(at.row >= 0 && at.row < size.rows && at.column >= 0 && at.column < size.columns);
        for (int row = 0; row < size.rows; ++row) {
            const TerminalLine &line = screen.grid().row(row);
            QVERIFY(line.cells.size() <= static_cast<std::size_t>(size.columns));
        }
        QVERIFY(screen.grid().topLine() - screen.grid().firstLine() <= 200);
    }
}

QTEST_APPLESS_MAIN(TestTerminalHostile)
#include "tst_terminalhostile.moc"
