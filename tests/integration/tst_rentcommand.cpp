// SPDX-License-Identifier: GPL-3.0-or-later
// `yard rent`, `machine give-back` and `cloud sweep` as a person types them, with Ctrl+C, against a fake cloud: nothing is rented anywhere,
// and its prices are made up. The machine is a real SSH server on this computer. `tst_rentcommand --yard FOLDER PORT USER CONSOLE WORDS…` is
// `yard` with that cloud in place of the real ones.
#include "app/cli/commands.h"
#include "core/base/format.h"
#include "core/service/machines/copynotes.h"
#include "core/storage/database/offerstore.h"
#include "tests/support/fakecloud.h"
#include "tests/support/httpstandin.h"
#include "tests/support/sshdfixture.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonDocument>
#include <QProcess>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace trainyard;

namespace {

const QStringList kRent =
    QStringLiteral("rent --type gpu.1x --region eu-1 --price 2USD --until 8h,10USD --from 203.0.113.7 --name box --yes").split(u' ');

int yardWithFakeCloud(const QStringList &arguments)
{
    Console console;
    const QString folder = arguments.at(0);
    const auto knobs = std::make_shared<FakeCloud::Knobs>();
    knobs->hasConsole = knobs->hasParts = knobs->keepsParts = true;
    knobs->withoutCapacity = {QStringLiteral("full-1")};
    if (QFile::exists(folder + QStringLiteral("/zones"))) {
        knobs->zones = ZoneUse::TakesOne;
        knobs->hasOffers = true;
        knobs->withoutCapacity << QStringLiteral("full-1a");
        for (const char *zone : {"eu-1a", "eu-1b", "full-1a", "full-1b"}) {
            const QString name = QLatin1String(zone);
            knobs->offers << ProviderOffer{{}, name.chopped(1), name, QStringLiteral("gpu.1x"), {}, false, {}};
        }
    }
    knobs->target.host = QStringLiteral("127.0.0.1");
    knobs->target.port = arguments.at(1).toInt();
    knobs->target.user = arguments.at(2);
    QFile file(arguments.at(3));
    if (file.open(QIODevice::ReadOnly))
        knobs->console = file.readAll();
    std::vector<std::unique_ptr<const MachineProvider>> all;
    all.push_back(std::make_unique<FakeCloud>(folder + QStringLiteral("/cloud"), knobs));
    const auto services = Services::open({folder + QStringLiteral("/data"), folder + QStringLiteral("/config")}, console.questions(),
                                         MachineProviders(std::move(all)));
    if (!services)
        return console.fail(services.error());
    AccountRecord account;
    account.name = QStringLiteral("work");
    account.providerKind = QStringLiteral("fake");
    (void)(*services)->database().accounts.add(account);
    Commands commands;
    addCloudCommands(commands);
    addCloudWatchCommands(commands);
    addRentCommands(commands);
    addLetInCommand(commands);
    QStringList words = arguments.mid(4);
    console.isJson = words.removeAll(QStringLiteral("--json")) > 0;
    for (int length = 3; length > 0; --length) {
        const auto found = commands.find(words.mid(0, length).join(u' '));
        if (found == commands.end())
            continue;
        CommandContext context{console, **services, words.mid(length)};
        return console.finish(found->second.run(context));
    }
    return 99;
}

}  // namespace

class TestRentCommand : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    SshdFixture m_server;

    QStringList words(const QStringList &command) const
    {
        return QStringList{QStringLiteral("--yard"), m_folder->path(), QString::number(m_server.port()), m_server.user(),
                           m_folder->filePath(QStringLiteral("console"))}
               + command;
    }
    struct Answer {
        int status = -1;
        QByteArray out, err;
        QByteArray told() const { return out + "\n--\n" + err + "\nstatus " + QByteArray::number(status); }
        QList<QJsonObject> lines() const
        {
            QList<QJsonObject> objects;
            for (const QByteArray &line : out.split('\n')) {
                if (!line.isEmpty())
                    objects << QJsonDocument::fromJson(line).object();
            }
            return objects;
        }
    };
    Answer run(const QStringList &command) const
    {
        QProcess process;
        process.start(QCoreApplication::applicationFilePath(), words(command));
        Answer answer;
        if (process.waitForFinished(120000))
            answer.status = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -2;
        answer.out = process.readAllStandardOutput();
        answer.err = process.readAllStandardError();
        return answer;
    }
    QStringList machines() const { return QDir(m_folder->filePath(QStringLiteral("cloud"))).entryList(QDir::Files); }
    QStringList parts() const { return QDir(m_folder->filePath(QStringLiteral("cloud/parts"))).entryList(QDir::Files); }

