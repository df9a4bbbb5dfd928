// SPDX-License-Identifier: GPL-3.0-or-later
// The options of a machine check, and the machine's answers. Value types and pure functions, any thread;
// core/service/machines/machinechecker.h asks over SSH.
#pragma once

#include "core/base/result.h"
#include "core/knowledge/health/healthreport.h"

#include <QByteArray>
#include <QHash>

namespace trainyard {

struct HealthRequest {
    QString image;            // for the container; empty: one that already exists there. Never downloaded
    QStringList nodes;        // names of other nodes that must resolve there
    QList<int> ports{29500};  // that must be free there; 29500 is torchrun's
    // InvalidInput if a name, an image or a port is invalid.
    Result<void> check() const;
    // The words after `sh -s --`, not quoted yet.
    QStringList scriptArguments() const;
};

// The machine's clock, read by a separate command, between two readings of this computer's. Milliseconds since 1970.
struct ClockReading {
    qint64 before = 0, after = 0;
    QByteArray answer;  // of `date +%s.%N`
};

// The answer to one question of resources/onbox/check.sh.
struct CheckPart {
    int status = 0;             // of the program, or one of those below
    bool isShortened = false;   // its output was longer than what is transferred
    QString text;               // without escape sequences and control characters; lines end in \n
    QStringList lines() const;  // without empty ones, trimmed
    // Timed out; not tried; no such program; missing from the answer. No program exits with these.
    static constexpr int kTimedOut = 600, kGivenUp = 601, kNotThere = 602, kMissing = -1;
    static constexpr int kNoCommand = 127;  // a shell's exit status if there is no such program
};

class CheckAnswer {
public:
    // From any output of the machine. Corrupt if it does not begin like the script's.
    static Result<CheckAnswer> parse(const QByteArray &printed);

    bool isWhole() const { return m_isWhole; }
    bool has(const QString &name) const { return m_parts.contains(name); }
    CheckPart part(const QString &name) const;  // for a missing one: status kMissing, no text
    QStringList names() const { return m_parts.keys(); }

private:
    QHash<QString, CheckPart> m_parts;
    bool m_isWhole = false;
};

}  // namespace trainyard
