// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/page/sandboxcontroller.h"

#include "core/service/runs/services.h"
#include "core/service/runs/whendone.h"

#include <QPointer>

#include <algorithm>

namespace trainyard {

namespace {

constexpr std::chrono::seconds kLookEvery{1};  // two small files are read: some tens of microseconds

}  // namespace

SandboxController::SandboxController(Services &services, QObject *parent) : QObject(parent), m_services(services)
{
    m_looks.setInterval(kLookEvery);
    connect(&m_looks, &QTimer::timeout, this, &SandboxController::look);
}

void SandboxController::look()
{
    m_looks.start();
    if (std::exchange(m_isLooking, true))
        return;
    whenDone(m_services.sandbox.status(), this, [this](const SandboxStatus &status) {
        m_isLooking = false;
        take(status);
    });
}

void SandboxController::take(const SandboxStatus &status)
{
    m_status = status;
    // The operation in progress is more recent than the last check.
    if (m_view.phase == SandboxView::Phase::Starting || m_view.phase == SandboxView::Phase::Stopping)
        return;
    const SandboxView before = m_view;
    m_view.note = status.engineNote;
    m_view.hasDied = status.hasDied;
    m_view.phase = status.isRunning ? SandboxView::Phase::Running : SandboxView::Phase::Stopped;
    if (m_view.phase == SandboxView::Phase::Stopped)
        m_view.wasUsed = status.port > 0 && hasRuns();
    if (!std::exchange(m_hasLooked, true) || m_view != before)
        setPhase(m_view.phase);
}

bool SandboxController::hasRuns() const
{
    const auto runs = m_services.database().runs.all();
    return runs && std::any_of(runs->cbegin(), runs->cend(), [](const Run &run) { return run.isSimulated; });
}

void SandboxController::start()
{
    if (m_view.phase != SandboxView::Phase::Stopped)
        return;
    m_stop = std::stop_source();
    setPhase(SandboxView::Phase::Starting);
    // Steps come from a worker thread; the guard is created and destroyed in this one and is only passed through there.
    const auto guard = std::make_shared<QPointer<SandboxController>>(this);
    const auto report = [guard, context = QPointer<QObject>(&m_services)](const QString &step) {
        QMetaObject::invokeMethod(
            context.data(),
            [guard, step] {
                if (*guard && (*guard)->m_view.phase == SandboxView::Phase::Starting)
                    (*guard)->setPhase(SandboxView::Phase::Starting, step);
            },
            Qt::QueuedConnection);
    };
    whenDone(m_services.sandbox.start(SandboxOptions(), report, m_stop.get_token()), this, [this, report](const Result<Machine> &machine) {
        if (machine && m_view.wasUsed)
            finishStart({});
        else if (machine)
            launchDemo(*machine, report);
        else
            finishStart(machine.error());
    });
}

void SandboxController::launchDemo(const Machine &machine, const StepReport &report)
{
    whenDone(m_services.sandbox.status(), this, [this, machineId = machine.id, report](const SandboxStatus &status) {
        LaunchRequest request;
        request.machineId = machineId;
        request.task = m_services.sandbox.demoTask(status);
        whenDone(m_services.runs.launch(request, report, m_stop.get_token()), this, [this](const Result<Run> &run) {
            finishStart(run ? Result<void>() : Result<void>(run.error()));
            if (run)
                Q_EMIT launched(*run);
        });
    });
}

void SandboxController::finishStart(const Result<void> &started)
{
    // The sandbox may be running although the demo was not launched: look() tells.
    m_view.hasDied = false;
    setPhase(SandboxView::Phase::Stopped);
    look();
    if (!started && !started.error().isCancelled())
        Q_EMIT failed(started.error());
}

void SandboxController::cancel()
{
    m_stop.request_stop();
    if (m_view.phase == SandboxView::Phase::Starting)
        setPhase(SandboxView::Phase::Starting, tr("Cancelling…"));
}

void SandboxController::stop()
{
    if (m_view.phase != SandboxView::Phase::Running)
        return;
    setPhase(SandboxView::Phase::Stopping);
    whenDone(m_services.sandbox.stop(), this, [this](const Result<void> &result) {
        if (!result && !result.error().isCancelled())
            Q_EMIT failed(result.error());
        setPhase(result ? SandboxView::Phase::Stopped : SandboxView::Phase::Running);
        look();
    });
}

void SandboxController::setPhase(SandboxView::Phase phase, const QString &step)
{
    m_view.phase = phase;
    m_view.step = step;
    Q_EMIT viewChanged(m_view);
}

}  // namespace trainyard

#include "moc_sandboxcontroller.cpp"