private Q_SLOTS:
    void initTestCase()
    {
        if (const QString missing = m_server.missing(); !missing.isEmpty()) {
            if (qEnvironmentVariable("CI") == QLatin1String("true"))
                QFAIL(qPrintable(missing));
            QSKIP(qPrintable(missing));
        }
        QVERIFY2(m_server.start(), qPrintable(m_server.errorText()));
    }
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        const QString keys = m_folder->filePath(QStringLiteral("data/keys"));
        QVERIFY(QDir().mkpath(keys));
        QVERIFY(SshdFixture::makeKey(keys + QStringLiteral("/rented")));
        QVERIFY(m_server.authorize(keys + QStringLiteral("/rented.pub")));
        QFile known(m_server.knownHosts()), console(m_folder->filePath(QStringLiteral("console")));
        QVERIFY(known.open(QIODevice::ReadOnly) && console.open(QIODevice::WriteOnly));
        const QList<QByteArray> line = known.readLine().trimmed().split(' ');
        console.write("-----BEGIN SSH HOST KEY KEYS-----\n" + line.value(1) + ' ' + line.value(2) + "\n-----END SSH HOST KEY KEYS-----\n");
    }

    void anOfferBecomesAMachineAndIsGivenBack()
    {
        const Answer rented = run(kRent);
        QVERIFY2(rented.status == 0, rented.told().constData());
        for (const char *said : {"Requested  i-", "Boots  127.0.0.1", "SSH answers  SHA256:", "Host key verified  SHA256:", "GPUs answer",
                                 "Checked", "Ready  box", "box is ready: ssh "})
            QVERIFY2(rented.out.contains(said), rented.told().constData());
        for (const char *said : {"gpu.1x in eu-1, on demand: 2.00 USD per hour, at most 10.00", "yard agent"})
            QVERIFY2(rented.err.contains(said), rented.told().constData());
        QCOMPARE(machines().size(), 1);
        QCOMPARE(parts().size(), 2);
        const Answer swept = run({QStringLiteral("cloud"), QStringLiteral("sweep")});
        QVERIFY2(swept.status == 0 && swept.out.contains("a machine"), swept.told().constData());
        const Answer listed = run({QStringLiteral("cloud"), QStringLiteral("list")});
        QVERIFY2(listed.out.contains("box"), listed.told().constData());
        const Answer refused = run({QStringLiteral("cloud"), QStringLiteral("remove"), QStringLiteral("work")});
        QVERIFY2(refused.status == 1 && refused.err.contains("box"), refused.told().constData());
        const Answer given = run({QStringLiteral("machine"), QStringLiteral("give-back"), QStringLiteral("box")});
        QVERIFY2(given.status == 0 && given.out.contains("its provider lists nothing of it any more") && given.out.contains("It cost"),
                 given.told().constData());
        QVERIFY(machines().isEmpty() && parts().isEmpty());
        QCOMPARE(run({QStringLiteral("machine"), QStringLiteral("give-back"), QStringLiteral("box")}).status, 1);
    }

    void programsReadEachStage()
    {
        QStringList order = kRent;
        order.replaceInStrings(QStringLiteral("eu-1"), QStringLiteral("full-1"));
        order << QStringLiteral("--or") << QStringLiteral("gpu.2x@eu-2") << QStringLiteral("--json");
        const Answer rented = run(order);
        QVERIFY2(rented.status == 0, rented.told().constData());
        QStringList done;
        for (const QJsonObject &line : rented.lines()) {
            QVERIFY2(!line.isEmpty(), rented.told().constData());
            if (line[QStringLiteral("done")].toBool())
                done << line[QStringLiteral("stage")].toString() + u' ' + line[QStringLiteral("place")].toString();
        }
        QCOMPARE(done.size(), 7);
        QVERIFY(rented.lines().at(1)[QStringLiteral("refused")].toBool());
        QCOMPARE(done.first(), QStringLiteral("request gpu.2x in eu-2"));
        QCOMPARE(done.last(), QStringLiteral("ready gpu.2x in eu-2"));
        QCOMPARE(rented.lines().last()[QStringLiteral("machine")].toObject()[QStringLiteral("name")].toString(), QStringLiteral("box"));
        const Answer given = run({QStringLiteral("machine"), QStringLiteral("give-back"), QStringLiteral("--json"), QStringLiteral("box")});
        QVERIFY2(given.status == 0, given.told().constData());
        QCOMPARE(given.lines().last()[QStringLiteral("verified")].toBool(), true);
    }

    // A rate card with this cloud's offers; they have no GPU, as the machine has none.
    void putOffers() const
    {
        OfferTable offers;
        const auto add = [&offers](const char *type, const char *region, qint64 cents) {
            OfferFigures figures;
            figures.priceNanos = cents * (Money::kNanosPerUnit / 100);
            figures.asOf = *AsOf::parse("2026-08-22");
            figures.gpus = kWholeGpu / 2;  // a part of one, of which nothing has to answer
            figures.vcpus = 800;
            figures.memoryMiB = 32 * 1024;
            offers.append({"fake", type, "T4", region, "made up", "", "", "", "fake"}, figures);
        };
        add("cpu.8x", "eu-1", 300);
        add("cpu.8x", "full-1", 100);
        add("cpu.8x", "eu-2", 200);
        QVERIFY(OfferStore(Paths{m_folder->filePath(QStringLiteral("data")), m_folder->filePath(QStringLiteral("config"))})
                    .putCard(QStringLiteral("fake"), offers));
    }
    QString taskFile(const QByteArray &resources) const
    {
        QFile file(m_folder->filePath(QStringLiteral("my task.yaml")));
        return file.open(QIODevice::WriteOnly) && file.write("run: python train.py\nresources:\n" + resources) > 0 ? file.fileName()
                                                                                                                   : QString();
    }

    void aTaskFileChoosesTheOfferAndSaysHowToLaunch()
    {
        putOffers();
        const QString task = taskFile("  cpus: 8+\n  memory: 4x\n  labels: {a: b}\n");
        const QStringList common{QStringLiteral("rent"),        QStringLiteral("--for"),  task,
                                 QStringLiteral("--until"),     QStringLiteral("8h"),     QStringLiteral("--from"),
                                 QStringLiteral("203.0.113.7"), QStringLiteral("--name"), QStringLiteral("box")};
        const Answer shown = run(common + QStringList{QStringLiteral("--show")});
        QVERIFY2(shown.status == 0 && shown.out.contains("1. fake") && shown.out.contains("1.00 USD per hour"), shown.told().constData());
        QVERIFY2(shown.err.contains("my task.yaml:5:3: 'labels' is not used when renting."), shown.told().constData());
        QVERIFY2(shown.out.indexOf("full-1") < shown.out.indexOf("eu-2") && shown.out.indexOf("eu-2") < shown.out.indexOf("eu-1"),
                 shown.told().constData());
        QVERIFY(machines().isEmpty());
        const Answer asked = run(common);  // no terminal, no --yes
        QVERIFY2(asked.status == 2 && asked.err.contains("cpu.8x in full-1, on demand: 1.00 USD per hour, at most 8.00"),
                 asked.told().constData());
        QVERIFY(machines().isEmpty());
        const Answer rented = run(common + QStringList{QStringLiteral("--yes")});
        QVERIFY2(rented.status == 0, rented.told().constData());
        for (const char *said : {"None at cpu.8x in full-1", "box is ready: ssh ", "yard run launch --machine box '"})
            QVERIFY2(rented.out.contains(said), rented.told().constData());
        QVERIFY2(rented.err.contains("It is the cheapest offer that fits."), rented.told().constData());
        QCOMPARE(machines().size(), 1);
        QCOMPARE(run({QStringLiteral("machine"), QStringLiteral("give-back"), QStringLiteral("box")}).status, 0);
    }

    void alternativesInOrderFallOverToTheNextOrder()
    {
        putOffers();
        // Spot and a disk of its own make them separate orders.
        const QString task = taskFile(
            "  cpus: 8+\n  ordered:\n    - {infra: fake/full-1, disk_size: 50}\n    - {infra: fake/eu-1, disk_size: 100}\n");
        const Answer rented = run({QStringLiteral("rent"), QStringLiteral("--for"), task, QStringLiteral("--until"), QStringLiteral("8h"),
                                   QStringLiteral("--from"), QStringLiteral("203.0.113.7"), QStringLiteral("--yes"),
                                   QStringLiteral("--json")});
        QVERIFY2(rented.status == 0, rented.told().constData());
        QVERIFY2(rented.lines().last()[QStringLiteral("launch")].toString().startsWith(QLatin1String("yard run launch --machine cpu.8x ")),
                 rented.told().constData());
        QVERIFY2(rented.out.contains("\"request\"") && rented.out.contains("cpu.8x in eu-1"), rented.told().constData());
    }

    void whatATaskCannotHaveIsRefusedBeforeAnythingIsAskedFor()
    {
        putOffers();
        const auto refused = [&](const QByteArray &resources, const QStringList &more = {}) {
            return run(QStringList{QStringLiteral("rent"), QStringLiteral("--for"), taskFile(resources), QStringLiteral("--until"),
                                   QStringLiteral("8h"), QStringLiteral("--from"), QStringLiteral("203.0.113.7"), QStringLiteral("--yes")}
                       + more);
        };
        const Answer none = refused("  cpus: 7777\n");
        QVERIFY2(none.status == 1 && none.err.contains("No offer has this type"), none.told().constData());
        const Answer wrong = refused("  cpus: many\n");
        QVERIFY2(wrong.status == 2 && wrong.err.contains("my task.yaml:3:9: 'cpus' is a number"), wrong.told().constData());
        const Answer both = refused("  cpus: 8\n", {QStringLiteral("--type"), QStringLiteral("gpu.1x")});
        QVERIFY2(both.status == 2 && both.err.contains("--type does not go with --for"), both.told().constData());
        const Answer shown = run({QStringLiteral("rent"), QStringLiteral("--type"), QStringLiteral("a"), QStringLiteral("--show")});
        QVERIFY2(shown.status == 2 && shown.err.contains("--for"), shown.told().constData());
        QVERIFY(machines().isEmpty());
    }

    // Of a run on the machine, which is this computer: in the home of its SSH server.
    QString home() const { return m_server.directory() + QStringLiteral("/home"); }
    QString launchFile(const QByteArray &text) const
    {
        QFile file(m_folder->filePath(QStringLiteral("job.yaml")));
        return file.open(QIODevice::WriteOnly) && file.write("name: job\n" + text) > 0 ? file.fileName() : QString();
    }
    QString checkpointTask(const QByteArray &more = {}) const
    {
        const QByteArray folder = home().toUtf8() + "/saved";
        return launchFile("checkpoints: {dir: " + folder + ", resume: '--resume {path}'}\nrun: |\n  mkdir -p " + folder
                          + "\n  printf '\\002\\000\\000\\000\\000\\000\\000\\000{}' >" + folder
                          + "/step-7.safetensors\n  echo it has trained\n" + more);
    }
    QStringList rentFor(const char *until, const QString &launch) const
    {
        QStringList order = kRent;
        order[order.indexOf(QStringLiteral("8h,10USD"))] = QLatin1String(until);
        return order + QStringList{QStringLiteral("--launch"), launch};
    }
    Run onlyRun() const
    {
        const auto database = StateDatabase::open(m_folder->filePath(QStringLiteral("data/trainyard.db")));
        const auto runs = database ? (*database)->runs.all() : Result<QList<Run>>(database.error());
        return runs && runs->size() == 1 ? runs->first() : Run();
    }

    void aTaskIsLaunchedAndWhatOnlyTheMachineHasIsSaidBeforeItGoes()
    {
        const Answer rented = run(rentFor("8h", checkpointTask()) + QStringList{QStringLiteral("--follow")});
        QVERIFY2(rented.status == 0, rented.told().constData());
        const Run job = onlyRun();
        QVERIFY2(rented.out.contains("box is ready: ssh ") && rented.out.contains('\n' + job.id.text().toUtf8() + '\n')
                     && rented.out.contains("it has trained"),
                 rented.told().constData());
        QCOMPARE(job.state, RunState::Finished);
        QCOMPARE(machines().size(), 1);
        const QStringList back{QStringLiteral("machine"), QStringLiteral("give-back"), QStringLiteral("box")};
        const Answer refused = run(back);  // there is no terminal to ask on
        QVERIFY2(refused.status == 1
                     && refused.err.contains("Only on box, without a copy on this computer or in a store: “job”: checkpoint "
                                             "step-7.safetensors ("
                                             + formatBytes(10).toUtf8() + ")."),
                 refused.told().constData());
        const QByteArray line = "yard checkpoint pull box:" + job.checkpointDir.toUtf8() + "/step-7.safetensors ./";
        QVERIFY2(refused.err.contains(line) && refused.err.contains("--now"), refused.told().constData());
        QCOMPARE(machines().size(), 1);

        // A machine that takes the connection and says nothing is not waited for, and what was last known is said.
        m_server.stop();
        QTcpServer mute;
        QVERIFY(mute.listen(QHostAddress::LocalHost, quint16(m_server.port())));
        const Answer silent = run(back);
        QVERIFY2(silent.status == 1
                     && silent.err.contains("box does not answer. When it last did, there was no copy of “job”: checkpoint step-7"),
                 silent.told().constData());
        mute.close();
        QVERIFY(m_server.start());

        // Once it is here, nothing is lost.
        const QString kept = m_folder->filePath(QStringLiteral("step-7.safetensors"));
        QVERIFY(QFile::copy(job.checkpointDir + QStringLiteral("/step-7.safetensors"), kept));
        noteCopy({m_folder->filePath(QStringLiteral("data")), m_folder->filePath(QStringLiteral("config"))},
                 {job.head().machineId, job.checkpointDir, m_folder->path(), QDateTime::currentDateTimeUtc()});
        const Answer given = run(back);
        QVERIFY2(given.status == 0 && !given.err.contains("step-7"), given.told().constData());
        QVERIFY(machines().isEmpty());
    }

    void theEndOfTheRunGivesItsMachineBack()
    {
        const Answer rented = run(rentFor("run", checkpointTask()) + QStringList{QStringLiteral("--json")});
        QVERIFY2(rented.status == 0, rented.told().constData());
        QVERIFY2(rented.err.contains("this command stays until the run has ended"), rented.told().constData());
        QVERIFY2(rented.err.contains("step-7.safetensors"), rented.err.constData());
        const QList<QJsonObject> lines = rented.lines();
        QVERIFY2(std::none_of(lines.begin(), lines.end(), [](const QJsonObject &line) { return line.isEmpty(); }),
                 rented.told().constData());
        const QString id = onlyRun().id.text();
        QVERIFY2(std::any_of(lines.begin(), lines.end(),
                             [&id](const QJsonObject &line) {
                                 return line[QStringLiteral("run")].toObject()[QStringLiteral("id")].toString() == id;
                             }),
                 rented.told().constData());
        QVERIFY(lines.last()[QStringLiteral("gone")].toBool());
        QVERIFY(machines().isEmpty() && parts().isEmpty());
        QCOMPARE(onlyRun().state, RunState::Finished);
    }

    void aMistakeInTheTaskCostsNothing()
    {
        const Answer wrong = run(rentFor("8h", launchFile("rum: python train.py\n")));
        QVERIFY2(wrong.status == 2 && wrong.err.contains("job.yaml"), wrong.told().constData());
        const Answer alone = run(kRent + QStringList{QStringLiteral("--follow")});
        QVERIFY2(alone.status == 2 && alone.err.contains("--follow goes with --launch only"), alone.told().constData());
        QVERIFY(!QFile::exists(m_folder->filePath(QStringLiteral("cloud"))) || machines().isEmpty());
    }

    void aLaunchThatFailsLeavesNoMachineBehindUnseen()
    {
        const QString task = launchFile("workdir: ./nowhere\nrun: echo\n");
        const Answer kept = run(rentFor("8h,run", task));
        QVERIFY2(kept.status != 0 && kept.err.contains("nowhere"), kept.told().constData());
        QVERIFY2(kept.err.contains("Nothing was launched, so box is given back.") && kept.out.contains("box is gone"),
                 kept.told().constData());
        QVERIFY(machines().isEmpty());
        const Answer stays = run(rentFor("8h", task));
        QVERIFY2(stays.status != 0 && stays.err.contains("box stays rented") && stays.err.contains("yard run launch --machine box ")
                     && stays.err.contains("yard machine give-back box"),
                 stays.told().constData());
        QCOMPARE(machines().size(), 1);
        QCOMPARE(run({QStringLiteral("machine"), QStringLiteral("give-back"), QStringLiteral("box")}).status, 0);
    }

    void ctrlCAfterTheLaunchSaysWhatRemains()
    {
        const QByteArray end = m_folder->filePath(QStringLiteral("end")).toUtf8();
        const QString task = launchFile("run: |\n  echo it is up\n  n=0; while [ ! -e " + end
                                        + " ] && [ $n -lt 1500 ]; do sleep 0.2; n=$((n + 1)); done\n");
        QProcess process;
        process.start(QCoreApplication::applicationFilePath(), words(rentFor("run", task)));
        QByteArray out;
        QTRY_VERIFY_WITH_TIMEOUT((out += process.readAllStandardOutput()).contains("it is up"), 120000);
        ::kill(pid_t(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(60000));
        const QByteArray err = process.readAllStandardError();
        QCOMPARE(process.exitCode(), 130);
        QVERIFY2(err.contains("box and its run go on") && err.contains("yard machine give-back box"), err.constData());
        QCOMPARE(machines().size(), 1);
        const Answer running = run({QStringLiteral("machine"), QStringLiteral("give-back"), QStringLiteral("box")});
        QVERIFY2(running.status == 1 && running.err.contains("job is still running there"), running.told().constData());
        QFile ended(QString::fromUtf8(end));
        QVERIFY(ended.open(QIODevice::WriteOnly));
        const Answer given = run({QStringLiteral("machine"), QStringLiteral("give-back"), QStringLiteral("--now"), QStringLiteral("box")});
        QVERIFY2(given.status == 0, given.told().constData());
        QVERIFY(machines().isEmpty());
    }

    void sshFollowsThePerson()
    {
        HttpStandIn::Answer answer;
        answer.body = "198.51.100.9\n";
        const HttpStandIn service([&answer](const HttpStandIn::Request &) { return answer; });
        qputenv("TRAINYARD_OWN_ADDRESS_URL", service.base().toUtf8());
        QStringList order = kRent;
        order.replaceInStrings(QStringLiteral("203.0.113.7"), QStringLiteral("auto"));
        const Answer rented = run(order);
        QVERIFY2(rented.status == 0 && rented.err.contains("Your public address is 198.51.100.9"), rented.told().constData());

        const auto letIn = [this](const QStringList &more = {}) {
            return run(QStringList{QStringLiteral("machine"), QStringLiteral("let-me-in")} + more + QStringList{QStringLiteral("box")});
        };
        const Answer same = letIn();
        QVERIFY2(same.status == 0 && same.err.contains("already"), same.told().constData());
        answer.body = "203.0.113.8\n";
        const Answer moved = letIn();
        QVERIFY2(moved.status == 0, moved.told().constData());
        QVERIFY2(moved.err.contains("198.51.100.9/32 since") && moved.err.contains("203.0.113.8/32, and no longer"),
                 moved.told().constData());
        QVERIFY2(moved.out.contains("SSH of box is allowed from 203.0.113.8/32."), moved.told().constData());
        const Answer given = letIn({QStringLiteral("--from"), QStringLiteral("192.0.2.0/24"), QStringLiteral("--json")});
        QVERIFY2(given.status == 0, given.told().constData());
        QCOMPARE(QJsonDocument::fromJson(given.out)[QStringLiteral("before")].toString(), QStringLiteral("203.0.113.8/32"));
        QCOMPARE(QJsonDocument::fromJson(given.out)[QStringLiteral("now")].toString(), QStringLiteral("192.0.2.0/24"));

        answer.body = "10.0.0.7\n";
        const Answer hidden = letIn();
        QVERIFY2(hidden.status == 2 && hidden.err.contains("10.0.0.7") && hidden.err.contains("--from"), hidden.told().constData());
        const Answer everyone = letIn({QStringLiteral("--from"), QStringLiteral("0.0.0.0/0")});
        QVERIFY2(everyone.status == 2 && everyone.err.contains("open to everyone"), everyone.told().constData());
        qunsetenv("TRAINYARD_OWN_ADDRESS_URL");
        QCOMPARE(run({QStringLiteral("machine"), QStringLiteral("give-back"), QStringLiteral("box")}).status, 0);
        const Answer gone = letIn({QStringLiteral("--from"), QStringLiteral("192.0.2.1")});
        QVERIFY2(gone.status != 0 && !gone.err.isEmpty(), gone.told().constData());
    }

    void aZoneIsChosenOrTriedInTurn()
    {
        const auto rent = [this](const char *region, const QStringList &more) {
            return run(QStringLiteral("rent --type gpu.1x --region %1 --price 2USD --until 8h --from 203.0.113.7 --name box --yes")
                           .arg(QLatin1String(region))
                           .split(u' ')
                       + more);
        };
        const Answer none = rent("eu-1", {QStringLiteral("--zone"), QStringLiteral("eu-1b")});
        QVERIFY2(none.status == 2 && none.err.contains("no zones to choose from"), none.told().constData());
        QVERIFY(machines().isEmpty());
        QFile zones(m_folder->filePath(QStringLiteral("zones")));
        QVERIFY(zones.open(QIODevice::WriteOnly));
        zones.close();
        const Answer chosen = rent("eu-1", {QStringLiteral("--zone"), QStringLiteral("eu-1b")});
        QVERIFY2(chosen.status == 0 && chosen.err.contains("gpu.1x in eu-1b, on demand"), chosen.told().constData());
        QVERIFY2(!chosen.err.contains("Where no zone is named"), chosen.told().constData());
        QCOMPARE(run({QStringLiteral("machine"), QStringLiteral("give-back"), QStringLiteral("box")}).status, 0);
        // The region's own choice and the first zone are full; both is said before anything is asked for.
        const Answer turned = rent("full-1", {QStringLiteral("--or"), QStringLiteral("gpu.1x@eu-1")});
        QVERIFY2(turned.status == 0 && turned.err.contains("Where no zone is named, those of the region that have the machine are tried"),
                 turned.told().constData());
        QVERIFY2(turned.out.contains("None at gpu.1x in full-1:") && turned.out.contains("None at gpu.1x in full-1a:")
                     && !turned.out.contains("None at gpu.1x in full-1b"),
                 turned.told().constData());
        QCOMPARE(run({QStringLiteral("machine"), QStringLiteral("give-back"), QStringLiteral("box")}).status, 0);
    }

    void aWatchIsPausedAndResumed()
    {
        CapacityWatch watch;
        watch.name = QStringLiteral("big");
        watch.gpu = QStringLiteral("H100");
        watch.most = Money(20 * Money::kNanosPerUnit, Currency::USD);
        {
            const auto database = StateDatabase::open(Paths{m_folder->filePath(QStringLiteral("data")), {}}.database());
            QVERIFY(database && (*database)->watches.add(watch));
        }
        const auto say = [this](const char *verb, const char *name) {
            return run({QStringLiteral("cloud"), QStringLiteral("watch"), QLatin1String(verb), QLatin1String(name)});
        };
        const auto state = [this] {
            return run({QStringLiteral("cloud"), QStringLiteral("watch"), QStringLiteral("list"), QStringLiteral("--json")}).out;
        };
        QVERIFY2(say("pause", "big").status == 0, say("pause", "big").told().constData());
        QVERIFY2(state().contains("\"paused\""), state().constData());
        QCOMPARE(say("pause", "big").status, 0);  // it is so already
        QVERIFY2(say("resume", "big").status == 0 && state().contains("\"watching\""), state().constData());
        QCOMPARE(say("resume", "big").status, 0);
        QCOMPARE(say("pause", "other").status, 1);
        QCOMPARE(say("pause", "").status, 1);
        {
            const auto database = StateDatabase::open(Paths{m_folder->filePath(QStringLiteral("data")), {}}.database());
            QVERIFY((*database)->watches.update(watch.name, [](CapacityWatch &one) {
                one.state = WatchState::Rented;
                return true;
            }));
        }
        const Answer rented = say("pause", "big");
        QVERIFY2(rented.status == 2 && rented.err.contains("has rented a machine"), rented.told().constData());
    }

    void ctrlCGivesBack()
    {
        QFile::remove(m_folder->filePath(QStringLiteral("console")));  // so that it waits for the console
        QProcess process;
        process.start(QCoreApplication::applicationFilePath(), words(kRent));
        QTRY_VERIFY_WITH_TIMEOUT(machines().size() == 1, 30000);
        QByteArray out;
        QTRY_VERIFY_WITH_TIMEOUT((out += process.readAllStandardOutput()).contains("SSH answers  SHA256:"), 30000);
        ::kill(pid_t(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(60000));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 130);
        out += process.readAllStandardOutput();
        QVERIFY2(out.contains("Given back  i-"), out.constData());
        QVERIFY(machines().isEmpty() && parts().isEmpty());
        QVERIFY(!run({QStringLiteral("cloud"), QStringLiteral("list")}).out.contains("box"));
    }

    void aRentingThatWasKilledIsGivenBackByName()
    {
        QFile::remove(m_folder->filePath(QStringLiteral("console")));
        QProcess process;
        process.start(QCoreApplication::applicationFilePath(), words(kRent));
        QTRY_VERIFY_WITH_TIMEOUT(machines().size() == 1, 30000);
        process.kill();
        QVERIFY(process.waitForFinished());
        const Answer given = run({QStringLiteral("machine"), QStringLiteral("give-back"), QStringLiteral("box")});
        QVERIFY2(given.status == 0, given.told().constData());
        QVERIFY(machines().isEmpty() && parts().isEmpty());
    }

    void orphansAreListedWithTheirCostAndGoWhenAsked()
    {
        QCOMPARE(run({QStringLiteral("cloud"), QStringLiteral("sweep")}).status, 0);
        const auto database = StateDatabase::open(m_folder->filePath(QStringLiteral("data/trainyard.db")));
        QVERIFY(database);
        const QString owner = *(*database)->instances.owner();
        const FakeCloud cloud(m_folder->filePath(QStringLiteral("cloud")), std::make_shared<FakeCloud::Knobs>());
        cloud.put(QStringLiteral("lost"), "running", owner);
        cloud.plant(QStringLiteral("vol-lost"), owner, QStringLiteral("lost"));
        cloud.plant(QStringLiteral("vol-mine"), {}, {});
        const Answer swept = run({QStringLiteral("cloud"), QStringLiteral("sweep")});
        QVERIFY2(swept.status == 1 && swept.out.contains("i-lost") && swept.out.contains("not Trainyard") && swept.out.contains("--all")
                     && swept.out.contains("0.50"),
                 swept.told().constData());
        const Answer foreign = run(
            {QStringLiteral("cloud"), QStringLiteral("sweep"), QStringLiteral("--give-back"), QStringLiteral("vol-mine")});
        QVERIFY2(foreign.status == 1 && foreign.err.contains("--not-mine vol-mine"), foreign.told().constData());
        const Answer all = run({QStringLiteral("cloud"), QStringLiteral("sweep"), QStringLiteral("--all")});
        QVERIFY2(all.status == 0 && all.out.contains("i-lost, vol-lost"), all.told().constData());
        QVERIFY(machines().isEmpty());
        QCOMPARE(parts(), QStringList{QStringLiteral("vol-mine")});
        const Answer named = run({QStringLiteral("cloud"), QStringLiteral("sweep"), QStringLiteral("--json"), QStringLiteral("--not-mine"),
                                  QStringLiteral("vol-mine")});
        QVERIFY2(named.status == 0, named.told().constData());
        QVERIFY(parts().isEmpty());
    }

    void anAccountThatLacksARightSaysSo()
    {
        const Answer checked = run({QStringLiteral("cloud"), QStringLiteral("check")});
        QVERIFY2(checked.status == 1 && checked.out.contains("fake:work") && checked.out.contains("fake:Terminate"),
                 checked.told().constData());
    }
};

int main(int argc, char **argv)
{
    const bool isYard = argc > 2 && QByteArray(argv[1]) == "--yard";
    QCoreApplication application(argc, argv);
    if (isYard)
        return yardWithFakeCloud(QCoreApplication::arguments().mid(2));
    TestRentCommand test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_rentcommand.moc"
