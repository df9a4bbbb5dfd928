// SPDX-License-Identifier: GPL-3.0-or-later
// Alerts in a real SQLite file: two programs at the same time, notices sent once, and the files beside it.
#include "core/storage/database/alertfiles.h"
#include "core/storage/database/internal/migrations.h"
#include "core/storage/database/statedatabase.h"
#include "tests/support/outsidesqlite.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <thread>

using namespace trainyard;

namespace {

const QDateTime kThen(QDate(2026, 11, 20), QTime(12, 0), Qt::UTC);

Alert hotGpu(const QList<int> &gpus, const QDateTime &opened = kThen)
{
    Alert alert;
    alert.kind = AlertKind::GpuTemperature;
    alert.runId = RunId(QStringLiteral("r-a1"));
    alert.runName = QStringLiteral("llama");
    alert.machine = QStringLiteral("box");
    alert.gpus = gpus;
    alert.value = 91.5;
    alert.threshold = 85;
    alert.opened = opened;
    alert.seen = opened;
    return alert;
}

}  // namespace

class TestAlertStore : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<StateDatabase> m_store;

    QString file() const { return m_folder->filePath(QStringLiteral("trainyard.db")); }
    Paths paths() const { return {m_folder->path(), m_folder->filePath(QStringLiteral("config"))}; }

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_store = *StateDatabase::open(file());
    }

    void cleanup() { m_store.reset(); }

    void alertsComeBackAsTheyWere()
    {
        Alert alert = hotGpu({3, 5});
        alert.detail = QStringLiteral("warm; 'quoted'\" 热");
        alert.topic = QStringLiteral("x");
        alert.isSimulated = true;
        const auto opened = m_store->alerts.open(alert);
        QVERIFY(opened && opened->id.isSet());
        alert.id = opened->id;
        QVERIFY(m_store->alerts.allOpen().value() == QList<Alert>{alert});
        QVERIFY(m_store->alerts.newest(10, RunId(QStringLiteral("r-a1"))).value() == QList<Alert>{alert});
        QVERIFY(m_store->alerts.newest(10, RunId(QStringLiteral("other"))).value().isEmpty());
    }

    void theSameThingIsOpenOnce()
    {
        const auto first = m_store->alerts.open(hotGpu({3}));
        const auto second = m_store->alerts.open(hotGpu({3}, kThen.addSecs(1)));
        QCOMPARE(second->id, first->id);
        QVERIFY(m_store->alerts.clear(hotGpu({}).key(), kThen.addSecs(60)).value());
        QVERIFY(!m_store->alerts.clear(hotGpu({}).key(), kThen.addSecs(61)).value());
        // Another program that reads the same samples a little later.
        const auto late = m_store->alerts.open(hotGpu({3}, kThen.addSecs(30)));
        QCOMPARE(late->id, first->id);
        QVERIFY(!late->isOpen());
        QCOMPARE(m_store->alerts.newest(10)->size(), 1);
        const auto again = m_store->alerts.open(hotGpu({3}, kThen.addSecs(120)));
        QVERIFY(again->id != first->id && again->isOpen());
    }

    void gpusThatJoinAreToldOfAgain()
    {
        const auto first = m_store->alerts.open(hotGpu({3}));
        QCOMPARE(m_store->alerts.claim({first->id}, kThen)->size(), 1);
        QVERIFY(m_store->alerts.acknowledge(first->id));
        QVERIFY(!m_store->alerts.open(hotGpu({3}))->isDue);
        const auto joined = m_store->alerts.open(hotGpu({1, 3}));
        QCOMPARE(joined->gpus, (QList<int>{1, 3}));
        QVERIFY(joined->isDue && !joined->acknowledged.isValid());
        QCOMPARE(joined->told, kThen);
    }

    void eachAlertIsToldByOneProgram()
    {
        const AlertId id = m_store->alerts.open(hotGpu({3}))->id;
        std::atomic<int> told = 0;
        {
            std::vector<std::jthread> programs;
            for (int i = 0; i < 8; ++i) {
                programs.emplace_back([&] {
                    const auto store = *StateDatabase::open(file());
                    if (const auto mine = store->alerts.claim({id}, kThen); mine && !mine->isEmpty())
                        ++told;
                });
            }
        }
        QCOMPARE(told.load(), 1);
        QCOMPARE(m_store->alerts.due(kThen)->size(), 1);
        QVERIFY(m_store->alerts.due(kThen.addSecs(1))->isEmpty());
    }

    void whatAPersonHasSeenIsOverWhereItDoesNotGoOn()
    {
        Alert failed = hotGpu({});
        failed.kind = AlertKind::RunFailed;
        const AlertId id = m_store->alerts.open(failed)->id, hot = m_store->alerts.open(hotGpu({3}))->id;
        QVERIFY(m_store->alerts.acknowledge(id) && m_store->alerts.acknowledge(hot) && m_store->alerts.acknowledge(AlertId(12345)));
        const auto open = m_store->alerts.allOpen();
        QCOMPARE(open->size(), 1);
        QVERIFY(open->first().id == hot && open->first().acknowledged.isValid() && !open->first().isDue);
        // A program that starts later finds the run failed already, and does not report it.
        QVERIFY(!m_store->alerts.open(failed)->isOpen());
    }

    void noDataIsMarkedUntilValuesComeAgain()
    {
        QVERIFY(m_store->alerts.open(hotGpu({3})));
        QVERIFY(m_store->alerts.markNoData(hotGpu({}).key()));
        QVERIFY(m_store->alerts.allOpen()->first().hasNoData);
        QVERIFY(!m_store->alerts.open(hotGpu({3}))->hasNoData);
    }

    void spoiledRowsHideNoOthers()
    {
        QVERIFY(m_store->alerts.open(hotGpu({3})));
        QVERIFY(writeOutside(
            file(),
            {QStringLiteral(
                "INSERT INTO alerts(alert_key, kind, severity, run_id, run_name, machine_name, topic, is_simulated, gpus, value, threshold, "
                "detail, opened, seen, is_due, has_no_data) VALUES('k', 'of tomorrow', 'warning', '', '', '', '', 0, 'x,-1,4', 'nan', 'y', '', 1, 1, 1, 0)")}));
        QCOMPARE(m_store->alerts.newest(10)->size(), 1);
        QVERIFY(writeOutside(file(), {QStringLiteral("UPDATE alerts SET kind = 'gpu_lost'")}));
        QCOMPARE(m_store->alerts.newest(10)->first().gpus, QList<int>{4});
    }

    void theOldestAreForgotten()
    {
        QVERIFY(m_store->alerts.open(hotGpu({3})));
        QVERIFY(m_store->alerts.clear(hotGpu({}).key(), kThen));
        QVERIFY(writeOutside(file(), {QStringLiteral("UPDATE sqlite_sequence SET seq = 6000 WHERE name = 'alerts'")}));
        QVERIFY(m_store->alerts.open(hotGpu({3}, kThen.addSecs(10))));
        QCOMPARE(m_store->alerts.newest(10)->size(), 1);
    }

    void aDatabaseOfBeforeIsCarriedOver()
    {
        m_store.reset();
        for (const char *end : {"", "-wal", "-shm"})
            QFile::remove(file() + QLatin1String(end));
        QStringList statements;
        for (std::size_t step = 0; step < 7; ++step)
            statements += migrations()[step];
        QVERIFY(writeOutside(file(), statements << QStringLiteral(
                                         "INSERT INTO machines(name, kind, host, port, user, identity_files, known_hosts_file, added) "
                                         "VALUES('lab', 'ssh', 'h', 22, 'u', '[]', '', 1000)")
                                                << QStringLiteral("PRAGMA user_version=7")
                                                << QStringLiteral("PRAGMA application_id=%1").arg(kApplicationId)));
        m_store = *StateDatabase::open(file());
        QVERIFY(m_store->alerts.allOpen()->isEmpty());
        QVERIFY(m_store->alerts.open(hotGpu({1})));
        QVERIFY(m_store->machines.find(QStringLiteral("lab")));
    }

    void settingsAndWebhookAreForTheirOwnerAlone()
    {
        QVERIFY(loadAlertSettings(paths()).value() == AlertSettings());
        QVERIFY(loadWebhook(paths()).value() == WebhookAddress());
        AlertSettings settings;
        settings.ways = {AlertChannel::Webhook};
        QVERIFY(saveAlertSettings(paths(), settings));
        QVERIFY(loadAlertSettings(paths()).value() == settings);
        const WebhookAddress address{QStringLiteral("https://example.org/secret"), QStringLiteral("s")};
        QVERIFY(saveWebhook(paths(), address));
        QVERIFY(loadWebhook(paths()).value() == address);
        const auto forOwner = QFile::ReadOwner | QFile::WriteOwner | QFile::ReadUser | QFile::WriteUser;
        QCOMPARE(QFile::permissions(paths().webhook()), QFile::Permissions(forOwner));
        QFile::setPermissions(paths().webhook(), forOwner | QFile::ReadOther);
        QCOMPARE(loadWebhook(paths()).error().code, ErrorCode::PermissionDenied);
        QVERIFY(!saveWebhook(paths(), {QStringLiteral("http://example.org/x"), {}}));
        QVERIFY(saveWebhook(paths(), {}));
        QVERIFY(!QFile::exists(paths().webhook()));
        QFile spoiled(paths().alerts());
        QVERIFY(spoiled.open(QIODevice::WriteOnly) && spoiled.write("no") == 2);
        spoiled.close();
        QCOMPARE(loadAlertSettings(paths()).error().code, ErrorCode::InvalidInput);
    }
};

QTEST_GUILESS_MAIN(TestAlertStore)
#include "tst_alertstore.moc"
