// SPDX-License-Identifier: GPL-3.0-or-later
// A dockerd that belongs to the sandbox alone, for root where neither the system's docker nor podman works.
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

// Detached from this program; answers when this returns. Unsupported, with its last words in `detail`.
Result<PrivateDocker> startPrivateDocker(const SandboxPlaces &places, const QString &dockerd, const QMap<QString, QString> &environment,
                                         const std::stop_token &stop);

// Ends it with its containers and takes away what it leaves mounted. False when it is still there.
bool endPrivateDocker(const SandboxPlaces &places, const ProcessIdentity &daemon);

}  // namespace trainyard
