// SPDX-License-Identifier: GPL-3.0-or-later
// What lists of runs say in their cells, so that all of them say the same. Pure.
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

using Glance = std::optional<RunGlance>;  // nothing: not looked at yet

QString elapsedText(const Run &run, const QDateTime &now);
int elapsedWidth();                // of a column that has room for any of them
QString exitText(const Run &run);  // "–" while it goes on
QString lossText(const Glance &glance);
QString progressText(const Glance &glance);                   // "66 %", or the step where the total is unknown
std::optional<double> progressPart(const Glance &glance);     // 0 to 1
QString remainingText(const Run &run, const Glance &glance);  // "–" when it is over
// The bar, where there is a part, and the text right of it.
void paintProgress(QPainter *painter, const QRect &room, const std::optional<double> &part, const QString &text, bool isOver,
                   const Theme &theme);
// The course of a loss, as wide and as high as its room; nothing where it has fewer than two points.
void paintCurve(QPainter *painter, const QRect &room, const QList<QPointF> &points, const Theme &theme);

// Runs as a list shows them: one of each lineage, its newest attempt, in the order given; those that were put away left out.
QList<Run> newestAttempts(const QList<Run> &runs);

}  // namespace trainyard
