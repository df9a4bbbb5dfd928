// SPDX-License-Identifier: GPL-3.0-or-later
// Rentals and budgets in real SQLite files: what is refused, what another program may do at the same time, and values entered into the
// database by hand.
#include "core/storage/database/internal/migrations.h"
#include "core/storage/database/statedatabase.h"
#include "tests/support/outsidesqlite.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <thread>

using namespace trainyard;

namespace {

Money usd(const char *amount) { return *Money::parse(amount, Currency::USD); }

}  // namespace

class TestRentals : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<StateDatabase> m_store;
    Machine m_machine;

    QString file() const { return m_folder->filePath(QStringLiteral("trainyard.db")); }

    std::unique_ptr<StateDatabase> opened() const
    {
        auto store = StateDatabase::open(file());
        return store ? std::move(*store) : nullptr;
    }

    Result<Machine> add(const char *name, bool isSimulated = false) const
    {
        Machine machine;
        machine.name = QLatin1String(name);
        machine.isSimulated = isSimulated;
        machine.target.host = QStringLiteral("203.0.113.7");
        return m_store->machines.add(machine);
    }

    Rental rental(const char *perHour = "2.49", int secondsAgo = 0) const
    {
        Rental rental;
        rental.machineId = m_machine.id;
        rental.perHour = usd(perHour);
        rental.began = QDateTime::currentDateTimeUtc().addSecs(-secondsAgo);
        return rental;
    }

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_store = opened();
        QVERIFY(m_store);
        const auto added = add("box");
        QVERIFY(added);
        m_machine = *added;
    }
    void cleanup() { m_store.reset(); }

    void pricesThatMoveAreKeptWithTheRental()
    {
        Rental mine = rental("2.00", 4 * 3600);
        mine.billing.priceHolds = std::chrono::hours(1);
        const auto begun = m_store->rentals.begin(mine);
        QVERIFY(begun);
        const QDateTime now = QDateTime::fromSecsSinceEpoch(QDateTime::currentSecsSinceEpoch(), Qt::UTC), began = begun->began;
        const auto told = [&](qint64 after, const char *price) { return RentalPrice{began.addSecs(after), usd(price)}; };
        QVERIFY(!begun->priceSeen.isValid());
        // The one at the beginning began before it; what stays the same is no new price.
        const auto kept = m_store->rentals.setPrices(begun->id, {told(-900, "2.10"), told(600, "2.10"), told(1200, "2.50")}, now);
        QVERIFY2(kept, qPrintable(kept ? QString() : kept.error().what));
        const Rental back = opened()->rentals.all()->first();
        QCOMPARE(back.prices, (QList<RentalPrice>{told(0, "2.10"), told(1200, "2.50")}));
        QCOMPARE(back.perHour, usd("2.00"));
        QCOMPARE(back.priceSeen, now);
        QCOMPARE(back.billing.priceHolds, std::chrono::seconds(3600));
        // What is told again replaces what was known from then on, and nothing before.
        QVERIFY(m_store->rentals.setPrices(begun->id, {told(1200, "2.50"), told(2400, "2.20")}, now));
        QVERIFY(m_store->rentals.setPrices(begun->id, {told(2400, "2.30")}, now.addSecs(60)));
        QCOMPARE(opened()->rentals.all()->first().prices, (QList<RentalPrice>{told(0, "2.10"), told(1200, "2.50"), told(2400, "2.30")}));
        for (const QList<RentalPrice> &wrong :
             {QList<RentalPrice>{told(10, "0")}, {told(20, "1"), told(10, "2")}, {RentalPrice{began, *Money::parse("2", Currency::CNY)}}}) {
            const auto refused = m_store->rentals.setPrices(begun->id, wrong, now);
            QCOMPARE(refused.error().code, ErrorCode::InvalidInput);
        }
        QCOMPARE(opened()->rentals.all()->first().prices.size(), 3);
        QCOMPARE(m_store->rentals.setPrices(RentalId(99), {}, now).error().code, ErrorCode::NotFound);
        // Each height is told once, by whichever program is first.
        QCOMPARE(*m_store->rentals.tellPrice(begun->id, usd("2.50")), true);
        QCOMPARE(*opened()->rentals.tellPrice(begun->id, usd("2.50")), false);
        QCOMPARE(*m_store->rentals.tellPrice(begun->id, usd("2.40")), false);
        QCOMPARE(opened()->rentals.all()->first().toldPrice, std::optional(usd("2.50")));
        // After its end nothing is charged.
        QVERIFY(m_store->rentals.end(m_machine.id, began.addSecs(3000)));
        QVERIFY(m_store->rentals.setPrices(begun->id, {told(2400, "2.30"), told(3000, "9")}, now));
        QCOMPARE(m_store->rentals.all()->first().prices.size(), 3);
    }

    void rentalComesBackAsItWasStored()
    {
        Rental mine = rental("0.000000001", 3600);
        mine.billing.step = std::chrono::hours(1);
        mine.billing.minimum = std::chrono::minutes(5);
        mine.source = QStringLiteral("发票 o'brien; DROP TABLE rentals; --");
        const auto begun = m_store->rentals.begin(mine);
        QVERIFY2(begun.has_value(), begun ? "" : qPrintable(begun.error().what));
        const auto rentals = opened()->rentals.all();
        QVERIFY(rentals && rentals->size() == 1);
        const Rental back = rentals->first();
        QCOMPARE(back.machineId, m_machine.id);
        QCOMPARE(back.machineName, QStringLiteral("box"));
        QCOMPARE(back.perHour, mine.perHour);
        QCOMPARE(back.billing.step, mine.billing.step);
        QCOMPARE(back.billing.minimum, mine.billing.minimum);
        QCOMPARE(back.source, mine.source);
        QCOMPARE(back.began.toSecsSinceEpoch(), mine.began.toSecsSinceEpoch());
        QVERIFY(!back.ended.isValid());
        QVERIFY(goingRental(*rentals, m_machine.id));
        QVERIFY(m_store->rentals.end(m_machine.id));
        QVERIFY(!goingRental(*m_store->rentals.all(), m_machine.id));
        QCOMPARE(m_store->rentals.end(m_machine.id).error().code, ErrorCode::NotFound);
    }

    void wrongRentalsAreRefused_data()
    {
        QTest::addColumn<QString>("what");
        for (const char *what : {"nothing", "negative", "absurd", "future", "long ago", "step 0", "step a year", "two lines", "long source",
                                 "sandbox", "no machine", "beyond money"})
            QTest::newRow(what) << QString::fromLatin1(what);
    }
    void wrongRentalsAreRefused()
    {
        QFETCH(QString, what);
        Rental wrong = rental();
        if (what == QLatin1String("nothing"))
            wrong.perHour = usd("0");
        else if (what == QLatin1String("negative"))
            wrong.perHour = usd("-1");
        else if (what == QLatin1String("absurd"))
            wrong.perHour = usd("1000000.01");
        else if (what == QLatin1String("future"))
            wrong.began = wrong.began.addSecs(60);
        else if (what == QLatin1String("long ago"))
            wrong.began = wrong.began.addYears(-11);
        else if (what == QLatin1String("step 0"))
            wrong.billing.step = std::chrono::seconds(0);
        else if (what == QLatin1String("step a year"))
            wrong.billing.step = std::chrono::hours(24 * 365);
        else if (what == QLatin1String("two lines"))
            wrong.source = QStringLiteral("a\nb");
        else if (what == QLatin1String("long source"))
            wrong.source = QString(201, u'x');
        else if (what == QLatin1String("sandbox"))
            wrong.machineId = add("sandbox", true)->id;
        else if (what == QLatin1String("no machine"))
            wrong.machineId = MachineId(4711);
        else
            wrong = rental("1000000", 9 * 365 * 86400);
        const auto begun = m_store->rentals.begin(wrong);
        QVERIFY(!begun);
        QCOMPARE(begun.error().code, what == QLatin1String("no machine") ? ErrorCode::NotFound : ErrorCode::InvalidInput);
        QVERIFY(begun.error().what.size() > 20);
        QVERIFY(m_store->rentals.all()->isEmpty());
    }

    void noTimeIsPaidForTwice()
    {
        QVERIFY(m_store->rentals.begin(rental("2", 3600)));
        QCOMPARE(m_store->rentals.begin(rental("3")).error().code, ErrorCode::AlreadyExists);
        QVERIFY(m_store->rentals.end(m_machine.id));
        const auto overlapping = m_store->rentals.begin(rental("3", 1800));
        QVERIFY(!overlapping);
        QCOMPARE(overlapping.error().code, ErrorCode::InvalidInput);
        QVERIFY(overlapping.error().what.contains(QLatin1String("was rented until")));
        Rental next = rental("3");
        next.began = {};
        const auto begun = m_store->rentals.begin(next);
        QVERIFY2(begun.has_value(), begun ? "" : qPrintable(begun.error().what));
    }

    void ofManyProgramsThatRentAtOnceOneDoes()
    {
        std::atomic<int> rented = 0, refused = 0;
        std::vector<std::thread> programs;
        for (int i = 0; i < 8; ++i) {
            programs.emplace_back([&] {
                const auto store = opened();
                const auto begun = store->rentals.begin(rental("2", 10));
                if (begun)
                    ++rented;
                else if (begun.error().code == ErrorCode::AlreadyExists)
                    ++refused;
            });
        }
        for (std::thread &program : programs)
            program.join();
        QCOMPARE(rented.load(), 1);
        QCOMPARE(refused.load(), 7);
        QCOMPARE(m_store->rentals.all()->size(), 1);
    }

    void whoRemovesAMachineHasReturnedIt()
    {
        QVERIFY(m_store->rentals.begin(rental("2", 3600)));
        QVERIFY(m_store->machines.remove(m_machine.id));
        const auto rentals = m_store->rentals.all();
        QVERIFY(rentals && rentals->size() == 1);
        QVERIFY(!rentals->first().machineId.isSet());
        QCOMPARE(rentals->first().machineName, QStringLiteral("box"));
        QVERIFY(rentals->first().ended.isValid());
    }

    void eachStepIsTakenOnce()
    {
        const Budget budget{BudgetScope::Month, {}, usd("100")};
        QVERIFY(m_store->budgets.set(budget));
        const auto other = opened();
        const QString november = QStringLiteral("2026-11");
        QCOMPARE(*m_store->budgets.reachStep(budget, november, BudgetStep::Notified), true);
        QCOMPARE(*other->budgets.reachStep(budget, november, BudgetStep::Notified), false);
        QCOMPARE(*other->budgets.reachStep(budget, november, BudgetStep::Stop), true);
        QCOMPARE(*m_store->budgets.reachStep(budget, november, BudgetStep::Save), false);  // a lower step afterwards does not count
        QCOMPARE(*m_store->budgets.reachStep(budget, QStringLiteral("2026-12"), BudgetStep::Notified), true);
        // The same amount again changes nothing; a different one starts over.
        QVERIFY(other->budgets.set(budget));
        QCOMPARE(*m_store->budgets.reachStep(budget, november, BudgetStep::Stop), false);
        const Budget more{BudgetScope::Month, {}, usd("200")};
        QVERIFY(other->budgets.set(more));
        QCOMPARE(*m_store->budgets.all(), QList<Budget>{more});
        QCOMPARE(*m_store->budgets.reachStep(more, november, BudgetStep::Notified), true);
        // A run's budget has no period.
        const Budget ofRun{BudgetScope::Run, QStringLiteral("r-a1"), usd("5")};
        QCOMPARE(*m_store->budgets.reachStep(ofRun, {}, BudgetStep::Notified), true);
        QCOMPARE(*other->budgets.reachStep(ofRun, {}, BudgetStep::Notified), false);
        QVERIFY(m_store->budgets.remove(BudgetScope::Month, {}));
        QCOMPARE(m_store->budgets.remove(BudgetScope::Month, {}).error().code, ErrorCode::NotFound);
        QVERIFY(m_store->budgets.set(more));
        QCOMPARE(*m_store->budgets.reachStep(more, november, BudgetStep::Notified), true);
    }

    void spoiledRowsHideNoOthers()
    {
        QVERIFY(m_store->rentals.begin(rental("2", 3600)));
        QVERIFY(m_store->budgets.set({BudgetScope::Project, QStringLiteral("vision"), usd("5")}));
        const QString row = QStringLiteral("INSERT INTO rentals(machine_id, machine_name, nanos, currency, step, minimum, source, "
                                           "began, ended) VALUES(NULL, 'x', %1)");
        QStringList wrong;
        for (const char *values :
             {"9223372036854775807, 'USD', 1, 0, '', 1000, 2000", "-5, 'USD', 1, 0, '', 1000, 2000", "5, 'XXX', 1, 0, '', 1000, 2000",
              "5, 'USD', 0, 0, '', 1000, 2000", "5, 'USD', 9223372036854775807, 0, '', 1000, 2000", "5, 'USD', 1, -9, '', 1000, 2000",
              "'many', 'USD', 1, 0, '', 1000, 2000"})
            wrong << row.arg(QLatin1String(values));
        const QString budget = QStringLiteral("INSERT INTO budgets(scope, name, nanos, currency) VALUES(%1)");
        for (const char *values :
             {"'galaxy', '', 5, 'USD'", "'month', 'x', 5, 'USD'", "'project', 'a', 0, 'USD'", "'project', 'b', 9223372036854775807, 'USD'",
              "'project', 'c', 5, ''", "'project', 'two' || char(10) || 'lines', 5, 'USD'"})
            wrong << budget.arg(QLatin1String(values));
        QVERIFY(writeOutside(file(), wrong));
        QCOMPARE(m_store->rentals.all()->size(), 1);
        QCOMPARE(m_store->budgets.all()->size(), 1);
    }

    void pricesOfRunsComeBackAndSpoiledOnesDoNot()
    {
        Run run;
        run.id = RunId(QStringLiteral("r-a1"));
        run.lineage = QStringLiteral("r");
        run.name = QStringLiteral("r");
        run.head().machineName = QStringLiteral("box");
        run.project = QStringLiteral("视觉 'a'");
        run.price = *Money::parse("20.5", Currency::CNY);
        run.budget = *Money::parse("1000", Currency::CNY);
        QVERIFY(m_store->runs.add(run));
        const auto back = opened()->runs.find(run.id);
        QVERIFY(back);
        QCOMPARE(back->project, run.project);
        QVERIFY(back->price == run.price && back->budget == run.budget);
        QVERIFY(writeOutside(file(), {QStringLiteral("UPDATE runs SET price_nanos = 9223372036854775807, budget_nanos = 'x'")}));
        const auto spoiled = opened()->runs.find(run.id);
        QVERIFY(spoiled);
        QVERIFY(!spoiled->price && !spoiled->budget);
    }

    void databaseOfVersionFourIsCarriedOver()
    {
        m_store.reset();
        QVERIFY(QFile::remove(file()));
        QStringList statements;
        for (std::size_t step = 0; step < 4; ++step)
            statements += migrations()[step];
        statements << QStringLiteral("INSERT INTO machines(id, name, kind, host, port, user, identity_files, known_hosts_file, added) "
                                     "VALUES(7, 'lab-3', 'ssh', '203.0.113.7', 2222, 'root', '[]', '', 1000)")
                   << QStringLiteral("INSERT INTO runs(id, lineage, attempt, name, machine_id, machine_name, is_simulated, engine, "
                                     "image, command, directory, checkpoint_dir, checkpoint_pattern, resumed_from, state, "
                                     "is_out_of_memory, message, started) VALUES('r-a1','r',1,'r',7,'lab-3',0,'process','','','',"
                                     "'','','','running',0,'',5000)")
                   << QStringLiteral("PRAGMA user_version=4") << QStringLiteral("PRAGMA application_id=%1").arg(kApplicationId);
        QVERIFY(writeOutside(file(), statements));
        m_store = opened();
        QVERIFY(m_store);
        const auto run = m_store->runs.find(RunId(QStringLiteral("r-a1")));
        QVERIFY(run);
        QCOMPARE(run->head().machineId, MachineId(7));
        QCOMPARE(run->started.toMSecsSinceEpoch(), qint64(5000));
        QVERIFY(run->project.isEmpty() && !run->price && !run->budget);
        QVERIFY(m_store->rentals.all()->isEmpty() && m_store->budgets.all()->isEmpty());
        m_machine = *m_store->machines.find(QStringLiteral("lab-3"));
        QVERIFY(m_store->rentals.begin(rental()));
    }
};

QTEST_GUILESS_MAIN(TestRentals)
#include "tst_rentals.moc"
