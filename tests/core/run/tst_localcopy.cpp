#include "core/run/localcopy.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

class TestLocalCopy : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void appendsReadsAndReplaces()
    {
        QTemporaryDir dir;
        LocalCopy copy(dir.filePath(QStringLiteral("runs/lauf 1 名")));
        QVERIFY(copy.create());
        QCOMPARE(copy.size(QStringLiteral("log")), 0);
        QVERIFY(copy.append(QStringLiteral("log"), QByteArray("a\0b", 3)));
        QVERIFY(copy.append(QStringLiteral("log"), "cd"));
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
        const auto appended = copy.append(QStringLiteral("log"), "x");
        QVERIFY(!appended);
        QVERIFY(!appended.error().what.isEmpty());
    }

    void aFullDiskIsCalledFull()
    {
        LocalCopy copy(QStringLiteral("/dev"));   // /dev/full refuses every byte with "no space left"
        if (!copy.has(QStringLiteral("full")))
            QSKIP("there is no /dev/full here: mknod /dev/full c 1 7");
        const auto appended = copy.append(QStringLiteral("full"), "x");
        QVERIFY(!appended);
        QCOMPARE(appended.error().code, ErrorCode::NoSpace);
    }
};

QTEST_GUILESS_MAIN(TestLocalCopy)
#include "tst_localcopy.moc"
