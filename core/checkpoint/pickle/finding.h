// SPDX-License-Identifier: GPL-3.0-or-later
// A finding about a file's safety and its severity. Value types, any thread.
#pragma once

#include <QString>

namespace trainyard {

// Whether loading it could run foreign code; independent of whether it is complete.
enum class Safety {
    Safe,       // only what a plain torch checkpoint needs, or a format that cannot hold code
    Foreign,    // other classes as data: Finding lists them
    Dangerous,  // loading it runs something: Finding says what
    Unknown,    // not all of it was read
};
QString safetyName(Safety safety);  // "safe", "foreign", "dangerous", "unknown"

struct Finding {
    Safety severity = Safety::Safe;  // Safe: a note only
    QString name;                    // "os.system"; empty if no name is involved
    QString place;                   // "model.pt/archive/data.pkl, byte 131"
    QString text;                    // a translated sentence
};

}  // namespace trainyard
