// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of yard-demotrainer. Pure, apart from the environment it is given.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace trainyard::demo {

struct Options {
    std::uint64_t steps = 2000;
    std::uint64_t checkpointEvery = 200;  // 0 = only at the end
    std::uint64_t metricsEvery = 20;
    std::uint64_t keep = 0;  // 0 = all
    std::uint64_t seed = 1;
    std::uint64_t batch = 64;
    double stepsPerSecond = 0;  // 0 = as fast as possible
    std::string checkpointDir;  // empty = no checkpoints
    std::string resume;         // path, "latest" or empty
    std::string wrongResume;    // "data", "optimizer", "rate" or "step": what --resume gets wrong on purpose; empty = nothing
    bool isHelpWanted = false;
};

using Environment = std::function<std::string(const char *name)>;  // empty = not set

// Empty = success; otherwise one sentence.
std::string parseOptions(const std::vector<std::string> &arguments, const Environment &environment, Options &options);

const char *helpText();

}  // namespace trainyard::demo
