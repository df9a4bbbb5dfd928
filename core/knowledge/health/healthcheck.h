// SPDX-License-Identifier: GPL-3.0-or-later
// What a machine check may be told, and what the machine answered. Value types and pure functions, any thread; asking over
// SSH is in core/service/machines/machinechecker.h.
#pragma once

#include "core/base/result.h"
#include "core/knowledge/health/healthreport.h"

#include <QByteArray>
#include <QHash>

namespace trainyard {

struct HealthRequest {
    QString image;            // for the container; empty: one that is there already. Never fetched
    QStringList nodes;        // names of other nodes that must be found from there
    QList<int> ports{29500};  // that must be free there; 29500 is torchrun's
    // InvalidInput for what cannot be a name, an image or a port.
    Result<void> check() const;
    // Words after `sh -s --`, not quoted yet.
    QStringList scriptArguments() const;
};

// The machine's clock, asked by a command of its own, between two looks at this computer's. Milliseconds since 1970.
struct ClockReading {
    qint64 before = 0, after = 0;
    QByteArray answer;  // of `date +%s.%N`
};

// What one question of resources/onbox/check.sh was answered.
struct CheckPart {
    int status = 0;             // of the program, or one of those below
    bool isShortened = false;   // it said more than is carried
    QString text;               // without escape sequences and control characters; lines end in \n
    QStringList lines() const;  // not empty ones, trimmed
    // Cut off; not tried; no such program; nothing of it in the answer. No program ends with these.
    static constexpr int kTimedOut = 600, kGivenUp = 601, kNotThere = 602, kMissing = -1;
    static constexpr int kNoCommand = 127;  // by which a shell says that there is no such program
};

class CheckAnswer {
public:
    // Of whatever the machine printed. Corrupt when it does not begin as the script does.
    static Result<CheckAnswer> parse(const QByteArray &printed);

    bool isWhole() const { return m_isWhole; }
    bool has(const QString &name) const { return m_parts.contains(name); }
    CheckPart part(const QString &name) const;  // one that is not there: status kMissing, no text
    QStringList names() const { return m_parts.keys(); }

private:
    QHash<QString, CheckPart> m_parts;
    bool m_isWhole = false;
};

}  // namespace trainyard
