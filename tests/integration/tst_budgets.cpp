// SPDX-License-Identifier: GPL-3.0-or-later
// `yard machine rent`, `yard budget …` as a person uses them: rentals cost money, and wrong input is refused with a sentence and changes
// nothing.
#include "tests/support/labmachine.h"
#include "tests/support/yardcommand.h"

#include <QDateTime>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <cstdlib>

using namespace trainyard;

class TestBudgets : public QObject {
    Q_OBJECT

    std::unique_ptr<LabMachine> m_lab;
    std::unique_ptr<QTemporaryDir> m_home;

    YardCommand yard() const { return YardCommand(QStringLiteral(TRAINYARD_BIN_DIR "/yard"), m_home->path()); }
    YardCommand::Answer run(const QStringList &words) const { return yard().run(words); }
    YardCommand::Answer run(const char *words) const { return yard().run(QString::fromUtf8(words).split(u' ')); }
    static QString hoursAgo(double hours)
    {
        return QDateTime::currentDateTime().addSecs(-qint64(hours * 3600)).toString(QStringLiteral("yyyy-MM-ddTHH:mm:ss"));
    }
    QJsonObject dollars() const
    {
        const QJsonArray currencies = run("--json budget show").object()[QLatin1String("currencies")].toArray();
        return currencies.size() == 1 ? currencies.first().toObject() : QJsonObject();
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_lab = std::make_unique<LabMachine>(std::nullopt);
        if (!m_lab->start()) {
            if (qEnvironmentVariable("CI") == QLatin1String("true"))
                QFAIL(qPrintable(m_lab->problem()));
            QSKIP(qPrintable(m_lab->problem()));
        }
    }

    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        const auto added = run({QStringLiteral("machine"), QStringLiteral("add"), QStringLiteral("box"), m_lab->sshCommand()});
        QVERIFY2(added.status == 0, added.told().constData());
    }

    void rentedMachineCostsUntilItIsReturned()
    {
        const auto rented = run({QStringLiteral("--json"), QStringLiteral("machine"), QStringLiteral("rent"), QStringLiteral("box"),
                                 QStringLiteral("--price"), QStringLiteral("2.5 usd"), QStringLiteral("--since"), hoursAgo(2.5),
                                 QStringLiteral("--billed-by"), QStringLiteral("hour"), QStringLiteral("--source"),
                                 QStringLiteral("发票 11")});
        QVERIFY2(rented.status == 0, rented.told().constData());
        QCOMPARE(rented.object()[QLatin1String("per_hour")].toDouble(), 2.5);
        QCOMPARE(rented.object()[QLatin1String("billing_step_seconds")].toInt(), 3600);
        QCOMPARE(rented.object()[QLatin1String("source")].toString(), QStringLiteral("发票 11"));
        QCOMPARE(dollars()[QLatin1String("per_hour")].toDouble(), 2.5);
        QCOMPARE(dollars()[QLatin1String("all")][QLatin1String("total")].toDouble(), 7.5);  // the third hour has begun
        QCOMPARE(dollars()[QLatin1String("all")][QLatin1String("idle")].toDouble(), 7.5);
        const QJsonObject machine = run("--json machine list").array().first().toObject();
        const QJsonValue rental = machine[QLatin1String("rental")];
        QCOMPARE(rental[QLatin1String("cost")].toDouble(), 7.5);
        QCOMPARE(rental[QLatin1String("idle_since")], rental[QLatin1String("began")]);
        QVERIFY(run("machine list").out.contains("2.50 USD"));
        QCOMPARE(run("machine rent box --price 3USD").status, 1);
        QVERIFY(run("machine rent box --price 3USD").err.contains("return it first"));

        const auto returned = run("--json machine return box");
        QVERIFY2(returned.status == 0, returned.told().constData());
        QCOMPARE(returned.object()[QLatin1String("cost")].toDouble(), 7.5);
        QCOMPARE(run("machine return box").status, 1);
        QCOMPARE(dollars()[QLatin1String("per_hour")].toDouble(), 0.0);
        QVERIFY(run("--json machine list").array().first()[QLatin1String("rental")].isNull());
        // The same period cannot be rented twice.
        const auto overlapping = run({QStringLiteral("machine"), QStringLiteral("rent"), QStringLiteral("box"), QStringLiteral("--price"),
                                      QStringLiteral("3USD"), QStringLiteral("--since"), hoursAgo(1)});
        QCOMPARE(overlapping.status, 2);
        QVERIFY2(overlapping.err.contains("was rented until"), overlapping.told().constData());
        QCOMPARE(run("machine rent box --price 3CNY").status, 0);
        QCOMPARE(run("--json budget show").object()[QLatin1String("currencies")].toArray().size(), 2);
    }

    // The price of the chosen offer is used, without typing it.
    void machineIsRentedAtAnOffer()
    {
        const QJsonArray offers =
            run("--json offer list --gpu A10G --provider aws --region us-east-1 --limit 1").object()[QLatin1String("offers")].toArray();
        QCOMPARE(offers.size(), 1);
        const QJsonObject offer = offers.first().toObject();
        const QString id = offer[QLatin1String("id")].toString();
        const auto rented = run({QStringLiteral("--json"), QStringLiteral("machine"), QStringLiteral("rent"), QStringLiteral("box"),
                                 QStringLiteral("--offer"), id});
        QVERIFY2(rented.status == 0, rented.told().constData());
        QCOMPARE(rented.object()[QLatin1String("source")].toString(), id);
        QVERIFY(rented.object()[QLatin1String("per_hour")].toDouble() > 0);
        QCOMPARE(rented.object()[QLatin1String("per_hour")].toDouble(), offer[QLatin1String("price")].toDouble());
        QCOMPARE(run("machine return box").status, 0);
        QCOMPARE(run("machine rent box --offer aws/nothing/nowhere/on-demand").status, 1);
        QCOMPARE(run({QStringLiteral("machine"), QStringLiteral("rent"), QStringLiteral("box"), QStringLiteral("--offer"), id,
                      QStringLiteral("--price"), QStringLiteral("1USD")})
                     .status,
                 2);
    }

    void wrongRentalsAreRefused_data()
    {
        QTest::addColumn<QString>("options");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("no price") << QString() << QByteArray("--price 2.49USD");
        QTest::newRow("nothing") << QStringLiteral("--price 0USD") << QByteArray("above zero");
        QTest::newRow("negative") << QStringLiteral("--price -2USD") << QByteArray("at least 0");
        QTest::newRow("absurd") << QStringLiteral("--price 1000001USD") << QByteArray("at most a million per hour");
        QTest::newRow("beyond numbers") << QStringLiteral("--price 99999999999999999999USD") << QByteArray("Enter an amount");
        QTest::newRow("unknown currency") << QStringLiteral("--price 2XYZ") << QByteArray("XYZ");
        QTest::newRow("no currency") << QStringLiteral("--price 2") << QByteArray("Add a currency");
        QTest::newRow("not a number") << QStringLiteral("--price nanUSD") << QByteArray("Enter an amount");
        QTest::newRow("future") << QStringLiteral("--price 2USD --since 2999-01-01T00:00") << QByteArray("not in the future");
        QTest::newRow("long ago") << QStringLiteral("--price 2USD --since 1970-01-01T00:00") << QByteArray("last ten years");
        QTest::newRow("no time") << QStringLiteral("--price 2USD --since yesterday") << QByteArray("is not a valid time");
        QTest::newRow("no such day") << QStringLiteral("--price 2USD --since 2026-02-30T10:00") << QByteArray("is not a valid time");
        QTest::newRow("unknown step") << QStringLiteral("--price 2USD --billed-by moon") << QByteArray("second, minute, hour");
        QTest::newRow("unknown option") << QStringLiteral("--price 2USD --free") << QByteArray("--free");
    }
    void wrongRentalsAreRefused()
    {
        QFETCH(QString, options);
        QFETCH(QByteArray, says);
        const auto refused = run(QStringList{QStringLiteral("machine"), QStringLiteral("rent"), QStringLiteral("box")}
                                 + options.split(u' ', Qt::SkipEmptyParts));
        QCOMPARE(refused.status, 2);
        QVERIFY2(refused.err.contains(says), refused.told().constData());
        QVERIFY(run("--json budget show").object()[QLatin1String("currencies")].toArray().isEmpty());
    }

    void unknownMachinesAreNamed()
    {
        QCOMPARE(run("machine rent nobody --price 2USD").status, 1);
        QCOMPARE(run("machine return nobody").status, 1);
        QCOMPARE(run("machine rent --price 2USD").status, 2);
        QCOMPARE(run("machine return").status, 2);
    }

    void budgetsAreSetShownAndRemoved()
    {
        QCOMPARE(run({QStringLiteral("machine"), QStringLiteral("rent"), QStringLiteral("box"), QStringLiteral("--price"),
                      QStringLiteral("3600USD")})
                     .status,
                 0);
        const auto set = run("--json budget set --month --amount 1000000USD");
        QVERIFY2(set.status == 0, set.told().constData());
        QCOMPARE(run({QStringLiteral("budget"), QStringLiteral("set"), QStringLiteral("--project"), QStringLiteral("视觉 o'b"),
                      QStringLiteral("--amount"), QStringLiteral("80.5CNY")})
                     .status,
                 0);
        const QJsonArray budgets = run("--json budget show").object()[QLatin1String("budgets")].toArray();
        QCOMPARE(budgets.size(), 2);
        QCOMPARE(budgets[0][QLatin1String("scope")].toString(), QStringLiteral("month"));
        QCOMPARE(budgets[0][QLatin1String("step")].toString(), QStringLiteral("none"));
        QCOMPARE(budgets[1][QLatin1String("name")].toString(), QStringLiteral("视觉 o'b"));
        QCOMPARE(budgets[1][QLatin1String("budget")].toDouble(), 80.5);
        QCOMPARE(budgets[1][QLatin1String("currency")].toString(), QStringLiteral("CNY"));
        QVERIFY(run("budget show").out.contains("80.50 CNY"));
        QVERIFY(run("budget show").out.contains("3600.00 USD per hour"));
        QCOMPARE(run("budget set --month --amount 0.000000001USD").status, 0);
        QTRY_COMPARE(run("--json budget show").object()[QLatin1String("budgets")].toArray().first()[QLatin1String("step")].toString(),
                     QStringLiteral("stop"));
        QCOMPARE(run("budget remove --month").status, 0);
        QCOMPARE(run("budget remove --month").status, 1);
        QCOMPARE(run("--json budget show").object()[QLatin1String("budgets")].toArray().size(), 1);
    }

    void wrongBudgetsAreRefused_data()
    {
        QTest::addColumn<QString>("words");
        for (const char *words :
             {"set", "set --month", "set --amount 5USD", "set --month --project a --amount 5USD", "set --month --amount 0USD",
              "set --month --amount -5USD", "set --month --amount 5XYZ", "set --month --amount 5", "set --month --amount 99999999999999USD",
              "set --month extra --amount 5USD", "remove", "remove --month extra", "show extra"})
            QTest::newRow(words) << QString::fromLatin1(words);
        QTest::newRow("two lines") << QStringLiteral("set --project a\nb --amount 5USD");
        QTest::newRow("long name") << QStringLiteral("set --project %1 --amount 5USD").arg(QString(65, u'x'));
    }
    void wrongBudgetsAreRefused()
    {
        QFETCH(QString, words);
        const auto refused = run(QStringList{QStringLiteral("budget")} + words.split(u' '));
        QCOMPARE(refused.status, 2);
        QVERIFY2(refused.err.size() > 20, refused.told().constData());
        QVERIFY(run("--json budget show").object()[QLatin1String("budgets")].toArray().isEmpty());
    }

    void machineWhoseClockIsWrongCostsTheSame_data()
    {
        QTest::addColumn<QByteArray>("clock");
        QTest::newRow("an hour behind") << QByteArray("1 hour ago");
        QTest::newRow("an hour ahead") << QByteArray("1 hour");
    }
    void machineWhoseClockIsWrongCostsTheSame()
    {
        QFETCH(QByteArray, clock);
        LabMachine lab(std::nullopt);
        const QString bin = lab.home() + QStringLiteral("/bin");
        QVERIFY(QDir().mkpath(bin));
        QFile date(bin + QStringLiteral("/date"));
        QVERIFY(date.open(QIODevice::WriteOnly) && date.write("#!/bin/sh\nexec /bin/date -d '" + clock + "' \"$@\"\n") > 0);
        date.close();
        QVERIFY(date.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        lab.sshd().setEnvironment(QStringLiteral("PATH"), bin + QStringLiteral(":/usr/bin:/bin"));
        QVERIFY2(lab.start(), qPrintable(lab.problem()));
        const auto added = run({QStringLiteral("machine"), QStringLiteral("add"), QStringLiteral("wrong"), lab.sshCommand()});
        QVERIFY2(added.status == 0, added.told().constData());
        QCOMPARE(run("machine rent wrong --price 3600USD").status, 0);  // a dollar per second
        QFile task(m_home->filePath(QStringLiteral("t.yaml")));
        QVERIFY(task.open(QIODevice::WriteOnly));
        task.write("name: t\nengine: process\nrun: sleep 3\n");
        task.close();
        QElapsedTimer timer;
        timer.start();
        const auto launched = run(
            {QStringLiteral("run"), QStringLiteral("launch"), QStringLiteral("--machine"), QStringLiteral("wrong"), task.fileName()});
        QVERIFY2(launched.status == 0, launched.told().constData());
        QJsonObject shown;
        QTRY_VERIFY_WITH_TIMEOUT(
            (shown = run("--json run show t").object()).value(QLatin1String("state")).toString() == QLatin1String("finished"), 60'000);
        const double atMost = static_cast<double>(timer.elapsed()) / 1000 + 1;
        QFile events(lab.runDirectory(RunId(shown[QLatin1String("id")].toString())) + QStringLiteral("/events"));
        QVERIFY(events.open(QIODevice::ReadOnly));
        const qint64 told = QJsonDocument::fromJson(events.readLine())[QLatin1String("t")].toInteger();
        QVERIFY(std::abs(told - QDateTime::currentSecsSinceEpoch()) > 1800);  // its clock really is wrong
        const double amount = shown[QLatin1String("costs")].toArray().first()[QLatin1String("amount")].toDouble();
        QVERIFY2(amount >= 3 && amount <= atMost, qPrintable(QString::number(amount)));
    }

    void runSaysItsProjectAndCost()
    {
        QCOMPARE(run("machine rent box --price 3600USD").status, 0);
        QFile task(m_home->filePath(QStringLiteral("t.yaml")));
        QVERIFY(task.open(QIODevice::WriteOnly));
        task.write("name: t\nproject: vision\nengine: process\nlimits: {budget: 1000000 USD}\nrun: sleep 1\n");
        task.close();
        const auto launched = run({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("launch"), QStringLiteral("--machine"),
                                   QStringLiteral("box"), task.fileName()});
        QVERIFY2(launched.status == 0, launched.told().constData());
        QCOMPARE(launched.object()[QLatin1String("project")].toString(), QStringLiteral("vision"));
        QCOMPARE(launched.object()[QLatin1String("price")].toDouble(), 3600.0);
        QCOMPARE(launched.object()[QLatin1String("budget")].toDouble(), 1000000.0);
        QCOMPARE(launched.object()[QLatin1String("currency")].toString(), QStringLiteral("USD"));
        const auto shown = [&] { return run("--json run show t").object(); };
        QTRY_COMPARE_WITH_TIMEOUT(shown()[QLatin1String("state")].toString(), QStringLiteral("finished"), 60'000);
        const QJsonObject costs = shown()[QLatin1String("costs")].toArray().first().toObject();
        QCOMPARE(costs[QLatin1String("currency")].toString(), QStringLiteral("USD"));
        QVERIFY(costs[QLatin1String("amount")].toDouble() >= 1);
        QVERIFY(run("run show t").out.contains(" USD of 1000000.00 USD"));
        QCOMPARE(run("--json run list").array().first()[QLatin1String("costs")].toArray().size(), 1);
        QCOMPARE(dollars()[QLatin1String("month")][QLatin1String("projects")].toObject().keys(), QStringList{QStringLiteral("vision")});

        // Used up: nothing is launched any more, and the message names a remedy.
        QCOMPARE(run("budget set --project vision --amount 0.01USD").status, 0);
        const auto refused = run(
            {QStringLiteral("run"), QStringLiteral("launch"), QStringLiteral("--machine"), QStringLiteral("box"), task.fileName()});
        QCOMPARE(refused.status, 2);
        QVERIFY2(refused.err.contains("raise it, then launch again"), refused.told().constData());
    }

    void sandboxIsNotForRent()
    {
        const auto started = run("sandbox start --gpus 0");
        if (started.status != 0 && qEnvironmentVariable("CI") != QLatin1String("true"))
            QSKIP(started.told().constData());
        QVERIFY2(started.status == 0, started.told().constData());
        const auto refused = run("machine rent sandbox --price 2USD");
        const auto stopped = run("sandbox stop");
        QCOMPARE(refused.status, 2);
        QVERIFY2(refused.err.contains("costs nothing"), refused.told().constData());
        QCOMPARE(stopped.status, 0);
    }
};

QTEST_GUILESS_MAIN(TestBudgets)
#include "tst_budgets.moc"
