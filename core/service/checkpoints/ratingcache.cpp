// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/checkpoints/ratingcache.h"

#include "core/checkpoint/format/inspection.h"
#include "core/checkpoint/retention/rating.h"

#include <algorithm>

namespace trainyard {

namespace {

constexpr qsizetype kMaxKnown = 10'000;

// Trainers that write folders put their metrics beside the weights, where they have been found already.
bool maySay(const Checkpoint &checkpoint)
{
    return checkpoint.verdict == Verdict::Complete && checkpoint.files.size() == 1
           && (checkpoint.format.isEmpty() || checkpoint.format.startsWith(QLatin1String("torch"), Qt::CaseInsensitive));
}

}  // namespace

void RatingCache::rate(QList<Checkpoint> &checkpoints, const QString &metric, FileSource &source, const QString &place,
                       std::stop_token stop)
{
    QList<Checkpoint *> unrated;
    for (Checkpoint &checkpoint : checkpoints) {
        if (maySay(checkpoint) && !ratingOf(checkpoint, metric))
            unrated << &checkpoint;
    }
    std::sort(unrated.begin(), unrated.end(), [](const Checkpoint *a, const Checkpoint *b) { return a->modified > b->modified; });
    int looks = 0;
    for (Checkpoint *checkpoint : std::as_const(unrated)) {
        const CheckpointFile &file = checkpoint->files.first();
        const QString key = QStringList{place, file.name, QString::number(file.sizeBytes), QString::number(file.modified)}.join(u'\n');
        std::optional<Rated> rated;
        {
            const std::lock_guard lock(m_guard);
            if (const auto known = m_known.constFind(key); known != m_known.cend())
                rated = *known;
        }
        if (!rated) {
            if (++looks > kMaxLooks)
                continue;
            const Inspection inspection = inspectCheckpoint(*checkpoint, source);
            if (stop.stop_requested())
                return;
            rated = Rated{lossAmong(inspection.metrics), inspection.metrics};
            // What could not be read this time may be readable next time.
            if (inspection.verdict == Verdict::Complete) {
                const std::lock_guard lock(m_guard);
                if (m_known.size() >= kMaxKnown)
                    m_known.clear();
                m_known.insert(key, *rated);
            }
        }
        if (!checkpoint->loss)
            checkpoint->loss = rated->loss;
        for (auto value = rated->metrics.cbegin(); value != rated->metrics.cend(); ++value) {
            if (!checkpoint->metrics.contains(value.key()))
                checkpoint->metrics.insert(value.key(), *value);
        }
    }
}

}  // namespace trainyard
