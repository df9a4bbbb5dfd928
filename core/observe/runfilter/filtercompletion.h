// SPDX-License-Identifier: GPL-3.0-or-later
// What may be typed next in a filter of runs. Pure, any thread.
#pragma once

#include <QString>
#include <QStringList>

namespace trainyard {

struct FilterNames {
    QStringList machines = {}, projects = {}, tags = {};  // that occur in the list
};

struct FilterCompletions {
    qsizetype position = 0, length = 0;  // the part of the text that a choice replaces
    QStringList words;                   // the choices; empty: there is nothing to offer
};

// After the first letter of a name: the names with their sign, such as "loss<", and the states as "state:failed"; after "state:",
// "machine=" and the like: the values that are known.
FilterCompletions completeRunFilter(const QString &text, qsizetype cursor, const FilterNames &known);

}  // namespace trainyard
