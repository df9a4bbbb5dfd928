// SPDX-License-Identifier: GPL-3.0-or-later
// A dockerd used only by the sandbox, for root if neither the system's docker nor podman works.
#pragma once

#include "core/base/result.h"
#include "core/provider/sandbox/internal/processidentity.h"
#include "core/provider/sandbox/internal/sandboxplaces.h"

#include <QMap>

#include <stop_token>

namespace trainyard {

struct PrivateDocker {
    ProcessIdentity process;
    QString address;  // for DOCKER_HOST
};

// Detached from this program; it is ready when this returns. Unsupported, with its last output in `detail`.
Result<PrivateDocker> startPrivateDocker(const SandboxPlaces &places, const QString &dockerd, const QMap<QString, QString> &environment,
                                         const std::stop_token &stop);

// Ends it with its containers and unmounts what it leaves mounted. False if it still exists.
bool endPrivateDocker(const SandboxPlaces &places, const ProcessIdentity &daemon);

}  // namespace trainyard
