// SPDX-License-Identifier: GPL-3.0-or-later
// What a name in a pickle is: something that a plain torch checkpoint needs, a foreign class, or a way to run things.
// Sources: torch's own list for weights_only (torch/_weights_only_unpickler.py, 2.6 and later), CPython's Python 2 names
// (Lib/_compat_pickle.py), the published advisories against picklescan (https://github.com/mmaitre314/picklescan/security)
// and fickling's list of what machine-learning files use (https://github.com/trailofbits/fickling). Pure; any thread.
#pragma once

#include <QByteArray>

namespace trainyard {

enum class NameGrade {
    Torch,    // on torch's own list
    Foreign,  // another class or function; as data, harmless by itself
    Command,  // starts programs
    Code,     // runs code that is given to it, or reaches any function by name
    Files,    // reads, writes or deletes files
    Network,  // talks to others
    Pickle,   // unpickles something else
    System,   // changes the running program
};
inline bool isDangerous(NameGrade grade) { return grade > NameGrade::Foreign; }

// As data. Python 2's names are read as today's; dotted names are followed through modules.
NameGrade gradeName(QByteArrayView module, QByteArrayView name);

// Whether it is known to only make a value of its arguments; classes, by their capital letter, count as such.
bool isMaker(QByteArrayView module, QByteArrayView name);

// Known makers that take another callable as an argument and call it: how many of the first arguments may be that.
int callablesAmongArguments(QByteArrayView module, QByteArrayView name);

// What torch.load takes since 2.6 by default.
bool isOnTorchsList(QByteArrayView module, QByteArrayView name);

}  // namespace trainyard
