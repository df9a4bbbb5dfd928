// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/environment/internal/recipewriter.h"

#include "core/base/shellquote.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::RecipeWriter)
};

QString title(const EnvironmentRecipe &recipe)
{
    const QString name = recipe.framework.name == QLatin1String("torch")        ? QStringLiteral("PyTorch")
                         : recipe.framework.name == QLatin1String("tensorflow") ? QStringLiteral("TensorFlow")
                                                                                : QStringLiteral("JAX");
    return name + u' ' + recipe.framework.version.text()
           + (recipe.framework.build.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(recipe.framework.build));
}

// The package whose version other packages must not change.
QString constraint(const EnvironmentRecipe &recipe)
{
    return recipe.framework.name + QStringLiteral("==") + recipe.framework.version.text();
}

QString dockerfile(const RecipeOptions &options, const EnvironmentRecipe &recipe)
{
    QStringList gpus;
    for (const GpuKind &gpu : options.host.gpus)
        gpus << gpu.name.simplified();
    QString text = QStringLiteral("# syntax=docker/dockerfile:1\n");
    text += QStringLiteral("# ")
            + Words::tr("%1 for %2 with driver %3. Made by Trainyard.")
                  .arg(title(recipe), gpus.join(QStringLiteral(", ")), options.host.driver ? options.host.driver->text() : QString())
            + u'\n';
    text += QStringLiteral("FROM %1\n\n").arg(recipe.base);
    text += QStringLiteral("# ") + Words::tr("Logs appear line by line; the parts of the driver that CUDA and nvidia-smi need.") + u'\n';
    text += QStringLiteral(
        "ENV PYTHONUNBUFFERED=1 \\\n    NVIDIA_VISIBLE_DEVICES=all \\\n    NVIDIA_DRIVER_CAPABILITIES=compute,utility\n\n");
    if (!options.aptPackages.isEmpty()) {
        QStringList packages = options.aptPackages;
        packages.sort();
        packages.removeDuplicates();
        text += QStringLiteral("RUN --mount=type=cache,target=/var/cache/apt,sharing=locked \\\n"
                               "    --mount=type=cache,target=/var/lib/apt,sharing=locked \\\n"
                               "    rm -f /etc/apt/apt.conf.d/docker-clean \\\n"
                               "    && apt-get update \\\n"
                               "    && apt-get install --yes --no-install-recommends %1\n\n")
                    .arg(packages.join(u' '));
    }
    const QString cache = QStringLiteral(
        "RUN --mount=type=cache,target=/var/cache/pip \\\n    python -m pip install --cache-dir /var/cache/pip ");
    if (!recipe.install.isEmpty())
        text += cache + recipe.install + QStringLiteral("\n\n");
    text += QStringLiteral("# ") + Words::tr("The framework stays unchanged, whatever pip installs later.") + u'\n';
    text +=
        QStringLiteral("RUN echo '%1' >/etc/pip-constraints.txt\nENV PIP_CONSTRAINT=/etc/pip-constraints.txt\n\n").arg(constraint(recipe));
    if (!options.pipPackages.isEmpty()) {
        QStringList packages = options.pipPackages;
        packages.removeDuplicates();
        for (QString &package : packages)
            package = package.contains(u'[') ? shellQuoted(package) : package;
        text += cache + packages.join(u' ') + QStringLiteral("\n\n");
    }
    text += QStringLiteral("# ") + Words::tr("Not root; the user ID is that of the owner of the mounted folders.") + u'\n';
    text += QStringLiteral("RUN groupadd --non-unique --gid %2 %1 \\\n"
                           "    && useradd --non-unique --uid %2 --gid %2 --create-home --shell /bin/bash %1 \\\n"
                           "    && install --directory --owner=%2 --group=%2 /workspace /checkpoints /data\n"
                           "USER %1\n"
                           "WORKDIR /workspace\n\n")
                .arg(options.user)
                .arg(options.uid);
    const QString check = recipe.framework.name == QLatin1String("torch")
                              ? QStringLiteral("import torch; print(torch.__version__, torch.cuda.get_device_name())")
                          : recipe.framework.name == QLatin1String("tensorflow")
                              ? QStringLiteral("import tensorflow as tf; print(tf.__version__, tf.config.list_physical_devices('GPU'))")
                              : QStringLiteral("import jax; print(jax.__version__, jax.devices())");
    text += QStringLiteral("# ") + Words::tr("Without a command: shows whether the framework sees the GPU.") + u'\n';
    text += QStringLiteral("CMD [\"python\", \"-c\", \"%1\"]\n").arg(check);
    return text;
}

