// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/ssh/internal/wildcard.h"

#include <QChar>

namespace trainyard {

bool matchesWildcard(QStringView pattern, QStringView text)
{
    qsizetype p = 0, t = 0, star = -1, mark = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == u'*') {
            star = p++;
            mark = t;
        } else if (p < pattern.size() && (pattern[p] == u'?' || pattern[p].toCaseFolded() == text[t].toCaseFolded())) {
            ++p;
            ++t;
        } else if (star >= 0) {
            p = star + 1;
            t = ++mark;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == u'*')
        ++p;
    return p == pattern.size();
}

bool matchesList(const QStringList &patterns, QStringView text)
{
    bool matched = false;
    for (const QString &pattern : patterns) {
        if (pattern.startsWith(u'!')) {
            if (matchesWildcard(QStringView(pattern).sliced(1), text))
                return false;
        } else if (matchesWildcard(pattern, text)) {
            matched = true;
        }
    }
    return matched;
}

}  // namespace trainyard
