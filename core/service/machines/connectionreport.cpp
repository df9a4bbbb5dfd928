// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/connectionreport.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::ConnectionTest)
};

}  // namespace

QString connectionStepName(ConnectionStep step)
{
    switch (step) {
    case ConnectionStep::Name: return QStringLiteral("name");
    case ConnectionStep::Port: return QStringLiteral("port");
    case ConnectionStep::HostKey: return QStringLiteral("host-key");
    case ConnectionStep::Login: return QStringLiteral("login");
    case ConnectionStep::Shell: return QStringLiteral("shell");
    case ConnectionStep::Sftp: return QStringLiteral("sftp");
    case ConnectionStep::Engine: return QStringLiteral("engine");
    case ConnectionStep::Gpu: return QStringLiteral("gpu");
    }
    return {};
}

QString connectionStepTitle(ConnectionStep step)
{
    switch (step) {
    case ConnectionStep::Name: return Words::tr("Name");
    case ConnectionStep::Port: return Words::tr("Port");
    case ConnectionStep::HostKey: return Words::tr("Host key");
    case ConnectionStep::Login: return Words::tr("Login");
    case ConnectionStep::Shell: return Words::tr("Shell");
    case ConnectionStep::Sftp: return Words::tr("Files");
    case ConnectionStep::Engine: return Words::tr("Containers");
    case ConnectionStep::Gpu: return Words::tr("GPU");
    }
    return {};
}

QString stepStateName(StepState state)
{
    switch (state) {
    case StepState::Waiting: return QStringLiteral("waiting");
    case StepState::Running: return QStringLiteral("running");
    case StepState::Ok: return QStringLiteral("ok");
    case StepState::Note: return QStringLiteral("note");
    case StepState::Failed: return QStringLiteral("failed");
    case StepState::NotReached: return QStringLiteral("not-reached");
    }
    return {};
}

const StepFinding *ConnectionReport::failure() const
{
    const auto found = std::find_if(steps.cbegin(), steps.cend(), [](const StepFinding &step) { return step.state == StepState::Failed; });
    return found == steps.cend() ? nullptr : &*found;
}

int ConnectionReport::exitStatus() const
{
    if (isCancelled)
        return trainyard::exitStatus(ErrorCode::Cancelled);
    const StepFinding *failed = failure();
    if (!failed)
        return 0;
    const bool isGone = failed->code == ErrorCode::Unreachable || failed->code == ErrorCode::TimedOut
                        || failed->code == ErrorCode::ConnectionLost;
    switch (failed->step) {
    case ConnectionStep::Name:
    case ConnectionStep::Port: return trainyard::exitStatus(ErrorCode::Unreachable);
    case ConnectionStep::HostKey:
    case ConnectionStep::Login: return trainyard::exitStatus(isGone ? ErrorCode::Unreachable : ErrorCode::AuthenticationFailed);
    default: return isGone ? trainyard::exitStatus(ErrorCode::Unreachable) : 1;
    }
}

}  // namespace trainyard
