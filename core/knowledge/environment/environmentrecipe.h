// SPDX-License-Identifier: GPL-3.0-or-later
// A complete environment for a training: the image, how to start it, its variables, the task (docs/environment.md). Value types, any
// thread.
#pragma once

#include "core/knowledge/compat/compatquestion.h"
#include "core/knowledge/compat/compatverdict.h"
#include "core/model/task.h"

#include <QByteArray>

namespace trainyard {

struct RecipeOptions {
    FrameworkRequest framework;              // version with three numbers; without a build, the best one that fits is chosen
    CompatQuestion host;                     // GPUs and driver; the subject of the question is left empty
    EngineKind engine = EngineKind::Docker;  // or Podman
    bool usesCdi = false;                    // Docker by CDI instead of --gpus; Podman always does
    QString python;                          // "3.11"; empty: one that fits
    QStringList aptPackages;                 // "git", "ffmpeg=7:5.1.6-0+deb12u1"
    QStringList pipPackages;                 // "numpy==1.26.4"
    QString user = QStringLiteral("trainer");
    int uid = 1000;   // of the owner of the folders on the machine
    QString dataDir;  // on the machine, absolute or "~/…"; empty: none
    QString checkpointDir = QStringLiteral("~/checkpoints");
    int gpuCount = 1;
    int nodes = 1;
    int cpuCount = 0;      // per machine; 0: unknown
    QString sharedMemory;  // "16g"; empty: the host's own
    QString script = QStringLiteral("train.py");
};

// The engines that recipes support: docker and podman.
bool isRecipeEngine(EngineKind engine);

struct RecipeOption {
    QString text;  // "--ipc=host", ready-to-use shell text
    QString why;
    QStringList sources;
};

struct RecipeVariable {
    QString name, value, why;
    QStringList sources;
    bool isSet = true;  // false: only proposed, as a comment
};

struct RecipeFile {
    QString name;  // "Dockerfile"
    QByteArray content;
    bool isExecutable = false;
};

struct EnvironmentRecipe {
    FrameworkRequest framework;  // with the chosen build
    QString base, image;         // the base image, and the name of the new one
    QString python;              // empty: the image's
    QString install;             // arguments of pip; empty: it is already in the image
    CompatAnswer answer;         // for GPU and driver
    QList<RecipeOption> options;
    QList<RecipeVariable> variables;
    QStringList notes;        // one sentence each
    QList<RecipeFile> files;  // Dockerfile, .dockerignore, run.env, run.sh, task.yaml

    QByteArray file(const QString &name) const;
};

}  // namespace trainyard
