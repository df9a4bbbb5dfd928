// SPDX-License-Identifier: GPL-3.0-or-later
// Waiting, check by check, for a copy that another program writes: its news is passed on, and it is replaced only if it hangs.
#include "core/service/runs/internal/copyturn.h"

#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

class TestCopyTurn : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<LocalCopy> m_mine, m_other;
    QList<LinkState> m_states;
    int m_looks = 0, m_heard = 0, m_logs = 0, m_asked = 0;
    Result<std::optional<bool>> m_behind = std::optional<bool>(false);
    std::unique_ptr<CopyTurn> m_turn;

    Result<bool> look() { return m_turn->look({}); }

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_mine = std::make_unique<LocalCopy>(m_folder->path());
        m_other = std::make_unique<LocalCopy>(m_folder->path());
        m_states.clear();
        m_looks = m_heard = m_logs = m_asked = 0;
        CopyTurn::Events events;
        events.looked = [this](const RunSync::Progress &progress, bool isHeard) {
            ++m_looks;
            m_heard += isHeard;
            m_logs += progress.hasNewLog;
        };
        events.changed = [this](LinkState state) { m_states << state; };
        events.isBehind = [this](std::stop_token) {
            ++m_asked;
            return m_behind;
        };
        m_turn = std::make_unique<CopyTurn>(*m_mine, std::move(events));
    }

    void aFreeCopyIsOursAtOnce()
    {
        QCOMPARE(look().value_or(false), true);
        QVERIFY(m_mine->isHeld());
        QCOMPARE(look().value_or(false), true);
        QVERIFY(m_states.isEmpty());
        QCOMPARE(m_looks, 0);
    }

    void whatTheOtherWritesIsToldUntilItEnds()
    {
        QVERIFY(m_other->tryLock());
        QCOMPARE(look().value_or(true), false);
        QCOMPARE(look().value_or(true), false);
        QCOMPARE(m_heard, 0);
        QVERIFY(m_other->write(QStringLiteral("log"), 0, "a line\n"));
        QCOMPARE(look().value_or(true), false);
        QCOMPARE(m_heard, 1);
        QCOMPARE(m_logs, 1);
        QCOMPARE(m_states, QList<LinkState>{LinkState::Live});
        m_other->unlock();
        QCOMPARE(look().value_or(false), true);
        QCOMPARE(m_states, (QList<LinkState>{LinkState::Live, LinkState::Connecting}));
        QCOMPARE(m_asked, 0);
    }

    void oneThatHangsLosesTheCopyWhereTheMachineHasMore()
    {
        QVERIFY(m_other->tryLock());
        QCOMPARE(look().value_or(true), false);
        m_behind = std::optional<bool>(false);
        QTest::qWait(int(std::chrono::milliseconds(kHolderSilence).count()) + 100);
        QCOMPARE(look().value_or(true), false);
        QCOMPARE(m_asked, 1);
        QCOMPARE(m_states, QList<LinkState>{LinkState::Live});  // the machine answered, and nothing is missing
        QCOMPARE(look().value_or(true), false);
        QCOMPARE(m_asked, 1);
        m_behind = std::optional<bool>(true);
        QTest::qWait(int(std::chrono::milliseconds(kHolderSilence).count()) + 100);
        QCOMPARE(look().value_or(false), true);
        QCOMPARE(m_asked, 2);
        QVERIFY(m_other->wasOvertaken());
        QVERIFY(m_mine->isHeld());
    }

    void aMachineThatCannotBeAskedIsAnErrorAndTheNextLookBeginsAnew()
    {
        QVERIFY(m_other->tryLock());
        QCOMPARE(look().value_or(true), false);
        m_behind = Error{ErrorCode::Unreachable, QStringLiteral("away"), {}};
        QTest::qWait(int(std::chrono::milliseconds(kHolderSilence).count()) + 100);
        const auto failed = look();
        QVERIFY(!failed && failed.error().code == ErrorCode::Unreachable);
        QVERIFY(!m_other->wasOvertaken());
        QCOMPARE(look().value_or(true), false);
        QCOMPARE(look().value_or(true), false);
        QCOMPARE(m_asked, 1);
    }
};

QTEST_GUILESS_MAIN(TestCopyTurn)

#include "tst_copyturn.moc"
