// SPDX-License-Identifier: GPL-3.0-or-later
// What a report's status means for the user who pays for the machine. Pure, any thread.
#pragma once

#include <QString>

namespace trainyard {

struct ProbeStatus {
    enum class Kind {
        Whole,    // everything requested was measured
        Partly,   // some was measured, or may be at another time
        Nothing,  // no GPU could be used, for a reason that can be fixed or that is not the GPU's fault
        Faulty,   // the GPU or the machine is at fault
    };
    Kind kind = Kind::Partly;
    QString sentence;  // says what to do; empty for Whole
};

// By the words of docs/probe.md; an unknown word is Partly.
ProbeStatus probeStatus(const QString &word);

}  // namespace trainyard
