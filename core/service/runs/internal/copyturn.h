// SPDX-License-Identifier: GPL-3.0-or-later
// Waits for the lock of a local copy that another program writes: what that program fetches is reported here too, and so is that it no
// longer fetches. A program that is stopped, in a debugger or hung keeps the lock and writes nothing: then the machine is asked, and if it
// has more, the copy is taken over. The wait consists of short checks; the caller pauses between them. One worker.
#pragma once

#include "core/service/machines/linkstate.h"
#include "core/service/runs/internal/runsync.h"
#include "core/service/runs/localcopy.h"

#include <QElapsedTimer>

#include <functional>
#include <optional>
#include <stop_token>

namespace trainyard {

class CopyTurn {
public:
    struct Events {
        std::function<void(const RunSync::Progress &, bool isHeard)> looked;
        std::function<void(LinkState)> changed;
        // Whether the machine has more than the copy; nullopt while that cannot be judged yet.
        std::function<Result<std::optional<bool>>(std::stop_token)> isBehind;
    };
    CopyTurn(LocalCopy &copy, Events events) : m_copy(copy), m_events(std::move(events)) {}

    // True: the copy is ours. False: check again in half a second. After an error or once it is ours, the next check starts over.
    Result<bool> look(std::stop_token stop);

private:
    Result<bool> lookOn(std::stop_token stop);
    void begin();
    void show(LinkState state);

    LocalCopy &m_copy;
    const Events m_events;
    bool m_isWaiting = false;
    qint64 m_log = 0, m_metrics = 0;
    QElapsedTimer m_sinceHeard;
    LinkState m_shown = LinkState::Connecting;
};

}  // namespace trainyard
