// SPDX-License-Identifier: GPL-3.0-or-later
// What an error or a fact means for a step of the connection test, and what a person can do about it. Pure.
#pragma once

#include "core/model/sshtarget.h"
#include "core/service/machines/connectionreport.h"
#include "core/service/machines/machinefacts.h"

namespace trainyard {

// Where the login went, including what ~/.ssh/config changes.
struct LoginPlace {
    QString host;
    int port = 22;
    QString user;
};

StepFinding judgeHostKey(const Error &error, const SshTarget &target, const LoginPlace &place);
StepFinding judgeRefusedLogin(const Error &error, const SshTarget &target, const LoginPlace &place);
StepFinding judgeEngines(const MachineFacts &facts);
StepFinding judgeGpus(const MachineFacts &facts);

}  // namespace trainyard
