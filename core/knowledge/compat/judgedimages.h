// SPDX-License-Identifier: GPL-3.0-or-later
// Every image that is known, and which of them run on a machine or GPU. Pure, any thread.
#pragma once

#include "core/knowledge/compat/compatjudge.h"
#include "core/knowledge/compat/imagecontents.h"

namespace trainyard {

struct JudgedImage {
    QString image;                       // as it can be pulled
    ImageContents contents;              // points into the facts
    std::optional<CompatAnswer> answer;  // without remedies; nothing: no machine or GPU was named
};

// What runs before what does not, of each the newest first. Without a question nothing is judged.
QList<JudgedImage> judgeImages(const CompatFacts &facts, const std::optional<CompatQuestion> &question);

}  // namespace trainyard
