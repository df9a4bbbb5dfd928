// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/execution/launchplan/leasefile.h"

#include <QRandomGenerator>
#include <QTest>

using namespace trainyard;
using namespace std::chrono_literals;

class LeaseFileTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void taskBecomesTheFile()
    {
        RunLimits limits;
        limits.lease = 12h;
        limits.budget = *Money::parse("40", Currency::USD);
        limits.price = *Money::parse("2.49", Currency::USD);
        limits.idle = IdleLimit{};
        const auto lease = leaseOf(limits);
        QVERIFY(lease);
        QCOMPARE(leaseText(*lease), QByteArray("# How long this run may go on by itself. Read by guard.sh as data, never executed.\n"
                                               "renewal=start\nseconds=43200\nmoney_seconds=57831\nidle_seconds=1800\nidle_percent=30\n"
                                               "save_seconds=300\nspot=auto\nbudget=40.00 USD\nprice=2.49 USD\n"));
        QVERIFY(parseLease(leaseText(*lease)) == *lease);
    }

    void theTimeOfGivingBackIsWrittenWhereItIsKnown()
    {
        Lease lease = *leaseOf(RunLimits());
        QVERIFY(!leaseText(lease).contains("back_"));
        lease.backAt = 1'795'795'200;
        lease.backBefore = 5min;
        QVERIFY(leaseText(lease).contains("\nback_at=1795795200\nback_before=300\n"));
        QVERIFY(parseLease(leaseText(lease)) == lease);
        QCOMPARE(parseLease(leaseText(lease).replace("1795795200", "99999999999"))->backAt, 0);
    }

    void budgetWithoutAPriceIsRefused()
    {
        RunLimits limits;
        limits.budget = *Money::parse("40", Currency::USD);
        QCOMPARE(leaseOf(limits).error().code, ErrorCode::InvalidInput);
        limits.price = *Money::parse("8", Currency::CNY);
        QCOMPARE(leaseOf(limits).error().code, ErrorCode::InvalidInput);
    }

    // Never more time than the money pays for, and less than a whole second below it.
    void moneyBuysExactlyItsTime()
    {
        QRandomGenerator random(4);
        for (int i = 0; i < 10'000; ++i) {
            const Money price(1 + random.bounded(30'000) * qint64(random.bounded(1'000'000)), Currency::EUR);
            const Money budget(1 + random.bounded(1'000'000) * qint64(random.bounded(1'000'000)), Currency::EUR);
            const qint64 seconds = timeFor(budget, price).count();
            const auto costs = [&](qint64 time) { return double(price.nanos()) * double(time) / 3600; };
            if (seconds > 1 && seconds < 315'360'000) {
                QVERIFY(costs(seconds) <= double(budget.nanos()) * (1 + 1e-9));
                QVERIFY(costs(seconds + 1) > double(budget.nanos()) * (1 - 1e-9));
            }
        }
        QCOMPARE(timeFor(*Money::parse("9000000000", Currency::KRW), *Money::parse("0.000000001", Currency::KRW)).count(), 315'360'000);
        QCOMPARE(timeFor(*Money::parse("0.000000001", Currency::KRW), *Money::parse("1000000", Currency::KRW)).count(), 1);
        QCOMPARE(timeFor(*Money::parse("999999", Currency::KRW), *Money::parse("1000000", Currency::KRW)).count(), 3599);
    }

    // What a person wrote into the file on the machine is kept.
    void renewalChangesNothingElse()
    {
        Lease lease;
        lease.renewal = QStringLiteral("r2");
        lease.time = std::chrono::hours(2);
        const QByteArray text = renewedText("# mine\nrenewal=start\nseconds=60\nspot=aws\nsettle_seconds=60\nseconds=61", lease);
        QCOMPARE(text, QByteArray("renewal=r2\nseconds=7200\n# mine\nspot=aws\nsettle_seconds=60\n"));
        QCOMPARE(renewedText(text, lease), text);
        QVERIFY(renewedText(QByteArray(1'000'000, 'x'), lease).size() < 4200);
    }

    void hostileTextIsLeftOut()
    {
        QVERIFY(!parseLease({}));
        QVERIFY(!parseLease("seconds=5\n"));
        QVERIFY(!parseLease("renewal=$(x)\nseconds=5\n"));
        QVERIFY(!parseLease(QByteArray(1'000'000, '=')));
        const auto lease = parseLease("renewal=a1\nseconds=99999999999999999999\nmoney_seconds=-5\nidle_seconds=0x10\nidle_percent=101\n"
                                      "save_seconds= 7\nbudget=\x1b[31m40 USD\n");
        QVERIFY(lease);
        Lease expected;
        expected.renewal = QStringLiteral("a1");
        expected.budget = QStringLiteral("[31m40 USD");
        QVERIFY(*lease == expected);
        QVERIFY(!parseLeaseUse("start 1 2 3\n"));
        QVERIFY(!parseLeaseUse("start -1 2 3 boot 0 1 1 1 1\n"));
        const auto use = parseLeaseUse("start 20 30 3 boot 0 1 1 1 1\n");
        QVERIFY(use && use->sinceRenewal == 20s && use->sinceStart == 30s);
    }
};

QTEST_APPLESS_MAIN(LeaseFileTest)
#include "tst_leasefile.moc"
