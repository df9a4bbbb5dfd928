// SPDX-License-Identifier: GPL-3.0-or-later
// What differs between runs as axes: their parameters and their results, as numbers or as categories. Pure.
#pragma once

#include "core/observe/report/runcomparison.h"

namespace trainyard {

enum class VariableKind { Number, Logarithmic, Category };

struct RunVariable {
    QString key;    // "parameter:lr", "last:loss", "lowest:loss", "seconds" …
    QString title;  // names from a task or a log as they are
    VariableKind kind = VariableKind::Number;
    bool isResult = false;                // else a parameter
    QStringList categories;               // of a category, in order; its values are their numbers
    QList<std::optional<double>> values;  // one per run; nullopt: it has none
    QStringList texts;                    // as a person reads them; "–" if there is none
    int distinct = 0;                     // how many different values
};

// Those with a value of at least one run: the parameters that differ first, then the results, then the parameters that do not differ.
// Positive numbers over two decades or more get a logarithmic axis; a parameter with a value that is not a number, one of categories.
QList<RunVariable> runVariables(const QList<ComparedRun> &runs);

// Where a value lies on its axis, 0 to 1; nullopt: beyond a logarithmic axis. An axis of a single value has it in the middle.
struct VariableRange {
    double low = 0, high = 1;
    bool isLogarithmic = false;

    std::optional<double> place(double value) const;
    double valueAt(double place) const;
};
VariableRange rangeOf(const RunVariable &variable);
// A measured value, with four digits behind the point where it is near one.
QString resultText(double value);
QString variableText(const RunVariable &variable, double value);

}  // namespace trainyard
