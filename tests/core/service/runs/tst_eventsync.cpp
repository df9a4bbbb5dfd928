// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/trainlog/eventfiles.h"
#include "core/service/runs/internal/eventsync.h"
#include "sshdfixture.h"

#include <QDir>
#include <QFile>
#include <QTest>

using namespace trainyard;

namespace {

QDeadlineTimer soon() { return QDeadlineTimer(20'000); }

bool put(const QString &path, const QByteArray &bytes)
{
    QDir().mkpath(path.section(QLatin1Char('/'), 0, -2));
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

}  // namespace

class TestEventSync : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (const QString missing = m_sshd.missing(); !missing.isEmpty())
            QSKIP(qPrintable(missing));
        QVERIFY2(m_sshd.start(), qPrintable(m_sshd.errorText()));
        auto connection = SshConnection::open(m_sshd.target(), {}, soon());
        QVERIFY2(connection.has_value(), connection ? "" : qPrintable(connection.error().what));
        m_connection = *connection;
    }

    void eventFilesComeByTheirNewBytes()
    {
        QTemporaryDir machine, here;
        Run run;
        run.head().directory = machine.filePath(QStringLiteral("run one"));
        run.checkpointDir = machine.filePath(QStringLiteral("checkpoints"));
        const QString first = run.head().directory + QStringLiteral("/workdir/logs/it's a/events.out.tfevents.1.host");
        const QString second = run.checkpointDir + QStringLiteral("/events.out.tfevents.2.host");
        QVERIFY(put(run.head().directory + QStringLiteral("/launch.sh"), "x"));
        QVERIFY(put(first, "0123456789") && put(second, "abc"));
        QVERIFY(put(run.head().directory + QStringLiteral("/workdir/notes.txt"), "no"));
        QVERIFY(put(run.head().directory + QStringLiteral("/workdir/1/2/3/4/5/6/events.out.tfevents.3"), "too deep"));
        QVERIFY(put(machine.filePath(QStringLiteral("elsewhere")), "secret"));
        QVERIFY(QFile::link(machine.filePath(QStringLiteral("elsewhere")),
                            run.head().directory + QStringLiteral("/workdir/events.out.tfevents.4")));
        // From an earlier attempt.
        const QString old = run.checkpointDir + QStringLiteral("/old/events.out.tfevents.0");
        QVERIFY(put(old, "old"));
        QFile file(old);
        QVERIFY(file.open(QIODevice::ReadWrite)
                && file.setFileTime(QDateTime::currentDateTime().addDays(-1), QFileDevice::FileModificationTime));
        file.close();

        LocalCopy copy(here.path());
        EventSync sync(run, copy);
        QVERIFY(sync.poll(*m_connection, {}));  // not yet
        QVERIFY(!QDir(here.filePath(kEventFolder)).exists());
        QVERIFY(sync.finish(*m_connection, {}));
        const QStringList names = QDir(here.filePath(kEventFolder)).entryList(QDir::Files, QDir::Name);
        QCOMPARE(names, (QStringList{QStringLiteral("c%2Fevents.out.tfevents.2.host"),
                                     QStringLiteral("w%2Flogs%2Fit%27s%20a%2Fevents.out.tfevents.1.host")}));
        QCOMPARE(eventFileFolder(names[1]), QStringLiteral("it's a"));
        QCOMPARE(copy.read(kEventFolder + u'/' + names[1], 0, 100), QByteArray("0123456789"));

        QVERIFY(put(first, "0123456789more"));
        QVERIFY(sync.finish(*m_connection, {}));
        QCOMPARE(copy.read(kEventFolder + u'/' + names[1], 0, 100), QByteArray("0123456789more"));
        QVERIFY(put(first, "anew"));
        QVERIFY(sync.finish(*m_connection, {}));
        QCOMPARE(copy.read(kEventFolder + u'/' + names[1], 0, 100), QByteArray("anew"));
    }

    void foldersOfTheTaskAreLookedInto_data()
    {
        QTest::addColumn<EngineKind>("engine");
        QTest::addColumn<QString>("place");
        QTest::newRow("process") << EngineKind::Process << QStringLiteral("logs");
        QTest::newRow("container") << EngineKind::Podman << QStringLiteral("run/tensorboard/0");
    }

    void foldersOfTheTaskAreLookedInto()
    {
        QFETCH(EngineKind, engine);
        QFETCH(QString, place);
        QTemporaryDir machine, here;
        Run run;
        run.engine = engine;
        run.head().directory = machine.filePath(QStringLiteral("run"));
        QVERIFY(put(run.head().directory + QStringLiteral("/launch.sh"), "x"));
        QVERIFY(put(machine.filePath(place + QStringLiteral("/a/events.out.tfevents.1")), "outside"));
        QVERIFY(put(run.head().directory + QStringLiteral("/workdir/b/events.out.tfevents.2"), "inside"));
        QVERIFY(put(here.filePath(QStringLiteral("task.yaml")), "run: x\ntensorboard: ['"
                                                                    + machine.filePath(QStringLiteral("logs")).toUtf8() + "', '"
                                                                    + run.head().directory.toUtf8() + "/workdir/b']\n"));
        LocalCopy copy(here.path());
        EventSync sync(run, copy);
        QVERIFY(sync.finish(*m_connection, {}));
        QCOMPARE(QDir(here.filePath(kEventFolder)).entryList(QDir::Files, QDir::Name),
                 (QStringList{QStringLiteral("0%2Fa%2Fevents.out.tfevents.1"), QStringLiteral("w%2Fb%2Fevents.out.tfevents.2")}));
    }

    void aCallTakesOnlySoMuch()
    {
        QTemporaryDir machine, here;
        Run run;
        run.head().directory = machine.path();
        QVERIFY(put(run.head().directory + QStringLiteral("/launch.sh"), "x"));
        const QString path = run.head().directory + QStringLiteral("/workdir/events.out.tfevents.1");
        QVERIFY(put(path, "a"));
        LocalCopy copy(here.path());
        EventSync sync(run, copy);
        QVERIFY(sync.finish(*m_connection, {}));
        QVERIFY(put(path, QByteArray(3 << 20, 'a')));
        QVERIFY(sync.poll(*m_connection, {}));
        QCOMPARE(copy.size(kEventFolder + QStringLiteral("/w%2Fevents.out.tfevents.1")), 1 + (1 << 20));
        QVERIFY(sync.poll(*m_connection, {}));
        QCOMPARE(copy.size(kEventFolder + QStringLiteral("/w%2Fevents.out.tfevents.1")), 1 + (2 << 20));
    }

    void namesThatLeaveTheFolderAreRefused()
    {
        QVERIFY(!eventFileName('w', QStringLiteral("a/events.out.tfevents.1")).isEmpty());
        for (const char *bad :
             {"../events.out.tfevents.1", "a//events.out.tfevents.1", "/events.out.tfevents.1", "a/notes", "a\n/events.out.tfevents.1", ""})
            QVERIFY2(eventFileName('w', QString::fromUtf8(bad)).isEmpty(), bad);
        QVERIFY(eventFileName('w', QString(300, QLatin1Char('a')) + QStringLiteral("/events.out.tfevents.1")).isEmpty());
        QVERIFY(!eventFileName('w', QStringLiteral("日志/events.out.tfevents.1")).contains(QLatin1Char('/')));
    }

private:
    SshdFixture m_sshd;
    std::shared_ptr<SshConnection> m_connection;
};

QTEST_GUILESS_MAIN(TestEventSync)
#include "tst_eventsync.moc"
