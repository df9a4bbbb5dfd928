// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/log/loglead.h"
#include "ui/log/logscanner.h"

#include <QRandomGenerator>
#include <QTest>

using namespace trainyard;

class TestLogLead : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void headsOfKnownLoggersAreRead_data();
    void headsOfKnownLoggersAreRead();
    void continuationsBelongToTheLineBefore();
    void piecesMakeNoDifference();
    void timesInTheTextAreSeen();
};

void TestLogLead::headsOfKnownLoggersAreRead_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<int>("rank");
    QTest::addColumn<int>("level");
    QTest::addColumn<QByteArray>("time");
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char *name, const QByteArray &line, int rank, LogLevel level, const char *time, const char *text) {
        QTest::newRow(name) << line << rank << int(level) << QByteArray(time) << QByteArray(text);
    };
    using enum LogLevel;
    row("torchrun", "[default3]:step=1", 3, None, "", "step=1");
    row("torch elastic", "[rank7]: Traceback (most recent call last):", 7, Error, "", "Traceback (most recent call last):");
    row("torch warning with glog head", "[rank0]:[W1122 10:59:22.123456789 ProcessGroupNCCL.cpp:1250] Warning: x", 0, None, "",
        "[W1122 10:59:22.123456789 ProcessGroupNCCL.cpp:1250] Warning: x");
    row("glog", "W1122 10:59:22.123456 4711 torch/run.py:792] slow", -1, Warning, "10:59:22", "4711 torch/run.py:792] slow");
    row("mpirun -tag-output", "[1,12]<stderr>:WARNING: x", 12, Warning, "", "x");
    row("mpirun 5", "[prterun-host-77@1,2]<stdout>:ok", 2, None, "", "ok");
    row("srun -l", "0: ready", 0, None, "", "ready");
    row("srun -l, padded", " 7: ready", 7, None, "", "ready");
    row("deepspeed", "[2026-01-01 12:00:00,123] [INFO] [engine.py:10:f] [Rank 0] x", -1, Info, "12:00:00", "[engine.py:10:f] [Rank 0] x");
    row("deepspeed with rank next", "[2026-01-01 12:00:00,123] [INFO] [Rank 5] x", 5, Info, "12:00:00", "x");
    row("python logging", "2026-01-01 12:00:00,123 - WARNING - slow", -1, Warning, "12:00:00", "slow");
    row("python logging with a name", "2026-01-01 12:00:00,123 - my.module - ERROR - bad", -1, Error, "12:00:00",
        "my.module - ERROR - bad");
    row("loguru", "2026-01-01 12:00:00.123 | DEBUG    | m:f:1 - x", -1, Debug, "12:00:00", "m:f:1 - x");
    row("vllm", "INFO 11-22 10:59:22 engine.py:54] up", -1, Info, "10:59:22", "engine.py:54] up");
    row("basic config", "ERROR:root:bad", -1, Error, "", "root:bad");
    row("bracketed", "[WARN] slow", -1, Warning, "", "slow");
    row("ISO time with zone", "2026-01-01T12:00:00+08:00 hello", -1, None, "12:00:00", "hello");
    row("compiler", "error: no such file", -1, Error, "", "no such file");
    row("exception", "torch.cuda.OutOfMemoryError: CUDA out of memory.", -1, Error, "", "torch.cuda.OutOfMemoryError: CUDA out of memory.");
    row("nccl", "host:1:2 [0] NCCL WARN x", -1, Warning, "", "host:1:2 [0] NCCL WARN x");
    row("progress bar", "12:00:41<3:29:02, 2.62s/it", -1, None, "", "12:00:41<3:29:02, 2.62s/it");
    row("part of a name", "ERROR_RATE=0.1", -1, None, "", "ERROR_RATE=0.1");
    row("prose", "the error is 0.2", -1, None, "", "the error is 0.2");
    row("far to the right", QByteArray(100, 'x') + " ERROR", -1, None, "", (QByteArray(100, 'x') + " ERROR").constData());
    row("first word wins", "x ERROR after WARNING", -1, Error, "", "x ERROR after WARNING");
    row("nothing but a level", "INFO", -1, Info, "", "INFO");
    row("rank out of range", "[rank99999]: x", -1, None, "", "[rank99999]: x");
    row("empty", "", -1, None, "", "");
}

