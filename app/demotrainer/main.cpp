// SPDX-License-Identifier: GPL-3.0-or-later
// yard-demotrainer: a small, real training run for trying out everything around a run. One static program without dependencies, so that it
// is the only file of its container image.
#include "options.h"
#include "trainer.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

trainyard::demo::StopSignal stopSignal = 0;
trainyard::demo::SaveSignal saveSignal = 0;

void installHandlers()
{
    struct sigaction action {};
    action.sa_handler = [](int signal) { stopSignal = signal; };
    sigemptyset(&action.sa_mask);
    sigaction(SIGTERM, &action, nullptr);
    sigaction(SIGINT, &action, nullptr);
    action.sa_handler = [](int) { saveSignal = 1; };
    sigaction(SIGUSR1, &action, nullptr);
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, nullptr);
}

}  // namespace

int main(int argc, char **argv)
{
    using namespace trainyard::demo;
    installHandlers();
    Options options;
    const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
    const auto environment = [](const char *name) {
        const char *value = std::getenv(name);
        return std::string(value ? value : "");
    };
    const std::string problem = parseOptions(arguments, environment, options);
    if (!problem.empty()) {
        std::fprintf(stderr, "yard-demotrainer: %s\n", problem.c_str());
        return 2;
    }
    if (options.isHelpWanted) {
        std::fputs(helpText(), stdout);
        return 0;
    }
    return Trainer(options, stopSignal, saveSignal).run();
}
