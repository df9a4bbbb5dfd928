// SPDX-License-Identifier: GPL-3.0-or-later
// The terminal: how many lines a second are interpreted, compared with libvterm's own screen, which keeps no history; and how many a
// second come from a real sshd into a window that shows them, with the longest time that one event kept the window's thread.
#include "core/service/machines/servicecontext.h"
#include "core/service/terminals/terminalservice.h"
#include "tests/bench/figures.h"
#include "tests/bench/uiclock.h"
#include "tests/support/sshdfixture.h"
#include "ui/terminal/terminalview.h"

#include <QFile>
#include <QTemporaryDir>

#include <vterm.h>

using namespace trainyard;

namespace {

constexpr int kRounds = 3;
constexpr qsizetype kPiece = 16 * 1024;

QByteArray plainLines(int count)
{
    QByteArray text;
    for (int i = 0; i < count; ++i)
        text += QByteArray::number(i) + "\r\n";
    return text;
}

// As a trainer with colours writes them.
QByteArray colouredLines(int count)
{
    QByteArray text;
    for (int i = 0; i < count; ++i)
        text += "\x1b[32mINFO\x1b[0m step \x1b[1m" + QByteArray::number(i)
                + "\x1b[0m loss=\x1b[33m1.6712\x1b[0m lr=8.64e-06 tok/s=50011\r\n";
    return text;
}

template <typename Feed>
double linesPerSecond(const QByteArray &text, int lines, const Feed &feed)
{
    QElapsedTimer timer;
    timer.start();
    for (qsizetype done = 0; done < text.size(); done += kPiece)
        feed(QByteArrayView(text).sliced(done, std::min(kPiece, text.size() - done)));
    return lines / (milliseconds(timer) / 1000);
}

void interpret(const QString &name, const QByteArray &text, int lines)
{
    std::vector<double> ours, bare;
    for (int round = 0; round < kRounds; ++round) {
        TerminalScreen screen({50, 120}, 10'000);
        ours.push_back(linesPerSecond(text, lines, [&screen](QByteArrayView bytes) { screen.feed(bytes); }));
        VTerm *const terminal = vterm_new(50, 120);
        vterm_set_utf8(terminal, 1);
        VTermScreen *const plain = vterm_obtain_screen(terminal);
        vterm_screen_set_damage_merge(plain, VTERM_DAMAGE_SCROLL);
        vterm_screen_reset(plain, 1);
        bare.push_back(linesPerSecond(
            text, lines, [terminal](QByteArrayView bytes) { vterm_input_write(terminal, bytes.data(), size_t(bytes.size())); }));
        vterm_free(terminal);
    }
    printFigure(name, median(ours), median(bare), QStringLiteral("lines/s, libvterm's screen"));
}

void show(UiClock &clock, int lines)
{
    SshdFixture sshd;
    if (!sshd.missing().isEmpty() || !sshd.start())
        return;
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("text")));
    if (!file.open(QIODevice::WriteOnly))
        return;
    file.write(plainLines(lines).replace("\r\n", "\n"));
    file.close();
    const Paths paths{folder.filePath(QStringLiteral("data")), folder.filePath(QStringLiteral("config"))};
    ServiceContext context(paths, std::move(*StateDatabase::open(paths.database())), {});
    context.connect = [&sshd](const Machine &, Interaction, std::stop_token stop) {
        return SshConnection::open(sshd.target(), {}, QDeadlineTimer(30'000), std::move(stop));
    };
    Machine machine;
    machine.name = QStringLiteral("lab");
    machine.target.host = QStringLiteral("127.0.0.1");
    machine = *context.database->machines.add(machine);
    {
        TerminalService service(context);
        TerminalView view;
        view.resize(1200, 800);
        const auto session = service.open({machine.id, {}}, view.terminalSize(), 10'000);
        view.setSession(session.get());
        view.show();
        const auto shows = [&session](const QString &text) {
            bool isThere = false;
            session->reading([&](const TerminalScreen &screen) {
                for (int row = 0; row < screen.grid().size().rows && !isThere; ++row)
                    isThere = screen.grid().row(row).text(0, 200).contains(text);
            });
            return isThere;
        };
        if (!waitFor([&session] { return session->state().stage == TerminalState::Open; }))
            return;
        session->send("stty -echo; echo ready$((1))\r");
        if (!waitFor([&] { return shows(QStringLiteral("ready1")); }))
            return;
        clock.restart();
        QElapsedTimer timer;
        timer.start();
        session->send("cat " + file.fileName().toUtf8() + "; echo end$((2))\r");
        waitFor([&] { return shows(QStringLiteral("end2")); });
        const double seconds = milliseconds(timer) / 1000;
        printFigure(QStringLiteral("terminal: shown over SSH"), lines / seconds, 0, QStringLiteral("lines/s"));
        printFigure(QStringLiteral("terminal: longest event of the window meanwhile"), clock.longest(), 16, QStringLiteral("ms, a frame"));
        view.setSession(nullptr);
    }
    context.end.request_stop();
    context.threads.waitForDone();
}

}  // namespace

int main(int argc, char **argv)
{
    UiClock clock(argc, argv);
    const int lines = qEnvironmentVariableIntValue("TRAINYARD_BENCH_LINES") > 0 ? qEnvironmentVariableIntValue("TRAINYARD_BENCH_LINES")
                                                                                : 1'000'000;
    interpret(QStringLiteral("terminal: short lines"), plainLines(lines), lines);
    interpret(QStringLiteral("terminal: coloured lines"), colouredLines(lines / 4), lines / 4);
    show(clock, lines);
    return 0;
}
