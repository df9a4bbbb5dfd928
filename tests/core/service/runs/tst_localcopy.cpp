// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/localcopy.h"

#include <QFile>
#include <QLockFile>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

class TestLocalCopy : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void writesReadsAndReplaces()
    {
        QTemporaryDir dir;
        LocalCopy copy(dir.filePath(QStringLiteral("runs/lauf 1 名")));
        QVERIFY(copy.create());
        QCOMPARE(copy.size(QStringLiteral("log")), 0);
        QVERIFY(copy.write(QStringLiteral("log"), 0, QByteArray("a\0b", 3)));
        QVERIFY(copy.write(QStringLiteral("log"), 3, "cd"));
        QCOMPARE(copy.size(QStringLiteral("log")), 5);
        QCOMPARE(copy.read(QStringLiteral("log"), 2, 100), QByteArray("bcd"));
        QVERIFY(copy.clear(QStringLiteral("log")));
        QCOMPARE(copy.size(QStringLiteral("log")), 0);
        QVERIFY(!copy.has(QStringLiteral("exit")));
        QVERIFY(copy.replace(QStringLiteral("exit"), "{}"));
        QVERIFY(copy.has(QStringLiteral("exit")));
    }

    void onlyOneMayWrite()
    {
        QTemporaryDir dir;
        LocalCopy first(dir.path()), second(dir.path());
        QVERIFY(first.tryLock());
        QVERIFY(!second.tryLock());
        QVERIFY(first.tryLock());
        first.unlock();
        QVERIFY(second.tryLock());
    }

    // Two programs that follow one file, one of them stopped in between: neither damages what the other wrote.
    void bytesGoWhereTheyBelong()
    {
        const QString log = QStringLiteral("log");
        QTemporaryDir dir;
        LocalCopy first(dir.path()), second(dir.path());
        QVERIFY(first.write(log, 0, "0123"));
        QVERIFY(second.write(log, 2, "234567"));
        QVERIFY(first.write(log, 4, "45"));
        QCOMPARE(first.read(log, 0, 100), QByteArray("01234567"));
        QVERIFY(!first.write(log, 9, "9"));  // a hole would not be a prefix
        QCOMPARE(first.read(log, 0, 100), QByteArray("01234567"));
    }

    void whoIsOvertakenWritesNoMore()
    {
        const QString log = QStringLiteral("log");
        QTemporaryDir dir;
        LocalCopy first(dir.path()), second(dir.path()), third(dir.path());
        QVERIFY(first.tryLock());
        QVERIFY(first.write(log, 0, "old"));
        QVERIFY(second.takeOver());
        QVERIFY(second.isHeld() && !first.isHeld() && first.wasOvertaken() && !second.wasOvertaken());
        QVERIFY(second.setAside(log));
        QVERIFY(second.write(log, 0, "ne"));
        QVERIFY(!first.write(log, 2, "x"));
        QVERIFY(!first.clear(log) && !first.replace(QStringLiteral("exit"), "{}") && !first.setAside(log));
        QCOMPARE(second.read(log, 0, 100), QByteArray("ne"));
        QCOMPARE(second.earlier(log), QStringList{dir.filePath(QStringLiteral("log.earlier-1"))});
        // It waits like any other, and leaves the lock to its holder when it ends.
        QVERIFY(!first.tryLock());
        QVERIFY(!first.lockProblem());
        first.unlock();
        QVERIFY(second.isHeld() && !third.tryLock());
        second.unlock();
        QVERIFY(first.tryLock());
    }

    // An earlier Trainyard may still be running.
    void keepsToTheLockOfQt()
    {
        QTemporaryDir dir;
        LocalCopy copy(dir.path());
        QLockFile qt(dir.filePath(QStringLiteral(".lock")));
        qt.setStaleLockTime(0);
        QVERIFY(qt.tryLock(0));
        QVERIFY(!copy.tryLock());
        QVERIFY(!copy.lockProblem());
        qt.unlock();
        QVERIFY(copy.tryLock());
        QVERIFY(!qt.tryLock(0));
        copy.unlock();
        QVERIFY(qt.tryLock(0));
    }

    void aFolderThatTakesNoLockIsNoOtherWriter()
    {
        QTemporaryDir dir;
        LocalCopy first(dir.path()), second(dir.path()), nowhere(dir.filePath(QStringLiteral("gone")));
        QVERIFY(first.tryLock() && !second.tryLock());
        QVERIFY(!first.lockProblem());
        QVERIFY(!second.lockProblem());
        QVERIFY(!nowhere.tryLock());
        QVERIFY(nowhere.lockProblem());
    }

    void saysWhyItCannotWrite()
    {
        QTemporaryDir dir;
        QFile blocker(dir.filePath(QStringLiteral("file")));
        QVERIFY(blocker.open(QIODevice::WriteOnly));
        LocalCopy copy(dir.filePath(QStringLiteral("file/runs")));
        const auto created = copy.create();
        QVERIFY(!created);
        QCOMPARE(created.error().code, ErrorCode::Io);
        const auto appended = copy.write(QStringLiteral("log"), 0, "x");
        QVERIFY(!appended);
        QVERIFY(!appended.error().what.isEmpty());
    }

    void aFullDiskIsCalledFull()
    {
        LocalCopy copy(QStringLiteral("/dev"));  // /dev/full refuses every byte with "no space left"
        if (!copy.has(QStringLiteral("full")))
            QSKIP("there is no /dev/full here: mknod /dev/full c 1 7");
        const auto appended = copy.write(QStringLiteral("full"), 0, "x");
        QVERIFY(!appended);
        QCOMPARE(appended.error().code, ErrorCode::NoSpace);
    }
};

QTEST_GUILESS_MAIN(TestLocalCopy)
#include "tst_localcopy.moc"
