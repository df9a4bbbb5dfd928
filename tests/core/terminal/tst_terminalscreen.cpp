// SPDX-License-Identifier: GPL-3.0-or-later
// What programs print, and what is then on the screen. The sequences and their effects are those of ECMA-48, of DEC's manual of the VT100
// and VT220, and of xterm's "Control Sequences".
#include "core/terminal/terminalscreen.h"

#include <QTest>

using namespace trainyard;

namespace {

QStringList linesOf(const TerminalScreen &screen)
{
    QStringList lines;
    const TerminalSize size = screen.grid().size();
    for (int row = 0; row < size.rows; ++row)
        lines << screen.grid().row(row).text(0, size.columns);
    while (!lines.isEmpty() && lines.last().isEmpty())
        lines.removeLast();
    return lines;
}

QStringList historyOf(const TerminalScreen &screen)
{
    QStringList lines;
    for (qint64 number = screen.grid().firstLine(); number < screen.grid().topLine(); ++number)
        lines << screen.grid().line(number).text(0, screen.grid().size().columns);
    return lines;
}

TerminalPosition cursorAfter(const QByteArray &bytes)
{
    TerminalScreen screen({6, 20}, 100);
    screen.feed(bytes);
    return screen.cursor().at;
}

}  // namespace

class TestTerminalScreen : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void sequencesHaveTheirEffect_data();
    void sequencesHaveTheirEffect();
    void bytesMayArriveInAnyPieces_data() { sequencesHaveTheirEffect_data(); }
    void bytesMayArriveInAnyPieces();
    void theCursorMoves_data();
    void theCursorMoves();
    void coloursAreKept_data();
    void coloursAreKept();
    void linesThatScrollOffAreHistory();
    void aScrollingRegionLeavesNoHistory();
    void theHistoryHasALimit();
    void theAlternateScreenKeepsTheOtherOne();
    void narrowLinesAreWrappedAnewAndComeBack();
    void theCursorStaysWithItsTextWhenTheWidthChanges();
    void aScreenThatBecameSmallerKeepsItsCursorInside();
    void wideCharactersTakeTwoCells();
    void halfAWideCharacterDisappears();
    void combiningCharactersShareACell();
    void everyChangeOfALineIsSeen();
    void keysAreBytes_data();
    void keysAreBytes();
    void cursorKeysFollowTheProgram();
    void pastedTextIsBracketedWhenAskedFor();
    void theMouseIsReportedWhenAskedFor();
    void titleBellAndCursorAreTold();
    void anotherProgramBeginsWithItsOwnModes();
};

