// SPDX-License-Identifier: GPL-3.0-or-later
// `yard offer …` as a person uses it: with the built-in catalogue, and with their own prices and exchange rates.
#include "tests/support/yardcommand.h"

#include <QDate>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

class TestOffers : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_home;

    YardCommand yard() const { return YardCommand(QStringLiteral(TRAINYARD_BIN_DIR "/yard"), m_home->path()); }
    YardCommand::Answer run(const QString &words) const { return yard().run(words.split(u' ')); }
    QString write(const QString &name, const QByteArray &bytes) const
    {
        QFile file(m_home->filePath(name));
        return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() ? file.fileName() : QString();
    }
    YardCommand::Answer import(const QString &name, const QByteArray &bytes, const QStringList &options = {}) const
    {
        return yard().run(QStringList{QStringLiteral("offer"), QStringLiteral("import")} + options + QStringList{write(name, bytes)});
    }
    static QList<double> numbers(const QJsonArray &offers, const char *key)
    {
        QList<double> found;
        for (const QJsonValue &offer : offers)
            found << offer[QLatin1String(key)].toDouble(-1);
        return found;
    }

private Q_SLOTS:
    void init() { m_home = std::make_unique<QTemporaryDir>(); }

    void offersAreListedCheapestFirst()
    {
        const auto listed = run(QStringLiteral("--json offer list --gpu A100 --count 8 --purchase on-demand --region us"));
        QVERIFY2(listed.status == 0, listed.told().constData());
        const QJsonObject answer = listed.object();
        QCOMPARE(answer[QLatin1String("currency")].toString(), QStringLiteral("USD"));
        const QJsonArray offers = answer[QLatin1String("offers")].toArray();
        QVERIFY(offers.size() > 3);
        QCOMPARE(answer[QLatin1String("found")].toInt(), offers.size());
        const QList<double> hours = numbers(offers, "hour");
        QVERIFY(std::is_sorted(hours.begin(), hours.end()) && hours.first() > 0);
        for (const QJsonValue &value : offers) {
            QVERIFY(value[QLatin1String("gpu")].toString().startsWith(QLatin1String("A100")));
            QCOMPARE(value[QLatin1String("gpus")].toDouble(), 8.0);
            QVERIFY(value[QLatin1String("region")].toString().startsWith(QLatin1String("us")));
            QVERIFY(!value[QLatin1String("source")].toString().isEmpty() && !value[QLatin1String("as_of")].toString().isEmpty());
        }
    }

    void placesAreAskedForByName()
    {
        const auto listed = run(QStringLiteral("--json offer list --gpu H100 --count 8 --purchase on-demand --in europe --limit 3"));
        QVERIFY2(listed.status == 0, listed.told().constData());
        const QJsonArray offers = listed.object()[QLatin1String("offers")].toArray();
        QCOMPARE(offers[0][QLatin1String("region")].toString(), QStringLiteral("no-kristiansand-1"));
        QCOMPARE(offers[0][QLatin1String("city")].toString(), QStringLiteral("Kristiansand"));
        QCOMPARE(offers[1][QLatin1String("country")].toString(), QStringLiteral("FI"));
        QVERIFY(offers[1][QLatin1String("city")].isNull());
        for (const QJsonValue &offer : offers)
            QCOMPARE(offer[QLatin1String("continent")].toString(), QStringLiteral("europe"));
        // An offer without a region is counted but not listed.
        QCOMPARE(listed.object()[QLatin1String("left_out_as_unknown")].toInt(), 1);

        const auto table = run(QStringLiteral("offer list --gpu H100 --count 8 --in 挪威,FI --limit 2"));
        QVERIFY2(table.out.contains("PLACE") && table.out.contains("Kristiansand, Norway") && table.out.contains("Finland"),
                 table.told().constData());
        QVERIFY(run(QStringLiteral("offer list --provider vast --limit 1")).out.contains("location unknown"));
        const auto nowhere = run(QStringLiteral("offer list --in atlantis"));
        QVERIFY2(nowhere.status == 1 && nowhere.err.contains("atlantis"), nowhere.told().constData());
        const QJsonObject both = run(QStringLiteral("--json offer list --in europe --region eu-west")).object();
        for (const QJsonValue offer : both[QLatin1String("offers")].toArray())
            QVERIFY(offer[QLatin1String("region")].toString().startsWith(QLatin1String("eu-west")));

        const auto estimate = run(QStringLiteral("estimate --hours 10 --gpu H100 --count 8 --in europe"));
        QVERIFY2(estimate.status == 0 && estimate.out.contains("no-kristiansand-1"), estimate.told().constData());
    }

    void everyOrderIsOne_data()
    {
        QTest::addColumn<QString>("order");
        QTest::addColumn<QByteArray>("key");
        QTest::newRow("hour") << QStringLiteral("hour") << QByteArray("hour");
        QTest::newRow("gpu-hour") << QStringLiteral("gpu-hour") << QByteArray("gpu_hour");
        QTest::newRow("tflop-hour") << QStringLiteral("tflop-hour") << QByteArray("tflop_hour");
        QTest::newRow("gib-hour") << QStringLiteral("gib-hour") << QByteArray("gib_hour");
    }
    void everyOrderIsOne()
    {
        QFETCH(QString, order);
        QFETCH(QByteArray, key);
        const QJsonObject answer = run(QStringLiteral("--json offer list --sort %1").arg(order)).object();
        const QList<double> keys = numbers(answer[QLatin1String("offers")].toArray(), key.constData());
        const int compared = answer[QLatin1String("compared")].toInt();
        QVERIFY(compared > 1000 && compared < keys.size());
        for (int i = 1; i < compared; ++i)
            QVERIFY(keys[i] >= keys[i - 1] - 1e-9);
    }

    void withoutARateCurrenciesStayApart()
    {
        const QString arguments = QStringLiteral("--json offer list --gpu A100 --count 8");
        const auto apart = run(arguments);
        const QJsonObject answer = apart.object();
        const int compared = answer[QLatin1String("compared")].toInt(), yuan = answer[QLatin1String("without_rate")].toInt();
        QVERIFY(compared > 0 && yuan > 0);
        QCOMPARE(answer[QLatin1String("currencies_without_rate")].toArray(), QJsonArray{QStringLiteral("CNY")});
        QVERIFY2(apart.err.contains("--rate USD/CNY"), apart.told().constData());
        const QJsonArray offers = answer[QLatin1String("offers")].toArray();
        for (int i = 0; i < compared + yuan; ++i) {
            QCOMPARE(offers[i][QLatin1String("currency")].toString(), i < compared ? QStringLiteral("USD") : QStringLiteral("CNY"));
            QCOMPARE(offers[i][QLatin1String("hour")].isNull(), i >= compared);
            QVERIFY(offers[i][QLatin1String("price")].isDouble());
        }

        const auto together = run(arguments + QStringLiteral(" --rate USD/CNY=7.1@2026-11-01"));
        QCOMPARE(together.object()[QLatin1String("compared")].toInt(), compared + yuan);
        QVERIFY(!together.err.contains("--rate"));

        // Once stored, it need not be given again.
        QCOMPARE(run(QStringLiteral("offer rates USD/CNY=7.1@2026-11-01")).out, QByteArray("USD/CNY=7.1@2026-11-01\n"));
        QCOMPARE(run(arguments).object()[QLatin1String("offers")], together.object()[QLatin1String("offers")]);
        QCOMPARE(run(arguments).object()[QLatin1String("rates")].toArray(), QJsonArray{QStringLiteral("USD/CNY=7.1@2026-11-01")});
        QCOMPARE(run(QStringLiteral("offer rates --forget CNY/USD")).status, 0);
        QCOMPARE(run(arguments).object()[QLatin1String("without_rate")].toInt(), yuan);
        QCOMPARE(run(QStringLiteral("offer rates --forget CNY/USD")).status, 1);
    }

    void theTableOfThreePlatformsIsThereAtOnce()
    {
        const QByteArray card("provider,gpu,price,currency\nplatform A,V100,8.5,CNY\nplatform B,A100,15.2,CNY\nplatform C,T4,3.8,CNY\n");
        const auto imported = import(QStringLiteral("platforms.csv"), card);
        QVERIFY2(imported.status == 0 && imported.err.contains("now has 3 offers"), imported.told().constData());
        const auto listed = run(QStringLiteral("--json offer list --provider platform --currency CNY --max-price 10"));
        const QJsonArray offers = listed.object()[QLatin1String("offers")].toArray();
        QCOMPARE(numbers(offers, "hour"), (QList<double>{3.8, 8.5}));
        QCOMPARE(offers[0][QLatin1String("card")].toString(), QStringLiteral("platforms"));
        QCOMPARE(offers[0][QLatin1String("source")].toString(), QStringLiteral("platforms"));
        QCOMPARE(offers[0][QLatin1String("as_of")].toString(), QDate::currentDate().toString(Qt::ISODate));
        QVERIFY(offers[0][QLatin1String("vcpus")].isNull() && offers[0][QLatin1String("memory_gib")].isNull());
        const QByteArray table = run(QStringLiteral("offer list --provider platform --max-price 10CNY")).out;
        QVERIFY2(table.contains("1 × T4") && table.contains("3.80 CNY") && table.contains("CNY/GPU-H"), table.constData());

        const QJsonArray cards = run(QStringLiteral("--json offer cards")).array();
        QCOMPARE(cards.size(), 1);
        QCOMPARE(cards[0][QLatin1String("name")].toString(), QStringLiteral("platforms"));
        QCOMPARE(cards[0][QLatin1String("offers")].toInt(), 3);
        QCOMPARE(run(QStringLiteral("offer remove platforms")).status, 0);
        QCOMPARE(run(QStringLiteral("offer remove platforms")).status, 1);
        QCOMPARE(run(QStringLiteral("offer list --provider platform")).status, 1);
    }

    void whatACardCostBeforeIsKnown()
    {
        const QByteArray head("provider,gpu,price,currency\n");
        const QString arguments = QStringLiteral("offer list --provider platform --currency CNY --history");
        QCOMPARE(import(QStringLiteral("mine.csv"), head + "platform A,V100,8.5,CNY\nplatform B,V100,8,CNY\n").status, 0);
        QVERIFY(
            run(QStringLiteral("--json ") + arguments).object()[QLatin1String("offers")][0][QLatin1String("history")].toArray().isEmpty());
        QCOMPARE(import(QStringLiteral("mine.csv"), head + "platform A,V100,9.5,CNY\nplatform B,V100,8,CNY\n").status, 0);
        const QJsonArray offers = run(QStringLiteral("--json ") + arguments).object()[QLatin1String("offers")].toArray();
        QVERIFY(offers[0][QLatin1String("history")].toArray().isEmpty());
        QCOMPARE(numbers(offers[1][QLatin1String("history")].toArray(), "price"), (QList<double>{8.5, 9.5}));
        const QByteArray table = run(arguments).out;
        QVERIFY2(table.contains("8.50 CNY ("), table.constData());
    }

    void aPriceThatIsFarTooSmallIsSaid()
    {
        const auto imported = yard().run({QStringLiteral("--json"), QStringLiteral("offer"), QStringLiteral("import"),
                                          write(QStringLiteral("mine.csv"), "provider,gpu,price,currency\nlab,V100,0.000000001,CNY\n")});
        QVERIFY2(imported.status == 0 && imported.err.contains("check unit and currency"), imported.told().constData());
        QCOMPARE(imported.object()[QLatin1String("notes")].toArray().size(), 1);
        QVERIFY(import(QStringLiteral("other.csv"), "provider,gpu,price,currency\nlab,V100,1,CNY\n").err.count("yard:") == 0);
    }

    void aBadCardLeavesTheOldOne_data()
    {
        QTest::addColumn<QByteArray>("card");
        QTest::addColumn<QList<QByteArray>>("said");
        const QByteArray head("provider,gpu,price,currency\n");
        QTest::newRow("column missing") << QByteArray("provider,gpu,currency\na,T4,USD\n") << QList<QByteArray>{"Row 1", "price"};
        QTest::newRow("negative price") << head + "a,T4,1,USD\na,T4,-1,USD\n" << QList<QByteArray>{"Row 3", "price", "-1"};
        QTest::newRow("absurd price") << head + "a,T4,1234567,USD\n" << QList<QByteArray>{"Row 2", "price", "1234567"};
        QTest::newRow("unknown currency") << head + "a,T4,1,XYZ\n" << QList<QByteArray>{"Row 2", "currency", "XYZ", "CNY"};
        QTest::newRow("cut in the middle") << head + "a,T4,1,USD\n\"a,T4" << QList<QByteArray>{"Row 3"};
        QTest::newRow("a million rows") << head + QByteArray("a,T4,1,USD\n").repeated(1'000'000)
                                        << QList<QByteArray>{"Row 100002", "100000"};
        QTest::newRow("JSON with a wrong price") << QByteArray("[{\"provider\":\"a\",\"gpu\":\"T4\",\"price\":0,\"currency\":\"USD\"}]")
                                                 << QList<QByteArray>{"Offer 1", "price"};
    }
    void aBadCardLeavesTheOldOne()
    {
        QFETCH(QByteArray, card);
        QFETCH(QList<QByteArray>, said);
        QCOMPARE(import(QStringLiteral("mine.csv"), "provider,gpu,price,currency\nlab,T4,1,EUR\n").status, 0);
        const QByteArray before = run(QStringLiteral("--json offer cards")).out;
        const auto refused = import(QStringLiteral("mine.csv"), card);
        QVERIFY2(refused.status == 2, refused.told().constData());
        QVERIFY2(refused.err.startsWith("yard: mine.csv: "), refused.told().constData());
        for (const QByteArray &word : said)
            QVERIFY2(refused.err.contains(word), refused.told().constData());
        QVERIFY(refused.err.size() < 1000);
        QCOMPARE(run(QStringLiteral("--json offer cards")).out, before);
    }

    void wrongWordsAreSaid_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<int>("status");
        const auto row = [](const char *words, int status) { QTest::newRow(words) << QString::fromLatin1(words) << status; };
        row("list --gpu Banana", 1);
        row("list --region nowhere", 1);
        row("list --in", 2);
        row("list --provider nobody", 1);
        row("list extra", 2);
        row("list --frobnicate", 2);
        row("list --gpu", 2);
        row("list --gpu ,", 2);
        row("list --count 0", 2);
        row("list --count 4-2-1", 2);
        row("list --count x", 2);
        row("list --count 3-1", 2);
        row("list --vcpus -1", 2);
        row("list --gpu-memory many", 2);
        row("list --purchase auction", 2);
        row("list --max-price 0", 2);
        row("list --max-price 3DOGE", 2);
        row("list --max-price 3USD --currency CNY", 2);
        row("list --currency DOGE", 2);
        row("list --rate USD/CNY=7.1", 2);
        row("list --rate USD/CNY=7.1@2999-01-01", 2);
        row("list --sort beauty", 2);
        row("list --precision fp3", 2);
        row("list --limit 0", 2);
        row("import", 2);
        row("import /no/such/file.csv", 2);
        row("import /dev/zero", 2);
        row("import --name ../x /etc/hostname", 2);
        row("import --currency DOGE /etc/hostname", 2);
        row("import --as-of 2999 /etc/hostname", 2);
        row("cards extra", 2);
        row("remove", 2);
        row("remove nothing", 1);
        row("rates nonsense", 2);
        row("rates --forget nonsense", 2);
        row("gpus A100 H100", 2);
        row("gpus Banana", 1);
        row("sources extra", 2);
    }
    void wrongWordsAreSaid()
    {
        QFETCH(QString, words);
        QFETCH(int, status);
        const auto answer = run(QStringLiteral("--json offer ") + words);
        QVERIFY2(answer.status == status, answer.told().constData());
        QVERIFY2(answer.err.startsWith("yard: "), answer.told().constData());
        QVERIFY(!answer.object()[QLatin1String("error")].toObject().isEmpty());
        QVERIFY(!QDir(m_home->filePath(QStringLiteral("data/offers/cards"))).exists());
    }

    void whatIsUnknownIsNull()
    {
        const QJsonArray offers =
            run(QStringLiteral("--json offer list --provider vast --gpu 4090")).object()[QLatin1String("offers")].toArray();
        QVERIFY(!offers.isEmpty());
        QVERIFY(offers[0][QLatin1String("vcpus")].isNull() && offers[0][QLatin1String("region")].isNull());
        const auto left = run(QStringLiteral("--json offer list --provider vast --vcpus 4"));
        QCOMPARE(left.status, 0);
        QVERIFY(left.object()[QLatin1String("offers")].toArray().isEmpty());
        QVERIFY(left.object()[QLatin1String("left_out_as_unknown")].toInt() > 0);
        QVERIFY2(left.err.contains("left out"), left.told().constData());
    }

    void modelsAndSourcesAreNamed()
    {
        const QJsonArray gpus = run(QStringLiteral("--json offer gpus H100-80GB")).array();
        QCOMPARE(gpus.size(), 2);
        QCOMPARE(gpus[0][QLatin1String("memory_gib")].toDouble(), 80.0);
        QVERIFY(gpus[0][QLatin1String("tflops_dense")][QLatin1String("bf16")].toDouble() > 700);
        QVERIFY(run(QStringLiteral("offer gpus")).out.count('\n') > 60);
        const QByteArray sources = run(QStringLiteral("offer sources")).out;
        QVERIFY2(sources.contains("Spare Cores") && sources.contains("CC-BY-SA-4.0"), sources.constData());
    }

    void aDamagedCardIsLeftOutAndSaid()
    {
        QCOMPARE(import(QStringLiteral("mine.csv"), "provider,gpu,price,currency\nlab,T4,1,EUR\n").status, 0);
        QFile card(m_home->filePath(QStringLiteral("data/offers/cards/mine.csv")));
        QVERIFY(card.open(QIODevice::WriteOnly) && card.write("provider,gp") > 0);
        card.close();
        const auto listed = run(QStringLiteral("--json offer list --gpu T4 --limit 1"));
        QVERIFY2(listed.status == 0 && listed.err.contains("mine") && listed.err.contains("damaged"), listed.told().constData());
        QCOMPARE(listed.object()[QLatin1String("offers")].toArray().size(), 1);
        QCOMPARE(run(QStringLiteral("offer cards")).status, 1);
    }
};

QTEST_GUILESS_MAIN(TestOffers)
#include "tst_offers.moc"