void TestLogLead::headsOfKnownLoggersAreRead()
{
    QFETCH(QByteArray, line);
    QFETCH(int, rank);
    QFETCH(int, level);
    QFETCH(QByteArray, time);
    QFETCH(QByteArray, text);
    const LogLead lead = leadOf(line);
    QCOMPARE(lead.rank, rank);
    QCOMPARE(int(lead.level), level);
    QCOMPARE(line.mid(lead.timeBegin, lead.timeLength), time);
    QCOMPARE(line.mid(lead.textBegin), text);
}

static QList<LogScanned> scan(const QByteArray &bytes, const QList<qsizetype> &cuts)
{
    QList<LogScanned> lines;
    LogScanner scanner;
    qsizetype at = 0;
    for (const qsizetype cut : cuts + QList<qsizetype>{bytes.size()}) {
        const QByteArray piece = bytes.mid(at, cut - at);  // a copy: heads must not point into old pieces
        scanner.feed(piece.constData(), piece.size(), [&lines](const LogScanned &line) { lines.append(line); });
        at = cut;
    }
    if (scanner.isInLine())
        lines.append(scanner.current());
    return lines;
}

void TestLogLead::continuationsBelongToTheLineBefore()
{
    const auto lines = scan("[rank1]: Traceback (most recent call last):\n[rank1]:   File \"a.py\", line 1\n"
                            "[rank1]: ValueError: no\n\nstep=1\n[rank2]:   indented\n",
                            {});
    QCOMPARE(lines.size(), 6);
    for (const int i : {0, 1, 2, 3}) {
        QCOMPARE(lines[i].kind.level, LogLevel::Error);
        QCOMPARE(int(lines[i].kind.rank), 1);
        QCOMPARE(lines[i].kind.isStart, i == 0);
    }
    QCOMPARE(lines[4].kind.level, LogLevel::None);
    QCOMPARE(int(lines[4].kind.rank), -1);
    QCOMPARE(lines[5].kind.level, LogLevel::None);  // of another rank
    QCOMPARE(int(lines[5].kind.rank), 2);
}

void TestLogLead::piecesMakeNoDifference()
{
    QRandomGenerator random(5);
    QByteArray bytes;
    static const QList<QByteArray> kPieces = {"[rank3]: ", "\r",      "\r\n", "\n",         "ERROR x", "  at",
                                              "\x1b[31m",  "\x1b[0m", "10%",  "WARNING: y", "INFO ",   QByteArray(300, 'z')};
    while (bytes.size() < 20'000)
        bytes += kPieces[random.bounded(int(kPieces.size()))];
    const auto whole = scan(bytes, {});
    for (int round = 0; round < 20; ++round) {
        QList<qsizetype> cuts;
        for (qsizetype at = 0; at < bytes.size(); at += 1 + random.bounded(round < 5 ? 3 : 400))
            cuts.append(at);
        const auto cut = scan(bytes, cuts);
        QCOMPARE(cut.size(), whole.size());
        for (qsizetype i = 0; i < whole.size(); ++i) {
            QCOMPARE(cut[i].begin, whole[i].begin);
            QCOMPARE(cut[i].end, whole[i].end);
            QCOMPARE(cut[i].shownBegin, whole[i].shownBegin);
            QCOMPARE(cut[i].shownEnd, whole[i].shownEnd);
            QCOMPARE(cut[i].kind.level, whole[i].kind.level);
            QCOMPARE(cut[i].kind.rank, whole[i].kind.rank);
        }
    }
}

void TestLogLead::timesInTheTextAreSeen()
{
    QVERIFY(saysTime(u"at 12:00:00 something"));
    QVERIFY(!saysTime(u"[12:00:41<3:29:02, 2.62s/it]"));
    QVERIFY(!saysTime(u"ratio 1:2:3"));
}

QTEST_GUILESS_MAIN(TestLogLead)
#include "tst_loglead.moc"
