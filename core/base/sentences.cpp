// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sentences.h"

namespace trainyard {
namespace {

const QString kWideStops = QStringLiteral("。！？；：");

bool isStop(QChar letter) { return letter == u'.' || letter == u'。'; }

}  // namespace

QString joinedSentences(const QStringList &sentences)
{
    QString text;
    for (const QString &sentence : sentences) {
        if (sentence.isEmpty())
            continue;
        if (!text.isEmpty() && !kWideStops.contains(text.back()))
            text += u' ';
        text += sentence;
    }
    return text;
}

QString asLabel(const QString &sentence)
{
    if (sentence.isEmpty() || !isStop(sentence.back()) || sentence.endsWith(QLatin1String("..")))
        return sentence;
    const QString label = sentence.chopped(1);
    return label.contains(QLatin1String(". ")) || label.contains(u'。') ? sentence : label;
}

}  // namespace trainyard
