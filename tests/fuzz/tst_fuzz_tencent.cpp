// SPDX-License-Identifier: GPL-3.0-or-later
// Answers of Tencent Cloud, damaged, for a moment; libFuzzer runs longer.
#include "tests/fuzz/mutate.h"
#include "tests/fuzz/tencentanswers.h"

#include <QDirIterator>
#include <QFile>
#include <QTest>

using namespace trainyard;

class FuzzTencent : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anyAnswerIsRead()
    {
        QByteArrayList given;
        QDirIterator files(QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/tencent/answers"), QDir::Files);
        while (files.hasNext()) {
            QFile file(files.next());
            if (file.open(QIODevice::ReadOnly))
                given << file.readAll();
        }
        QVERIFY(given.size() >= 5);
        const QByteArrayList words{"{",           "}",
                                   "[",           "]",
                                   ",",           "null",
                                   "true",        "-1",
                                   "1e308",       "\"\"",
                                   "{\"Key\":1}", "\"Response\"",
                                   "\"Error\"",   "\\u0000",
                                   "\\ud800",     "\\n",
                                   "[[[[[",       "{\"a\":",
                                   "\xff\xfe",    "\"SPOTPAID\"",
                                   "\"STOPPED\"", "9223372036854775807"};
        for (const QByteArray &seed : given)
            fuzzTencentAnswer(seed);
        QRandomGenerator random(5);
        QElapsedTimer timer;
        timer.start();
        while (timer.elapsed() < fuzzMilliseconds())
            fuzzTencentAnswer(mutated(given[random.bounded(int(given.size()))], random, words));
    }
};

QTEST_APPLESS_MAIN(FuzzTencent)
#include "tst_fuzz_tencent.moc"
