// SPDX-License-Identifier: GPL-3.0-or-later
// A person's own prices on the disk: stored completely or not at all, and never lost to a bad import.
#include "core/knowledge/catalog/ratecard.h"
#include "core/storage/database/offerstore.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sys/resource.h>
#include <thread>

using namespace trainyard;

namespace {

const QDate kToday(2026, 11, 21);

OfferTable card(const QString &name, const QByteArray &rows)
{
    RateCardRules rules;
    rules.card = name;
    rules.asOf = AsOf(kToday);
    return *parseRateCard("provider,gpu,price,currency\n" + rows, rules);
}

}  // namespace

class TestOfferStore : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_home;

    Paths paths() const { return {m_home->filePath(QStringLiteral("data")), m_home->filePath(QStringLiteral("config"))}; }
    QString file(const QString &name) const { return paths().data + QStringLiteral("/offers/") + name; }

private Q_SLOTS:
    void init() { m_home = std::make_unique<QTemporaryDir>(); }

    void nothingIsThereAtFirst()
    {
        const OfferStore store(paths());
        QCOMPARE(store.cardNames(), QStringList());
        QVERIFY(store.rates() && store.rates()->all().isEmpty());
        const auto loaded = store.load();
        QVERIFY(loaded && loaded->problems.isEmpty());
        QVERIFY(loaded->catalog.offers().size() > 2500);
        QVERIFY2(!QFile::exists(paths().data), "looking makes nothing");
    }

    void cardsAreKeptReplacedAndRemoved()
    {
        const OfferStore store(paths());
        const QString name = QStringLiteral("平台.2026-11_v-1");
        QVERIFY(store.putCard(name, card(name, "平台A,V100,8.5,CNY\n平台B,A100,15.2,CNY\n")));
        QCOMPARE(store.cardNames(), QStringList{name});
        QCOMPARE(store.card(name)->size(), size_t(2));
        QVERIFY(store.cardStored(name).isValid());
        QCOMPARE(QFile::permissions(file(QStringLiteral("cards/") + name + QStringLiteral(".csv"))) & (QFile::ReadGroup | QFile::ReadOther),
                 QFile::Permissions());

        QVERIFY(store.putCard(name, card(name, "平台A,V100,8,CNY\n")));
        const auto replaced = store.card(name);
        QCOMPARE(replaced->size(), size_t(1));
        QCOMPARE(replaced->figures(0).price()->text(), QStringLiteral("8.00 CNY"));
        QCOMPARE(replaced->figures(0).asOf.text(), QStringLiteral("2026-11-21"));
        QCOMPARE(replaced->text(OfferText::Card, 0), name);

        QVERIFY(store.putCard(QStringLiteral("a"), card(QStringLiteral("a"), "lab,T4,1,EUR\n")));
        const auto loaded = store.load();
        QVERIFY(loaded);
        const size_t builtIn = Catalog::parse(builtInCatalogFiles())->offers().size();
        QCOMPARE(loaded->catalog.offers().size(), builtIn + 2);
        QCOMPARE(loaded->catalog.offers().text(OfferText::Card, builtIn), QStringLiteral("a"));

        QVERIFY(store.removeCard(name));
        QCOMPARE(store.removeCard(name).error().code, ErrorCode::NotFound);
        QCOMPARE(store.card(name).error().code, ErrorCode::NotFound);
        QCOMPARE(store.cardNames(), QStringList{QStringLiteral("a")});
    }

    void aNameStaysInItsFolder_data()
    {
        QTest::addColumn<QString>("name");
        for (const char *name : {"", ".", "..", "../x", "a/b", ".hidden", "a b"})
            QTest::newRow(name) << QString::fromLatin1(name);
        QTest::newRow("line end") << QStringLiteral("a\nb");
        QTest::newRow("endless") << QString(65, u'x');
    }
    void aNameStaysInItsFolder()
    {
        QFETCH(QString, name);
        const OfferStore store(paths());
        const auto put = store.putCard(name, card(QStringLiteral("x"), "lab,T4,1,EUR\n"));
        QVERIFY(!put);
        QCOMPARE(put.error().code, ErrorCode::InvalidInput);
        QCOMPARE(store.card(name).error().code, ErrorCode::NotFound);
        QCOMPARE(store.removeCard(name).error().code, ErrorCode::NotFound);
        QVERIFY(!QFile::exists(paths().data));
    }

    void aDamagedCardIsSaidAndTheOthersAreThere()
    {
        const OfferStore store(paths());
        for (const char *name : {"a", "b", "c"})
            QVERIFY(store.putCard(QLatin1String(name), card(QLatin1String(name), "lab,T4,1,EUR\n")));
        QFile damaged(file(QStringLiteral("cards/b.csv")));
        QVERIFY(damaged.open(QIODevice::ReadWrite));
        QVERIFY(damaged.resize(damaged.size() / 2));
        damaged.close();
        const auto loaded = store.load();
        QVERIFY(loaded);
        QCOMPARE(loaded->problems.size(), 1);
        QCOMPARE(loaded->problems.first().code, ErrorCode::Corrupt);
        QVERIFY(loaded->problems.first().what.contains(QStringLiteral("“b”")));
        QCOMPARE(loaded->catalog.offers().column(OfferText::Card).idCount(), size_t(3));  // none, a and c
    }

    void whatCannotBeWrittenLeavesTheOldOne()
    {
        const OfferStore store(paths());
        const QString name = QStringLiteral("a");
        QVERIFY(store.putCard(name, card(name, "lab,T4,1,EUR\n")));
        const OfferTable large = card(name, QByteArray("lab,T4,2,EUR\n").repeated(1000));
        // As on a full disk: the kernel refuses to write any further, also to root.
        rlimit before{};
        QVERIFY(getrlimit(RLIMIT_FSIZE, &before) == 0);
        signal(SIGXFSZ, SIG_IGN);
        const rlimit small{4096, before.rlim_max};
        QVERIFY(setrlimit(RLIMIT_FSIZE, &small) == 0);
        const auto put = store.putCard(name, large);
        setrlimit(RLIMIT_FSIZE, &before);
        QVERIFY(!put);
        QVERIFY(put.error().code == ErrorCode::Io || put.error().code == ErrorCode::NoSpace);
        QCOMPARE(store.card(name)->figures(0).price()->text(), QStringLiteral("1.00 EUR"));
        QCOMPARE(QDir(file(QStringLiteral("cards"))).entryList(QDir::Files | QDir::Hidden).size(), 1);
    }

    void exchangeRatesAreKept()
    {
        const OfferStore store(paths());
        const auto set = [&](const char *text) {
            return store.changeRates([&](ExchangeRates &rates) -> Result<void> {
                const auto rate = ExchangeRate::parse(QLatin1String(text), kToday);
                if (!rate)
                    return rate.error();
                rates.set(*rate);
                return {};
            });
        };
        QVERIFY(set("USD/CNY=7.1@2026-11-01"));
        QVERIFY(set("EUR/USD=1.1@2026-11-02"));
        QVERIFY(!set("USD/CNY=nonsense"));
        QStringList texts;
        const auto kept = OfferStore(paths()).rates();
        QVERIFY(kept);
        const QList<ExchangeRate> all = kept->all();
        for (const ExchangeRate &rate : all)
            texts << rate.text();
        QCOMPARE(texts, (QStringList{QStringLiteral("EUR/USD=1.1@2026-11-02"), QStringLiteral("USD/CNY=7.1@2026-11-01")}));

        QFile damaged(file(QStringLiteral("rates")));
        QVERIFY(damaged.open(QIODevice::Append) && damaged.write("USD/CNY=\n") > 0);
        damaged.close();
        QCOMPARE(store.rates().error().code, ErrorCode::Corrupt);
        QVERIFY2(!set("USD/CNY=7.2@2026-11-03"), "what cannot be read is not overwritten");
    }

    void twoProgramsChangeRatesAtOnce()
    {
        const QList<QByteArray> others{"CNY", "EUR", "GBP", "JPY", "HKD", "SGD"};
        std::vector<std::jthread> threads;
        for (const QByteArray &other : others) {
            threads.emplace_back([&, other] {
                const OfferStore store(paths());
                const auto changed = store.changeRates([&](ExchangeRates &rates) -> Result<void> {
                    rates.set({Currency::USD, *currencyFromCode(other), Money::kNanosPerUnit, kToday});
                    return {};
                });
                Q_UNUSED(changed);
            });
        }
        threads.clear();
        QCOMPARE(OfferStore(paths()).rates()->all().size(), others.size());
    }
};

QTEST_GUILESS_MAIN(TestOfferStore)
#include "tst_offerstore.moc"
