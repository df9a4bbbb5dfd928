// SPDX-License-Identifier: GPL-3.0-or-later
// Programs' output, damaged, for a moment; libFuzzer runs longer.
#include "tests/fuzz/mutate.h"
#include "tests/fuzz/terminalbytes.h"

#include <QElapsedTimer>
#include <QTest>

using namespace trainyard;

class FuzzTerminal : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anyOutputIsShown()
    {
        const QByteArrayList seeds{
            QByteArrayLiteral("\x1b[01;34mdir\x1b[0m  file\r\n\x1b[?2004huser@machine:~$ ls\r\n"),
            QByteArrayLiteral(
                "\x1b[?1049h\x1b[22;0;0t\x1b[1;24r\x1b[4l\x1b[H\x1b[2J\x1b[7m CPU \x1b[27m\x1b[38;5;208m||||\x1b[K\x1b[?1049l"),
            QByteArrayLiteral("\x1b[2;5r\x1b[?6h\x1b[3;3H\x1bM\x1b[2L\x1b[3M\x1b[4@\x1b[5P\x1b[6X\x1b"
                              "7\x1b"
                              "8"),
            QStringLiteral("训练 e\u0301 😀\u200d💻\r\n").toUtf8() + QByteArrayLiteral("\xfe\x05\x0a\x1b[u\x1b[10b\xfe\x1e\x50"),
            QByteArrayLiteral("\x1b]0;title\x07\x1bP$qm\x1b\\\x1b_x\x1b\\\x1b(0lqk\x1b(B\x1b#8")};
        const QByteArrayList words{"\x1b[",
                                   "\x1b]",
                                   "\x1bP",
                                   "\x1b\\",
                                   ";",
                                   ":",
                                   "?",
                                   "9999",
                                   "m",
                                   "H",
                                   "r",
                                   "J",
                                   "K",
                                   "b",
                                   "h",
                                   "l",
                                   "\x1b"
                                   "7",
                                   "\x1b"
                                   "8",
                                   "\x1b"
                                   "c",
                                   "\x1b[?1049h",
                                   "\x1b[?1049l",
                                   "\x1b[?6h",
                                   "\xcc\x81",
                                   "\xe8\xae\xad",
                                   "\xfe",
                                   "\x0e",
                                   "\x0f"};
        for (const QByteArray &seed : seeds)
            fuzzTerminal(seed);
        QRandomGenerator random(9);
        QElapsedTimer timer;
        timer.start();
        while (timer.elapsed() < fuzzMilliseconds())
            fuzzTerminal(mutated(seeds[random.bounded(int(seeds.size()))], random, words));
    }
};

QTEST_APPLESS_MAIN(FuzzTerminal)
#include "tst_fuzz_terminal.moc"