void TestTerminalScreen::sequencesHaveTheirEffect_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QStringList>("lines");
    const auto row = [](const char *name, const QByteArray &bytes, const QStringList &lines) { QTest::newRow(name) << bytes << lines; };
    row("plain lines", "one\r\ntwo", {"one", "two"});
    row("line feed alone keeps the column", "ab\nc", {"ab", "  c"});
    row("carriage return overwrites", "hello\rJ", {"Jello"});
    row("backspace", "abc\b\bX", {"aXc"});
    row("tab stops every eight", "a\tb\tc", {"a       b       c"});
    row("own tab stop", "\x1b[3g\x1b[1;5H\x1bH\r\tX", {"    X"});
    row("one tab stop is removed", "\x1b[1;9H\x1b[g\r\tX", {"                X"});
    row("back to a tab stop", "\x1b[1;18H\x1b[ZX", {"                X"});
    row("text wraps at the edge", QByteArray(20, 'a') + "bc", {QString(20, u'a'), "bc"});
    row("no line is skipped after a full one", QByteArray(20, 'a') + "\r\nb", {QString(20, u'a'), "b"});
    row("without wrapping the last cell is overwritten", "\x1b[?7l" + QByteArray(20, 'a') + "bc", {QString(19, u'a') + "c"});
    row("position", "\x1b[3;5Hx", {"", "", "    x"});
    row("position without arguments", "abc\x1b[HX", {"Xbc"});
    row("column and row apart", "\x1b[4G3\x1b[2d2", {"   3", "    2"});
    row("erase to the end of the line", "abcdef\x1b[3D\x1b[K", {"abc"});
    row("erase to the cursor", "abcdef\x1b[4D\x1b[1K", {"   def"});
    row("erase the line", "abc\x1b[2K\rx", {"x"});
    row("erase below", "a\r\nb\r\nc\x1b[2;1H\x1b[J", {"a"});
    row("erase above", "a\r\nb\r\nc\x1b[2;1H\x1b[1J", {"", "", "c"});
    row("erase all", "a\r\nb\x1b[2J", {});
    row("insert characters", "abcd\x1b[1;2H\x1b[2@X", {"aX bcd"});
    row("delete characters", "abcdef\x1b[1;2H\x1b[2P", {"adef"});
    row("erase characters", "abcdef\x1b[1;2H\x1b[2X", {"a  def"});
    row("insert mode", "abc\x1b[1;2H\x1b[4hXY\x1b[4l", {"aXYbc"});
    row("insert lines", "1\r\n2\r\n3\x1b[2;1H\x1b[L", {"1", "", "2", "3"});
    row("delete lines", "1\r\n2\r\n3\x1b[1;1H\x1b[M", {"2", "3"});
    row("repeat a character", "ab\x1b[3b", {"abbbb"});
    row("scroll up", "1\r\n2\r\n3\x1b[S", {"2", "3"});
    row("scroll down", "1\r\n2\x1b[2T", {"", "", "1", "2"});
    row("reverse index at the top", "1\r\n2\x1b[H\x1bM0", {"0", "1", "2"});
    row("index at the bottom",
        "1\r\n2\x1b[6;1H\x1b"
        "D",
        {"2"});
    row("next line",
        "a\x1b"
        "Eb",
        {"a", "b"});
    row("region scrolls alone", "1\r\n2\r\n3\r\n4\x1b[2;3r\x1b[3;1H\nX", {"1", "3", "X", "4"});
    row("origin mode", "\x1b[3;5r\x1b[?6h\x1b[1;1HX\x1b[9;1HY", {"", "", "X", "", "Y"});
    row("region ends", "\x1b[2;3r\x1b[r\x1b[6;1Ha\nb", {"", "", "", "", "a", " b"});
    row("line drawing", "\x1b(0lqk\x1b(B lqk", {QStringLiteral("┌─┐ lqk")});
    row("shift out and in", "\x1b)0\x0eqx\x0fqx", {QStringLiteral("─│qx")});
    row("save and restore the cursor",
        "ab\x1b"
        "7\x1b[4;4Hx\x1b"
        "8c",
        {"abc", "", "", "   x"});
    row("the short form of it", "ab\x1b[s\x1b[4;4Hx\x1b[uc", {"abc", "", "", "   x"});
    row("screen alignment", "\x1b#8\x1b[2;1H\x1b[J", {QString(20, u'E')});
    row("reset",
        "abc\x1b[2;3r\x1b"
        "cX",
        {"X"});
    row("newline mode", "\x1b[20ha\nb", {"a", "b"});
    row("controls inside a sequence", "a\x1b[2\rC\x58", {"a X"});
    row("a sequence that is cancelled",
        "a\x1b[3\x18"
        "b",
        {"ab"});
    row("UTF-8", QStringLiteral("äé€😀").toUtf8(), {QStringLiteral("äé€😀")});
    row("wrong UTF-8",
        "a\xff"
        "b\xc3(c\xe4\xbd",
        {QStringLiteral("a\ufffdb\ufffd(c")});
    row("a longer form than needed",
        "a\xc0\xaf"
        "b",
        {QStringLiteral("a\ufffdb")});
    row("unknown sequences show nothing", "a\x1b[5;5v\x1b[>4;1m\x1b[?2026h\x1bPq#0;1~\x1b\\\x1b_x\x1b\\\x1b[=5ub", {"ab"});
}

void TestTerminalScreen::sequencesHaveTheirEffect()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QStringList, lines);
    TerminalScreen screen({6, 20}, 100);
    screen.feed(bytes);
    QCOMPARE(linesOf(screen), lines);
}

void TestTerminalScreen::bytesMayArriveInAnyPieces()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QStringList, lines);
    TerminalScreen screen({6, 20}, 100);
    for (const char byte : bytes)
        screen.feed(QByteArrayView(&byte, 1));
    QCOMPARE(linesOf(screen), lines);
}

