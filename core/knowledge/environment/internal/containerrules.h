// SPDX-License-Identifier: GPL-3.0-or-later
// Rules for container starts: docker run, podman run. Pure; internal to core/knowledge/environment.
#pragma once

#include "core/knowledge/environment/internal/lintcase.h"

namespace trainyard {

// A parsed container start.
struct ContainerStart {
    struct Option {
        QString name;    // "--gpus", "-e"; the long form if there is one
        ShellWord word;  // the whole option
        ShellWord value;
    };
    bool isPodman = false;
    QList<Option> options;
    std::optional<ShellWord> image;
    QList<ShellWord> command;  // inside the container

    QList<const Option *> all(const QString &name) const;
    const Option *first(const QString &name) const;
};

// nullopt if the command does not start a container.
std::optional<ContainerStart> containerStart(const ShellCommand &command);

// Also adds its variables to LintCase::variables, as `group`.
void judgeStart(LintCase &lint, const ContainerStart &start, const ShellCommand &command, int group);

// Whether files at a path get lost: outside the mounts of the container, or where machines do not keep files.
bool isEphemeral(const QString &path);

// The paths where a training saves its output, by the usual option names.
QList<ShellWord> savePaths(const QList<ShellWord> &command);

}  // namespace trainyard
