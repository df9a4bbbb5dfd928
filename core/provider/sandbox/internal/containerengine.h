// SPDX-License-Identifier: GPL-3.0-or-later
// Finds a container engine that really starts the demo image here, as the sandbox's sessions will. Blocking.
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
    QMap<QString, QString> environment;     // what sessions need beside the base environment
    ProcessIdentity daemon;                 // a dockerd of our own; pid 0 = none
};

struct EngineSearch {
    SandboxPlaces places;
    EngineKind wanted = EngineKind::Auto;  // Auto, Docker or Podman; Process finds nothing on purpose
    QMap<QString, QString> environment;    // the sessions' environment without the engine's part
    QString image;                         // name that the demo image will have
    QByteArray program;                    // what it consists of
    std::function<void(const QString &step)> report;
};

// Order: docker; podman as it is set up; podman with settings and storage of the sandbox; as root a private
// dockerd. Fails only with Cancelled or when the sandbox's own files cannot be written.
Result<ContainerEngine> findContainerEngine(const EngineSearch &search, const std::stop_token &stop);

// Whether the image is still there and the engine answers.
bool hasImage(EngineKind kind, const QMap<QString, QString> &environment, const QString &image, const std::stop_token &stop);

}  // namespace trainyard