void TestTerminalScreen::theCursorMoves_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("row");
    QTest::addColumn<int>("column");
    const auto row = [](const char *name, const QByteArray &bytes, int r, int c) { QTest::newRow(name) << bytes << r << c; };
    row("down and right", "\x1b[2B\x1b[3C", 2, 3);
    row("not beyond the edges", "\x1b[99B\x1b[99C", 5, 19);
    row("not before the beginning", "abc\x1b[9A\x1b[9D", 0, 0);
    row("zero counts as one", "\x1b[0B\x1b[0C", 1, 1);
    row("next and previous line", "ab\x1b[3E\x1b[1F", 2, 0);
    row("a huge argument", "\x1b[99999999999999999999;5H", 5, 4);
    row("after the last cell it waits", QByteArray(20, 'x'), 0, 19);
    row("and then wraps", QByteArray(21, 'x'), 1, 1);
}

void TestTerminalScreen::theCursorMoves()
{
    QFETCH(QByteArray, bytes);
    QFETCH(int, row);
    QFETCH(int, column);
    QCOMPARE(cursorAfter(bytes), (TerminalPosition{row, column}));
}

void TestTerminalScreen::coloursAreKept_data()
{
    QTest::addColumn<QByteArray>("words");
    QTest::addColumn<TerminalPen>("pen");
    using Color = TerminalColor;
    const auto row = [](const char *name, const QByteArray &words, const std::function<void(TerminalPen &)> &set) {
        TerminalPen pen;
        set(pen);
        QTest::newRow(name) << words << pen;
    };
    row("none", "0", [](TerminalPen &) {});
    row("red on blue", "31;44", [](TerminalPen &p) { p.ink = {Color::Indexed, 1}, p.paper = {Color::Indexed, 4}; });
    row("bright", "97;101", [](TerminalPen &p) { p.ink = {Color::Indexed, 15}, p.paper = {Color::Indexed, 9}; });
    row("one of 256", "38;5;208", [](TerminalPen &p) { p.ink = {Color::Indexed, 208}; });
    row("with colons", "38:5:208;1", [](TerminalPen &p) { p.ink = {Color::Indexed, 208}, p.isBold = true; });
    row("true colour", "48;2;10;20;30", [](TerminalPen &p) { p.paper = {Color::Rgb, 10, 20, 30}; });
    row("true colour with a colour space", "38:2::10:20:30", [](TerminalPen &p) { p.ink = {Color::Rgb, 10, 20, 30}; });
    row("too large a value", "38;2;300;20;30", [](TerminalPen &p) { p.ink = {Color::Rgb, 255, 20, 30}; });
    row("incomplete", "1;38;2;10", [](TerminalPen &p) { p.isBold = true; });
    row("attributes", "1;3;4;7;9", [](TerminalPen &p) {
        p.isBold = p.isItalic = p.isReverse = p.isStruck = true;
        p.underline = 1;
    });
    row("kinds of underlines", "4:3", [](TerminalPen &p) { p.underline = 3; });
    row("colour of underlines", "58;5;3;1", [](TerminalPen &p) { p.isBold = true; });
    row("back to nothing", "1;31;4;22;24;39", [](TerminalPen &) {});
}

void TestTerminalScreen::coloursAreKept()
{
    QFETCH(QByteArray, words);
    QFETCH(TerminalPen, pen);
    TerminalScreen screen({6, 20}, 100);
    screen.feed("\x1b[" + words + "mX");
    QCOMPARE(screen.grid().row(0).at(0).pen, pen);
}

void TestTerminalScreen::linesThatScrollOffAreHistory()
{
    TerminalScreen screen({3, 20}, 100);
    screen.feed("1\r\n2\r\n3\r\n4\r\n5");
    QCOMPARE(historyOf(screen), (QStringList{"1", "2"}));
    QCOMPARE(linesOf(screen), (QStringList{"3", "4", "5"}));
    screen.feed("\x1b[3J");
    QCOMPARE(historyOf(screen), QStringList());
    QCOMPARE(linesOf(screen), (QStringList{"3", "4", "5"}));
    QCOMPARE(screen.grid().firstLine(), 2);
}

void TestTerminalScreen::aScrollingRegionLeavesNoHistory()
{
    TerminalScreen screen({4, 20}, 100);
    screen.feed("1\r\n2\r\n3\r\n4\x1b[2;3r\x1b[3;1H\n\n\n");
    QCOMPARE(historyOf(screen), QStringList());
    QCOMPARE(linesOf(screen), (QStringList{"1", "", "", "4"}));
}

