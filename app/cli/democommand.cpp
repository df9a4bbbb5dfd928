// SPDX-License-Identifier: GPL-3.0-or-later
// The whole workflow in the sandbox, each step checked: start → launch → watch → close and open again → stop → checkpoints → resume, then
// pictures of the real window. Ends with 0 only if every step succeeded.
#include "app/cli/commands.h"
#include "core/base/retry.h"
#include "core/base/shellquote.h"
#include "core/observe/metrics/sample.h"
#include "core/service/runs/runwatch.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>

namespace trainyard {

namespace {

using namespace std::chrono_literals;
constexpr auto kSoon = 60s;  // a container start and the first lines on a busy computer
constexpr auto kTraining = 180s;
constexpr auto kPictures = 240s;  // three seconds for each of more than twenty, and a check of a machine
constexpr auto kLook = 200ms;
constexpr qint64 kWantedCheckpoints = 2;

struct TrainingPoint {
    qint64 step = -1;
    double loss = 0;
};

QList<TrainingPoint> trainingPoints(const QByteArray &log)
{
    static const QRegularExpression kLine(QStringLiteral("step=(\\d+) loss=([0-9.]+)"));
    QList<TrainingPoint> points;
    auto matches = kLine.globalMatch(QString::fromUtf8(log));
    while (matches.hasNext()) {
        const auto match = matches.next();
        points << TrainingPoint{match.captured(1).toLongLong(), match.captured(2).toDouble()};
    }
    return points;
}

class Demo {
public:
    Demo(Console &console, Services &services, const QString &pictures) : m_console(console), m_services(services), m_pictures(pictures) {}

    Result<void> run()
    {
        using Step = Result<QString> (Demo::*)();
        const std::pair<QString, Step> steps[] = {
            {QCoreApplication::translate("trainyard::DemoCommand", "Start the sandbox"), &Demo::startSandbox},
            {QCoreApplication::translate("trainyard::DemoCommand", "Launch a training container over SSH"), &Demo::launch},
            {QCoreApplication::translate("trainyard::DemoCommand", "Receive log lines and live samples"), &Demo::watch},
            {QCoreApplication::translate("trainyard::DemoCommand", "Disconnect while it continues, then reconnect"), &Demo::lookAway},
            {QCoreApplication::translate("trainyard::DemoCommand", "Find complete checkpoints"), &Demo::awaitCheckpoints},
            {QCoreApplication::translate("trainyard::DemoCommand", "Stop the run and verify that it is gone"), &Demo::stop},
            {QCoreApplication::translate("trainyard::DemoCommand", "Resume from the latest good checkpoint"), &Demo::resume},
            {QCoreApplication::translate("trainyard::DemoCommand", "Take pictures of the window"), &Demo::takePictures},
            {QCoreApplication::translate("trainyard::DemoCommand", "Stop the resumed run"), &Demo::stop},
            {QCoreApplication::translate("trainyard::DemoCommand", "Compare the local log with the machine's"), &Demo::compareLogs},
        };
        int number = 0;
        for (const auto &[title, step] : steps) {
            QElapsedTimer timer;
            timer.start();
            const Result<QString> done = (this->*step)();
            const QString head = QStringLiteral("%1/%2 %3").arg(++number, 2).arg(std::size(steps)).arg(title);
            if (done || !done.error().isCancelled())
                report(head, done, timer.elapsed());
            if (!done)
                return done.error();
        }
        return {};
    }

