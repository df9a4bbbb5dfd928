// SPDX-License-Identifier: GPL-3.0-or-later
// What a command line asks for, read before anything is opened. The options that every command takes (--json, --help, -h, --version) may
// appear anywhere except after "--" or as an option's value. Pure.
#pragma once

#include "app/cli/commands.h"

namespace trainyard {

struct CommandLine {
    QString name;           // of the command: "run list"; empty: there is no command of this name
    QStringList asked;      // the words that name it, as typed
    QStringList arguments;  // what is left for the command
    bool isJson = false, wantsHelp = false, wantsVersion = false;
};
CommandLine readCommandLine(const QStringList &words, const Commands &commands);

// The options that take a value in a usage text: "--notes" of "[--notes TEXT]", and all of "(--torch | --jax) VERSION".
QStringList optionsWithValue(const QString &usage);

}  // namespace trainyard
