// SPDX-License-Identifier: GPL-3.0-or-later
// Checkpoints: step-000200.json (everything but numbers: RNG, data position, settings) and step-000200.safetensors (weights and Adam
// moments, F32; https://github.com/huggingface/safetensors, "Format"). Each is written under a temporary name, flushed and renamed; the
// safetensors file comes last and is the commit mark: a step without it does not exist. Both carry the same id, so that halves of two saves
// never pass as one. Reading accepts any bytes: no length in a file is trusted.
#pragma once

#include "corpus.h"
#include "model.h"
#include "rng.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace trainyard::demo {

struct TrainingState {
    std::uint64_t step = 0;
    double loss = 0;           // smoothed, nats per character
    std::uint64_t tokens = 0;  // characters trained on so far
    std::uint64_t seed = 0;
    std::uint64_t batch = 0;
    std::uint64_t textFingerprint = 0;
    Rng::State rng{};
    DataPosition data;
};

// Empty = success; otherwise one sentence for a person. On failure nothing is left under a final name and files of older checkpoints are
// untouched. `path` receives the safetensors file's path.
std::string saveCheckpoint(const std::string &dir, const TrainingState &state, const Model &model, std::string &path);

// `path` names the safetensors file. Empty = success; on failure `state` and `model` are unchanged.
std::string loadCheckpoint(const std::string &path, TrainingState &state, Model &model);

struct FoundCheckpoint {
    std::uint64_t step = 0;
    std::string path;
};
// Committed checkpoints of a directory, oldest first. An unreadable directory has none.
std::vector<FoundCheckpoint> findCheckpoints(const std::string &dir);

// Leaves the newest `keep` (0 = all).
void pruneCheckpoints(const std::string &dir, std::uint64_t keep);
// Removes what an interrupted save or removal of an earlier process left: temporary files, states without a commit mark.
void removeUnfinished(const std::string &dir);

}  // namespace trainyard::demo
