// SPDX-License-Identifier: GPL-3.0-or-later
// The table of instances against a real SQLite file, the chain from offer to rental, and databases of every earlier schema.
#include "core/storage/database/internal/migrations.h"
#include "core/storage/database/statedatabase.h"
#include "tests/support/outsidesqlite.h"

#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace trainyard;

class TestInstances : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<StateDatabase> m_store;

    QString file() const { return m_folder->filePath(QStringLiteral("trainyard.db")); }

    std::unique_ptr<StateDatabase> opened() const
    {
        auto store = StateDatabase::open(file());
        return store ? std::move(*store) : nullptr;
    }

    InstanceRequest wholeRequest() const
    {
        InstanceRequest request;
        request.providerKind = QStringLiteral("cloud");
        request.account = QStringLiteral("lab");
        request.clientToken = QStringLiteral("t-1");
        request.name = QStringLiteral("训练 'a'");
        request.offerId = QStringLiteral("cloud/gpu.8x/eu-1/spot");
        request.region = QStringLiteral("eu-1");
        request.type = QStringLiteral("gpu.8x");
        request.image = QStringLiteral("ubuntu-24.04");
        request.isSpot = true;
        request.settings = {{QStringLiteral("disk"), QStringLiteral("200")}, {QStringLiteral("a\"b"), QStringLiteral("c\nd")}};
        request.perHour = *Money::parse("19.5", Currency::EUR);
        request.billingStep = std::chrono::seconds(60);
        request.billingMinimum = std::chrono::seconds(3600);
        return request;
    }

    Result<Instance> moved(InstanceId id, InstanceState to) const
    {
        return m_store->instances.update(id, [to](Instance &instance) { instance.state = to; });
    }

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_store = opened();
        QVERIFY(m_store);
    }

    void aRequestComesBackAsItWasWritten()
    {
        const InstanceRequest asked = wholeRequest();
        const auto written = m_store->instances.request(asked);
        QVERIFY(written && written->id.isSet());
        QCOMPARE(written->state, InstanceState::Requested);
        const auto found = opened()->instances.find(written->id);
        QVERIFY(found);
        const InstanceRequest &back = found->request;
        QCOMPARE(back.providerKind, asked.providerKind);
        QCOMPARE(back.account, asked.account);
        QCOMPARE(back.clientToken, asked.clientToken);
        QCOMPARE(back.owner, *m_store->instances.owner());
        QCOMPARE(back.name, asked.name);
        QCOMPARE(back.offerId, asked.offerId);
        QCOMPARE(back.region, asked.region);
        QCOMPARE(back.type, asked.type);
        QCOMPARE(back.image, asked.image);
        QVERIFY(back.isSpot);
        QCOMPARE(back.settings, asked.settings);
        QVERIFY(back.perHour == asked.perHour);
        QCOMPARE(back.billingStep.count(), asked.billingStep.count());
        QCOMPARE(back.billingMinimum.count(), asked.billingMinimum.count());
        QCOMPARE(found->requested, written->requested);
        QVERIFY(found->since.isValid() && found->providerId.isEmpty() && found->reason.isEmpty());
        QCOMPARE(m_store->instances.find(InstanceId(99)).error().code, ErrorCode::NotFound);
    }

    void aRequestWithoutTokenPriceAndOwnerIsComplete()
    {
        InstanceRequest asked;
        asked.providerKind = QStringLiteral("cloud");
        const auto first = m_store->instances.request(asked), second = m_store->instances.request(asked);
        QVERIFY(first && second);
        QVERIFY(first->id != second->id);
        QVERIFY(!first->request.clientToken.isEmpty() && first->request.clientToken != second->request.clientToken);
        QCOMPARE(first->request.owner, *m_store->instances.owner());
        QVERIFY(!opened()->instances.find(first->id)->request.perHour);
    }

    void aTokenIsOneInstanceUntilThatIsGone()
    {
        const auto first = m_store->instances.request(wholeRequest());
        // Another program requests the same.
        QCOMPARE(opened()->instances.request(wholeRequest())->id, first->id);
        InstanceRequest other = wholeRequest();
        other.account = QStringLiteral("own");
        QVERIFY(m_store->instances.request(other)->id != first->id);

        QCOMPARE(m_store->instances.find(wholeRequest())->id, first->id);
        QVERIFY(moved(first->id, InstanceState::Gone));
        QCOMPARE(m_store->instances.find(wholeRequest()).error().code, ErrorCode::NotFound);
        const auto second = m_store->instances.request(wholeRequest());
        QVERIFY(second->id != first->id);
        QCOMPARE(second->state, InstanceState::Requested);
        QCOMPARE(m_store->instances.all()->size(), 3);
        QCOMPARE(m_store->instances.live()->size(), 2);
        QCOMPARE(m_store->instances.live()->first().id, second->id);
    }

    void aStateThatMayNotFollowChangesNothing()
    {
        const auto made = m_store->instances.request(wholeRequest());
        QVERIFY(moved(made->id, InstanceState::Booting));
        const auto refused = m_store->instances.update(made->id, [](Instance &instance) {
            instance.state = InstanceState::Ready;
            instance.reason = QStringLiteral("wrong");
        });
        QCOMPARE(refused.error().code, ErrorCode::AlreadyExists);
        const auto back = m_store->instances.find(made->id);
        QCOMPARE(back->state, InstanceState::Booting);
        QVERIFY(back->reason.isEmpty());
        // A change within the same state is allowed, except to the fields that identify the instance.
        const auto told = m_store->instances.update(made->id, [](Instance &instance) {
            instance.reason = QStringLiteral("slow");
            instance.request.clientToken = QStringLiteral("t-2");
            instance.id = InstanceId(99);
        });
        QVERIFY(told);
        QCOMPARE(told->since, back->since);
        QCOMPARE(m_store->instances.find(made->id)->reason, QStringLiteral("slow"));
        QCOMPARE(m_store->instances.find(made->id)->request.clientToken, QStringLiteral("t-1"));
        QVERIFY(moved(made->id, InstanceState::Gone));
        QVERIFY(!moved(made->id, InstanceState::Booting));
    }

    void aDamagedStateIsShownAsAFailure()
    {
        const auto made = m_store->instances.request(wholeRequest());
        QVERIFY(writeOutside(file(), {QStringLiteral("UPDATE instances SET state = 'dancing'")}));
        QCOMPARE(m_store->instances.find(made->id)->state, InstanceState::Failed);
        QCOMPARE(m_store->instances.live()->size(), 1);
    }

    void theOwnerIsOfThisInstallation()
    {
        const QString owner = *m_store->instances.owner();
        QCOMPARE(owner.size(), 16);
        QCOMPARE(*opened()->instances.owner(), owner);
        QTemporaryDir elsewhere;
        const auto other = StateDatabase::open(elsewhere.filePath(QStringLiteral("trainyard.db")));
        QVERIFY(*(*other)->instances.owner() != owner);
    }

    void machineAndRentalCarryTheInstance()
    {
        const auto made = m_store->instances.request(wholeRequest());
        Machine machine;
        machine.name = QStringLiteral("rented");
        machine.target.host = QStringLiteral("203.0.113.7");
        machine.instanceId = made->id;
        const auto added = m_store->machines.add(machine);
        QVERIFY(added);
        QCOMPARE(m_store->machines.find(machine.name)->instanceId, made->id);
        Rental rental;
        rental.machineId = added->id;
        rental.perHour = *made->request.perHour;
        QCOMPARE(m_store->rentals.begin(rental)->instanceId, made->id);
        QCOMPARE(m_store->rentals.all()->first().instanceId, made->id);

        // A machine entered by a person has none, and an unknown instance is refused.
        machine.name = QStringLiteral("own");
        machine.instanceId = {};
        const auto own = m_store->machines.add(machine);
        QVERIFY(!m_store->machines.find(machine.name)->instanceId.isSet());
        rental.machineId = own->id;
        QVERIFY(!m_store->rentals.begin(rental)->instanceId.isSet());
        machine = *own;
        machine.instanceId = InstanceId(99);
        QVERIFY(!m_store->machines.update(machine));
        machine.instanceId = made->id;
        QVERIFY(m_store->machines.update(machine));
        QCOMPARE(m_store->machines.find(machine.name)->instanceId, made->id);
    }

    void everyEarlierSchemaIsCarriedOver_data()
    {
        QTest::addColumn<int>("schema");
        for (int schema = 1; schema < int(migrations().size()); ++schema)
            QTest::addRow("schema %d", schema) << schema;
    }
    void everyEarlierSchemaIsCarriedOver()
    {
        QFETCH(int, schema);
        m_store.reset();
        m_folder = std::make_unique<QTemporaryDir>();
        QStringList statements;
        for (int step = 0; step < schema; ++step)
            statements += migrations()[size_t(step)];
        statements << QStringLiteral("INSERT INTO machines(id, name, kind, host, port, user, identity_files, known_hosts_file, added) "
                                     "VALUES(7, 'lab-3', 'ssh', '203.0.113.7', 2222, 'root', '[]', '', 1000), "
                                     "(8, 'sandbox', 'sandbox', '127.0.0.1', 2223, 'root', '[]', '', 1000)")
                   << QStringLiteral("PRAGMA user_version=%1").arg(schema)
                   << QStringLiteral("PRAGMA application_id=%1").arg(kApplicationId);
        QVERIFY(writeOutside(file(), statements));
        m_store = opened();
        QVERIFY(m_store);
        const auto machines = m_store->machines.all();
        QCOMPARE(machines->size(), 2);
        QVERIFY(!machines->at(0).instanceId.isSet() && !machines->at(1).instanceId.isSet());
        QVERIFY(m_store->instances.all()->isEmpty());
        QVERIFY(!m_store->instances.owner()->isEmpty());
        QVERIFY(m_store->instances.request(wholeRequest()));
    }
};

QTEST_GUILESS_MAIN(TestInstances)
#include "tst_instances.moc"
