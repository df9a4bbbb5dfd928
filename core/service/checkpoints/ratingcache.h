// SPDX-License-Identifier: GPL-3.0-or-later
// Inspects checkpoints for which no file beside them gives a rating: many programs keep the loss and their metrics only in the pickle of
// the one file that they write. An inspection reads some ranges, executes nothing, and is remembered until the file changes. Blocking,
// worker threads; any number at a time.
#pragma once

#include "core/checkpoint/format/checkpoint.h"

#include <QHash>

#include <mutex>
#include <stop_token>

namespace trainyard {

class RatingCache {
public:
    static constexpr int kMaxLooks = 200;  // per round, the newest first: the others stay unrated, and are kept

    // Fills in loss and metrics of complete checkpoints for which ratingOf() has nothing. `place` distinguishes the folders used with this
    // object.
    void rate(QList<Checkpoint> &checkpoints, const QString &metric, FileSource &source, const QString &place, std::stop_token stop = {});

private:
    struct Rated {
        std::optional<double> loss;
        QMap<QString, double> metrics;
    };
    std::mutex m_guard;
    QHash<QString, Rated> m_known;
};

}  // namespace trainyard
