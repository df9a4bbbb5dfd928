// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/probe/options.h"

#include "core/device/probe/system.h"

#include <cstring>

namespace trainyard::probe {

const char kUsage[] = "usage: yard-probe [options]\n"
                      "Measures the NVIDIA GPUs of this machine and what feeds them. Report: JSON on stdout. Progress: stderr.\n"
                      "  --quick                fewer samples and smaller buffers: about 20 seconds for one GPU\n"
                      "  --only PROBE[,PROBE]   only these; none: facts alone\n"
                      "  --device N[,N]         only these devices\n"
                      "  --time-limit SECONDS   for all of it (600)\n"
                      "  --call-limit SECONDS   after which a call of the driver counts as hung (60)\n"
                      "  --sustained SECONDS    length of the sustained run (30; 5 with --quick)\n"
                      "  --buffer MIB           size of the buffers that are copied (512)\n"
                      "  --matmul N             size of the matrices, at most (8192; 4096 with --quick)\n"
                      "  --disk DIRECTORY       where disk speed is measured (the working directory)\n"
                      "  --busy-ok              measure GPUs that others use, too\n"
                      "  --list                 the names of the probes\n"
                      "  --version, --help\n";

namespace {

const char *variable(char **environment, const char *name)
{
    const std::size_t size = strlen(name);
    for (; *environment != nullptr; ++environment) {
        if (strncmp(*environment, name, size) == 0 && (*environment)[size] == '=')
            return *environment + size + 1;
    }
    return "";
}

// Calls `each` with every part of a comma-separated list; false as soon as it returns false.
template <typename Each>
bool forEachPart(const char *list, Each each)
{
    for (;;) {
        const std::size_t size = strcspn(list, ",");
        if (!each(Text().add(list, size)))
            return false;
        if (list[size] == '\0')
            return true;
        list += size + 1;
    }
}

bool selectProbes(const char *list, Selection &selection)
{
    selection.isAll = false;
    return strcmp(list, "none") == 0 || forEachPart(list, [&](const Text &word) {
               for (int i = 0; i < kProbes; ++i) {
                   if (word.equals(factsOf(static_cast<Probe>(i)).word)) {
                       selection.probes[i] = true;
                       return true;
                   }
               }
               return false;
           });
}

bool selectDevices(const char *list, Selection &selection)
{
    selection.areDevicesAll = false;
    return forEachPart(list, [&](const Text &word) {
        const long long device = wholeNumber(word);
        if (device < 0 || device >= kMaxDevices)
            return false;
        selection.devices[device] = true;
        return true;
    });
}

bool readNumber(const char *text, long long least, long long most, long long &number)
{
    number = wholeNumber(Text(text));
    return number >= least && number <= most;
}

}  // namespace

Options readOptions(int count, char **arguments, char **environment)
{
    Options options;
    options.settings.libraries = Text(variable(environment, "TRAINYARD_PROBE_LIBRARIES"));
    options.settings.root = Text(variable(environment, "TRAINYARD_PROBE_ROOT"));
    options.settings.diskDirectory = Text(".");
    bool hasSustained = false;
    for (int i = 1; i < count; ++i) {
        const char *name = arguments[i];
        const auto is = [&](const char *option) { return strcmp(name, option) == 0; };
        if (is("--quick")) {
            options.settings.isQuick = true;
            continue;
        }
        if (is("--busy-ok")) {
            options.selection.isBusyOk = true;
            continue;
        }
        if (is("--list") || is("--version") || is("--help")) {
            options.action = is("--list") ? Options::Action::List : is("--version") ? Options::Action::Version : Options::Action::Help;
            continue;
        }
        const char *value = i + 1 < count ? arguments[i + 1] : nullptr;
        long long number = 0;
        bool isRight = false;
        if (value == nullptr) {
        } else if (is("--only")) {
            isRight = selectProbes(value, options.selection);
        } else if (is("--device")) {
            isRight = selectDevices(value, options.selection);
        } else if (is("--time-limit")) {
            isRight = readNumber(value, 1, 86400, number);
            options.timeLimit = static_cast<double>(number);
        } else if (is("--call-limit")) {
            isRight = readNumber(value, 1, 3600, number);
            options.callLimit = static_cast<double>(number);
        } else if (is("--sustained")) {
            isRight = hasSustained = readNumber(value, 1, 86400, number);
            options.settings.sustainedSeconds = static_cast<double>(number);
        } else if (is("--buffer")) {
            isRight = readNumber(value, 1, 65536, number);
            options.settings.bufferBytes = number << 20;
        } else if (is("--matmul")) {
            isRight = readNumber(value, 128, 65536, number);
            options.settings.matmulSize = static_cast<int>(number);
        } else if (is("--disk")) {
            isRight = *value != '\0';
            options.settings.diskDirectory = Text(value);
        }
        if (!isRight) {
            options.action = Options::Action::Wrong;
            options.wrong = Text(name).add(value != nullptr ? " " : "").add(value);
            return options;
        }
        ++i;
    }
    if (options.settings.isQuick && !hasSustained)
        options.settings.sustainedSeconds = 5;
    return options;
}

}  // namespace trainyard::probe
