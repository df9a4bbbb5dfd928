// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of probes' reports and of the figures that later ones are compared with. Internal to core/storage/database.
#pragma once

#include "core/knowledge/benchmark/probefigure.h"
#include "core/storage/database/internal/database.h"
#include "core/storage/database/proberecord.h"

#include <QList>

#include <optional>

namespace trainyard {

// Inside Database::write(); gives the record its id and forgets the oldest of its machine.
Result<void> insertProbe(Database &database, ProbeRecord &record, const QList<ProbeFigure> &figures);
Result<QList<ProbeRecord>> selectProbes(const Database &database);
Result<std::optional<ProbeRecord>> selectProbe(const Database &database, qint64 id);
Result<QList<ProbeFigure>> selectProbeFigures(const Database &database);

}  // namespace trainyard
