// SPDX-License-Identifier: GPL-3.0-or-later
// A whole environment for a training: the image, how to start it, its variables, the task (docs/environment.md). Value types, any
// thread.
#pragma once

#include "core/knowledge/compat/compatquestion.h"
#include "core/knowledge/compat/compatverdict.h"
#include "core/model/task.h"

#include <QByteArray>

namespace trainyard {

struct RecipeOptions {
    FrameworkRequest framework;              // version with three numbers; without a build, the best that fits is taken
    CompatQuestion host;                     // GPUs and driver; what is asked about is left empty
    EngineKind engine = EngineKind::Docker;  // or Podman
    bool usesCdi = false;                    // Docker by CDI instead of --gpus; Podman always does
    QString python;                          // "3.11"; empty: what fits
    QStringList aptPackages;                 // "git", "ffmpeg=7:5.1.6-0+deb12u1"
    QStringList pipPackages;                 // "numpy==1.26.4"
    QString user = QStringLiteral("trainer");
    int uid = 1000;   // of who owns the folders on the machine
    QString dataDir;  // on the machine, absolute or "~/…"; empty: none
    QString checkpointDir = QStringLiteral("~/checkpoints");
    int gpuCount = 1;
    int nodes = 1;
    int cpuCount = 0;      // of a machine; 0: not known
    QString sharedMemory;  // "16g"; empty: the host's own
    QString script = QStringLiteral("train.py");
};

// Those that recipes are written for: docker and podman.
bool isRecipeEngine(EngineKind engine);

struct RecipeOption {
    QString text;  // "--ipc=host", finished shell text
    QString why;
    QStringList sources;
};

struct RecipeVariable {
    QString name, value, why;
    QStringList sources;
    bool isSet = true;  // else only proposed, as a comment
};

struct RecipeFile {
    QString name;  // "Dockerfile"
    QByteArray content;
    bool isExecutable = false;
};

struct EnvironmentRecipe {
    FrameworkRequest framework;  // with the build that was chosen
    QString base, image;         // built on, and what it is called
    QString python;              // empty: the image's
    QString install;             // arguments of pip; empty: it is in the image
    CompatAnswer answer;         // on GPU and driver
    QList<RecipeOption> options;
    QList<RecipeVariable> variables;
    QStringList notes;        // one sentence each
    QList<RecipeFile> files;  // Dockerfile, .dockerignore, run.env, run.sh, task.yaml

    QByteArray file(const QString &name) const;
};

}  // namespace trainyard
