// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/metricsserver.h"
#include "core/observe/metrics/exposition.h"
#include "core/service/runs/runfollower.h"
#include "core/service/runs/runwatch.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QTimer>

namespace trainyard {

namespace {

constexpr quint16 kPort = 9400;  // the same as dcgm-exporter's, which shows the same GPUs from the machine itself

struct Where {
    QHostAddress address = QHostAddress::LocalHost;
    quint16 port = kPort;
};

// "127.0.0.1:9400", "[::1]:9400", "9400", "0.0.0.0"
std::optional<Where> parseWhere(const QString &text)
{
    Where where;
    QString host = text;
    const qsizetype colon = text.lastIndexOf(u':');
    const bool hasPort = colon >= 0 && !text.endsWith(u']') && (text.count(u':') == 1 || text.startsWith(u'['));
    bool isNumber = false;
    const quint16 alone = text.toUShort(&isNumber);
    if (isNumber) {
        where.port = alone;
        return where;
    }
    if (hasPort) {
        where.port = text.mid(colon + 1).toUShort(&isNumber);
        if (!isNumber)
            return std::nullopt;
        host = text.left(colon);
    }
    if (host.startsWith(u'[') && host.endsWith(u']'))
        host = host.mid(1, host.size() - 2);
    if (host == QLatin1String("localhost"))
        return where;
    if (!where.address.setAddress(host))
        return std::nullopt;
    return where;
}

// The last sample of each source and the time it arrived; connections stay open between scrapes.
class Sources : public QObject {
public:
    explicit Sources(Services &services) : m_services(services) {}

    void addMachine(const Machine &machine, bool mayAsk)
    {
        if (m_heard.contains(machine.id))
            return;
        MachineWatch *const watch = m_services.machines.watch(machine.id);
        if (!watch)
            return;
        m_heard[machine.id] = {};
        m_watches[machine.id] = watch;
        QObject::connect(watch, &MachineWatch::sampled, this, [this, id = machine.id, watch] {
            if (!watch->history().empty())
                m_heard[id] = Heard{watch->history().back(), started()};
        });
        if (mayAsk)
            watch->retryNow();
    }

    void setRun(const Run &run)
    {
        m_run = run;
        m_runWatch = m_services.runs.watch(run.id);
        if (!m_runWatch)
            return;
        m_follower = m_services.followers.of(run);
        QObject::connect(m_follower.get(), &RunFollower::recentRead, this, [this](const QList<MachineSample> &samples) {
            // Until the first look has finished: what was there already, however old.
            if (const auto &seen = m_follower->observation())
                m_heard[{}] = Heard{ownPart(samples.last(), seen->gpus), started()};
        });
        m_follower->beginRules();
        m_follower->look();
        QObject::connect(m_runWatch, &RunWatch::metricsGrew, m_follower.get(), &RunFollower::look);
        m_runWatch->retryNow();
    }

    QByteArray text(bool isEveryMachine)
    {
        const auto machines = m_services.database().machines.all();
        if (isEveryMachine && machines) {
            for (const Machine &machine : *machines)
                addMachine(machine, false);
        }
        QList<ExportedMachine> exported;
        for (const auto &[id, watch] : m_watches) {
            // Excludes those that were removed since.
            if (!machines || std::any_of(machines->begin(), machines->end(), [id = id](const Machine &m) { return m.id == id; }))
                exported << shown(m_heard[id], watch->machine().name, {}, watch->linkState() == LinkState::Live);
        }
        if (m_runWatch)
            exported << shown(m_heard[{}], m_run->head().machineName, m_run->id.text(), m_runWatch->linkState() == LinkState::Live);
        return exposition(exported, runs(isEveryMachine));
    }

private:
    struct Heard {
        std::optional<MachineSample> sample;
        QElapsedTimer since;
    };

    static QElapsedTimer started()
    {
        QElapsedTimer timer;
        timer.start();
        return timer;
    }

    static ExportedMachine shown(const Heard &heard, const QString &name, const QString &run, bool isUp)
    {
        ExportedMachine machine{name, run, isUp, {}, heard.sample};
        if (heard.since.isValid())
            machine.ageSeconds = double(heard.since.elapsed()) / 1000;
        return machine;
    }

    static MachineSample ownPart(MachineSample sample, const GpuUse &use)
    {
        sample.gpus.removeIf([&use](const GpuSample &gpu) { return !use.isOwn(gpu.index); });
        return sample;
    }

