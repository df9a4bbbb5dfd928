// SPDX-License-Identifier: GPL-3.0-or-later
// The cell texts of run lists, so that all lists agree. Pure.
#pragma once

#include "core/model/run.h"
#include "core/observe/diagnosis/runglance.h"

#include <QDateTime>
#include <QString>

#include <optional>

class QPainter;
class QRect;

namespace trainyard {

struct Theme;

using Glance = std::optional<RunGlance>;  // nullopt: not read yet

QString elapsedText(const Run &run, const QDateTime &now);
int elapsedWidth();                // width of a column that fits any of them
QString exitText(const Run &run);  // "–" while it is running
QString lossText(const Glance &glance);
QString progressText(const Glance &glance);                   // "66 %", or the step where the total is unknown
std::optional<double> progressPart(const Glance &glance);     // 0 to 1
QString remainingText(const Run &run, const Glance &glance);  // "–" once it has ended, and while it makes no steps
QString stalledText(const Run &run, const Glance &glance);    // of a running one that makes no steps; else empty
bool isOutOfTouch(const Run &run, const Glance &glance);
QString stateText(const Run &run, const Glance &glance);  // "Running", "Hung", "Running at last contact"
// The bar, if the progress is known, and the text to its right.
void paintProgress(QPainter *painter, const QRect &room, const std::optional<double> &part, const QString &text, bool isOver,
                   const Theme &theme);
// The loss curve, filling `room`; draws nothing for fewer than two points.
void paintCurve(QPainter *painter, const QRect &room, const QList<QPointF> &points, const Theme &theme);

// Runs as a list shows them: the newest attempt of each lineage, in the given order, without archived ones.
QList<Run> newestAttempts(const QList<Run> &runs);

}  // namespace trainyard
