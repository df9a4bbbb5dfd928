// SPDX-License-Identifier: GPL-3.0-or-later
// State left by an earlier version still works: its database, its copies of runs, its rate card, and a run that it launched and that its
// own supervisor watches on the machine. The files in tests/data/state-of-schema-8 were written by that version (schema 8, from before
// notes, the trash and the agent); only the addresses in the database are changed to those of the test's machine.
#include "core/storage/database/statedatabase.h"
#include "tests/support/labmachine.h"
#include "tests/support/yardcommand.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

const QString kGoesOn = QStringLiteral("goes-on-mzvnpc-a1");
const QString kDone = QStringLiteral("digits-hq9nve-a1");

bool copyTree(const QString &from, const QString &to)
{
    QDirIterator files(from, QDir::Files, QDirIterator::Subdirectories);
    bool isWhole = QDir().mkpath(to);
    while (files.hasNext()) {
        const QString file = files.next(), target = to + file.mid(from.size());
        isWhole = QDir().mkpath(QFileInfo(target).absolutePath()) && QFile::copy(file, target)
                  && QFile::setPermissions(target, QFile::permissions(target) | QFile::WriteOwner) && isWhole;
    }
    return isWhole;
}

}  // namespace

class TestEarlierState : public QObject {
    Q_OBJECT

    std::unique_ptr<LabMachine> m_lab;
    std::unique_ptr<QTemporaryDir> m_home;

    YardCommand::Answer yard(const QStringList &words) const
    {
        return YardCommand(QStringLiteral(TRAINYARD_BIN_DIR "/yard"), m_home->path()).run(words);
    }
    YardCommand::Answer yard(const char *words) const { return yard(QString::fromUtf8(words).split(u' ')); }

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
        QVERIFY(
            copyTree(QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/state-of-schema-8/state"), m_home->filePath(QStringLiteral("data"))));
    }

    void whatWasStoredIsThere()
    {
        const QJsonArray runs = yard("--json run list").array();
        QCOMPARE(runs.size(), 2);
        QCOMPARE(runs.at(0)[QLatin1String("id")].toString(), kGoesOn);
        QCOMPARE(runs.at(1)[QLatin1String("id")].toString(), kDone);
        QCOMPARE(runs.at(1)[QLatin1String("state")].toString(), QStringLiteral("finished"));
        QCOMPARE(runs.at(1)[QLatin1String("exit_code")].toInt(-1), 0);
        const auto log = yard({QStringLiteral("run"), QStringLiteral("logs"), kDone});
        QVERIFY2(log.status == 0 && log.out.startsWith("step=1/8 loss=0.8") && log.out.endsWith("done\n"), log.told().constData());
        QCOMPARE(yard("--json budget show").object()[QLatin1String("budgets")].toArray().size(), 2);
        const auto cards = yard("offer cards");
        QVERIFY2(cards.out.contains("lab"), cards.told().constData());
        // Later features work on it.
        const auto noted = yard({QStringLiteral("run"), QStringLiteral("edit"), kDone, QStringLiteral("--note"), QStringLiteral("kept")});
        QVERIFY2(noted.status == 0, noted.told().constData());
        QVERIFY(yard("agent status").status == 1);
    }

    void runningRunGoesOnAndIsStopped()
    {
        const QString directory = m_lab->runDirectory(RunId(kGoesOn));
        QVERIFY(copyTree(QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/state-of-schema-8/machine"), directory));
        {
            auto database = StateDatabase::open(m_home->filePath(QStringLiteral("data/trainyard.db")));
            QVERIFY2(database.has_value(), database ? "" : qPrintable(database.error().what));
            auto machine = (*database)->machines.find(QStringLiteral("sandbox"));
            QVERIFY(machine);
            machine->isSimulated = false;
            machine->target = m_lab->sshd().target();
            QVERIFY((*database)->machines.update(*machine));
            QVERIFY((*database)->runs.update(RunId(kGoesOn), [&](Run &run) { run.head().directory = directory; }));
        }
        // As its own version started it.
        QProcess supervisor;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("HOME"), m_lab->home());
        supervisor.setProcessEnvironment(environment);
        supervisor.start(QStringLiteral("sh"), {directory + QStringLiteral("/supervise.sh"), QStringLiteral("start")});
        QVERIFY(supervisor.waitForFinished());
        QCOMPARE(supervisor.exitCode(), 0);

        QByteArray lines;
        QTRY_VERIFY_WITH_TIMEOUT((lines = yard({QStringLiteral("run"), QStringLiteral("logs"), kGoesOn}).out).contains("step=3 "), 30'000);
        QVERIFY2(lines.startsWith("step=1 loss=0.5\nstep=2 loss=0.5\nstep=3 "), lines.constData());
        const auto shown = yard({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("show"), kGoesOn});
        QCOMPARE(shown.object()[QLatin1String("state")].toString(), QStringLiteral("running"));
        const auto stopped = yard({QStringLiteral("run"), QStringLiteral("stop"), kGoesOn});
        QVERIFY2(stopped.status == 0, stopped.told().constData());
        QVERIFY(yard({QStringLiteral("run"), QStringLiteral("logs"), kGoesOn}).out.endsWith("saved\n"));
        QCOMPARE(yard({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("show"), kGoesOn})
                     .object()[QLatin1String("state")]
                     .toString(),
                 QStringLiteral("stopped"));
    }
};

QTEST_GUILESS_MAIN(TestEarlierState)

#include "tst_earlierstate.moc"
