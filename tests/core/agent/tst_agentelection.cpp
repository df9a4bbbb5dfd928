// SPDX-License-Identifier: GPL-3.0-or-later
// Which of several programs acts, tested with real locks and a clock that the test sets.
#include "core/agent/agentelection.h"

#include <QCoreApplication>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace trainyard;

class TestAgentElection : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::chrono::milliseconds m_now{0};

    QString file() const { return m_folder->filePath(QStringLiteral("agent.lock")); }
    std::unique_ptr<AgentElection> opened(AgentElection::Role role = AgentElection::Role::Candidate)
    {
        return std::make_unique<AgentElection>(file(), role, [this] { return m_now; });
    }
    // Lets this many beats pass in which `one` attends; returns the result of the last.
    bool attends(AgentElection &one, int beats)
    {
        bool isActing = false;
        for (int i = 0; i < beats; ++i) {
            m_now += AgentElection::kBeat;
            isActing = one.attend();
        }
        return isActing;
    }

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_now = std::chrono::hours(5);
    }

    void oneOfThreeActs()
    {
        auto first = opened(), second = opened(), third = opened();
        for (int i = 0; i < 30; ++i) {
            m_now += AgentElection::kBeat;
            QVERIFY(first->attend());
            QTest::qSleep(2);  // a file system's clock is no finer than its tick
            QVERIFY(!second->attend());
            QVERIFY(!third->attend());
        }
        const auto holder = agentHolder(file());
        QVERIFY(holder);
        QCOMPARE(holder->pid, QCoreApplication::applicationPid());
        QCOMPARE(holder->program, QCoreApplication::applicationName());
        first.reset();
        QVERIFY(second->attend());
        QVERIFY(!third->attend());
        second->resign();
        QVERIFY(third->attend());
        QVERIFY(!second->attend());
    }

    void killedHolderIsFollowedAtOnce()
    {
        QProcess holder;
        holder.start(QStringLiteral("flock"), {QStringLiteral("--no-fork"), file(), QStringLiteral("sh"), QStringLiteral("-c"),
                                               QStringLiteral("echo held; exec sleep 60")});
        QVERIFY(holder.waitForReadyRead(20'000));
        auto mine = opened();
        QVERIFY(!mine->attend());
        holder.kill();
        QVERIFY(holder.waitForFinished());
        QTRY_VERIFY_WITH_TIMEOUT(mine->attend(), 5'000);
    }

    void silentHolderIsOvertakenAndLearnsIt()
    {
        auto stopped = opened(), mine = opened();
        QVERIFY(stopped->attend());
        QVERIFY(!mine->attend());
        QVERIFY(!attends(*mine, 7));
        QVERIFY(attends(*mine, 2));
        QVERIFY(!stopped->attend());  // it continues, and knows
        QVERIFY(mine->attend());
    }

    void onesOwnSilenceProvesNothing()
    {
        auto holder = opened(), mine = opened();
        QVERIFY(holder->attend());
        QVERIFY(!mine->attend());
        m_now += std::chrono::minutes(10);  // this program was stopped, and the other may have been too
        QVERIFY(!mine->attend());
        QTest::qSleep(20);
        QVERIFY(holder->attend());
        QVERIFY(!attends(*mine, 3));
    }

    void standInActsWhileNoCandidateLives()
    {
        auto standIn = opened(AgentElection::Role::StandIn), other = opened(AgentElection::Role::StandIn);
        QVERIFY(standIn->attend());
        QVERIFY(other->attend());  // each acts for its own runs
        auto candidate = opened();
        QVERIFY(candidate->attend());
        QVERIFY(!standIn->attend());
        QVERIFY(!attends(*standIn, 7));
        QVERIFY(attends(*standIn, 3));  // the candidate hangs
        QVERIFY(candidate->attend());   // it was not overtaken by one that acts for few runs
        QVERIFY(!standIn->attend());
        candidate.reset();
        QVERIFY(standIn->attend());
        QVERIFY(!agentHolder(file()));
    }

    void actsAloneWhereNothingCanBeWritten()
    {
        AgentElection mine(QStringLiteral("/proc/agent.lock"), AgentElection::Role::Candidate);
        QVERIFY(mine.attend());
    }

    void hostileNameOfAHolderIsNotShown()
    {
        FileLock lock(file());
        QVERIFY(lock.tryLock());
        QFile written(file());
        QVERIFY(written.open(QIODevice::ReadWrite));
        written.write("12\n\x1b]0;owned\x07<b>yard</b>" + QByteArray(500, 'x') + "\nhost\n");
        written.close();
        const auto holder = agentHolder(file());
        QVERIFY(holder);
        QCOMPARE(holder->pid, 12);
        QVERIFY(holder->program.startsWith(QStringLiteral("0ownedbyardb")));
        QVERIFY(holder->program.size() <= FileLock::kMaxName);
    }
};

QTEST_GUILESS_MAIN(TestAgentElection)

#include "tst_agentelection.moc"
