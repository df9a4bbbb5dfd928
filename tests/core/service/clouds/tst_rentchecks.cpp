// SPDX-License-Identifier: GPL-3.0-or-later
// What this computer knows about a rental before it costs anything, and what a person keeps or pauses. No cloud is asked.
#include "core/service/clouds/keptitems.h"
#include "core/service/clouds/rentchecks.h"
#include "core/service/clouds/watchorder.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

using State = RentFinding::State;
const QDateTime kNow = QDateTime::fromString(QStringLiteral("2026-11-27T08:00:00Z"), Qt::ISODate);

Money usd(const char *amount) { return *Money::parse(amount, Currency::USD); }

RentPlace placeFor(const char *perHour)
{
    RentPlace place;
    place.type = QStringLiteral("gpu.1x");
    place.region = QStringLiteral("eu-1");
    place.perHour = usd(perHour);
    return place;
}

Instance readyAfter(const char *type, const char *seconds)
{
    Instance one;
    one.state = InstanceState::Gone;
    one.request.providerKind = QStringLiteral("aws");
    one.request.type = QLatin1String(type);
    one.request.settings.insert(QLatin1String(kReadyAfterSetting), QLatin1String(seconds));
    return one;
}

MonthBudget month(const char *amount, const char *spent)
{
    MonthBudget budget;
    budget.budget.amount = usd(amount);
    budget.use.spent = usd(spent);
    return budget;
}

}  // namespace

class TestRentChecks : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    Paths m_paths;

