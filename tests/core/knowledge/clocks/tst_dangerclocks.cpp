// SPDX-License-Identifier: GPL-3.0-or-later
// What goes on costing money while a machine is stopped, and what ends it or its data, each with its source.
#include "core/knowledge/clocks/dangerclocks.h"

#include <QTest>

#include <algorithm>

using namespace trainyard;

namespace {

bool says(const QString &provider, bool isSpot, const char *words)
{
    const QList<DangerClock> clocks = builtInDangerClocks().whenStopped(provider, {}, isSpot);
    return std::any_of(clocks.begin(), clocks.end(), [words](const DangerClock &one) { return one.text().contains(QLatin1String(words)); });
}

const QByteArray kSources = R"("sources": {"S": {"title": "T", "link": "https://example.org"}})";

Result<DangerClocks> with(const char *fact)
{
    return parseDangerClocks("{" + kSources + R"(, "providers": {"p": {"facts": [)" + fact + "]}}}");
}

}  // namespace

class TestDangerClocks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyProviderSaysWhatAStoppedMachineCosts()
    {
        for (const char *provider : {"aws", "alibaba", "tencent", "azure", "gcp", "google", "runpod", "lambda", "vast", "openstack"}) {
            const QList<DangerClock> clocks = builtInDangerClocks().whenStopped(QLatin1String(provider), {}, false);
            QVERIFY2(!clocks.isEmpty(), provider);
            QCOMPARE(clocks.first().fact, DangerFact::StoppedMachine);
            for (const DangerClock &clock : clocks) {
                QVERIFY2(!clock.text().isEmpty(), provider);
                QVERIFY2(clock.from.asOf.isKnown(), provider);
                QVERIFY(builtInDangerClocks().textWithSource(clock).contains(builtInDangerClocks().sources[clock.from.source].title));
            }
        }
    }

    void theDangersAreTheProvidersOwn()
    {
        QVERIFY(says(QStringLiteral("runpod"), false, "twice as much"));
        QVERIFY(says(QStringLiteral("runpod"), false, "Stopping deletes"));
        QVERIFY(says(QStringLiteral("azure"), false, "deallocated"));
        QVERIFY(says(QStringLiteral("lambda"), false, "cannot be stopped"));
        QVERIFY(says(QStringLiteral("aws"), true, "min after a notice"));
        QVERIFY(!says(QStringLiteral("aws"), false, "spot"));
        QVERIFY(says(QStringLiteral("vast"), true, "without a notice"));
        QVERIFY(builtInDangerClocks().whenStopped(QStringLiteral("sandbox"), {}, false).isEmpty());
    }

    void whatIsFromMemorySaysSo()
    {
        const auto clocks = builtInDangerClocks().whenStopped(QStringLiteral("aws"), {}, true);
        for (const DangerClock &clock : clocks) {
            const QString text = builtInDangerClocks().textWithSource(clock);
            QCOMPARE(text.contains(QLatin1String("from memory")), clock.from.knowledge == Knowledge::Recalled);
        }
    }

    void wrongFactsAreRefused_data()
    {
        QTest::addColumn<QByteArray>("fact");
        QTest::newRow("unknown fact") << QByteArray(
            R"({"fact": "x", "value": "free", "source": "S", "status": "verified", "as_of": "2026"})");
        QTest::newRow("unknown value") << QByteArray(
            R"({"fact": "stopped-disk", "value": "free", "source": "S", "status": "verified", "as_of": "2026"})");
        QTest::newRow("no time") << QByteArray(R"({"fact": "spot-notice", "source": "S", "status": "verified", "as_of": "2026"})");
        QTest::newRow("negative time") << QByteArray(
            R"({"fact": "spot-notice", "seconds": -5, "source": "S", "status": "verified", "as_of": "2026"})");
        QTest::newRow("no source") << QByteArray(
            R"({"fact": "stopped-disk", "value": "bills", "source": "X", "status": "verified", "as_of": "2026"})");
        QTest::newRow("no date") << QByteArray(R"({"fact": "stopped-disk", "value": "bills", "source": "S", "status": "verified"})");
        QTest::newRow("no status") << QByteArray(R"({"fact": "stopped-disk", "value": "bills", "source": "S", "as_of": "2026"})");
    }
    void wrongFactsAreRefused()
    {
        QFETCH(QByteArray, fact);
        QVERIFY(with(R"({"fact": "stopped-disk", "value": "bills", "source": "S", "status": "verified", "as_of": "2026"})"));
        const auto read = with(fact.constData());
        QVERIFY(!read);
        QCOMPARE(read.error().code, ErrorCode::Corrupt);
    }
};

QTEST_GUILESS_MAIN(TestDangerClocks)
#include "tst_dangerclocks.moc"
