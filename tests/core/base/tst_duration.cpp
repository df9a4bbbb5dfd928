// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/duration.h"

#include <QRandomGenerator>
#include <QTest>

using namespace trainyard;
using namespace std::chrono_literals;

class DurationTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsWhatPeopleWrite_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("seconds");  // -1 = refused
        const auto row = [](const char *text, qint64 seconds) { QTest::newRow(text) << QString::fromLatin1(text) << seconds; };
        row("12h", 43200);
        row("90m", 5400);
        row("45s", 45);
        row("2d", 172800);
        row("1.5h", 5400);
        row("1h30m", 5400);
        row("1d2h3m4s", 93784);
        row("0s", 0);
        row("0.001d", 87);  // 86.4
        row("0.333333h", 1200);
        row("0.0000001s", -1);
        row("1H", -1);
        row("0.05m", 3);
        row("", -1);
        row("12", -1);
        row("h", -1);
        row("12 h", -1);
        row("-1h", -1);
        row("1e3s", -1);
        row("30m1h", -1);
        row("1h1h", -1);
        row("1..5h", -1);
        row("99999999999999999999s", -1);
        row("3651d", -1);
        row("3650d1s", -1);
        row("3650d", 315360000);
    }
    void readsWhatPeopleWrite()
    {
        QFETCH(QString, text);
        QFETCH(qint64, seconds);
        const auto read = parseDuration(text);
        QCOMPARE(read ? qint64(read->count()) : -1, seconds);
    }

    void writtenTextReadsBack()
    {
        QCOMPARE(durationText(0s), QStringLiteral("0s"));
        QCOMPARE(durationText(90min), QStringLiteral("1h30m"));
        QCOMPARE(durationText(48h), QStringLiteral("2d"));
        QRandomGenerator random(20240914);
        for (int i = 0; i < 1000; ++i) {
            const std::chrono::seconds some(random.bounded(315'360'001));
            QVERIFY(parseDuration(durationText(some)) == some);
        }
    }
};

QTEST_APPLESS_MAIN(DurationTest)
#include "tst_duration.moc"