private Q_SLOTS:
    void initTestCase()
    {
        m_paths.data = m_folder.filePath(QStringLiteral("data"));
        m_paths.config = m_folder.filePath(QStringLiteral("config"));
        QVERIFY(QDir().mkpath(m_paths.data));
    }

    void theUsualTimeIsTheMedianOfThisType()
    {
        QVERIFY(!readyTime({}, QStringLiteral("aws"), QStringLiteral("g6.xlarge")));
        const QList<Instance> all{readyAfter("g6.xlarge", "90"), readyAfter("g6.xlarge", "110"), readyAfter("g6.xlarge", "600"),
                                  readyAfter("p5.48xlarge", "1"), readyAfter("g6.xlarge", "soon")};
        const auto usual = readyTime(all, QStringLiteral("aws"), QStringLiteral("g6.xlarge"));
        QVERIFY(usual);
        QCOMPARE(usual->machines, 3);
        QCOMPARE(usual->median, std::chrono::seconds(110));
        QCOMPARE(usual->slowest, std::chrono::seconds(600));
        QVERIFY(!readyTime(all, QStringLiteral("azure"), QStringLiteral("g6.xlarge")));
    }

    void theMostIsThatOfTheDearestPlaceWithItsDisk()
    {
        RentEnd end;
        QVERIFY(!mostCost({placeFor("2")}, end, {}, kNow));
        end.isAfterRuns = true;
        QVERIFY(!mostCost({placeFor("2")}, end, {}, kNow));
        end.at = kNow.addSecs(4 * 3600);
        QCOMPARE(mostCost({placeFor("2")}, end, {}, kNow), usd("8"));
        QCOMPARE(mostCost({placeFor("2"), placeFor("3")}, end, {}, kNow), usd("12"));
        QCOMPARE(mostCost({placeFor("2")}, end, usd("0.25"), kNow), usd("9"));
        // An amount of money is one of the machine: its disk comes on top.
        end.spent = usd("4");
        QCOMPARE(mostCost({placeFor("2")}, end, usd("0.25"), kNow), usd("4.5"));
        // As the meter counts: by started hours, where the provider bills them.
        RentPlace hourly = placeFor("2");
        hourly.billingStep = std::chrono::hours(1);
        end = {};
        end.at = kNow.addSecs(90 * 60);
        QCOMPARE(mostCost({hourly}, end, {}, kNow), usd("4"));
    }

    void theBudgetOfTheMonthIsHeldAgainstTheMost()
    {
        QVERIFY(budgetFinding({}, usd("2"), usd("8")).sentence.isEmpty());
        QCOMPARE(budgetFinding({month("100", "20")}, usd("2"), usd("8")).state, State::Fine);
        const RentFinding over = budgetFinding({month("100", "95")}, usd("2"), usd("8"));
        QCOMPARE(over.state, State::Doubtful);
        QVERIFY2(over.sentence.contains(QLatin1String("8.00")) && over.sentence.contains(QLatin1String("5.00")), qPrintable(over.sentence));
        QCOMPARE(budgetFinding({month("100", "20")}, usd("2"), std::nullopt).state, State::Doubtful);
        QCOMPARE(budgetFinding({month("100", "100")}, usd("2"), usd("8")).state, State::Refused);
        // Money of another currency is not compared.
        const Money yuan(Money::kNanosPerUnit, Currency::CNY);
        QVERIFY(budgetFinding({month("100", "100")}, yuan, yuan).sentence.isEmpty());
    }

    void theImageIsJudgedByWhatItsNameSays()
    {
        const auto advisor = CompatAdvisor::builtIn();
        QVERIFY(advisor);
        const auto judged = [&advisor](const char *gpu, const char *name, bool hasDriver) {
            const ProviderImage image{QStringLiteral("ami-1"), QLatin1String(name), {}, hasDriver};
            return imageFinding(**advisor, QLatin1String(gpu), &image, QDate(2026, 11, 27));
        };
        QVERIFY(imageFinding(**advisor, {}, nullptr, QDate(2026, 11, 27)).sentence.isEmpty());
        QCOMPARE(imageFinding(**advisor, QStringLiteral("L4"), nullptr, QDate(2026, 11, 27)).state, State::Unknown);
        QCOMPARE(judged("L4", "Ubuntu 24.04", false).state, State::Doubtful);
        QCOMPARE(judged("L4", "Deep Learning Base, Ubuntu 22.04", true).state, State::Unknown);
        const RentFinding fine = judged("L4", "deep learning driver 570.86.15 CUDA 12.8", true);
        QVERIFY2(fine.state == State::Fine, qPrintable(fine.sentence));
        QCOMPARE(fine.value, QStringLiteral("driver 570.86.15, CUDA 12.8"));
        // CUDA 12.4 needs a newer driver than 470, and knows no Blackwell.
        QCOMPARE(judged("L4", "driver 470.57.02 CUDA 12.4", true).state, State::Doubtful);
    }

    void whatIsKeptStaysKeptWithItsNote()
    {
        SweepItem item;
        item.account = QStringLiteral("work");
        item.resource.region = QStringLiteral("us-east-1");
        item.resource.providerId = QStringLiteral("vol-1");
        QVERIFY(loadKeptItems(m_paths)->isEmpty());
        QVERIFY(keepItem(m_paths, item, QStringLiteral("  data set\nof the group ")));
        QCOMPARE(loadKeptItems(m_paths)->value(keptKey(item)), QStringLiteral("data set of the group"));
        QCOMPARE(keepItem(m_paths, item, QString(201, u'x')).error().code, ErrorCode::InvalidInput);
        QVERIFY(unkeepItem(m_paths, item));
        QVERIFY(loadKeptItems(m_paths)->isEmpty());
        // What is kept is never among those that are all given back.
        SweepReport report;
        item.owner = SweepOwner::Orphan;
        report.items << item;
        QCOMPARE(report.orphans().size(), 1);
        report.items.first().kept = QString();
        QVERIFY(report.orphans().isEmpty());
        QFile damaged(m_paths.keptItems());
        QVERIFY(damaged.open(QIODevice::WriteOnly) && damaged.write("no JSON") > 0);
        damaged.close();
        QCOMPARE(loadKeptItems(m_paths).error().code, ErrorCode::Corrupt);
        QVERIFY(!keepItem(m_paths, item, {}));  // nothing is overwritten
    }

    void aWatchIsPausedAndWatchesAgain()
    {
        auto opened = StateDatabase::open(m_paths.database());
        QVERIFY(opened);
        StateDatabase &database = **opened;
        CapacityWatch watch;
        watch.gpu = QStringLiteral("H100 SXM");
        watch.gpus = 8;
        watch.most = usd("20");
        watch.name = freeWatchName(database, watch);
        QCOMPARE(watch.name, QStringLiteral("8xH100SXM"));
        QVERIFY(database.watches.add(watch));
        QCOMPARE(freeWatchName(database, watch), QStringLiteral("8xH100SXM-2"));
        QCOMPARE(setWatchPaused(database, watch.name, true)->state, WatchState::Paused);
        QCOMPARE(database.watches.find(watch.name)->state, WatchState::Paused);
        QVERIFY(!setWatchPaused(database, watch.name, true));
        QCOMPARE(setWatchPaused(database, watch.name, false)->state, WatchState::Watching);
        QVERIFY(database.watches.update(watch.name, [](CapacityWatch &one) {
            one.state = WatchState::Renting;
            return true;
        }));
        QCOMPARE(setWatchPaused(database, watch.name, true).error().code, ErrorCode::AlreadyExists);
    }
};

QTEST_GUILESS_MAIN(TestRentChecks)

#include "tst_rentchecks.moc"
