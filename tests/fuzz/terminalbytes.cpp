// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/terminalbytes.h"

#include "core/terminal/terminalscreen.h"

namespace trainyard {

namespace {

constexpr int kHistory = 50;

void requireOfTerminal(bool isTrue, const char *what)
{
    if (!isTrue)
        qFatal("%s", what);
}

void lookAtTerminal(TerminalScreen &screen)
{
    const TerminalGrid &grid = screen.grid();
    const TerminalSize size = grid.size();
    const TerminalPosition at = screen.cursor().at;
    requireOfTerminal(at.row >= 0 && at.row < size.rows && at.column >= 0 && at.column < size.columns, "the cursor left the screen");
    requireOfTerminal(grid.topLine() - grid.firstLine() <= kHistory, "the history is too long");
    for (qint64 number = grid.firstLine(); number < grid.endLine(); ++number) {
        const TerminalLine &line = grid.line(number);
        requireOfTerminal(line.cells.size() <= std::size_t(size.columns), "a line is too long");
        requireOfTerminal(line.text(0, size.columns).size() <= 12 * qsizetype(size.columns), "a cell holds too much");
    }
    for (const QChar c : screen.title())
        requireOfTerminal(c.isPrint(), "a control character in the title");
    for (const char c : screen.takeAnswers())
        requireOfTerminal(c == 0x1b || (c > 0x20 && c < 0x7f), "a control character in an answer");
}

}  // namespace

void fuzzTerminal(const QByteArray &bytes)
{
    TerminalScreen screen({6, 20}, kHistory);
    qsizetype done = 0;
    while (done < bytes.size()) {
        qsizetype next = bytes.indexOf(char(0xfe), done);
        if (next < 0)
            next = bytes.size();
        screen.feed(QByteArrayView(bytes).sliced(done, next - done));
        lookAtTerminal(screen);
        if (next + 2 < bytes.size())
            screen.resize({uchar(bytes[next + 1]) % 40, uchar(bytes[next + 2])});
        done = next + 3;
    }
    lookAtTerminal(screen);
}

}  // namespace trainyard
