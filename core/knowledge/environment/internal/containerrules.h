// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with starts of containers: docker run, podman run. Pure; internal to core/knowledge/environment.
#pragma once

#include "core/knowledge/environment/internal/lintcase.h"

namespace trainyard {

// A start by an engine, taken apart.
struct ContainerStart {
    struct Option {
        QString name;    // "--gpus", "-e"; the long form where there is one
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

// Nothing when the command starts no container.
std::optional<ContainerStart> containerStart(const ShellCommand &command);

// Also adds its variables to LintCase::variables, as those of `group`.
void judgeStart(LintCase &lint, const ContainerStart &start, const ShellCommand &command, int group);

// Whether a path is lost: outside of what is mounted into the container, or where machines keep nothing.
bool isEphemeral(const QString &path);

// The paths that a training is told to save to, by the options programs commonly have.
QList<ShellWord> savePaths(const QList<ShellWord> &command);

}  // namespace trainyard
