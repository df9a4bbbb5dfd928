#include "ui/window/sandboxcontroller.h"

#include "core/run/whendone.h"
#include "core/run/workbench.h"

#include <QPointer>

namespace trainyard {

SandboxController::SandboxController(Workbench &workbench, QObject *parent) : QObject(parent), m_workbench(workbench)
{
}

void SandboxController::look()
{
    whenDone(m_workbench.sandboxStatus(), this, [this](const SandboxStatus &status) {
        m_status = status;
        m_view.note = status.engineNote;
        // What is going on says more than what was found a moment ago.
        if (m_view.phase == SandboxView::Phase::Starting || m_view.phase == SandboxView::Phase::Stopping)
            return;
        setPhase(status.isRunning ? SandboxView::Phase::Running : SandboxView::Phase::Stopped);
    });
}

void SandboxController::start()
{
    if (m_view.phase != SandboxView::Phase::Stopped)
        return;
    m_stop = std::stop_source();
    setPhase(SandboxView::Phase::Starting);
    // Steps come from a worker thread; the guard lives and dies in this one and is only passed along there.
    const auto guard = std::make_shared<QPointer<SandboxController>>(this);
    const auto report = [guard, context = QPointer<QObject>(&m_workbench)](const QString &step) {
        QMetaObject::invokeMethod(context.data(), [guard, step] {
            if (*guard && (*guard)->m_view.phase == SandboxView::Phase::Starting)
                (*guard)->setPhase(SandboxView::Phase::Starting, step);
        }, Qt::QueuedConnection);
    };
    whenDone(m_workbench.startSandbox(SandboxOptions(), report, m_stop.get_token()), this,
             [this, report](const Result<Machine> &machine) {
                 if (machine)
                     launchDemo(*machine, report);
                 else
                     finishStart(machine.error());
             });
}

void SandboxController::launchDemo(const Machine &machine, const StepReport &report)
{
    LaunchRequest request;
    request.machineId = machine.id;
    request.task = demoTask(sandboxStatus(m_workbench.paths()));
    whenDone(m_workbench.launch(request, report, m_stop.get_token()), this, [this](const Result<Run> &run) { finishStart(run); });
}

void SandboxController::finishStart(const Result<Run> &run)
{
    // The sandbox may be up although the demo was not launched: look() says which.
    setPhase(SandboxView::Phase::Stopped);
    look();
    if (run)
        Q_EMIT launched(*run);
    else if (!run.error().isCancelled())
        Q_EMIT failed(run.error());
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
    whenDone(m_workbench.stopSandbox(), this, [this](const Result<void> &result) {
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
