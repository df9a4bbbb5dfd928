// SPDX-License-Identifier: GPL-3.0-or-later
// What the status of a report means for the user who pays for the machine. Pure, any thread.
#pragma once

#include <QString>

namespace trainyard {

struct ProbeStatus {
    enum class Kind {
        Whole,    // all that was asked for was measured
        Partly,   // some was, or may be at another time
        Nothing,  // no GPU could be used, for a reason that can be mended or is none of the GPU's
        Faulty,   // the GPU or the machine is at fault
    };
    Kind kind = Kind::Partly;
    QString sentence;  // says what to do; empty for what is whole
};

// By the words of docs/probe.md; one that is not known is Partly.
ProbeStatus probeStatus(const QString &word);

}  // namespace trainyard
