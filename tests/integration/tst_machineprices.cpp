// SPDX-License-Identifier: GPL-3.0-or-later
// `yard machine prices` and what else the command line says of a rented machine whose price moves. No cloud is asked, and the prices are made
// up.
#include "core/storage/database/statedatabase.h"
#include "tests/support/yardcommand.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

QString s(const char *text) { return QString::fromUtf8(text); }
Money usd(const char *amount) { return *Money::parse(amount, Currency::USD); }

}  // namespace

class TestMachinePrices : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_home;
    QDateTime m_began;

    YardCommand::Answer yard(const char *words) const
    {
        return YardCommand(s(TRAINYARD_BIN_DIR "/yard"), m_home->path()).run(s(words).split(u' '));
    }

    // A spot machine that was rented three and a half hours ago for 0.40 an hour.
    void rent(const char *kind, const QList<RentalPrice> &prices, std::chrono::seconds holds = std::chrono::hours(1))
    {
        const auto store = StateDatabase::open(m_home->filePath(s("data/trainyard.db")));
        QVERIFY2(store, qPrintable(store ? QString() : store.error().what + store.error().detail));
        InstanceRequest request;
        request.providerKind = s(kind);
        request.account = s("work");
        request.clientToken = s("token-1");
        request.owner = s("owner-1");
        request.name = s("box");
        request.region = s("us-east-1");
        request.type = s("g6.xlarge");
        request.isSpot = true;
        request.perHour = usd("0.40");
        request.settings.insert(QLatin1String(kInZoneSetting), s("us-east-1b"));
        const auto instance = (*store)->instances.request(request);
        QVERIFY(instance);
        Machine machine;
        machine.name = request.name;
        machine.target.host = s("203.0.113.7");
        machine.instanceId = instance->id;
        const auto added = (*store)->machines.add(machine);
        QVERIFY(added);
        Rental rental;
        rental.machineId = added->id;
        rental.perHour = usd("0.40");
        rental.source = s("aws/g6.xlarge/us-east-1/spot");
        rental.began = m_began;
        rental.billing.priceHolds = holds;
        const auto begun = (*store)->rentals.begin(rental);
        QVERIFY(begun);
        if (!prices.isEmpty())
            QVERIFY((*store)->rentals.setPrices(begun->id, prices, QDateTime::currentDateTimeUtc().addSecs(-180)));
    }
    RentalPrice price(qint64 after, const char *amount) const { return {m_began.addSecs(after), usd(amount)}; }

private Q_SLOTS:
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        QVERIFY(QDir(m_home->path()).mkpath(s("data")));
        m_began = QDateTime::fromSecsSinceEpoch(QDateTime::currentSecsSinceEpoch() - 3 * 3600 - 1800, Qt::UTC);
    }

    void thePricesAreListedWithTheirAge()
    {
        rent("aws", {price(-900, "0.41"), price(4000, "0.50"), price(11000, "0.60")});
        const auto shown = yard("machine prices box");
        QVERIFY2(shown.status == 0, shown.told().constData());
        const QList<QByteArray> lines = shown.out.trimmed().split('\n');
        QCOMPARE(lines.size(), 4);
        QVERIFY2(lines[1].contains("0.41 USD") && lines[2].contains("0.50 USD") && lines[3].contains("0.60 USD"), shown.told().constData());
        QVERIFY2(lines[1].contains(m_began.toLocalTime().toString(s("yyyy-MM-dd HH:mm:ss")).toLatin1()), shown.told().constData());
        QVERIFY2(shown.err.contains("rented for 0.40 USD per hour, as aws/g6.xlarge/us-east-1/spot"), shown.told().constData());
        QVERIFY2(shown.err.contains("Spot price, as its cloud said 3"), shown.told().constData());
        // The last one is charged from the fifth hour on.
        QVERIFY2(shown.err.contains("now it costs 0.50 USD"), shown.told().constData());

        const QJsonObject object = yard("--json machine prices box").object();
        QCOMPARE(object[s("per_hour")].toDouble(), 0.5);
        QCOMPARE(object[s("rented_at")].toDouble(), 0.4);
        QCOMPARE(object[s("prices")].toArray().size(), 3);
        QCOMPARE(object[s("prices")][2][s("per_hour")].toDouble(), 0.6);
        QVERIFY(object[s("price_seen")].isString());
        // Two hours at the first price, one and a half at the second.
        QVERIFY(std::abs(object[s("cost")].toDouble() - (2 * 0.41 + 1.5 * 0.5)) < 0.01);
        QVERIFY2(yard("machine list").out.contains("0.50 USD"), yard("machine list").told().constData());
        QCOMPARE(yard("--json machine list").array().first()[s("rental")][s("per_hour")].toDouble(), 0.5);
        QCOMPARE(yard("--json budget show").object()[s("currencies")][0][s("per_hour")].toDouble(), 0.5);
    }

    void whatIsNotKnownIsSaid()
    {
        rent("aws", {});
        const auto shown = yard("machine prices box");
        QVERIFY2(shown.status == 0 && shown.out.contains("0.40 USD"), shown.told().constData());
        QVERIFY2(shown.err.contains("not been asked for yet"), shown.told().constData());
        QVERIFY(yard("--json machine prices box").object()[s("price_seen")].isNull());
    }

    void aCloudThatDoesNotTellIsSaid()
    {
        rent("azure", {}, std::chrono::seconds(1));
        const auto shown = yard("machine prices box");
        QVERIFY2(shown.status == 0 && shown.err.contains("this cloud does not tell"), shown.told().constData());
        const auto line = yard("machine prices --show-command box");
        QVERIFY2(line.status != 0 && line.err.contains("no line"), line.told().constData());
    }

    void theSameAsALineOfTheCloud()
    {
        rent("aws", {});
        const auto line = yard("machine prices --show-command box");
        QVERIFY2(line.status == 0, line.told().constData());
        QVERIFY2(line.out.startsWith("aws ec2 describe-spot-price-history --region us-east-1 --instance-types g6.xlarge "),
                 line.told().constData());
        QVERIFY(line.out.contains("--availability-zone us-east-1b"));
        QVERIFY(yard("machine prices nothing").status != 0);
        QCOMPARE(yard("machine prices").status, 2);
    }
};

QTEST_GUILESS_MAIN(TestMachinePrices)
#include "tst_machineprices.moc"