void TestTerminalScreen::theHistoryHasALimit()
{
    TerminalScreen screen({2, 20}, 50);
    for (int i = 0; i < 1000; ++i)
        screen.feed(QByteArray::number(i) + "\r\n");
    QCOMPARE(screen.grid().topLine() - screen.grid().firstLine(), 50);
    QCOMPARE(historyOf(screen).first(), QStringLiteral("949"));
    QCOMPARE(screen.grid().firstLine(), 949);
}

void TestTerminalScreen::theAlternateScreenKeepsTheOtherOne()
{
    TerminalScreen screen({4, 20}, 100);
    screen.feed("1\r\n2\r\n3\r\n4\r\nprompt");
    screen.feed("\x1b[?1049h\x1b[Hfull\r\n\n\n\n\n\nscreen");
    QVERIFY(screen.modes().isAlternate);
    QCOMPARE(screen.grid().topLine(), screen.grid().firstLine());
    QCOMPARE(linesOf(screen).last(), QStringLiteral("screen"));
    screen.feed("\x1b[?1049l");
    QCOMPARE(linesOf(screen), (QStringList{"2", "3", "4", "prompt"}));
    QCOMPARE(historyOf(screen), QStringList{"1"});
    QCOMPARE(screen.cursor().at, (TerminalPosition{3, 6}));
}

void TestTerminalScreen::narrowLinesAreWrappedAnewAndComeBack()
{
    TerminalScreen screen({4, 20}, 100);
    screen.feed("a line of more than twenty columns\r\nshort\r\n");
    const QStringList before = linesOf(screen);
    QCOMPARE(before, (QStringList{"a line of more than ", "twenty columns", "short"}));
    screen.resize({4, 10});
    QCOMPARE(historyOf(screen) + linesOf(screen), (QStringList{"a line of ", "more than ", "twenty col", "umns", "short"}));
    screen.resize({4, 40});
    QCOMPARE(historyOf(screen) + linesOf(screen), (QStringList{"a line of more than twenty columns", "short"}));
    screen.resize({4, 20});
    QCOMPARE(linesOf(screen), before);
}

void TestTerminalScreen::theCursorStaysWithItsTextWhenTheWidthChanges()
{
    TerminalScreen screen({4, 20}, 100);
    screen.feed("one\r\ntwo\r\nuser@machine:~$ ls");
    screen.resize({4, 8});
    screen.feed("X");
    QCOMPARE((historyOf(screen) + linesOf(screen)).join(QString()), QStringLiteral("onetwouser@machine:~$ lsX"));
    screen.resize({10, 60});
    screen.feed("Y");
    QCOMPARE(linesOf(screen).last(), QStringLiteral("user@machine:~$ lsXY"));
}

void TestTerminalScreen::aScreenThatBecameSmallerKeepsItsCursorInside()
{
    TerminalScreen screen({24, 80}, 100);
    screen.feed("\x1b[20;24r\x1b[24;80H\x1b"
                "7");
    screen.resize({5, 10});
    screen.feed("\x1b"
                "8\n\n\n\n\n\n\n\nX\x1b[?1048l\x1b[uY");
    const TerminalPosition at = screen.cursor().at;
    QVERIFY(at.row < 5 && at.column < 10);
    screen.feed("\x1b[?1049h");
    screen.resize({3, 8});
    screen.feed("\x1b[?1049l");
    QVERIFY(screen.cursor().at.row < 3 && screen.cursor().at.column < 8);
}

void TestTerminalScreen::wideCharactersTakeTwoCells()
{
    TerminalScreen screen({3, 10}, 100);
    screen.feed(QStringLiteral("训练a").toUtf8());
    QCOMPARE(screen.cursor().at.column, 5);
    QCOMPARE(int(screen.grid().row(0).at(0).width), 2);
    QCOMPARE(int(screen.grid().row(0).at(1).width), 0);
    QCOMPARE(linesOf(screen), QStringList{QStringLiteral("训练a")});
    // One that does not fit at the edge goes to the next line, and comes back when there is room.
    screen.feed(QStringLiteral("\r\n123456789验").toUtf8());
    QCOMPARE(linesOf(screen).mid(1), (QStringList{"123456789", QStringLiteral("验")}));
    screen.resize({3, 20});
    QCOMPARE(linesOf(screen).last(), QStringLiteral("123456789验"));
}

