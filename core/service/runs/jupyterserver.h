// SPDX-License-Identifier: GPL-3.0-or-later
// A Jupyter server that was started on a machine or in a run's container, and what its machine says of it. Pure. Answers are hostile: the
// token is taken only if it is one of ours, and the socket's path is never the machine's.
#pragma once

#include "core/base/result.h"
#include "core/model/ids.h"
#include "core/model/remoteendpoint.h"

#include <QByteArray>

namespace trainyard {

struct JupyterPlace {
    MachineId machineId;  // not set: that of the run
    RunId runId = {};     // set: in its container, or in its directory where it has none

    bool operator==(const JupyterPlace &) const = default;
};

struct JupyterServer {
    bool isRunning = false;
    bool isLab = false;       // JupyterLab; else the classic notebook
    QString token;            // a secret
    MachineId machineId;      // where it is
    RemoteEndpoint endpoint;  // its socket there

    // "/lab?token=…", to append to http://127.0.0.1:PORT.
    QString path() const;
};

// The answer of jupyter.sh. Unsupported: it is not installed there; RemoteCommandFailed: it did not start, with its last lines; Corrupt.
Result<JupyterServer> parseJupyterAnswer(const QByteArray &out);

}  // namespace trainyard
