// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/filelock.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cerrno>
#include <csignal>
#include <stop_token>
#include <sys/file.h>
#include <sys/wait.h>
#include <thread>
#include <tuple>
#include <unistd.h>

using namespace trainyard;
using namespace std::chrono_literals;

class TestFileLock : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void oneHolderAtATime()
    {
        QTemporaryDir dir;
        const QString file = dir.filePath(QStringLiteral("lock"));
        FileLock first(file), second(file);
        QVERIFY(first.tryLock() && first.tryLock() && first.isHeld());
        QVERIFY(!second.tryLock() && !second.isHeld());
        QCOMPARE(second.systemError(), 0);
        QCOMPARE(second.holder(), qint64(::getpid()));
        first.unlock();
        QVERIFY(!QFile::exists(file));
        QVERIFY(second.tryLock());
    }

    // A killed program leaves its file behind: complete, or empty if it had only just created it. Neither keeps others waiting.
    void aKilledHolderLeavesNothingToWaitFor_data()
    {
        QTest::addColumn<bool>("isSigned");
        QTest::newRow("after it was signed") << true;
        QTest::newRow("before it was signed") << false;
    }
    void aKilledHolderLeavesNothingToWaitFor()
    {
        QFETCH(bool, isSigned);
        QTemporaryDir dir;
        const QByteArray file = QFile::encodeName(dir.filePath(QStringLiteral("lock")));
        int told[2];
        QCOMPARE(::pipe(told), 0);
        const pid_t child = ::fork();
        if (child == 0) {
            FileLock lock(QFile::decodeName(file));
            const bool isHeld = lock.tryLock() && (isSigned || ::truncate(file.constData(), 0) == 0);
            if (isHeld)
                std::ignore = ::write(told[1], "x", 1);
            ::close(told[1]);
            ::pause();
            ::_exit(1);
        }
        QVERIFY(child > 0);
        ::close(told[1]);
        char byte = 0;
        const bool isHeldThere = ::read(told[0], &byte, 1) == 1;
        ::close(told[0]);
        FileLock mine(QFile::decodeName(file));
        const bool isFreeTooEarly = mine.tryLock();
        ::kill(child, SIGKILL);
        ::waitpid(child, nullptr, 0);
        QVERIFY(isHeldThere && !isFreeTooEarly);
        QVERIFY(QFile::exists(QFile::decodeName(file)));
        QVERIFY(mine.tryLock());
        QCOMPARE(mine.holder(), qint64(::getpid()));
    }

    void waitsForItsTurn()
    {
        QTemporaryDir dir;
        const QString file = dir.filePath(QStringLiteral("lock"));
        FileLock mine(file);
        QVERIFY(mine.tryLock());
        std::jthread other([&] {
            FileLock lock(file);
            if (lock.tryLock(60s))
                QFile(file + QStringLiteral(".had")).open(QIODevice::WriteOnly);
        });
        QTest::qWait(100);
        QVERIFY(!QFile::exists(file + QStringLiteral(".had")));
        mine.unlock();
        other.join();
        QVERIFY(QFile::exists(file + QStringLiteral(".had")));
        QVERIFY(!QFile::exists(file));
    }

    void stopsWaitingWhenAskedOrInVain()
    {
        QTemporaryDir dir;
        const QString file = dir.filePath(QStringLiteral("lock"));
        FileLock first(file), second(file), nowhere(dir.filePath(QStringLiteral("gone/lock")));
        QVERIFY(first.tryLock());
        QElapsedTimer timer;
        timer.start();
        QVERIFY(!second.tryLock(100ms));
        QVERIFY(timer.elapsed() >= 100);
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(!second.tryLock(60s, stop.get_token()));
        QVERIFY(!nowhere.tryLock(60s));
        QCOMPARE(nowhere.systemError(), ENOENT);
        QVERIFY(timer.elapsed() < 30'000);
    }

    void takenOverAndToldSo()
    {
        QTemporaryDir dir;
        const QString file = dir.filePath(QStringLiteral("lock"));
        FileLock slow(file), quick(file);
        QVERIFY(slow.tryLock() && quick.takeOver());
        QVERIFY(slow.wasOvertaken() && !slow.isHeld() && quick.isHeld());
        slow.unlock();
        QVERIFY(quick.isHeld() && QFile::exists(file));
    }
};

QTEST_GUILESS_MAIN(TestFileLock)
#include "tst_filelock.moc"