void TestTerminalScreen::halfAWideCharacterDisappears()
{
    TerminalScreen screen({3, 10}, 100);
    screen.feed(QStringLiteral("训练\x1b[1;2Hx").toUtf8());
    QCOMPARE(linesOf(screen), QStringList{QStringLiteral(" x练")});
    screen.feed("\x1b[1;3Hy");
    QCOMPARE(linesOf(screen), QStringList{QStringLiteral(" xy")});
}

void TestTerminalScreen::combiningCharactersShareACell()
{
    TerminalScreen screen({3, 10}, 100);
    screen.feed(QStringLiteral("e\u0301x").toUtf8());
    QCOMPARE(screen.cursor().at.column, 2);
    QCOMPARE(screen.grid().row(0).text(0, 1), QStringLiteral("e\u0301"));
    screen.feed(QStringLiteral("\u0302").toUtf8());  // in the next piece
    QCOMPARE(linesOf(screen), QStringList{QStringLiteral("e\u0301x\u0302")});
    screen.resize({3, 2});
    QCOMPARE(linesOf(screen), QStringList{QStringLiteral("e\u0301x\u0302")});
}

void TestTerminalScreen::everyChangeOfALineIsSeen()
{
    TerminalScreen screen({3, 10}, 100);
    screen.feed("a\r\nb\r\nc");
    const auto stamps = [&screen] {
        QList<quint64> all;
        for (int row = 0; row < 3; ++row)
            all << screen.grid().row(row).stamp;
        return all;
    };
    const QList<quint64> before = stamps();
    screen.feed("\x1b[2;2Hx");
    QList<quint64> after = stamps();
    QCOMPARE(after[0], before[0]);
    QVERIFY(after[1] != before[1]);
    QCOMPARE(after[2], before[2]);
    screen.feed("\x1b[3;1H\n");  // lines move with their stamps
    QCOMPARE(screen.grid().row(0).stamp, after[1]);
    QCOMPARE(screen.grid().line(0).stamp, before[0]);
}

void TestTerminalScreen::keysAreBytes_data()
{
    QTest::addColumn<int>("key");
    QTest::addColumn<int>("with");
    QTest::addColumn<QByteArray>("bytes");
    const auto row = [](const char *name, TerminalKey key, int with, const QByteArray &bytes) {
        QTest::newRow(name) << int(key) << with << bytes;
    };
    row("Enter", TerminalKey::Enter, 0, "\r");
    row("Tab", TerminalKey::Tab, 0, "\t");
    row("Shift+Tab", TerminalKey::Tab, 1, "\x1b[Z");
    row("Backspace", TerminalKey::Backspace, 0, "\x7f");
    row("Alt+Backspace", TerminalKey::Backspace, 2, "\x1b\x7f");
    row("Escape", TerminalKey::Escape, 0, "\x1b");
    row("Up", TerminalKey::Up, 0, "\x1b[A");
    row("Ctrl+Right", TerminalKey::Right, 4, "\x1b[1;5C");
    row("Home", TerminalKey::Home, 0, "\x1b[H");
    row("Delete", TerminalKey::Delete, 0, "\x1b[3~");
    row("Page Up", TerminalKey::PageUp, 0, "\x1b[5~");
    row("F1", TerminalKey::F1, 0, "\x1bOP");
    row("F12", TerminalKey::F12, 0, "\x1b[24~");
    row("Shift+F1", TerminalKey::F1, 1, "\x1b[1;2P");
}

void TestTerminalScreen::keysAreBytes()
{
    QFETCH(int, key);
    QFETCH(int, with);
    QFETCH(QByteArray, bytes);
    TerminalScreen screen({6, 20}, 100);
    QCOMPARE(screen.key(static_cast<TerminalKey>(key), {(with & 1) != 0, (with & 2) != 0, (with & 4) != 0}), bytes);
    QCOMPARE(screen.typed("c", {false, false, true}), QByteArray("\x03"));
    QCOMPARE(screen.typed("i", {false, false, true}), QByteArray("\t"));
    QCOMPARE(screen.typed(QStringLiteral("é"), {}), QByteArray("\xc3\xa9"));
    QCOMPARE(screen.typed("b", {false, true, false}), QByteArray("\x1b"
                                                                 "b"));
    QCOMPARE(screen.typed(" ", {false, false, true}), QByteArray("\0", 1));
}

