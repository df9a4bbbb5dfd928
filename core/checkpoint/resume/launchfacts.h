// SPDX-License-Identifier: GPL-3.0-or-later
// How and where a run was launched, stored with its copy on this computer, so that a later attempt can be compared with it. One JSON object
// (docs/run-directory.md, launch-facts.json). Pure.
#pragma once

#include "core/base/result.h"
#include "core/checkpoint/resume/codemanifest.h"
#include "core/checkpoint/resume/coderevision.h"

#include <QByteArray>

#include <optional>

namespace trainyard {

struct LaunchFacts {
    QStringList gpus;  // names, one per GPU of the machine
    bool isSimulated = false;
    QString driver;  // empty = no NVIDIA driver responded
    QString image;
    std::optional<CodeManifest> code;             // nullopt: the task has no workdir, or it could not be read
    std::optional<CodeRevision> revision;         // of the workdir on this computer
    std::optional<CodeRevision> machineRevision;  // of a folder on the machine that the command names
    std::optional<qint64> resumedStep;            // of the checkpoint it resumed from
    QString resumePreset;                         // an id from resumePresets()
    QStringList resumeWords;                      // arguments the person added for it

    bool operator==(const LaunchFacts &) const = default;
};

QByteArray writeLaunchFacts(const LaunchFacts &facts);
Result<LaunchFacts> parseLaunchFacts(const QByteArray &json);  // Corrupt

}  // namespace trainyard
