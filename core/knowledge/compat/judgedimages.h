// SPDX-License-Identifier: GPL-3.0-or-later
// Every known image, and whether it runs on a machine or GPU. Pure, any thread.
#pragma once

#include "core/knowledge/compat/compatjudge.h"
#include "core/knowledge/compat/imagecontents.h"

namespace trainyard {

struct JudgedImage {
    QString image;                       // as it can be pulled
    ImageContents contents;              // points into the facts
    std::optional<CompatAnswer> answer;  // without remedies; nullopt: no machine or GPU was given
};

// Working images first, then the others, the newest first in each group. Without a question nothing is judged.
QList<JudgedImage> judgeImages(const CompatFacts &facts, const std::optional<CompatQuestion> &question);

}  // namespace trainyard
