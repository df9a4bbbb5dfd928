// SPDX-License-Identifier: GPL-3.0-or-later
// Looks into checkpoints that nothing beside them rates: many programs keep the loss and what they measured only in the pickle
// of the one file that they write. A look reads some ranges, executes nothing, and is remembered as long as the file stays as it
// is. Blocking, worker threads; any number at a time.
#pragma once

#include "core/checkpoint/format/checkpoint.h"

#include <QHash>

#include <mutex>
#include <stop_token>

namespace trainyard {

class RatingCache {
public:
    static constexpr int kMaxLooks = 200;  // in one round, the newest first: what is left stays unrated, and is kept

    // Fills in loss and metrics of complete ones that ratingOf() has nothing for. `place` tells folders apart that were asked for
    // with this object.
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