    QList<ExportedRun> runs(bool isEveryMachine)
    {
        QList<ExportedRun> exported;
        const auto all = m_services.database().runs.all();
        if (!all)
            return exported;
        const auto unixTime = [](const QDateTime &time) {
            return time.isValid() ? std::optional(double(time.toMSecsSinceEpoch()) / 1000) : std::nullopt;
        };
        for (const Run &run : *all) {
            const bool isOnWatched = std::any_of(run.nodes.begin(), run.nodes.end(),
                                                 [this](const RunNode &node) { return m_watches.contains(node.machineId); });
            const bool isMine = m_run ? run.id == m_run->id : isEveryMachine || isOnWatched;
            // Runs that ended long ago would make the output grow without limit.
            if (!isMine
                || (!m_run && hasEnded(run.state) && run.ended.isValid() && run.ended.secsTo(QDateTime::currentDateTimeUtc()) > 86'400))
                continue;
            exported << ExportedRun{run.id.text(),           run.name,        run.head().machineName,
                                    runStateName(run.state), run.isSimulated, unixTime(run.started),
                                    unixTime(run.ended),     run.exitCode};
        }
        return exported;
    }

    Services &m_services;
    std::map<MachineId, MachineWatch *> m_watches;
    std::map<MachineId, Heard> m_heard;  // without an id: of the run
    std::optional<Run> m_run;
    RunWatch *m_runWatch = nullptr;
    std::shared_ptr<RunFollower> m_follower;
};

int serveMetrics(CommandContext &context, const Command &self)
{
    const auto options = readOptions(context.arguments, {QStringLiteral("--listen"), QStringLiteral("--machine")}, {});
    if (!options)
        return usageError(context, self, options.error().what);
    if (options->rest.size() > 1 || (!options->rest.isEmpty() && options->has(QStringLiteral("--machine"))))
        return usageError(context, self,
                          QCoreApplication::translate("trainyard::ExporterCommand",
                                                      "Name one run, or a machine with --machine; leave both out for all machines."));
    std::optional<Where> where = Where();
    if (options->has(QStringLiteral("--listen")))
        where = parseWhere(options->value(QStringLiteral("--listen")));
    if (!where)
        return usageError(
            context, self,
            QCoreApplication::translate("trainyard::ExporterCommand",
                                        "--listen takes an address of this computer and a port, for example 127.0.0.1:9400."));

    const bool isEveryMachine = options->rest.isEmpty() && !options->has(QStringLiteral("--machine"));
    Sources sources(context.services);
    MetricsServer server([&] { return sources.text(isEveryMachine); });
    if (const auto listening = server.listen(where->address, where->port); !listening)
        return context.console.fail(listening.error());
    if (!options->rest.isEmpty()) {
        const auto run = findRun(context.services.database(), options->rest.first());
        if (!run)
            return context.console.fail(run.error());
        sources.setRun(*run);
    } else if (!isEveryMachine) {
        const auto machine = context.services.database().machines.find(options->value(QStringLiteral("--machine")));
        if (!machine)
            return context.console.fail(machine.error());
        sources.addMachine(*machine, true);
    }
    static_cast<void>(sources.text(isEveryMachine));  // connects now, so that the first scrape has data
    const QString host = where->address.protocol() == QAbstractSocket::IPv6Protocol ? u'[' + where->address.toString() + u']'
                                                                                    : where->address.toString();
    const QString url = QStringLiteral("http://%1:%2/metrics").arg(host).arg(server.port());
    if (context.console.isJson)
        context.console.print(QJsonObject{{QStringLiteral("url"), url}, {QStringLiteral("pid"), QCoreApplication::applicationPid()}}, true);
    else
        context.console.print(url);
    if (!where->address.isLoopback())
        context.console.say(QCoreApplication::translate("trainyard::ExporterCommand",
                                                        "Anyone who can reach this address can read the names and load of your machines."));
    context.console.say(
        QCoreApplication::translate("trainyard::ExporterCommand", "Prometheus can read the metrics there. Press Ctrl+C to stop."));
    QTimer look;
    QObject::connect(&look, &QTimer::timeout, &sources, [&context] {
        if (context.console.stop().stop_requested())
            QCoreApplication::quit();
    });
    look.start(kLookMs);
    QCoreApplication::exec();
    return 130;
}

}  // namespace

void addExporterCommand(Commands &commands)
{
    Command &exporter = commands[QStringLiteral("exporter")];
    exporter = {
        QStringLiteral("exporter [--listen ADDRESS:PORT] [RUN | --machine NAME]"),
        QCoreApplication::translate("trainyard::ExporterCommand",
                                    "Serves metrics of machines and runs to Prometheus at http://127.0.0.1:9400/metrics until Ctrl+C."),
        [&exporter](CommandContext &context) { return serveMetrics(context, exporter); }};
}

}  // namespace trainyard
