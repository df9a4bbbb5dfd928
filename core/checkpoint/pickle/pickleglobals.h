// SPDX-License-Identifier: GPL-3.0-or-later
// Classifies a name in a pickle: something that a plain torch checkpoint needs, a foreign class, or a way to run things. Sources: torch's
// own list for weights_only (torch/_weights_only_unpickler.py, 2.6 and later), CPython's Python 2 names (Lib/_compat_pickle.py), the
// published advisories against picklescan (https://github.com/mmaitre314/picklescan/security) and fickling's list of what machine-learning
// files use (https://github.com/trailofbits/fickling). Pure; any thread.
#pragma once

#include <QByteArray>

namespace trainyard {

enum class NameGrade {
    Torch,    // on torch's own list
    Foreign,  // another class or function; harmless by itself, as data
    Command,  // starts programs
    Code,     // runs code passed to it, or reaches any function by name
    Files,    // reads, writes or deletes files
    Network,  // communicates over the network
    Pickle,   // unpickles something else
    System,   // changes the running program
};
inline bool isDangerous(NameGrade grade) { return grade > NameGrade::Foreign; }

// The grade as data. Python 2 names are read as today's; dotted names are followed through modules.
NameGrade gradeName(QByteArrayView module, QByteArrayView name);

// Whether it is known to only create a value from its arguments; classes, recognized by their capital letter, count as such.
bool isMaker(QByteArrayView module, QByteArrayView name);

// Known makers that take another callable as an argument and call it: how many of the first arguments may be one.
int callablesAmongArguments(QByteArrayView module, QByteArrayView name);

// The names that torch.load accepts by default since 2.6.
bool isOnTorchsList(QByteArrayView module, QByteArrayView name);

}  // namespace trainyard
