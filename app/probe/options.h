// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of yard-probe; the options are in docs/probe.md.
#pragma once

#include "core/device/probe/measure.h"

namespace trainyard::probe {

struct Options {
    enum class Action { Measure, List, Version, Help, Wrong };

    Action action = Action::Measure;
    Text wrong;  // what is not understood
    Settings settings;
    Selection selection;
    double timeLimit = 600;
    double callLimit = 60;  // cuInit on eight GPUs without persistence takes half of that
};

Options readOptions(int count, char **arguments, char **environment);

extern const char kUsage[];

}  // namespace trainyard::probe
