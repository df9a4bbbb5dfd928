// SPDX-License-Identifier: GPL-3.0-or-later
// A person's own regular expression for lines of a log: named groups "step", "epoch", "loss" and any other series.
// RE2 syntax (https://github.com/google/re2/wiki/Syntax): linear in the line's length, whatever the expression. Pure.
#pragma once

#include "core/base/result.h"
#include "core/observe/trainlog/trainingline.h"

#include <memory>

namespace re2 {
class RE2;
}

namespace trainyard {

class SeriesPattern {
public:
    // One sentence says what is wrong and where. An expression needs a group with a name that is no step or epoch.
    static Result<std::shared_ptr<const SeriesPattern>> compile(const QString &expression);
    ~SeriesPattern();

    // nullopt: the line does not fit, or none of its groups is a number. Lines are cut at 4 KiB, escape sequences stay out.
    std::optional<TrainingLine> read(QByteArrayView line) const;
    QString expression() const { return m_expression; }

private:
    SeriesPattern();

    struct Group {
        enum Kind { Step, TotalSteps, Epoch, TotalEpochs, Rank, Value } kind = Value;
        QString series;
    };
    QString m_expression;
    std::unique_ptr<re2::RE2> m_regex;
    std::vector<Group> m_groups;  // as numbered; those without a name are not kept
    std::vector<int> m_numbers;
};

}  // namespace trainyard
