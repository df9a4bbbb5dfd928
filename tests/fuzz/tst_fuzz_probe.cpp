// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/benchmark/probejudge.h"
#include "core/knowledge/benchmark/providertext.h"
#include "tests/fuzz/mutate.h"

#include <QFile>
#include <QTest>

#include <cmath>

using namespace trainyard;

class FuzzProbe : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void damagedReportsAreRefusedOrJudgedSensibly()
    {
        QFile file(QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/probe/made-two-h200.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray good = file.readAll();
        const auto reference = ProbeReference::builtIn();
        QVERIFY(reference && ProbeReport::parse(good));
        const ProbeJudge judge(*reference);
        const QByteArrayList words{"null",
                                   "-1",
                                   "1e308",
                                   "18446744073709551616",
                                   "0",
                                   "[]",
                                   "{}",
                                   "true",
                                   "\"index\": 0,",
                                   "\"median\": 0.0001,",
                                   "[[[[[[[[[[",
                                   "]",
                                   "\"status\": \"wrong\",",
                                   "\"isCorrect\": false,",
                                   "\"simulated\": true,",
                                   "\"\\u202e\\u0000\"",
                                   ",",
                                   "\"",
                                   "\"devices\": [0, 1],",
                                   "\"throttleSeconds\": {\"hw-thermal\": 9},",
                                   "\"probe\": \"sustained\","};
        QRandomGenerator random(5);
        QElapsedTimer timer;
        timer.start();
        qint64 judged = 0, refused = 0;
        while (timer.elapsed() < fuzzMilliseconds()) {
            // Values are changed, because random damage to twenty kilobytes would mostly just break the brackets.
            QByteArray bytes = good;
            for (int n = random.bounded(4); n >= 0; --n) {
                const qsizetype at = bytes.indexOf(": ", random.bounded(int(bytes.size())));
                const qsizetype end = at < 0 ? -1 : bytes.indexOf('\n', at);
                if (end > at && random.bounded(3) > 0)
                    bytes.replace(at + 2, end - at - (bytes.at(end - 1) == ',' ? 3 : 2), words[random.bounded(int(words.size()))]);
            }
            if (random.bounded(4) == 0)
                bytes = mutated(bytes, random, words);
            const auto report = ProbeReport::parse(bytes);
            if (!report) {
                ++refused;
                QVERIFY(report.error().code == ErrorCode::Corrupt);
                continue;
            }
            ++judged;
            for (const ProbeFigure &one : comparableFigures(*report))
                QVERIFY2(std::isfinite(one.value) && one.value > 0 && one.value < 1e8 && !one.gpu.isEmpty(), bytes.constData());
            const ProbeJudgement judgement = judge.judge(*report, comparableFigures(*report), {});
            QVERIFY2(!report->isSimulated || judgement.verdict == ProbeVerdict::Unclear, bytes.constData());
            QVERIFY2(judgement.verdict != ProbeVerdict::Keep || !report->devices.isEmpty(), bytes.constData());
            for (const ProbeFinding &one : judgement.findings)
                QVERIFY2(!one.sentence.contains(u'\x1b') && !one.sentence.contains(u'\n'), bytes.constData());
            QVERIFY(providerText(*report, judgement, *reference, QStringLiteral("box")).english.size() < 60'000);
        }
        QVERIFY2(judged > 20 && refused > 20, qPrintable(QStringLiteral("%1 judged, %2 refused").arg(judged).arg(refused)));
    }
};

QTEST_APPLESS_MAIN(FuzzProbe)
#include "tst_fuzz_probe.moc"
