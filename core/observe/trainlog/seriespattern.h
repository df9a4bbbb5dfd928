// SPDX-License-Identifier: GPL-3.0-or-later
// A custom regular expression for lines of a log: named groups "step", "epoch", "loss" and any other series. RE2 syntax
// (https://github.com/google/re2/wiki/Syntax): linear in the line's length, whatever the expression. Pure.
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
    // The error is one sentence that says what is wrong and where. At least one named group must be neither step nor epoch.
    static Result<std::shared_ptr<const SeriesPattern>> compile(const QString &expression);
    ~SeriesPattern();

    // nullopt: the line does not match, or none of its groups is a number. Lines are cut at 4 KiB and escape sequences removed.
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
    std::vector<Group> m_groups;  // in group order; unnamed groups are left out
    std::vector<int> m_numbers;
};

}  // namespace trainyard
