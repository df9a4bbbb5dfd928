// SPDX-License-Identifier: GPL-3.0-or-later
// The window and `yard agent` as programs, on a real run: one of them acts, and when it is killed or hangs the other takes over.
#include "tests/support/labmachine.h"
#include "tests/support/yardcommand.h"

#include <QDateTime>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace trainyard;

class TestAgents : public QObject {
    Q_OBJECT

    std::unique_ptr<LabMachine> m_lab;
    std::unique_ptr<QTemporaryDir> m_home;

    YardCommand yard() const { return YardCommand(QStringLiteral(TRAINYARD_BIN_DIR "/yard"), m_home->path()); }
    YardCommand::Answer run(const QStringList &words) const { return yard().run(words); }
    YardCommand::Answer run(const char *words) const { return yard().run(QString::fromUtf8(words).split(u' ')); }

    std::unique_ptr<QProcess> started(const char *program, const QStringList &arguments = {}) const
    {
        auto process = std::make_unique<QProcess>();
        QProcessEnvironment environment = yard().environment;
        environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
        process->setProcessEnvironment(environment);
        process->setProcessChannelMode(QProcess::MergedChannels);
        process->start(QStringLiteral(TRAINYARD_BIN_DIR "/") + QLatin1String(program), arguments);
        return process;
    }
    QString holder() const { return run("--json agent status").object()[QLatin1String("program")].toString(); }

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

    void init() { m_home = std::make_unique<QTemporaryDir>(); }

    void budgetIsKeptWhenTheWindowIsKilled()
    {
        const auto added = run({QStringLiteral("machine"), QStringLiteral("add"), QStringLiteral("box"), m_lab->sshCommand()});
        QVERIFY2(added.status == 0, added.told().constData());
        // A dollar a second, for the last twenty minutes: a hundredth of that lasts twelve seconds.
        const auto rented = run({QStringLiteral("machine"), QStringLiteral("rent"), QStringLiteral("box"), QStringLiteral("--price"),
                                 QStringLiteral("3600USD"), QStringLiteral("--since"),
                                 QDateTime::currentDateTime().addSecs(-1200).toString(QStringLiteral("yyyy-MM-ddTHH:mm:ss"))});
        QVERIFY2(rented.status == 0, rented.told().constData());
        QFile task(m_home->filePath(QStringLiteral("task.yaml")));
        QVERIFY(task.open(QIODevice::WriteOnly));
        task.write("name: train\nengine: process\n"
                   "run: \"trap 'echo saved; exit 0' TERM; echo ready; while :; do sleep 0.1; done\"\n");
        task.close();
        const auto launched = run({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("launch"), task.fileName(),
                                   QStringLiteral("--machine"), QStringLiteral("box")});
        QVERIFY2(launched.status == 0, launched.told().constData());
        const QString id = launched.object()[QLatin1String("id")].toString();
        QFile log(m_lab->runDirectory(RunId(id)) + QStringLiteral("/log"));
        QTRY_VERIFY_WITH_TIMEOUT(log.exists() && log.size() > 0, 30'000);

        const auto window = started("trainyard");
        QTRY_COMPARE_WITH_TIMEOUT(holder(), QStringLiteral("trainyard"), 30'000);
        const auto agent = started("yard", {QStringLiteral("agent")});
        QByteArray said;
        const auto heard = [&](const char *words) { return (said += agent->readAll()).contains(words); };
        QTRY_VERIFY_WITH_TIMEOUT(heard("Standing by: trainyard"), 30'000);

        const double spent = run("--json budget show")
                                 .object()[QLatin1String("currencies")]
                                 .toArray()
                                 .first()[QLatin1String("month")][QLatin1String("total")]
                                 .toDouble();
        QVERIFY2(spent > 1, run("--json budget show").told().constData());
        const auto limited = run({QStringLiteral("budget"), QStringLiteral("set"), QStringLiteral("--month"), QStringLiteral("--amount"),
                                  QString::number(spent / 0.99, 'f', 2) + QStringLiteral("USD")});
        QVERIFY2(limited.status == 0, limited.told().constData());
        window->kill();
        QVERIFY(window->waitForFinished());
        QElapsedTimer since;
        since.start();
        QTRY_VERIFY_WITH_TIMEOUT(heard("Acting"), 10'000);
        qInfo("the next agent acts %lld ms after the kill", since.elapsed());
        QCOMPARE(holder(), QStringLiteral("yard"));
        QTRY_COMPARE_WITH_TIMEOUT(
            run({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("show"), id}).object()[QLatin1String("state")].toString(),
            QStringLiteral("stopped"), 90'000);
        qInfo("the run is stopped %lld ms after the kill", since.elapsed());
        QVERIFY(log.open(QIODevice::ReadOnly));
        QVERIFY(log.readAll().endsWith("saved\n"));
        QTRY_VERIFY2_WITH_TIMEOUT(heard("of the budget for this month is used"), said.constData(), 10'000);
        agent->terminate();
        QVERIFY(agent->waitForFinished());
        QCOMPARE(agent->exitCode(), 0);
        QCOMPARE(run("agent status").status, 1);
    }

    void stoppedAgentIsOvertakenAndStandsBy()
    {
        const auto first = started("yard", {QStringLiteral("agent")});
        const auto awake = qScopeGuard([&] { ::kill(pid_t(first->processId()), SIGCONT); });
        QByteArray saidFirst, saidSecond;
        QTRY_VERIFY_WITH_TIMEOUT((saidFirst += first->readAll()).contains("Acting"), 30'000);
        const auto second = started("yard", {QStringLiteral("agent")});
        QTRY_VERIFY_WITH_TIMEOUT((saidSecond += second->readAll()).contains("Standing by"), 30'000);
        ::kill(pid_t(first->processId()), SIGSTOP);
        QElapsedTimer since;
        since.start();
        QTRY_VERIFY_WITH_TIMEOUT((saidSecond += second->readAll()).contains("Acting"), 20'000);
        qInfo("the next agent acts %lld ms after the first was stopped", since.elapsed());
        QCOMPARE(run("--json agent status").object()[QLatin1String("pid")].toInteger(), second->processId());
        ::kill(pid_t(first->processId()), SIGCONT);
        QTRY_VERIFY_WITH_TIMEOUT((saidFirst += first->readAll()).contains("Standing by"), 20'000);
        for (QProcess *one : {first.get(), second.get()}) {
            one->terminate();
            QVERIFY(one->waitForFinished());
            QCOMPARE(one->exitCode(), 0);
        }
    }
};

QTEST_GUILESS_MAIN(TestAgents)

#include "tst_agents.moc"