    // A step that failed may have left a run behind.
    void leaveNothingRunning()
    {
        if (!m_run.id.isSet() || hasEnded(m_run.state))
            return;
        auto ended = m_console.wait(m_services.runs.stop(m_run.id));
        if (ended)
            ended = m_console.wait(m_services.runs.sync(m_run.id));  // while the sandbox can still answer
        if (!ended)
            m_console.say(ended.error().what);
    }

private:
    void report(const QString &head, const Result<QString> &done, qint64 milliseconds)
    {
        const QString seconds = QString::number(static_cast<double>(milliseconds) / 1000, 'f', 1);
        if (m_console.isJson) {
            m_console.print(QJsonObject{{QStringLiteral("step"), head.trimmed()},
                                        {QStringLiteral("ok"), done.has_value()},
                                        {QStringLiteral("result"), done ? *done : done.error().what},
                                        {QStringLiteral("seconds"), static_cast<double>(milliseconds) / 1000}},
                            true);
            return;
        }
        m_console.print(QStringLiteral("%1  %2 (%3 s)").arg(done ? QStringLiteral("ok  ") : QStringLiteral("FAIL"), head, seconds));
        m_console.print(QStringLiteral("          ") + (done ? *done : done.error().what));
    }

    Result<void> sleep(std::chrono::milliseconds length)
    {
        return pauseFor(length, m_console.stop()) ? Result<void>() : Result<void>(cancelledError());
    }

    static Error failed(const QString &what) { return {ErrorCode::RemoteCommandFailed, what, {}}; }

    QByteArray local(const QString &file) const
    {
        QFile copy(m_services.paths().runs() + u'/' + m_run.id.text() + u'/' + file);
        return copy.open(QIODevice::ReadOnly) ? copy.readAll() : QByteArray();
    }

    // Updates the copy until `isThere` returns true.
    Result<void> await(const std::function<bool()> &isThere, std::chrono::seconds limit, const QString &complaint)
    {
        QDeadlineTimer deadline(limit);
        for (;;) {
            TRY(const auto synced, m_console.wait(m_services.runs.sync(m_run.id, m_console.stop())));
            m_run = synced;
            if (isThere())
                return {};
            if (hasEnded(m_run.state) || deadline.hasExpired())
                return failed(complaint + u' ' + m_run.message);
            TRY_DO(sleep(kLook));
        }
    }

    Result<QString> startSandbox()
    {
        const auto machine = m_console.wait(m_services.sandbox.start(
            {},
            [this](const QString &step) {
                if (!m_console.isJson)
                    m_console.print(QStringLiteral("          ") + step);
            },
            m_console.stop()));
        if (!machine)
            return machine.error();
        m_machine = *machine;
        m_sandbox = m_services.sandbox.status().result();
        return QCoreApplication::translate("trainyard::DemoCommand", "127.0.0.1 port %1, engine %2, GPUs simulated. %3")
            .arg(m_sandbox.port)
            .arg(engineName(m_sandbox.engine), m_sandbox.engineNote)
            .trimmed();
    }

    Result<QString> launch()
    {
        LaunchRequest request;
        request.machineId = m_machine.id;
        request.task = m_services.sandbox.demoTask(m_sandbox, DemoLength::Check);
        TRY(const auto run, m_console.wait(m_services.runs.launch(request, {}, m_console.stop())));
        m_run = run;
        return m_run.id.text();
    }

    Result<QString> watch()
    {
        QList<MachineSample> samples;
        const auto seen = await(
            [&] {
                samples = SampleParser().feed(local(QStringLiteral("metrics")));
                return trainingPoints(local(QStringLiteral("log"))).size() >= 2 && samples.size() >= 2;
            },
            kSoon, QCoreApplication::translate("trainyard::DemoCommand", "No training line or no sample was received."));
        if (!seen)
            return seen.error();
        const TrainingPoint point = trainingPoints(local(QStringLiteral("log"))).last();
        return QCoreApplication::translate("trainyard::DemoCommand", "step %1, loss %2; %3 samples, %4 simulated GPUs")
            .arg(point.step)
            .arg(point.loss, 0, 'f', 3)
            .arg(samples.size())
            .arg(samples.last().gpus.size());
    }

