// SPDX-License-Identifier: GPL-3.0-or-later
// Hostile bytes: Explain, the ranks and the observer stay within bounds and never crash.
#include "core/observe/diagnosis/runobserver.h"
#include "tests/fuzz/mutate.h"

#include <QFile>
#include <QTest>

using namespace trainyard;

class FuzzWatch : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void changedTextsAreTakenAsTheyCome()
    {
        QFile file(QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/watch/explain.txt"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll() + "Traceback (most recent call last):\n  x\nKeyError: 1\n[rank3]: step=4/9 loss=nan\n";
        QByteArray metrics = "1700000000000 gpufields index,uuid,name,utilization.gpu,power.draw\n";
        for (int i = 0; i < 50; ++i) {
            const QByteArray ms = QByteArray::number(1'700'000'000'000 + i * 1000);
            metrics += ms + " cpu 1 1 1 1 1 1 1 1 4\n" + ms + " log " + QByteArray::number(i * 100) + '\n' + ms
                       + " gpu 0, SIM-0, GPU, 98, 600\n";
        }
        QRandomGenerator random(7);
        const QByteArrayList words{"\n",
                                   "\r",
                                   "\x1b[31m",
                                   "[rank1]: ",
                                   "Traceback (most recent call last):",
                                   "nan",
                                   "out of memory. Tried to allocate ",
                                   "Assertion `",
                                   "NVRM: Xid (PCI:",
                                   "No module named '",
                                   "99999999999999999999",
                                   " log "};
        QElapsedTimer timer;
        timer.start();
        while (timer.elapsed() < fuzzMilliseconds()) {
            const QByteArray log = mutated(text, random, words), lines = mutated(metrics, random, words);
            RunObserver observer;
            SampleParser parser;
            const QList<MachineSample> samples = parser.feed(lines);
            observer.takeLog(log.left(log.size() / 2));
            observer.takeMetrics(samples, parser.takeLogSizes(), log.size());
            observer.takeLog(log.mid(log.size() / 2));
            observer.logCameBy(1'700'000'100'000);
            observer.takeKernel(log);
            observer.setEnd(ExplainEnd{1, {}, false, false, false});
            const RunObservation seen = observer.at(1'700'000'200'000);
            QVERIFY(seen.cards.size() <= 12 && seen.ranks.size() <= 1024);
            for (const ExplainCard &card : seen.cards) {
                QVERIFY(card.line.size() <= 301 && card.offset < log.size());
                QVERIFY(!card.what.contains(u'\x1b') && !card.command.contains(u'\n'));
            }
        }
    }
};

QTEST_GUILESS_MAIN(FuzzWatch)
#include "tst_fuzz_watch.moc"
