// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the user's command for a notice: on this computer, with their rights, in a process group of its own. It gets the notice as JSON on
// standard input and the first alert in TRAINYARD_ALERT_… variables; neither the notice nor the command is seen by a shell.
#pragma once

#include "core/base/result.h"
#include "core/observe/alert/noticeplan.h"

#include <QStringList>

#include <chrono>
#include <stop_token>

namespace trainyard {

inline constexpr std::chrono::seconds kCommandTime{20};  // to hand something on; then it and its children are killed
inline constexpr qint64 kMaxCommandOutput = 4096;        // this much of its output is kept, for a person who tests it

// Returns its output. Blocking, any thread. InvalidInput without a program; NotFound when it cannot be started; TimedOut;
// RemoteCommandFailed, with its output as the detail, when it ended with a code other than 0; Cancelled.
Result<QString> runNoticeCommand(const QStringList &command, const AlertNotice &notice, std::stop_token stop = {},
                                 std::chrono::milliseconds time = kCommandTime);

}  // namespace trainyard