    Result<QString> lookAway()
    {
        const qsizetype before = local(QStringLiteral("log")).size();
        TRY_DO(sleep(4s));
        const auto seen = await([&] { return local(QStringLiteral("log")).size() > before; }, kSoon,
                                QCoreApplication::translate("trainyard::DemoCommand", "The log did not grow."));
        if (!seen)
            return seen.error();
        const QList<MachineSample> samples = SampleParser().feed(local(QStringLiteral("metrics")));
        qint64 largest = 0;
        for (qsizetype i = 1; i < samples.size(); ++i)
            largest = std::max(largest, samples[i].timeMs - samples[i - 1].timeMs);
        if (largest > 5000)
            return failed(QCoreApplication::translate("trainyard::DemoCommand", "The samples have a gap of %1 ms.").arg(largest));
        return QCoreApplication::translate("trainyard::DemoCommand", "%1 bytes received meanwhile; longest gap between samples %2 ms")
            .arg(local(QStringLiteral("log")).size() - before)
            .arg(largest);
    }

    Result<QString> awaitCheckpoints()
    {
        QDeadlineTimer deadline(kTraining);
        for (;;) {
            TRY(const auto scan, m_console.wait(m_services.checkpoints.find(m_run.lineage, m_console.stop())));
            if (!scan.problems.isEmpty())
                return scan.problems.first().error;
            const auto good = std::count_if(scan.found.begin(), scan.found.end(),
                                            [](const FoundCheckpoint &found) { return found.checkpoint.verdict == Verdict::Complete; });
            if (good >= kWantedCheckpoints)
                return QCoreApplication::translate("trainyard::DemoCommand", "%1 complete, newest at step %2")
                    .arg(good)
                    .arg(scan.found.first().checkpoint.step.value_or(-1));
            if (deadline.hasExpired())
                return failed(QCoreApplication::translate("trainyard::DemoCommand", "Two complete checkpoints did not appear."));
            TRY_DO(sleep(kLook));
        }
    }

    Result<QString> stop()
    {
        TRY_DO(m_console.wait(m_services.runs.stop(m_run.id, m_console.stop())));
        TRY(const auto synced, m_console.wait(m_services.runs.sync(m_run.id, m_console.stop())));
        m_run = synced;
        if (m_run.state != RunState::Stopped)
            return failed(QCoreApplication::translate("trainyard::DemoCommand", "Its state is %1 instead of stopped.")
                              .arg(runStateName(m_run.state)));
        return QCoreApplication::translate("trainyard::DemoCommand", "stopped, exit code %1")
            .arg(m_run.exitCode ? QString::number(*m_run.exitCode) : QStringLiteral("-"));
    }

    Result<QString> resume()
    {
        const double lossBefore = trainingPoints(local(QStringLiteral("log"))).last().loss;
        TRY(const auto scan, m_console.wait(m_services.checkpoints.find(m_run.lineage, m_console.stop())));
        const auto from = std::find_if(scan.found.begin(), scan.found.end(),
                                       [](const FoundCheckpoint &found) { return found.isLatestGood; });
        if (from == scan.found.end())
            return failed(QCoreApplication::translate("trainyard::DemoCommand", "There is no usable checkpoint."));
        TRY(const auto request, m_services.resumes.requestFrom(*from));
        TRY(const auto run, m_console.wait(m_services.runs.launch(request, {}, m_console.stop())));
        m_run = run;
        const auto seen = await([&] { return trainingPoints(local(QStringLiteral("log"))).size() >= 2; }, kSoon,
                                QCoreApplication::translate("trainyard::DemoCommand", "The resumed run wrote no training line."));
        if (!seen)
            return seen.error();
        const TrainingPoint first = trainingPoints(local(QStringLiteral("log"))).first();
        const qint64 step = from->checkpoint.step.value_or(-1);
        if (first.step <= step || first.step > step + 50)
            return failed(
                QCoreApplication::translate("trainyard::DemoCommand", "It continued at step %1 although the checkpoint is from step %2.")
                    .arg(first.step)
                    .arg(step));
        return QCoreApplication::translate("trainyard::DemoCommand", "attempt %1 from step %2: first line at step %3, loss %4 (before %5)")
            .arg(m_run.attempt)
            .arg(step)
            .arg(first.step)
            .arg(first.loss, 0, 'f', 3)
            .arg(lossBefore, 0, 'f', 3);
    }

