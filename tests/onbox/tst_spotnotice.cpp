// SPDX-License-Identifier: GPL-3.0-or-later
// guard.sh and the notices of clouds before they take a machine back (docs/lease.md), with real processes. The clouds are stand-ins.
#include "tests/support/guardedrun.h"
#include "tests/support/metadataserver.h"

#include <QTest>

#include <memory>
#include <vector>

using namespace trainyard;
using namespace std::chrono_literals;

class SpotNoticeTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void noticesAreHeeded();
    void cloudsThatAreLateOrSilent();
};

void SpotNoticeTest::noticesAreHeeded()
{
    struct Cloud {
        QByteArray vendor, path, before, notice, header;
        int seconds;
        const char *shell, *fetch;
    };
    const QByteArray azure = "{\"DocumentIncarnation\":2,\"Events\":[{\"EventId\":\"A\",\"EventType\":\"Preempt\",\"ResourceType\":"
                             "\"VirtualMachine\",\"Resources\":[\"%1\"],\"EventStatus\":\"Scheduled\",\"NotBefore\":\"Mon, 19 Sep 2016 "
                             "18:29:47 GMT\"}]}";
    const QByteArray mine = QByteArray(azure).replace("%1", "my-vm"), neighbour = QByteArray(azure).replace("%1", "other-vm");
    const QByteArray action = "{\"action\":\"terminate\",\"time\":\"2017-09-18T08:22:00Z\"}";
    const Cloud clouds[] = {
        {"Amazon EC2", "/latest/meta-data/spot/instance-action", {}, action, "X-aws-ec2-metadata-token: to-ken==", 120, "dash", "curl"},
        {"Google", "/computeMetadata/v1/instance/preempted", "FALSE", "TRUE", "Metadata-Flavor: Google", 30, "bash", "curl"},
        {"Microsoft Corporation", "/metadata/scheduledevents", neighbour, mine, "Metadata: true", 30, "dash", "wget"},
        {"Alibaba Cloud", "/latest/meta-data/instance/spot/termination-time", {}, "2015-01-05T18:02:00Z", {}, 300, "busybox", "wget"},
        {"Alibaba Cloud",
         "/latest/meta-data/instance/spot/termination-time",
         {},
         "2015-01-05T18:02:00Z",
         "X-aliyun-ecs-metadata-token: to-ken==",
         300,
         "dash",
         "curl"},
        {"Tencent Cloud",
         "/latest/meta-data/spot/termination-time",
         "<html>2024 login: here</html>",
         "2018-08-18 12:05:33",
         {},
         120,
         "bash",
         "wget"},
    };
    std::vector<std::unique_ptr<MetadataServer>> servers;
    std::vector<std::unique_ptr<GuardedRun>> runs;
    for (const Cloud &cloud : clouds) {
        servers.push_back(std::make_unique<MetadataServer>());
        const QByteArray ttl = cloud.vendor == "Amazon EC2" ? "X-aws-ec2-metadata-token-ttl-seconds: 21600"
                                                            : "X-aliyun-ecs-metadata-token-ttl-seconds: 21600";
        servers.back()->answer("/latest/api/token", "to-ken==", ttl);
        servers.back()->answer("/metadata/instance/compute/name", "my-vm", "Metadata: true");
        if (!cloud.before.isEmpty())
            servers.back()->answer(cloud.path, cloud.before, cloud.header);
        runs.push_back(std::make_unique<GuardedRun>(QString::fromLatin1(cloud.shell)));
        runs.back()->setCloud(cloud.vendor, servers.back()->url());
        runs.back()->train();
        runs.back()->environment.insert(QStringLiteral("TRAINYARD_GUARD_FETCH"), QString::fromLatin1(cloud.fetch));
        runs.back()->input.task.graceSeconds = 30;
        QVERIFY(runs.back()->start());
    }
    // Two that neither save nor end, and must still be ended within the notice. Their guard's time is accelerated.
    MetadataServer sternServer, twoMinutesServer;
    GuardedRun stern, twoMinutes;
    stern.setCloud("Google", sternServer.url());
    twoMinutes.setCloud("Tencent Cloud", twoMinutesServer.url());
    for (GuardedRun *run : {&stern, &twoMinutes}) {
        run->input.task.graceSeconds = 60;
        run->input.task.limits.save = 10min;
        run->input.task.run = QStringLiteral("trap 'echo no' TERM; echo up; while :; do sleep 0.1; done");
    }
    sternServer.answer("/computeMetadata/v1/instance/preempted", "FALSE");
    stern.setUptime(1000);
    twoMinutes.setUptime(1000);
    QVERIFY(stern.start() && twoMinutes.start());
    // On a machine without a cloud no service is queried.
    MetadataServer never;
    GuardedRun office;
    office.setCloud("Dell Inc.", never.url());
    office.train();
    QVERIFY(office.start());

    const auto hasAsked = [](const MetadataServer &server, const QByteArray &path) {
        return server.requests().join('\n').count("GET " + path) >= 2;
    };
    for (std::size_t i = 0; i < runs.size(); ++i) {
        QVERIFY2(comesTrue([&] { return hasAsked(*servers[i], clouds[i].path); }), clouds[i].vendor.constData());
        QVERIFY2(!runs[i]->has(QStringLiteral("exit")) && !runs[i]->hasEvent("spot"), clouds[i].vendor.constData());
    }
    QVERIFY(comesTrue([&] { return hasAsked(sternServer, "/computeMetadata/v1/instance/preempted"); }));
    QVERIFY(comesTrue(
        [&] { return stern.read(QStringLiteral("log")).contains("up") && twoMinutes.read(QStringLiteral("log")).contains("up"); }));
    twoMinutesServer.answer("/latest/meta-data/spot/termination-time", "2018-08-18 12:05:33");
    for (std::size_t i = 0; i < runs.size(); ++i)
        servers[i]->answer(clouds[i].path, clouds[i].notice, clouds[i].header);
    sternServer.answer("/computeMetadata/v1/instance/preempted", "TRUE");
    for (std::size_t i = 0; i < runs.size(); ++i) {
        GuardedRun &run = *runs[i];
        QVERIFY2(run.ends(), clouds[i].vendor.constData());
        QVERIFY2(run.eventNames() == QByteArray("launching started guard spot checkpoint-signal checkpoint-complete stopping ended"),
                 (clouds[i].vendor + ": " + run.read(QStringLiteral("events"))).constData());
        QCOMPARE(run.event("spot")[QStringLiteral("notice")].toInt(), clouds[i].seconds);
        QCOMPARE(run.reason(), QStringLiteral("spot"));
    }
    // The time that the notice leaves for saving: if the guard waited longer, it would not end them in time.
    QVERIFY(comesTrue([&] { return stern.hasEvent("checkpoint-signal") && twoMinutes.hasEvent("checkpoint-signal"); }));
    stern.setUptime(1000 + 18);
    twoMinutes.setUptime(1000 + 84);
    const QByteArray nothingSaved = "launching started guard spot checkpoint-signal checkpoint-missing stopping ended";
    for (GuardedRun *run : {&stern, &twoMinutes}) {
        QVERIFY2(run->ends(), run->read(QStringLiteral("events")).constData());
        QCOMPARE(run->eventNames(), nothingSaved);
        QCOMPARE(run->exitRecord()[QStringLiteral("signal")].toInt(), 9);
        // By its own figures, which no slow computer changes: time is left for seeing the notice and for the kill.
        const int notice = run->event("spot")[QStringLiteral("notice")].toInt();
        const int planned = run->event("checkpoint-missing")[QStringLiteral("wait")].toInt() + run->read(QStringLiteral("stop")).toInt();
        QVERIFY2(planned <= notice - (notice > 30 ? 15 : 8), qPrintable(QString::number(planned)));
        const qint64 took = run->exitRecord()[QStringLiteral("ended")].toInteger() - run->event("spot")[QStringLiteral("t")].toInteger();
        QVERIFY2(took < notice, qPrintable(QString::number(took)));
    }
    QVERIFY(never.requests().isEmpty());
    QVERIFY(!office.has(QStringLiteral("exit")));
    QVERIFY(comesTrue([&] { return office.guard() == 0; }));
}

