// SPDX-License-Identifier: GPL-3.0-or-later
// Starts, monitors and stops the sandbox for the window. Its state is the server's and is polled repeatedly: it may be killed, or started
// and stopped by `yard`.
#pragma once

#include "core/model/machine.h"
#include "core/model/run.h"
#include "core/model/sandbox.h"
#include "core/model/stepreport.h"
#include "ui/page/sandboxview.h"

#include <QObject>
#include <QTimer>

#include <stop_token>

namespace trainyard {

class Services;

class SandboxController : public QObject {
    Q_OBJECT
public:
    explicit SandboxController(Services &services, QObject *parent = nullptr);

    void look();   // asks whether it is running
    void start();  // also launches the demo in it, unless it already has runs
    void cancel();
    void stop();
    const SandboxView &view() const { return m_view; }
    const SandboxStatus &status() const { return m_status; }  // as of the last check
    bool isStopped() const { return m_hasLooked && m_view.phase == SandboxView::Phase::Stopped; }
    bool isRunning() const { return m_view.phase == SandboxView::Phase::Running; }

Q_SIGNALS:
    void viewChanged(const trainyard::SandboxView &view);
    void launched(const trainyard::Run &run);    // the demo, launched by start()
    void failed(const trainyard::Error &error);  // never Cancelled

private:
    void launchDemo(const Machine &machine, const StepReport &report);
    void finishStart(const Result<void> &started);
    void setPhase(SandboxView::Phase phase, const QString &step = {});
    bool hasRuns() const;
    void take(const SandboxStatus &status);

    Services &m_services;
    SandboxView m_view;
    SandboxStatus m_status;
    std::stop_source m_stop;
    QTimer m_looks;
    bool m_isLooking = false, m_hasLooked = false;
};

}  // namespace trainyard
