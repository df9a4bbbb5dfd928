// SPDX-License-Identifier: GPL-3.0-or-later
#include "checkpoint.h"

#include "durablefile.h"
#include "printed.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace trainyard::demo {

static_assert(std::endian::native == std::endian::little, "safetensors holds little-endian numbers");

namespace {

constexpr std::string_view kWeightsSuffix = ".safetensors";
constexpr std::string_view kStateSuffix = ".json";
// This model's files are well below these; anything larger is not one of them.
constexpr std::size_t kMaxWeightsBytes = 64u << 20;
constexpr std::size_t kMaxStateBytes = 64u << 10;
constexpr std::size_t kMaxHeaderBytes = 64u << 10;
constexpr const char *kKind = "trainyard-demo-char-lm";

using Json = nlohmann::json;

// A file may contain anything: if it is not JSON, not an object or of another type, the value counts as missing.
Json parsed(std::string_view text) { return Json::parse(text, nullptr, false); }

const Json *member(const Json *object, const std::string &key)
{
    if (!object || !object->is_object())
        return nullptr;
    const auto found = object->find(key);
    return found == object->end() ? nullptr : &*found;
}

// Written with digits only: from 0 to 2^64 - 1.
std::optional<std::uint64_t> whole(const Json *value)
{
    return value && value->is_number_unsigned() ? std::optional(value->get<std::uint64_t>()) : std::nullopt;
}

std::optional<double> real(const Json *value) { return value && value->is_number() ? std::optional(value->get<double>()) : std::nullopt; }

std::optional<std::string> text(const Json *value)
{
    return value && value->is_string() ? std::optional(value->get<std::string>()) : std::nullopt;
}

std::string stemPath(const std::string &dir, std::uint64_t step) { return printed("%s/step-%06" PRIu64, dir.c_str(), step); }

std::optional<std::uint64_t> stepOf(std::string_view name, std::string_view suffix)
{
    constexpr std::string_view kPrefix = "step-";
    if (!name.starts_with(kPrefix) || !name.ends_with(suffix) || name.size() <= kPrefix.size() + suffix.size())
        return std::nullopt;
    const std::string_view digits = name.substr(kPrefix.size(), name.size() - kPrefix.size() - suffix.size());
    std::uint64_t step = 0;
    const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), step);
    if (error != std::errc() || stop != digits.data() + digits.size())
        return std::nullopt;
    return step;
}

std::string_view bytesOf(const std::vector<float> &values)
{
    return {reinterpret_cast<const char *>(values.data()), values.size() * sizeof(float)};
}

// Identifies a checkpoint: a hash over all numbers and the step (FNV-1a, by word).
std::string checkpointId(const TrainingState &state, const Model &model)
{
    std::uint64_t hash = 0xcbf29ce484222325u;
    const auto mix = [&hash](std::uint64_t word) { hash = (hash ^ word) * 0x100000001b3u; };
    mix(state.step);
    for (const std::uint64_t word : state.rng)
        mix(word);
    for (const auto *values : {&model.weights(), &model.firstMoments(), &model.secondMoments()})
        for (const float value : *values)
            mix(std::bit_cast<std::uint32_t>(value));
    return printed("%016" PRIx64, hash);
}

// Weights, first and second moments, in file order.
constexpr const char *kPrefixes[] = {"", "adam.m.", "adam.v."};

std::string weightsHeader(const TrainingState &state, const Model &model, const std::string &id)
{
    std::string header = printed(R"({"__metadata__":{"format":"pt","kind":"%s","id":"%s","step":"%)" PRIu64 R"(","loss":"%.6f"})", kKind,
                                 id.c_str(), state.step, state.loss);
    std::uint64_t offset = 0;
    for (const char *prefix : kPrefixes) {
        for (const TensorSlot &slot : model.slots()) {
            header += printed(R"(,"%s%s":{"dtype":"F32","shape":[)", prefix, slot.name.c_str());
            for (std::size_t i = 0; i < slot.shape.size(); ++i)
                header += printed(i == 0 ? "%zu" : ",%zu", slot.shape[i]);
            const std::uint64_t end = offset + slot.size * sizeof(float);
            header += printed(R"(],"data_offsets":[%)" PRIu64 ",%" PRIu64 "]}", offset, end);
            offset = end;
        }
    }
    header += '}';
    header.append((8 - header.size() % 8) % 8, ' ');  // tensors start aligned, as the reference writer does
    return header;
}

