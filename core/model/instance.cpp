// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/instance.h"

#include <array>
#include <utility>

namespace trainyard {

namespace {

using enum InstanceState;

constexpr std::array kNames{
    std::pair(Requested, "requested"),
    std::pair(Booting, "booting"),
    std::pair(AnswersSsh, "answers-ssh"),
    std::pair(HostKeyChecked, "host-key-checked"),
    std::pair(GpusAnswer, "gpus-answer"),
    std::pair(Checked, "checked"),
    std::pair(Ready, "ready"),
    std::pair(Stopping, "stopping"),
    std::pair(Stopped, "stopped"),
    std::pair(Terminating, "terminating"),
    std::pair(Gone, "gone"),
    std::pair(Failed, "failed"),
};

bool isNextStep(InstanceState from, InstanceState to)
{
    const bool leavesOutTheKey = from < HostKeyChecked && to > HostKeyChecked;
    return isUp(from) && isUp(to) && to > from && !leavesOutTheKey;
}

}  // namespace

QString instanceStateName(InstanceState state)
{
    for (const auto &[one, name] : kNames) {
        if (one == state)
            return QLatin1String(name);
    }
    Q_UNREACHABLE();
}

std::optional<InstanceState> instanceStateFromName(const QString &name)
{
    for (const auto &[state, known] : kNames) {
        if (name == QLatin1String(known))
            return state;
    }
    return std::nullopt;
}

bool canFollow(InstanceState from, InstanceState to)
{
    if (from == to || from == Gone)
        return false;
    switch (to) {
    case Requested: return false;
    // Created, started again, rebooted, or still running because the provider refused to stop it.
    case Booting: return from == Requested || from == Stopping || from == Stopped || (isUp(from) && from != Booting);
    case AnswersSsh:
    case HostKeyChecked:
    case GpusAnswer:
    case Checked:
    case Ready: return isNextStep(from, to);
    case Stopping: return from == Requested || isUp(from);
    case Stopped: return from == Requested || from == Stopping || isUp(from);
    case Terminating: return true;
    case Gone: return true;
    case Failed: return from != Terminating;
    }
    Q_UNREACHABLE();
}

bool isUp(InstanceState state) { return state >= Booting && state <= Ready; }

bool isUnsettled(InstanceState state) { return state == Requested || state == Stopping || state == Terminating; }

std::optional<InstanceState> stateAfter(InstanceState state, ProvidedState provided)
{
    const auto wanted = [state, provided]() -> InstanceState {
        switch (provided) {
        case ProvidedState::Starting: return Booting;
        case ProvidedState::Running: return isUp(state) ? state : Booting;
        case ProvidedState::Stopping: return Stopping;
        case ProvidedState::Stopped: return Stopped;
        case ProvidedState::Terminating: return Terminating;
        case ProvidedState::Gone: return Gone;
        case ProvidedState::Failed: return Failed;
        }
        Q_UNREACHABLE();
    }();
    // The provider's report may be older than the last call to it.
    if ((state == Terminating && wanted != Gone) || (state == Stopping && wanted == Booting))
        return std::nullopt;
    return canFollow(state, wanted) ? std::optional(wanted) : std::nullopt;
}

}  // namespace trainyard
