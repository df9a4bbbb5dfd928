// SPDX-License-Identifier: GPL-3.0-or-later
// Shows verdicts on compatibility: as JSON (docs/yard-json.md), or in words.
#pragma once

#include "app/cli/compatrequest.h"
#include "core/knowledge/compat/judgedimages.h"

namespace trainyard {

// 0 it runs, 1 it does not, 6 unknown.
int exitStatus(CompatVerdict verdict);

// Adds `verdict`, `sentence`, `start`, `work`, `reasons`, `remedies` and `missing`.
void addAnswer(QJsonObject &object, const CompatAnswer &answer, const CompatFacts &facts);
// Reasons, what is missing and what works instead, in words.
void printAnswer(Console &console, const CompatAnswer &answer);
// A source by its code: `code`, `title`, `link`, `as_of`.
QJsonObject sourceJson(const QString &code, const FactSource &source);

void printCheck(Console &console, const QString &machine, const CompatQuestion &question, const CompatAnswer &answer,
                const CompatFacts &facts);
void printImages(Console &console, const QString &machine, const CompatQuestion &question, const QList<JudgedImage> &images,
                 const CompatFacts &facts);

}  // namespace trainyard