std::string stateDocument(const TrainingState &s, const Model &model, const std::string &id)
{
    std::string text = printed("{\n  \"kind\": \"%s\",\n  \"id\": \"%s\",\n  \"step\": %" PRIu64 ",\n", kKind, id.c_str(), s.step);
    text += printed("  \"loss\": %.17g,\n  \"tokens\": %" PRIu64 ",\n  \"seed\": %" PRIu64 ",\n", s.loss, s.tokens, s.seed);
    text += printed("  \"rng\": [%" PRIu64 ", %" PRIu64 ", %" PRIu64 ", %" PRIu64 "],\n", s.rng[0], s.rng[1], s.rng[2], s.rng[3]);
    text += printed("  \"data\": {\"epoch\": %" PRIu64 ", \"epoch_seed\": %" PRIu64 ", \"position\": %" PRIu64 "},\n", s.data.epoch,
                    s.data.epochSeed, s.data.index);
    text += printed("  \"config\": {\"context\": %zu, \"embedding\": %zu, \"hidden\": %zu, \"vocabulary\": %zu, "
                    "\"batch\": %" PRIu64 ", \"text\": %" PRIu64 "}\n}\n",
                    kContext, kEmbedding, kHidden, model.vocabulary(), s.batch, s.textFingerprint);
    return text;
}

// Reads one tensor's floats; the file's header must match what this model expects.
bool readTensor(const Json &header, const std::string &name, const TensorSlot &slot, std::string_view data, float *out)
{
    const Json *tensor = member(&header, name);
    const Json *shape = member(tensor, "shape");
    const Json *offsets = member(tensor, "data_offsets");
    const auto isList = [](const Json *value, std::size_t size) { return value && value->is_array() && value->size() == size; };
    if (text(member(tensor, "dtype")) != "F32" || !isList(shape, slot.shape.size()) || !isList(offsets, 2))
        return false;
    for (std::size_t i = 0; i < slot.shape.size(); ++i)
        if (whole(&(*shape)[i]) != slot.shape[i])
            return false;
    const auto begin = whole(&(*offsets)[0]), end = whole(&(*offsets)[1]);
    if (!begin || !end || *end < *begin || *end > data.size() || *end - *begin != slot.size * sizeof(float))
        return false;
    std::memcpy(out, data.data() + *begin, slot.size * sizeof(float));
    return std::all_of(out, out + slot.size, [](float value) { return std::isfinite(value); });
}

// Empty = success. `id` receives the id in the file.
std::string readWeights(const std::string &bytes, Model &model, std::string &id)
{
    std::uint64_t headerSize = 0;
    if (bytes.size() < sizeof headerSize)
        return "it is cut off";
    std::memcpy(&headerSize, bytes.data(), sizeof headerSize);
    const std::string_view rest = std::string_view(bytes).substr(sizeof headerSize);
    if (headerSize > kMaxHeaderBytes)
        return "it is not a safetensors file of this program";
    if (headerSize > rest.size())
        return "it is cut off";
    const Json header = parsed(rest.substr(0, headerSize));
    const Json *metadata = member(&header, "__metadata__");
    if (text(member(metadata, "kind")) != kKind)
        return "it is not a safetensors file of this program";
    id = text(member(metadata, "id")).value_or(std::string());
    const std::string_view data = rest.substr(headerSize);
    if (data.size() < 3 * model.parameterCount() * sizeof(float))
        return "it is cut off";
    std::vector<float> *targets[] = {&model.weights(), &model.firstMoments(), &model.secondMoments()};
    for (std::size_t part = 0; part < std::size(kPrefixes); ++part)
        for (const TensorSlot &slot : model.slots())
            if (!readTensor(header, kPrefixes[part] + slot.name, slot, data, targets[part]->data() + slot.offset))
                return "its tensor " + (kPrefixes[part] + slot.name) + " does not fit this model";
    return {};
}

std::string readState(const std::string &document, TrainingState &state, const Model &model, std::string &id)
{
    const Json json = parsed(document);
    const Json *rng = member(&json, "rng");
    const Json *data = member(&json, "data");
    const Json *config = member(&json, "config");
    if (text(member(&json, "kind")) != kKind || !rng || !rng->is_array() || rng->size() != state.rng.size())
        return "it is damaged";
    for (std::size_t i = 0; i < state.rng.size(); ++i) {
        const auto word = whole(&(*rng)[i]);
        if (!word)
            return "it is damaged";
        state.rng[i] = *word;
    }
    const auto step = whole(member(&json, "step")), tokens = whole(member(&json, "tokens")), seed = whole(member(&json, "seed"));
    const auto epoch = whole(member(data, "epoch")), epochSeed = whole(member(data, "epoch_seed")), index = whole(member(data, "position"));
    const auto batch = whole(member(config, "batch")), fingerprint = whole(member(config, "text"));
    const auto loss = real(member(&json, "loss"));
    if (!step || !tokens || !seed || !epoch || !epochSeed || !index || !batch || !fingerprint || !loss || state.rng == Rng::State{})
        return "it is damaged";
    if (whole(member(config, "context")) != kContext || whole(member(config, "embedding")) != kEmbedding
        || whole(member(config, "hidden")) != kHidden || whole(member(config, "vocabulary")) != model.vocabulary())
        return "it belongs to a model of another size";
    id = text(member(&json, "id")).value_or(std::string());
    state.step = *step;
    state.loss = *loss;
    state.tokens = *tokens;
    state.seed = *seed;
    state.batch = *batch;
    state.textFingerprint = *fingerprint;
    state.data = {*epoch, *epochSeed, *index};
    return {};
}

}  // namespace

