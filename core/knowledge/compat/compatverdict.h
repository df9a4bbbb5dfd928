// SPDX-License-Identifier: GPL-3.0-or-later
// The results of the compatibility rules. Value types, any thread.
#pragma once

#include <QMap>
#include <QString>
#include <QStringList>

#include <optional>

namespace trainyard {

// From good to bad; the verdict on several things is the worst of theirs. A known problem outweighs an unknown.
enum class CompatVerdict {
    Runs,
    RunsWithLimits,
    Unknown,
    Fails,    // starts, but does not work
    Refused,  // the container does not start
};

QString verdictName(CompatVerdict verdict);      // "runs", "runs-with-limits", "unknown", "fails", "refused"
QString verdictSentence(CompatVerdict verdict);  // in plain words

// One rule applied to the case at hand.
struct CompatReason {
    QString rule;                                // by the names of docs/compat.md: "minor", "floor", …
    CompatVerdict effect = CompatVerdict::Runs;  // of this reason alone
    QString sentence;                            // includes the numbers
    QMap<QString, QString> numbers;              // "driver": "535.104.05", "needed": "550.54.14"
    QStringList sources;                         // codes; empty only if the effect is Unknown, or the rule is about the input alone

    bool operator==(const CompatReason &) const = default;
};

// A working alternative near the question.
struct CompatRemedy {
    QString kind;   // "image", "wheel", "driver", "start"
    QString value;  // to be used verbatim: an image, arguments of pip, a driver version, an option
    QString sentence;
    CompatVerdict verdict = CompatVerdict::Runs;  // with it: Runs or RunsWithLimits
    bool isWithNext = false;                      // works only together with the next one

    bool operator==(const CompatRemedy &) const = default;
};

struct CompatAnswer {
    CompatVerdict verdict = CompatVerdict::Unknown;
    std::optional<CompatVerdict> start;           // of the container by `--gpus`; nullopt without an image or a condition
    CompatVerdict work = CompatVerdict::Unknown;  // once it has started
    QList<CompatReason> reasons;                  // the worst first
    QList<CompatRemedy> remedies;                 // the nearest first
    QStringList missing;                          // the facts needed for an answer; one sentence each
};

}  // namespace trainyard