// The counts of requests show which are still queried; the guard's time is accelerated.
void SpotNoticeTest::cloudsThatAreLateOrSilent()
{
    const QByteArray azure = "/metadata/scheduledevents", name = "/metadata/instance/compute/name";
    const QByteArray aws = "/latest/meta-data/spot/instance-action", token = "/latest/api/token";
    const QByteArray alibaba = "/latest/meta-data/instance/spot/termination-time";
    constexpr int kForEver = 1'000'000;
    struct Machine {
        Machine(const char *firmware, const char *lease) : vendor(firmware), spot(lease) {}
        const char *vendor, *spot;
        MetadataServer server;
        GuardedRun run;
    };
    // Named by a person: Azure, which delays its first answers, a cloud that never answers, one that always refuses.
    // Named by the firmware: one that is silent for a long time.
    Machine late("Dell Inc.", "azure"), mute("Dell Inc.", "aws"), refusing("Dell Inc.", "alibaba"), slow("Amazon EC2", "");
    const std::vector<Machine *> all{&late, &mute, &refusing, &slow};
    const std::vector<GuardedRun *> runs{&late.run, &mute.run, &refusing.run, &slow.run};
    late.server.answer(name, "my-vm", "Metadata: true");
    late.server.answer(azure, "{\"DocumentIncarnation\":1,\"Events\":[]}", "Metadata: true");
    late.server.hold(name, 4);
    late.server.hold(azure, 2);
    for (Machine *machine : {&mute, &slow}) {
        machine->server.hold(token, kForEver);
        machine->server.hold(aws, kForEver);
    }
    refusing.server.answer(alibaba, "2015-01-05T18:02:00Z", "X-aliyun-ecs-metadata-token: nobody has this one", "403 Forbidden");
    for (Machine *machine : all) {
        machine->run.setCloud(machine->vendor, machine->server.url());
        machine->run.spot = machine->spot;
        machine->run.setUptime(1000);
        machine->run.train();
        QVERIFY(machine->run.start());
    }
    const auto asked = [](const Machine &machine, const QByteArray &path) {
        return machine.server.requests().join('\n').count("GET " + path);
    };
    for (const auto &[machine, path] : {std::pair(&late, name), {&mute, aws}, {&refusing, alibaba}, {&slow, aws}})
        QVERIFY2(comesTrue([&] { return asked(*machine, path) >= 2; }), path.constData());
    // More than three minutes of silence.
    QVERIFY(GuardedRun::allComeTo(runs, 1000 + 170));
    QVERIFY(comesTrue([&] { return asked(late, azure) >= 2; }));  // the machine's name came, late
    for (const auto &[machine, path] : {std::pair(&mute, aws), {&refusing, alibaba}, {&slow, aws}}) {
        const auto before = asked(*machine, path);
        QVERIFY2(comesTrue([&] { return asked(*machine, path) > before; }), machine->vendor);
    }
    // Much later: a service that answered once, or certainly belongs to its cloud, is still queried; the others are not.
    QVERIFY(GuardedRun::allComeTo(runs, 1000 + 1000));
    const auto ofMute = mute.server.requests().size(), ofRefusing = refusing.server.requests().size();
    const auto ofLate = asked(late, azure), ofSlow = asked(slow, aws);
    QVERIFY(GuardedRun::allComeTo(runs, 3000));
    QVERIFY(comesTrue([&] { return asked(late, azure) > ofLate && asked(slow, aws) > ofSlow; }));
    QCOMPARE(mute.server.requests().size(), ofMute);
    QCOMPARE(refusing.server.requests().size(), ofRefusing);
    late.server.answer(azure, "{\"Events\":[{\"EventType\":\"Preempt\",\"Resources\":[\"my-vm\"]}]}", "Metadata: true");
    slow.server.answer(aws, "{\"action\":\"terminate\",\"time\":\"2017-09-18T08:22:00Z\"}");
    slow.server.hold(token, 0);
    slow.server.hold(aws, 0);
    for (Machine *machine : {&late, &slow}) {
        QVERIFY2(machine->run.ends(120'000), machine->vendor);
        QCOMPARE(machine->run.reason(), QStringLiteral("spot"));
    }
    QVERIFY(!mute.run.has(QStringLiteral("exit")) && !refusing.run.has(QStringLiteral("exit")));
}

QTEST_GUILESS_MAIN(SpotNoticeTest)
#include "tst_spotnotice.moc"
