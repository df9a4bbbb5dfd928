// SPDX-License-Identifier: GPL-3.0-or-later
#include "options.h"

#include <charconv>
#include <cmath>
#include <map>
#include <optional>

namespace trainyard::demo {

namespace {

struct Number {
    std::uint64_t *target;
    std::uint64_t lowest, highest;
};

template <typename T>
std::optional<T> parsed(const std::string &text)
{
    T value{};
    const char *end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || stop != end || text.empty())
        return std::nullopt;
    return value;
}

}  // namespace

std::string parseOptions(const std::vector<std::string> &arguments, const Environment &environment, Options &options)
{
    options.checkpointDir = environment("TRAINYARD_CHECKPOINT_DIR");
    options.resume = environment("TRAINYARD_RESUME");
    const std::map<std::string, Number> numbers = {
        {"--steps", {&options.steps, 1, 1'000'000'000}},
        {"--checkpoint-every", {&options.checkpointEvery, 0, 1'000'000'000}},
        {"--metrics-every", {&options.metricsEvery, 1, 1'000'000'000}},
        {"--keep", {&options.keep, 0, 1'000'000}},
        {"--seed", {&options.seed, 0, UINT64_MAX}},
        {"--batch", {&options.batch, 1, 4096}},
    };
    const std::map<std::string, std::string *> texts = {
        {"--checkpoint-dir", &options.checkpointDir}, {"--resume", &options.resume}, {"--wrong-resume", &options.wrongResume}};

    for (std::size_t i = 0; i < arguments.size(); ++i) {
        std::string name = arguments[i];
        if (name == "--help" || name == "-h") {
            options.isHelpWanted = true;
            return {};
        }
        const auto number = [&]() { return numbers.find(name); };
        std::optional<std::string> value;
        if (const std::size_t equals = name.find('='); equals != std::string::npos) {
            value = name.substr(equals + 1);
            name.resize(equals);
        }
        const auto text = texts.find(name);
        if (number() == numbers.end() && text == texts.end() && name != "--steps-per-second")
            return "Unknown option " + arguments[i] + "; --help lists them.";
        if (!value && i + 1 < arguments.size())
            value = arguments[++i];
        if (!value)
            return "Option " + name + " needs a value.";
        if (text != texts.end()) {
            *text->second = *value;
        } else if (name == "--steps-per-second") {
            const auto rate = parsed<double>(*value);
            if (!rate || !std::isfinite(*rate) || *rate < 0)
                return "Option --steps-per-second needs a number from 0, not \"" + *value + "\".";
            options.stepsPerSecond = *rate;
        } else {
            const Number &limits = number()->second;
            const auto whole = parsed<std::uint64_t>(*value);
            if (!whole || *whole < limits.lowest || *whole > limits.highest)
                return "Option " + name + " needs a whole number from " + std::to_string(limits.lowest) + " to "
                       + std::to_string(limits.highest) + ", not \"" + *value + "\".";
            *limits.target = *whole;
        }
    }
    if (!options.wrongResume.empty() && options.wrongResume != "data" && options.wrongResume != "optimizer" && options.wrongResume != "rate"
        && options.wrongResume != "step")
        return "Option --wrong-resume is data, optimizer, rate or step, not \"" + options.wrongResume + "\".";
    return {};
}

const char *helpText()
{
    return "Usage: yard-demotrainer [OPTION VALUE]...\n"
           "Trains a small character language model on a text that is part of this program.\n"
           "\n"
           "  --steps N               train up to this step (2000)\n"
           "  --batch N               examples per step (64)\n"
           "  --seed N                start of the random numbers (1); a resumed run keeps its own\n"
           "  --steps-per-second X    go no faster than this; 0 = as fast as possible (0)\n"
           "  --metrics-every N       one line of numbers every N steps (20)\n"
           "  --checkpoint-dir DIR    where checkpoints go ($TRAINYARD_CHECKPOINT_DIR; none without it)\n"
           "  --checkpoint-every N    save every N steps; 0 = only at the end (200)\n"
           "  --keep N                keep the newest N checkpoints; 0 = all (0)\n"
           "  --resume PATH           go on from step-XXXXXX.safetensors, or from the newest good one of "
           "the\n"
           "                          checkpoint directory with \"latest\" ($TRAINYARD_RESUME)\n"
           "  --wrong-resume WHAT     for tests: --resume gets something wrong, as real programs do. data: another\n"
           "                          order; optimizer: its state is not loaded; rate: three times the learning\n"
           "                          rate; step: the last step is counted again\n"
           "\n"
           "TERM and INT save a checkpoint first. Exit status: 0 done, 1 a checkpoint could not be saved,\n"
           "2 wrong usage or a checkpoint that cannot be resumed, 130 after INT, 143 after TERM.\n";
}

}  // namespace trainyard::demo