QString envFile(const EnvironmentRecipe &recipe)
{
    QString text = QStringLiteral("# ") + Words::tr("Variables of the training, one NAME=VALUE per line, without quotes.") + u'\n';
    for (const RecipeVariable &variable : recipe.variables) {
        text += QStringLiteral("\n# %1 [%2]\n").arg(variable.why, variable.sources.join(QStringLiteral(", ")));
        text += (variable.isSet ? QString() : QStringLiteral("#")) + variable.name + u'=' + variable.value + u'\n';
    }
    return text;
}

QString launchLine(const RecipeOptions &options, const EnvironmentRecipe &recipe)
{
    if (recipe.framework.name == QLatin1String("torch") && options.nodes > 1) {
        return QStringLiteral("torchrun --nnodes=%1 --node-rank=\"$NODE_RANK\" --nproc-per-node=%2 --master-addr=\"$MASTER_ADDR\" "
                              "--master-port=29500 %3")
            .arg(options.nodes)
            .arg(options.gpuCount)
            .arg(options.script);
    }
    if (recipe.framework.name == QLatin1String("torch") && options.gpuCount > 1)
        return QStringLiteral("torchrun --standalone --nproc-per-node=%1 %2").arg(options.gpuCount).arg(options.script);
    return QStringLiteral("python ") + options.script;
}

QString runScript(const RecipeOptions &options, const EnvironmentRecipe &recipe)
{
    const QString engine = engineName(options.engine);
    QString text = QStringLiteral("#!/bin/sh\n# ")
                   + Words::tr("Builds the image and starts it from the folder of your program: %1")
                         .arg(QStringLiteral("sh PATH/run.sh ") + launchLine(options, recipe))
                   + QStringLiteral("\nset -eu\n") + QStringLiteral("here=$(CDPATH='' cd -- \"$(dirname -- \"$0\")\" && pwd -P)\n");
    const QString folder = options.checkpointDir.startsWith(u'~')
                               ? QStringLiteral("\"$HOME\"")
                                     + (options.checkpointDir.size() > 2 ? u'/' + shellQuoted(options.checkpointDir.mid(2)) : QString())
                               : shellQuoted(options.checkpointDir);
    text += QStringLiteral("mkdir -p -- %1\n").arg(folder);
    text += QStringLiteral("%1 build --tag %2 \"$here\"\n").arg(engine, recipe.image);
    text += QStringLiteral("exec %1 run \\\n").arg(engine);
    for (const RecipeOption &option : recipe.options)
        text += QStringLiteral("    %1 \\\n").arg(option.text);
    return text + QStringLiteral("    %1 \"$@\"\n").arg(recipe.image);
}

QByteArray task(const RecipeOptions &options, const EnvironmentRecipe &recipe)
{
    Task task;
    task.name = recipe.framework.name + u'-' + recipe.framework.version.text();
    task.image = recipe.image;
    task.engine = options.engine;
    if (!options.host.gpus.isEmpty())
        task.accelerators = Accelerators{options.host.gpus.first().name.simplified().replace(u' ', u'-').remove(u':'), options.gpuCount};
    for (const RecipeVariable &variable : recipe.variables) {
        if (variable.isSet)
            task.envs.insert(variable.name, variable.value);
    }
    task.checkpoints = CheckpointPlan{QStringLiteral("/checkpoints"), {}, {}, 0, {}};
    RecipeOptions one = options;
    one.nodes = 1;  // Trainyard starts a run on one machine
    const bool needsThreads = !task.envs.contains(QStringLiteral("OMP_NUM_THREADS")) && options.gpuCount > 1
                              && recipe.framework.name == QLatin1String("torch");
    task.run = (needsThreads ? QStringLiteral("export OMP_NUM_THREADS=$(( $(nproc) / %1 ))\n").arg(options.gpuCount) : QString())
               + QStringLiteral("exec ") + launchLine(one, recipe) + u'\n';
    return writeTask(task);
}

}  // namespace

void writeFiles(const RecipeOptions &options, EnvironmentRecipe &recipe)
{
    recipe.image = QStringLiteral("trainyard-%1:%2").arg(recipe.framework.name, recipe.framework.version.text())
                   + (recipe.framework.build.isEmpty() ? QString() : u'-' + recipe.framework.build);
    recipe.files = {{QStringLiteral("Dockerfile"), dockerfile(options, recipe).toUtf8(), false},
                    {QStringLiteral(".dockerignore"), "*\n", false},  // nothing is copied into the image
                    {QStringLiteral("run.env"), envFile(recipe).toUtf8(), false},
                    {QStringLiteral("run.sh"), runScript(options, recipe).toUtf8(), true},
                    {QStringLiteral("task.yaml"), task(options, recipe), false}};
}

}  // namespace trainyard
