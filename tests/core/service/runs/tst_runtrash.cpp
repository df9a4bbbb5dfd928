// SPDX-License-Identifier: GPL-3.0-or-later
// Runs that a person deletes: what is removed, what stays, and what can be restored.
#include "core/service/runs/meternow.h"
#include "core/service/runs/services.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

class TestRunTrash : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> m_directory;
    std::unique_ptr<Services> m_services;

    QString copyOf(const RunId &id) const { return m_services->paths().runs() + u'/' + id.text(); }
    void keep(const QString &lineage, RunState state, const QByteArray &exit = {})
    {
        Run run;
        run.lineage = run.name = lineage;
        run.id = RunId(lineage + QStringLiteral("-a1"));
        run.head().machineName = QStringLiteral("box");
        run.state = state;
        run.created = run.started = QDateTime::currentDateTimeUtc().addSecs(-7200);
        run.ended = run.started.addSecs(3600);
        run.price = Money(2'000'000'000, Currency::USD);
        QVERIFY(m_services->database().runs.add(run));
        QVERIFY(QDir().mkpath(copyOf(run.id)));
        for (const auto &[name, bytes] :
             {std::pair<QString, QByteArray>{QStringLiteral("log"), "hello\n"}, {QStringLiteral("exit"), exit}}) {
            QFile file(copyOf(run.id) + u'/' + name);
            QVERIFY(bytes.isEmpty() || (file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size()));
        }
    }
    QString spent() const
    {
        const auto meter = meterNow(m_services->database(), QDateTime::currentDateTimeUtc());
        return meter ? QString::number(meter->readings.value(Currency::USD).all.total.nanos()) : QString();
    }

private Q_SLOTS:
    void init()
    {
        m_directory = std::make_unique<QTemporaryDir>();
        auto opened = Services::open({m_directory->filePath(QStringLiteral("data")), m_directory->filePath(QStringLiteral("config"))}, {});
        QVERIFY(opened);
        m_services = std::move(*opened);
    }
    void cleanup()
    {
        m_services->endWork();
        m_services.reset();
    }

    void theTrashKeepsTheCopyAndWhatIsErasedIsGone()
    {
        keep(QStringLiteral("r"), RunState::Finished);
        const QString cost = spent();
        QSignalSpy changed(&m_services->runs, &RunService::changed);
        QVERIFY(m_services->runTrash.remove({QStringLiteral("r")}));
        QCOMPARE(changed.size(), 1);
        QVERIFY(m_services->database().runs.all()->isEmpty());
        QVERIFY(QFile::exists(copyOf(RunId(QStringLiteral("r-a1"))) + QStringLiteral("/log")));
        QVERIFY(m_services->runTrash.restore({QStringLiteral("r")}));
        QCOMPARE(m_services->database().runs.all()->size(), 1);

        // Only runs in the trash are erased.
        auto erased = m_services->runTrash.erase({QStringLiteral("r")});
        erased.waitForFinished();
        QVERIFY(QFile::exists(copyOf(RunId(QStringLiteral("r-a1"))) + QStringLiteral("/log")));
        QVERIFY(m_services->runTrash.remove({QStringLiteral("r")}));
        erased = m_services->runTrash.erase({QStringLiteral("r")});
        erased.waitForFinished();
        QVERIFY(erased.result());
        QVERIFY(!QFileInfo::exists(copyOf(RunId(QStringLiteral("r-a1")))));
        QVERIFY(m_services->database().runs.inTrash()->isEmpty());
        // Money that was spent stays spent.
        QCOMPARE(spent(), cost);
        QVERIFY(cost.toLongLong() > 0);
    }

    void aRunThatMayGoOnIsNeverDeleted()
    {
        keep(QStringLiteral("live"), RunState::Running);
        keep(QStringLiteral("over"), RunState::Finished);
        // Its exit record is unreadable, so it may still be running.
        keep(QStringLiteral("doubtful"), RunState::Unknown, "garbage");
        for (const char *which : {"live", "doubtful"})
            QCOMPARE(m_services->runTrash.remove({QStringLiteral("over"), QLatin1String(which)}).error().code, ErrorCode::AlreadyExists);
        QCOMPARE(m_services->database().runs.all()->size(), 3);
    }

    void whatLayThereLongGoesWithTheNextOne()
    {
        keep(QStringLiteral("old"), RunState::Finished);
        keep(QStringLiteral("new"), RunState::Finished);
        QVERIFY(m_services->runTrash.remove({QStringLiteral("old")}));
        QVERIFY(
            m_services->database().runs.update(RunId(QStringLiteral("old-a1")), [](Run &run) { run.deleted = run.deleted.addDays(-8); }));
        QVERIFY(m_services->runTrash.remove({QStringLiteral("new")}));
        QTRY_COMPARE(m_services->database().runs.inTrash()->size(), 1);
        QVERIFY(!QFileInfo::exists(copyOf(RunId(QStringLiteral("old-a1")))) && QFileInfo::exists(copyOf(RunId(QStringLiteral("new-a1")))));
    }

    void aLinkInThePlaceOfACopyLeadsNowhere()
    {
        keep(QStringLiteral("r"), RunState::Finished);
        const QString other = m_directory->filePath(QStringLiteral("other"));
        QVERIFY(QDir().mkpath(other + QStringLiteral("/sub")));
        QVERIFY(QDir(copyOf(RunId(QStringLiteral("r-a1")))).removeRecursively());
        QVERIFY(QFile::link(other, copyOf(RunId(QStringLiteral("r-a1")))));
        QVERIFY(m_services->runTrash.remove({QStringLiteral("r")}));
        auto erased = m_services->runTrash.erase({QStringLiteral("r")});
        erased.waitForFinished();
        QVERIFY(QFileInfo::exists(other + QStringLiteral("/sub")));
    }
};

QTEST_GUILESS_MAIN(TestRunTrash)
#include "tst_runtrash.moc"
