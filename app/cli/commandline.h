// SPDX-License-Identifier: GPL-3.0-or-later
// What a command line asks for, read before anything is opened. The words that every command takes (--json, --help, -h,
// --version) may stand anywhere but behind "--" and where an option's value stands. Pure.
#pragma once

#include "app/cli/commands.h"

namespace trainyard {

struct CommandLine {
    QString name;           // of the command: "run list"; empty: there is none of this name
    QStringList asked;      // the words that name it, as they were given
    QStringList arguments;  // what is left for the command
    bool isJson = false, wantsHelp = false, wantsVersion = false;
};
CommandLine readCommandLine(const QStringList &words, const Commands &commands);

// The options that a usage text gives a value to: "--notes" of "[--notes TEXT]", and all of "(--torch | --jax) VERSION".
QStringList optionsWithValue(const QString &usage);

}  // namespace trainyard
