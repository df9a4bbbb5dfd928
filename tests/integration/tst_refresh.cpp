// SPDX-License-Identifier: GPL-3.0-or-later
// `yard offer refresh` as a person uses it, with a web server on this computer in place of the clouds.
#include "tests/support/pricestandin.h"
#include "tests/support/yardcommand.h"

#include <QDate>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <csignal>

using namespace trainyard;
using Request = HttpStandIn::Request;
using Answer = HttpStandIn::Answer;

class TestRefresh : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<PriceStandIn> m_clouds;

    YardCommand yard() const
    {
        YardCommand command(QStringLiteral(TRAINYARD_BIN_DIR "/yard"), m_home->path());
        for (const char *cloud : {"AWS", "AZURE", "SKYPILOT"}) {
            command.environment.insert(QStringLiteral("TRAINYARD_%1_PRICES_URL").arg(QLatin1String(cloud)),
                                       m_clouds->base() + u'/' + QString::fromLatin1(cloud).toLower());
        }
        for (const char *name : {"http_proxy", "https_proxy", "all_proxy", "HTTPS_PROXY", "ALL_PROXY"})
            command.environment.remove(QLatin1String(name));
        return command;
    }
    YardCommand::Answer run(const QString &words) const { return yard().run(words.split(u' ')); }
    QByteArray kept(const QString &name) const
    {
        QFile file(m_home->filePath(QStringLiteral("data/offers/lists/") + name + QStringLiteral(".csv")));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static Answer status(int number)
    {
        Answer answer;
        answer.status = number;
        answer.headers = {"Retry-After: 3600"};  // so that nobody waits for another try
        return answer;
    }
    QJsonObject listed(const QString &words) const
    {
        return run(QStringLiteral("--json offer list ") + words).object()[QLatin1String("offers")].toArray().first().toObject();
    }

private Q_SLOTS:
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        m_clouds = std::make_unique<PriceStandIn>();
    }

    void nothingIsFetchedUnlessAsked()
    {
        QCOMPARE(run(QStringLiteral("offer list --gpu T4 --limit 1")).status, 0);
        QCOMPARE(run(QStringLiteral("offer sources")).status, 0);
        QVERIFY(m_clouds->requests().isEmpty());
    }

    void newPricesAreShownWithTheirDayAndSource()
    {
        const QString today = QDate::currentDate().toString(Qt::ISODate);
        const auto refreshed = run(QStringLiteral("--json offer refresh"));
        QVERIFY2(refreshed.status == 0, refreshed.told().constData());
        const QJsonArray lists = refreshed.object()[QLatin1String("lists")].toArray();
        QVERIFY(lists.size() > 15);
        for (const QJsonValue &list : lists) {
            QCOMPARE(list[QLatin1String("result")].toString(), QStringLiteral("updated"));
            QVERIFY(list[QLatin1String("error")].isNull() && list[QLatin1String("offers")].toInt() > 0);
        }
        const QJsonObject offer = listed(QStringLiteral("--gpu A100 --provider azure --region eastus --purchase spot"));
        QCOMPARE(offer[QLatin1String("price")].toDouble(), 1.469);
        QCOMPARE(offer[QLatin1String("as_of")].toString(), today);
        QCOMPARE(offer[QLatin1String("source")].toString(), QStringLiteral("azure-retail-prices"));
        QVERIFY(offer[QLatin1String("card")].isNull() && !offer.contains(QLatin1String("history")));

        const auto again = run(QStringLiteral("offer refresh --source azure,skypilot-runpod"));
        QVERIFY2(again.status == 0 && again.out.contains("unchanged"), again.told().constData());
        const auto sources = run(QStringLiteral("offer sources"));
        QVERIFY2(sources.out.contains("skypilot-runpod") && sources.out.contains(today.toUtf8()), sources.told().constData());
        const QJsonArray named = run(QStringLiteral("--json offer sources")).array();
        const auto azure = std::find_if(named.begin(), named.end(), [](const QJsonValue &one) {
            return one[QLatin1String("code")].toString() == QLatin1String("azure-retail-prices");
        });
        QVERIFY(azure != named.end());
        QVERIFY((*azure)[QLatin1String("as_of")].isNull());
        QCOMPARE((*azure)[QLatin1String("lists")][0][QLatin1String("name")].toString(), QStringLiteral("azure"));
    }

    void whatItCostBeforeIsKnown()
    {
        const QString arguments = QStringLiteral("--provider runpod --gpu a100-80gb --purchase on-demand --region US --history");
        QCOMPARE(run(QStringLiteral("offer refresh --source skypilot-runpod")).status, 0);
        QVERIFY(listed(arguments)[QLatin1String("history")].toArray().isEmpty());
        m_clouds->answer("runpod", PriceStandIn::skyPilotTable("1.99"));
        const auto refreshed = run(QStringLiteral("--json offer refresh --source skypilot-runpod"));
        QCOMPARE(refreshed.object()[QLatin1String("lists")][0][QLatin1String("prices_changed")].toInt(), 1);
        const QJsonArray history = listed(arguments)[QLatin1String("history")].toArray();
        QCOMPARE(history.size(), 2);
        QCOMPARE(history[0][QLatin1String("price")].toDouble(), 1.89);
        QCOMPARE(history[1][QLatin1String("price")].toDouble(), 1.99);
        const auto table = run(QStringLiteral("offer list ") + arguments);
        QVERIFY2(table.out.contains("BEFORE") && table.out.contains("1.89 USD ("), table.told().constData());
    }

    void theStatusSaysHowItWent()
    {
        const auto answer = [&](const char *part, int number) {
            m_clouds->answer(part, [number](const Request &) { return status(number); });
        };
        answer("runpod", 404);
        const auto partly = run(QStringLiteral("--json offer refresh --source azure,skypilot-runpod"));
        QVERIFY2(partly.status == 1, partly.told().constData());
        QVERIFY2(partly.err.contains("yard: skypilot-runpod: ") && partly.err.contains("built-in"), partly.told().constData());
        QCOMPARE(partly.object()[QLatin1String("lists")][1][QLatin1String("error")][QLatin1String("code")].toString(),
                 QStringLiteral("not-found"));
        answer("runpod", 503);
        QCOMPARE(run(QStringLiteral("offer refresh --source skypilot-runpod")).status, 3);
        QCOMPARE(run(QStringLiteral("offer refresh --source azure,skypilot-runpod")).status, 1);
        for (const char *wrong : {"--source banana", "--source", "--source ,", "extra", "--frobnicate"})
            QCOMPARE(run(QStringLiteral("offer refresh ") + QLatin1String(wrong)).status, 2);
        const auto tried = run(QStringLiteral("offer refresh --dry-run --source skypilot-verda"));
        QVERIFY2(tried.status == 0 && tried.err.contains("Dry run"), tried.told().constData());
        QVERIFY(kept(QStringLiteral("skypilot-verda")).isEmpty());
    }

    void anEndInTheMiddleKeepsTheOldList_data()
    {
        QTest::addColumn<int>("signal");
        QTest::newRow("Ctrl+C") << SIGINT;
        QTest::newRow("kill -9") << SIGKILL;
    }
    void anEndInTheMiddleKeepsTheOldList()
    {
        QFETCH(int, signal);
        QCOMPARE(run(QStringLiteral("offer refresh --source skypilot-runpod,azure")).status, 0);
        const QByteArray runpod = kept(QStringLiteral("skypilot-runpod")), azure = kept(QStringLiteral("azure"));
        const QByteArray before = run(QStringLiteral("--json offer list --provider runpod,azure")).out;
        QVERIFY(!runpod.isEmpty() && !azure.isEmpty());
        // It never ends, and is never complete.
        std::atomic<int> asked = 0;
        m_clouds->answer("runpod", [&](const Request &) {
            ++asked;
            Answer slow;
            slow.body = PriceStandIn::skyPilotTable("1.99").repeated(2000);
            slow.bytesPerTick = 1000;
            return slow;
        });
        const auto process = yard().start(
            {QStringLiteral("offer"), QStringLiteral("refresh"), QStringLiteral("--source"), QStringLiteral("skypilot-runpod")});
        const QString part = m_home->filePath(QStringLiteral("data/offers/lists/refresh.part"));
        QTRY_VERIFY_WITH_TIMEOUT(asked > 0 && QFile(part).size() > 0, 20'000);
        QCOMPARE(::kill(static_cast<pid_t>(process->processId()), signal), 0);
        QVERIFY(process->waitForFinished(20'000));
        if (signal == SIGINT)
            QCOMPARE(process->exitCode(), 130);
        QCOMPARE(kept(QStringLiteral("skypilot-runpod")), runpod);
        QCOMPARE(kept(QStringLiteral("azure")), azure);
        QCOMPARE(run(QStringLiteral("--json offer list --provider runpod,azure")).out, before);
        // The lock it held and the files it left do not block the next one.
        m_clouds->answer("runpod", PriceStandIn::skyPilotTable("1.99"));
        const auto next = run(QStringLiteral("offer refresh --source skypilot-runpod"));
        QVERIFY2(next.status == 0, next.told().constData());
        QVERIFY(kept(QStringLiteral("skypilot-runpod")).contains(",1.99,"));
        QVERIFY(!QFile::exists(part));
    }
};

QTEST_GUILESS_MAIN(TestRefresh)
#include "tst_refresh.moc"
