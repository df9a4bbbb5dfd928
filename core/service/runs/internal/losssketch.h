// SPDX-License-Identifier: GPL-3.0-or-later
// The course of a run's loss in a few points, for a row of a list: of a long log only parts are read. Blocking; any thread.
#pragma once

#include "core/observe/trainlog/seriespattern.h"

#include <QList>
#include <QPointF>
#include <QString>

#include <memory>

namespace trainyard {

// Step and loss, smoothed, in order; at most about forty. Empty while the log has no loss.
QList<QPointF> lossSketch(const QString &logFile, std::shared_ptr<const SeriesPattern> pattern);

}  // namespace trainyard
