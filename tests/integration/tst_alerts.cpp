// SPDX-License-Identifier: GPL-3.0-or-later
// `yard alert …` as a person uses it, and what following a run reports by itself.
#include "core/storage/database/alertfiles.h"
#include "core/storage/database/statedatabase.h"
#include "tests/support/labmachine.h"
#include "tests/support/yardcommand.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

#include <cstdlib>

using namespace trainyard;

class TestAlerts : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<StateDatabase> m_store;
    Paths m_paths;

    YardCommand yard() const { return YardCommand(QStringLiteral(TRAINYARD_BIN_DIR "/yard"), m_home->path()); }
    YardCommand::Answer run(const QStringList &words) const { return yard().run(words); }
    YardCommand::Answer run(const char *words) const { return yard().run(QString::fromUtf8(words).split(u' ')); }

    AlertId open(const char *name) const
    {
        Alert alert;
        alert.kind = AlertKind::GpuTemperature;
        alert.runName = QLatin1String(name);
        alert.machine = alert.runName;
        alert.gpus = {3};
        alert.value = 91;
        alert.opened = alert.seen = QDateTime::currentDateTimeUtc().addSecs(-60);
        const auto opened = m_store->alerts.open(alert);
        return opened ? opened->id : AlertId();
    }

    // A command that writes its notice to a file.
    bool tellInto(const QString &file) const
    {
        AlertSettings settings;
        settings.ways = {AlertChannel::Command};
        settings.command = {QStringLiteral("/bin/sh"), QStringLiteral("-c"), QStringLiteral("cat >> \"$0\""), file};
        return saveAlertSettings(m_paths, settings).has_value();
    }

    static QByteArray textOf(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

private Q_SLOTS:
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        qputenv("TRAINYARD_HOME", m_home->path().toUtf8());
        m_paths = Paths::standard();
        auto store = StateDatabase::open(m_paths.database());
        QVERIFY(store);
        m_store = *std::move(store);
    }

    void cleanup()
    {
        m_store.reset();
        qunsetenv("TRAINYARD_HOME");
    }

    void alertsAreListedAndAcknowledged()
    {
        QVERIFY(run("--json alert list").array().isEmpty());
        QCOMPARE(run("alert list").status, 0);
        const AlertId id = open("a\x1b[31mb");
        const QJsonObject alert = run("--json alert list").array().first().toObject();
        QCOMPARE(alert[QLatin1String("kind")].toString(), QStringLiteral("gpu_temperature"));
        QCOMPARE(alert[QLatin1String("gpus")].toArray().first().toInt(), 3);
        QVERIFY(alert[QLatin1String("run")].isNull() && alert[QLatin1String("cleared")].isNull());
        QVERIFY(!run("alert list").out.contains('\x1b'));
        QCOMPARE(run(QStringList{QStringLiteral("alert"), QStringLiteral("acknowledge"), QString::number(id.number())}).status, 0);
        QVERIFY(run("--json alert history --limit 3").array().first().toObject()[QLatin1String("acknowledged")].isString());
    }

    void whatIsWrongIsRefused_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<int>("status");
        const auto row = [](const char *words, int status) { QTest::newRow(words) << QString::fromLatin1(words) << status; };
        row("alert list x", 2);
        row("alert history --limit 0", 2);
        row("alert history nothing", 1);
        row("alert acknowledge", 2);
        row("alert acknowledge x", 2);
        row("alert acknowledge 77", 1);
        row("alert watch nothing", 1);
    }

    void whatIsWrongIsRefused()
    {
        QFETCH(QString, words);
        QFETCH(int, status);
        const auto answer = run(words.split(u' '));
        QVERIFY2(answer.status == status, answer.told().constData());
        QVERIFY(answer.err.contains("yard"));
    }

    void aTestGoesByEveryWayAndSaysWhatCameOfIt()
    {
        const QString file = m_home->filePath(QStringLiteral("told"));
        QVERIFY(tellInto(file));
        const auto sent = run("--json alert test");
        QVERIFY2(sent.status == 0, sent.told().constData());
        QCOMPARE(sent.array().first().toObject()[QLatin1String("sent")].toBool(), true);
        QVERIFY(QJsonDocument::fromJson(textOf(file)).object().contains(QLatin1String("title")));
        AlertSettings settings;
        settings.ways = {AlertChannel::Webhook};
        QVERIFY(saveAlertSettings(m_paths, settings) && saveWebhook(m_paths, {QStringLiteral("http://127.0.0.1:1/hidden"), {}}));
        const auto failed = run("alert test");
        QCOMPARE(failed.status, 1);
        QVERIFY(!failed.out.contains("hidden") && !failed.err.contains("hidden"));
    }

    void watchingPrintsWhatOpensAndTellsOfIt()
    {
        const QString file = m_home->filePath(QStringLiteral("told"));
        QVERIFY(tellInto(file));
        QProcess watch;
        watch.setProcessEnvironment(yard().environment);
        watch.start(QStringLiteral(TRAINYARD_BIN_DIR "/yard"),
                    {QStringLiteral("--json"), QStringLiteral("alert"), QStringLiteral("watch")});
        QVERIFY(watch.waitForStarted());
        QTest::qWait(500);
        QVERIFY(open("llama").isSet());
        QByteArray printed;
        const auto read = [&] { return printed += watch.readAllStandardOutput(); };
        QTRY_VERIFY_WITH_TIMEOUT(read().contains("\"event\":\"opened\""), 20000);
        QTRY_VERIFY_WITH_TIMEOUT(textOf(file).contains("llama"), 20000);
        QVERIFY(m_store->alerts.clear(m_store->alerts.allOpen()->first().key(), QDateTime::currentDateTimeUtc()));
        QTRY_VERIFY_WITH_TIMEOUT(read().contains("\"event\":\"cleared\""), 20000);
        watch.terminate();
        QVERIFY(watch.waitForFinished());
        QCOMPARE(watch.exitCode(), 130);
    }

    // No run is active there, and its only GPU is hot; the figures are simulated.
    void aMachineWithoutARunIsWatchedToo()
    {
        LabMachine lab(std::nullopt);
        QVERIFY(QDir(lab.home()).mkpath(QStringLiteral("bin")));
        QFile smi(lab.home() + QStringLiteral("/bin/nvidia-smi"));
        QVERIFY(smi.open(QIODevice::WriteOnly)
                && smi.write("#!/bin/sh\ncase \"$*\" in *clocks_*) exit 2 ;; *power*) exit 2 ;; esac\n"
                             "while echo '0, SIM-0, Simulated GPU, 0, 1, 100, 95'; do sleep 1; done\n")
                       > 0
                && smi.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        smi.close();
        lab.sshd().setEnvironment(QStringLiteral("PATH"), lab.home() + QStringLiteral("/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"));
        if (!lab.start()) {
            if (qEnvironmentVariable("CI") == QLatin1String("true"))
                QFAIL(qPrintable(lab.problem()));
            QSKIP(qPrintable(lab.problem()));
        }
        const auto added = run({QStringLiteral("machine"), QStringLiteral("add"), QStringLiteral("box"), lab.sshCommand()});
        QVERIFY2(added.status == 0, added.told().constData());
        AlertSettings settings;
        settings.rules.apply({AlertKind::GpuTemperature, true, {}, std::chrono::seconds(3)});
        QVERIFY(saveAlertSettings(m_paths, settings));
        QProcess watch;
        watch.setProcessEnvironment(yard().environment);
        watch.start(QStringLiteral(TRAINYARD_BIN_DIR "/yard"),
                    {QStringLiteral("--json"), QStringLiteral("alert"), QStringLiteral("watch")});
        QVERIFY(watch.waitForStarted());
        QTRY_VERIFY_WITH_TIMEOUT(!m_store->alerts.allOpen()->isEmpty(), 60000);
        const Alert alert = m_store->alerts.allOpen()->first();
        QCOMPARE(alert.kind, AlertKind::GpuTemperature);
        QVERIFY(!alert.runId.isSet() && alert.isSimulated && alert.value == 95);
        QCOMPARE(alert.machine, QStringLiteral("box"));
        QCOMPARE(alertTitle(alert), QStringLiteral("box (simulated): GPU 0 hot (95\u00a0°C)"));
        watch.terminate();
        QVERIFY(watch.waitForFinished());
        // Another program takes it over, and reports its end once the machine has been removed from the list.
        QCOMPARE(run("machine remove box").status, 0);
        watch.start(QStringLiteral(TRAINYARD_BIN_DIR "/yard"), {QStringLiteral("alert"), QStringLiteral("watch")});
        QVERIFY(watch.waitForStarted());
        QTRY_VERIFY_WITH_TIMEOUT(m_store->alerts.allOpen()->isEmpty(), 20000);
        watch.terminate();
        QVERIFY(watch.waitForFinished());
    }

    void followingARunTellsOfItsFailure()
    {
        LabMachine lab(std::nullopt);
        if (!lab.start()) {
            if (qEnvironmentVariable("CI") == QLatin1String("true"))
                QFAIL(qPrintable(lab.problem()));
            QSKIP(qPrintable(lab.problem()));
        }
        const auto added = run({QStringLiteral("machine"), QStringLiteral("add"), QStringLiteral("box"), lab.sshCommand()});
        QVERIFY2(added.status == 0, added.told().constData());
        const QString file = m_home->filePath(QStringLiteral("told"));
        QVERIFY(tellInto(file));
        QFile task(m_home->filePath(QStringLiteral("task.yaml")));
        QVERIFY(task.open(QIODevice::WriteOnly) && task.write("name: breaks\nengine: process\nrun: sleep 3; exit 3\n") > 0);
        task.close();
        const auto launched = run({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("launch"), task.fileName(),
                                   QStringLiteral("--machine"), QStringLiteral("box")});
        QVERIFY2(launched.status == 0, launched.told().constData());
        const auto followed = run("run logs -f breaks");
        QVERIFY2(followed.status == 1, followed.told().constData());
        QVERIFY2(textOf(file).contains("run_failed"), textOf(file).constData());
        QCOMPARE(run("--json alert list").array().first().toObject()[QLatin1String("kind")].toString(), QStringLiteral("run_failed"));
    }
};

QTEST_GUILESS_MAIN(TestAlerts)
#include "tst_alerts.moc"