std::string saveCheckpoint(const std::string &dir, const TrainingState &state, const Model &model, std::string &path)
{
    const std::string stem = stemPath(dir, state.step);
    path = stem + std::string(kWeightsSuffix);
    const std::string statePath = stem + std::string(kStateSuffix);
    const std::string id = checkpointId(state, model);
    const std::string document = stateDocument(state, model, id);
    const std::string header = weightsHeader(state, model, id);
    const std::uint64_t headerSize = header.size();
    const std::string_view sizeBytes(reinterpret_cast<const char *>(&headerSize), sizeof headerSize);

    // Both are complete on disk before either gets its name, so that a full disk destroys nothing that was there.
    std::string why = prepareFile(statePath, {document});
    if (why.empty()) {
        why = prepareFile(path,
                          {sizeBytes, header, bytesOf(model.weights()), bytesOf(model.firstMoments()), bytesOf(model.secondMoments())});
        if (!why.empty())
            dropPrepared(statePath);
    }
    if (why.empty())
        why = commitFile(statePath);
    if (why.empty())
        why = commitFile(path);
    else
        dropPrepared(path);
    if (why.empty())
        return {};
    return printed("Cannot save the checkpoint of step %" PRIu64 " to %s: %s. Older checkpoints are untouched; make room "
                   "or fix the directory, then resume from the newest of them.",
                   state.step, dir.c_str(), why.c_str());
}

std::string loadCheckpoint(const std::string &path, TrainingState &state, Model &model)
{
    const auto refusal = [](const std::string &file, const std::string &why) {
        return "Cannot resume from " + file + ": " + why + ". Choose another checkpoint or start without --resume.";
    };
    if (!path.ends_with(kWeightsSuffix))
        return refusal(path, "the name does not end in .safetensors");
    const std::string statePath = path.substr(0, path.size() - kWeightsSuffix.size()) + std::string(kStateSuffix);
    std::string why, weightsId, stateId;
    const auto weights = readWhole(path, kMaxWeightsBytes, why);
    if (!weights)
        return refusal(path, why);
    Model loaded(model.vocabulary());
    why = readWeights(*weights, loaded, weightsId);
    if (!why.empty())
        return refusal(path, why);
    const auto document = readWhole(statePath, kMaxStateBytes, why);
    if (!document)
        return refusal(statePath, why);
    TrainingState read;
    why = readState(*document, read, model, stateId);
    if (!why.empty())
        return refusal(statePath, why);
    if (weightsId != stateId || stateId != checkpointId(read, loaded))
        return refusal(path, "its contents do not fit together");
    state = read;
    model = std::move(loaded);
    return {};
}

std::vector<FoundCheckpoint> findCheckpoints(const std::string &dir)
{
    std::vector<FoundCheckpoint> found;
    std::error_code error;
    for (std::filesystem::directory_iterator it(dir, error), end; !error && it != end; it.increment(error))
        if (const auto step = stepOf(it->path().filename().string(), kWeightsSuffix))
            found.push_back({*step, it->path().string()});
    std::sort(found.begin(), found.end(), [](const auto &a, const auto &b) { return a.step < b.step; });
    return found;
}

void pruneCheckpoints(const std::string &dir, std::uint64_t keep)
{
    const auto found = findCheckpoints(dir);
    if (keep == 0 || found.size() <= keep)
        return;
    std::error_code ignored;
    for (std::size_t i = 0; i < found.size() - keep; ++i) {
        // The commit mark is removed first: the rest of an interrupted removal is not a checkpoint.
        std::filesystem::remove(found[i].path, ignored);
        std::filesystem::remove(stemPath(dir, found[i].step) + std::string(kStateSuffix), ignored);
    }
}

void removeUnfinished(const std::string &dir)
{
    std::vector<std::filesystem::path> unfinished;
    std::error_code error;
    for (std::filesystem::directory_iterator it(dir, error), end; !error && it != end; it.increment(error)) {
        const std::string name = it->path().filename().string();
        bool isLeft = stepOf(name, std::string(kWeightsSuffix) + ".tmp") || stepOf(name, std::string(kStateSuffix) + ".tmp");
        if (const auto step = stepOf(name, kStateSuffix)) {
            std::string ignored;
            const auto document = readWhole(it->path().string(), kMaxStateBytes, ignored);
            const Json json = parsed(document.value_or(std::string()));
            isLeft = text(member(&json, "kind")) == kKind
                     && !std::filesystem::exists(stemPath(dir, *step) + std::string(kWeightsSuffix), error);
        }
        if (isLeft)
            unfinished.push_back(it->path());
    }
    for (const auto &path : unfinished)
        std::filesystem::remove(path, error);
}

}  // namespace trainyard::demo
