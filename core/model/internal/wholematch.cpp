// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/internal/wholematch.h"

#include <QHash>
#include <QRegularExpression>

namespace trainyard {

bool matchesWhole(const QString &text, const char *pattern)
{
    // A task file is read at every key that is pressed, and compiling takes longer than all else in it.
    thread_local QHash<const char *, QRegularExpression> known;
    auto found = known.find(pattern);
    if (found == known.end())
        found = known.insert(pattern, QRegularExpression(QRegularExpression::anchoredPattern(QLatin1String(pattern))));
    return found->match(text).hasMatch();
}

}  // namespace trainyard
