// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/nearestword.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace trainyard {

namespace {

constexpr qsizetype kMaxWord = 40;  // anything longer is no misspelt word, and comparing it takes time

int editDistance(const QString &a, const QString &b)
{
    std::vector<int> row(size_t(b.size()) + 1);
    std::iota(row.begin(), row.end(), 0);
    for (int i = 1; i <= a.size(); ++i) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= b.size(); ++j) {
            const int substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[size_t(j)];
            row[size_t(j)] = std::min({substituted, row[size_t(j)] + 1, row[size_t(j) - 1] + 1});
        }
    }
    return row.back();
}

}  // namespace

QString nearestWord(const QString &unknown, const QStringList &known)
{
    QString nearest;
    if (unknown.size() > kMaxWord)
        return nearest;
    int best = 1 + std::clamp(int(unknown.size()) / 3, 1, 3);
    for (const QString &candidate : known) {
        const int distance = editDistance(unknown.toLower(), candidate);
        if (distance < best) {
            best = distance;
            nearest = candidate;
        }
    }
    return nearest;
}

}  // namespace trainyard
