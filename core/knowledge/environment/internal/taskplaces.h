// SPDX-License-Identifier: GPL-3.0-or-later
// The positions of scripts, variables and image in the text of a task file. Reads lines, not YAML: parts it does not find are left out, and
// core/model reports errors in the file. Pure; internal to core/knowledge/environment.
#pragma once

#include "core/knowledge/environment/sourcetext.h"

#include <optional>

namespace trainyard {

struct TaskPlaces {
    struct Entry {
        TextRange name, value;  // the value without quotes
    };
    QList<TextRange> scripts;        // setup and run
    QList<Entry> variables;          // of envs
    std::optional<TextRange> image;  // without "docker:"
    std::optional<TextRange> checkpointDir;
    std::optional<TextRange> run;  // the key
    bool hasCheckpoints = false;
};

TaskPlaces taskPlaces(const SourceText &source);

}  // namespace trainyard
