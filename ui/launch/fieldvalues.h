// SPDX-License-Identifier: GPL-3.0-or-later
// What the texts of fields mean, and what a mistaken text may have meant. A text without a meaning results in a value that no task file may
// have. Pure.
#pragma once

#include <QString>
#include <QStringList>

#include <chrono>

namespace trainyard {

int countOf(const QString &text);  // empty: 0

// A number without a unit counts `unit` ('h', 'm' or 's'); else as parseDuration() reads it.
std::chrono::seconds timeOf(const QString &text, QChar unit);
// The text that timeOf() reads back: "20" for 20 minutes with the unit 'm', otherwise "1m30s".
QString timeText(std::chrono::seconds time, QChar unit);

QStringList namesIn(const QString &text);  // between blanks and commas

QString numberIn(QString text);         // "-1,5 h": "1.5"
QString variableNamesIn(QString text);  // "my-var, 2B": "my_var, _2B"
QString absolutePathOf(const QString &text);

}  // namespace trainyard