    Result<QString> takePictures()
    {
        const QString window = QCoreApplication::applicationDirPath() + QStringLiteral("/trainyard");
        if (!QFile::exists(window))
            return failed(QCoreApplication::translate("trainyard::DemoCommand", "The program %1 is missing.").arg(window));
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
        process.setProcessEnvironment(environment);
        process.start(window, {QStringLiteral("--screenshots"), m_pictures, QStringLiteral("--run"), m_run.id.text()});
        const QDeadlineTimer deadline(kPictures);
        bool hasEnded = false;
        while (!hasEnded && !deadline.hasExpired() && !m_console.stop().stop_requested())
            hasEnded = process.waitForFinished(static_cast<int>(kLook.count()));
        if (m_console.stop().stop_requested()) {
            process.kill();
            process.waitForFinished();
            return cancelledError();
        }
        if (!hasEnded || process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0)
            return failed(QCoreApplication::translate("trainyard::DemoCommand", "The window wrote no screenshots: %1")
                              .arg(QString::fromUtf8(process.readAllStandardError()).simplified()));
        const QStringList files = QDir(m_pictures).entryList({QStringLiteral("*.png")});
        if (files.isEmpty())
            return failed(QCoreApplication::translate("trainyard::DemoCommand", "The window wrote no screenshot."));
        return QCoreApplication::translate("trainyard::DemoCommand", "%1 screenshots in %2").arg(files.size()).arg(m_pictures);
    }

    Result<QString> compareLogs()
    {
        TRY(const auto opened, SshConnection::open(m_machine.target, {}, QDeadlineTimer(20s), m_console.stop()));
        RemoteCommand command;
        command.line = QStringLiteral("sha256sum < ") + shellQuoted(m_run.head().directory + QStringLiteral("/log"));
        TRY(const auto theirs, opened->run(command, QDeadlineTimer(20s), m_console.stop()));
        const QByteArray ours = QCryptographicHash::hash(local(QStringLiteral("log")), QCryptographicHash::Sha256).toHex();
        if (!theirs.out.startsWith(ours))
            return failed(QCoreApplication::translate("trainyard::DemoCommand", "The copy differs from the machine's log."));
        return QStringLiteral("SHA-256 %1").arg(QString::fromLatin1(ours));
    }

    Console &m_console;
    Services &m_services;
    QString m_pictures;
    Machine m_machine;
    SandboxStatus m_sandbox;
    Run m_run;
};

int demo(CommandContext &context, const Command &self)
{
    const auto options = readOptions(context.arguments, {QStringLiteral("--pictures")}, {QStringLiteral("--keep")},
                                     {0, 0, QCoreApplication::translate("trainyard::DemoCommand", "`demo` takes only options.")});
    if (!options)
        return usageError(context, self, options.error().what);
    const QString pictures = options->has(QStringLiteral("--pictures")) ? options->value(QStringLiteral("--pictures"))
                                                                        : context.services.paths().data + QStringLiteral("/demo-pictures");
    Demo journey(context.console, context.services, QDir(pictures).absolutePath());
    const auto held = journey.run();
    journey.leaveNothingRunning();
    if (!options->has(QStringLiteral("--keep"))) {
        const auto stopped = context.console.wait(context.services.sandbox.stop());
        if (!stopped)
            context.console.say(stopped.error().what);
    }
    if (!held)
        return context.console.fail(held.error());
    if (!context.console.isJson)
        context.console.print(QCoreApplication::translate("trainyard::DemoCommand", "All steps passed."));
    return 0;
}

}  // namespace

void addDemoCommand(Commands &commands)
{
    Command &command = commands[QStringLiteral("demo")];
    command = {
        QStringLiteral("demo [--pictures DIR] [--keep]"),
        QCoreApplication::translate("trainyard::DemoCommand",
                                    "Runs a complete journey in the sandbox and checks each step; --keep leaves the sandbox running."),
        [&command](CommandContext &context) { return demo(context, command); }};
}

}  // namespace trainyard
