// SPDX-License-Identifier: GPL-3.0-or-later
// Runs yard-probe (docs/probe.md) on this computer or on a machine, and leaves nothing of it there. Blocking, any worker thread.
//
// On a machine: resources/onbox/probe.sh makes a folder of its own (0700) where programs may run, and receives the program into it over its
// own channel, under a name that contains its hash: no SFTP, one session at a time. The program runs there in a process group of its own,
// and is removed with the folder when it has ended, was cancelled, or the connection was lost. Nothing else there is touched. The machine's
// processor decides which program is sent.
#pragma once

#include "core/base/result.h"
#include "core/service/machines/probeprograms.h"
#include "core/transport/ssh/sshconnection.h"

#include <QByteArray>
#include <QStringList>

#include <chrono>
#include <functional>
#include <stop_token>

namespace trainyard {

struct ProbeOptions {
    bool isQuick = false;
    bool isBusyOk = false;                // also measures GPUs that others use
    QStringList only;                     // names of probes; none: all
    std::chrono::seconds timeLimit{600};  // for all of it, excluding the copying
    // InvalidInput names an unknown probe, or a limit outside 5 s to a day.
    Result<void> check() const;
    QStringList arguments() const;
};

struct ProbeAnswer {
    QByteArray report;   // as it came; at most kMaxProbeReport
    int exitStatus = 0;  // of the probe, by its table
    QString leftBehind;  // a folder on the machine that could not be removed; empty: nothing is left
};

class ProbeRunner {
public:
    // One line of the probe's progress, without control characters. Called on the calling thread.
    using Progress = std::function<void(const QString &line)>;

    explicit ProbeRunner(ProbePrograms programs) : m_programs(std::move(programs)) {}
    // How long it may run beyond its own time limit: the probe itself cuts off what hangs.
    void setGrace(std::chrono::seconds grace) { m_grace = grace; }

    // Unsupported: there is no program for this processor, nowhere to run one, or it does not start there. NoSpace: it could not be stored
    // there. TimedOut: it did not end by itself and was killed. RemoteCommandFailed: it ended without a report. ConnectionLost: the machine
    // ends and removes it by itself. Cancelled.
    Result<ProbeAnswer> runHere(const ProbeOptions &options, const Progress &progress, std::stop_token stop) const;
    Result<ProbeAnswer> runOn(SshConnection &connection, const ProbeOptions &options, const Progress &progress, std::stop_token stop) const;

private:
    const ProbePrograms m_programs;
    std::chrono::seconds m_grace{45};
};

}  // namespace trainyard
