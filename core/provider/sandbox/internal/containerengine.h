// SPDX-License-Identifier: GPL-3.0-or-later
// Finds a container engine that can really start the demo image here, as the sandbox's sessions will do. Blocking.
#pragma once

#include "core/base/result.h"
#include "core/model/task.h"
#include "core/provider/sandbox/internal/processidentity.h"
#include "core/provider/sandbox/internal/sandboxplaces.h"

#include <QMap>

#include <functional>
#include <stop_token>

namespace trainyard {

struct ContainerEngine {
    EngineKind kind = EngineKind::Process;  // Process = none works
    QString note;                           // why none works, and what to do
    QMap<QString, QString> environment;     // what sessions need in addition to the base environment
    ProcessIdentity daemon;                 // a dockerd of our own; pid 0 = none
};

struct EngineSearch {
    SandboxPlaces places;
    EngineKind wanted = EngineKind::Auto;  // Auto, Docker or Podman; Process deliberately finds nothing
    QMap<QString, QString> environment;    // the sessions' environment without the engine's part
    QString image;                         // the name for the demo image
    QByteArray program;                    // the content of the image
    std::function<void(const QString &step)> report;
};

// Order: docker; podman as configured; podman with settings and storage of the sandbox; as root a private dockerd. Fails only with
// Cancelled or if the sandbox's own files cannot be written.
Result<ContainerEngine> findContainerEngine(const EngineSearch &search, const std::stop_token &stop);

// Whether the image still exists and the engine answers.
bool hasImage(EngineKind kind, const QMap<QString, QString> &environment, const QString &image, const std::stop_token &stop);

}  // namespace trainyard
