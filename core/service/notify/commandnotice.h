// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a command of the person's for a notice: on this computer, with their rights, in a process group of its own. It gets the notice
// as JSON from its standard input and the first alert in TRAINYARD_ALERT_… variables; no shell sees either, nor the command.
#pragma once

#include "core/base/result.h"
#include "core/observe/alert/noticeplan.h"

#include <QStringList>

#include <chrono>
#include <stop_token>

namespace trainyard {

inline constexpr std::chrono::seconds kCommandTime{20};  // to hand something on; then it and its children are ended
inline constexpr qint64 kMaxCommandOutput = 4096;        // of what it prints is kept, for a person who tests it

// What it printed. Blocking, any thread. InvalidInput without a program; NotFound when it cannot be started; TimedOut;
// RemoteCommandFailed with what it printed as the detail when it ended with another code than 0; Cancelled.
Result<QString> runNoticeCommand(const QStringList &command, const AlertNotice &notice, std::stop_token stop = {},
                                 std::chrono::milliseconds time = kCommandTime);

}  // namespace trainyard