void TestTerminalScreen::cursorKeysFollowTheProgram()
{
    TerminalScreen screen({6, 20}, 100);
    screen.feed("\x1b[?1h");
    QCOMPARE(screen.key(TerminalKey::Up, {}), QByteArray("\x1bOA"));
    screen.feed("\x1b[?1l");
    QCOMPARE(screen.key(TerminalKey::Up, {}), QByteArray("\x1b[A"));
}

void TestTerminalScreen::pastedTextIsBracketedWhenAskedFor()
{
    TerminalScreen screen({6, 20}, 100);
    QCOMPARE(screen.pasted("a\nb\r\nc"), QByteArray("a\rb\rc"));
    screen.feed("\x1b[?2004h");
    QCOMPARE(screen.pasted("ls"), QByteArray("\x1b[200~ls\x1b[201~"));
    // Text that would end the brackets itself.
    QCOMPARE(screen.pasted("x\x1b[201~rm\x03"), QByteArray("\x1b[200~x[201~rm\x1b[201~"));
}

void TestTerminalScreen::theMouseIsReportedWhenAskedFor()
{
    TerminalScreen screen({6, 20}, 100);
    QVERIFY(screen.mousePressed(1, true, {2, 3}, {}).isEmpty());
    QVERIFY(screen.mouseMoved({1, 1}, {}).isEmpty());
    screen.feed("\x1b[?1002;1006h");
    QVERIFY(screen.modes().mouse == TerminalMouse::Drags);
    QCOMPARE(screen.mousePressed(1, true, {2, 3}, {}), QByteArray("\x1b[<0;4;3M"));
    QCOMPARE(screen.mouseMoved({2, 4}, {}), QByteArray("\x1b[<32;5;3M"));
    QCOMPARE(screen.mousePressed(1, false, {2, 4}, {}), QByteArray("\x1b[<0;5;3m"));
    QCOMPARE(screen.mousePressed(5, true, {2, 4}, {}), QByteArray("\x1b[<65;5;3M"));
    screen.feed("\x1b[?1002l");
    QVERIFY(screen.mousePressed(1, true, {2, 3}, {}).isEmpty());
    screen.feed("\x1b[?1004h");
    QCOMPARE(screen.focusChanged(true), QByteArray("\x1b[I"));
    QCOMPARE(screen.focusChanged(false), QByteArray("\x1b[O"));
}

void TestTerminalScreen::titleBellAndCursorAreTold()
{
    TerminalScreen screen({6, 20}, 100);
    screen.feed("\x1b]2;user@machine: ~\x07\x07\x1b[6 q\x1b[?25l");
    QCOMPARE(screen.title(), QStringLiteral("user@machine: ~"));
    QCOMPARE(screen.bells(), 1);
    QVERIFY(screen.cursor().shape == TerminalCursor::Bar);
    QVERIFY(!screen.cursor().isVisible);
    screen.feed("\x1b]0;other\x1b\\\x1b[?25h\x1b[5n\x1b[2;3H\x1b[6n\x1b[c");
    QCOMPARE(screen.title(), QStringLiteral("other"));
    QVERIFY(screen.cursor().isVisible);
    QCOMPARE(screen.takeAnswers(), QByteArray("\x1b[0n\x1b[2;3R\x1b[?1;2c"));
    QVERIFY(screen.takeAnswers().isEmpty());
}

void TestTerminalScreen::anotherProgramBeginsWithItsOwnModes()
{
    TerminalScreen screen({4, 20}, 100);
    screen.feed("before\x1b[?1049h\x1b[?1003h\x1b[?2004h\x1b[?25l\x1b[31mfull\x1b[");
    screen.restart();
    QVERIFY(screen.modes() == TerminalModes{});
    QVERIFY(screen.cursor() == TerminalCursor{});
    QCOMPARE(screen.pasted("x"), QByteArray("x"));
    screen.feed("again");
    QCOMPARE(historyOf(screen), QStringList{"before"});
    QCOMPARE(linesOf(screen), QStringList{"again"});
    QVERIFY(screen.grid().row(0).at(0).pen == TerminalPen{});
}

QTEST_APPLESS_MAIN(TestTerminalScreen)
#include "tst_terminalscreen.moc"
