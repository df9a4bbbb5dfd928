// Shows verdicts on compatibility: as JSON (docs/yard-json.md), or in words.
#pragma once

#include "app/cli/compatrequest.h"
#include "core/compat/compatjudge.h"
#include "core/compat/imagecontents.h"

namespace trainyard {

// 0 it runs, 1 it does not, 6 nobody can tell.
int exitStatus(CompatVerdict verdict);

struct JudgedImage {
    QString image;
    ImageContents contents;
    std::optional<CompatAnswer> answer;    // nothing: no machine or GPU was named
};

void printCheck(Console &console, const QString &machine, const CompatQuestion &question, const CompatAnswer &answer, const CompatFacts &facts);
void printImages(Console &console, const QString &machine, const CompatQuestion &question, const QList<JudgedImage> &images, const CompatFacts &facts);

}  // namespace trainyard
