// SPDX-License-Identifier: GPL-3.0-or-later
// Answers of RunPod, Lambda and Vast.ai, damaged, for a moment; libFuzzer runs longer.
#include "tests/fuzz/gpucloudanswers.h"
#include "tests/fuzz/mutate.h"

#include <QDirIterator>
#include <QFile>
#include <QTest>

using namespace trainyard;

class FuzzGpuClouds : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anyAnswerIsRead()
    {
        QByteArrayList given;
        QDirIterator files(QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/gpuclouds/answers"), QDir::Files);
        while (files.hasNext()) {
            QFile file(files.next());
            if (file.open(QIODevice::ReadOnly))
                given << file.readAll();
        }
        QVERIFY(given.size() >= 9);
        const QByteArrayList words{"{",       "}",        "[",        "]",     "null",     "true",      "-1",        "1e308",
                                   "\"\"",    "\"id\"",   "\"data\"", "ty-",   "\\u0000",  "\\ud800",   "\\n",       "[[[[[",
                                   "{\"a\":", "\xff\xfe", "\"22\"",   "0.001", "\"name\"", "\"label\"", "\"error\"", "9223372036854775807"};
        for (const QByteArray &seed : given)
            fuzzGpuCloudAnswer(seed);
        QRandomGenerator random(6);
        QElapsedTimer timer;
        timer.start();
        while (timer.elapsed() < fuzzMilliseconds())
            fuzzGpuCloudAnswer(mutated(given[random.bounded(int(given.size()))], random, words));
    }
};

QTEST_APPLESS_MAIN(FuzzGpuClouds)
#include "tst_fuzz_gpuclouds.moc"
