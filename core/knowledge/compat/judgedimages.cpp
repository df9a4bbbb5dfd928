// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/compat/judgedimages.h"

#include <algorithm>

namespace trainyard {

QList<JudgedImage> judgeImages(const CompatFacts &facts, const std::optional<CompatQuestion> &question)
{
    const CompatJudge judge(facts);
    QList<JudgedImage> judged;
    const QStringList known = knownImages(facts);
    for (const QString &image : known) {
        const auto reference = ImageReference::parse(image);
        if (!reference)
            continue;
        JudgedImage one{image, contentsOf(*reference, facts), {}};
        if (question) {
            CompatQuestion about = *question;
            about.image = *reference;
            one.answer = judge.verdict(about);
        }
        judged << one;
    }
    std::reverse(judged.begin(), judged.end());
    std::stable_sort(judged.begin(), judged.end(),
                     [](const JudgedImage &a, const JudgedImage &b) { return a.answer && a.answer->verdict < b.answer->verdict; });
    return judged;
}

}  // namespace trainyard
