// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/runtexts.h"

#include "core/base/format.h"
#include "ui/common/badge.h"
#include "ui/theme/stylepaint.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>
#include <QFontMetrics>
#include <QPainter>
#include <QPolygonF>
#include <QSet>

#include <algorithm>
#include <cmath>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::RunTexts)
};

const QString kUnknownText = QStringLiteral("–");

bool makesNoSteps(const RunGlance &glance) { return glance.state == ProgressState::Hung || glance.state == ProgressState::Silent; }

}  // namespace

QString elapsedText(const Run &run, const QDateTime &now)
{
    if (!run.started.isValid())
        return kUnknownText;
    const QDateTime end = run.ended.isValid() ? run.ended : hasEnded(run.state) ? QDateTime() : now;
    return end.isValid() ? formatDuration(run.started.msecsTo(end)) : unknownWord();
}

int elapsedWidth()
{
    constexpr qint64 kMax = (22 * 60 + 53) * 60'000LL;  // values in days show hours but no minutes
    return QFontMetrics(textFont(TextRole::Body)).horizontalAdvance(formatDuration(kMax)) + dp(24);
}

QString exitText(const Run &run)
{
    if (!hasEnded(run.state))
        return kUnknownText;
    if (run.isOutOfMemory)
        return Words::tr("out of memory");
    if (run.exitSignal)
        return Words::tr("signal %1").arg(*run.exitSignal);
    if (run.exitCode)
        return Words::tr("code %1").arg(*run.exitCode);
    return run.started.isValid() ? unknownWord() : Words::tr("not started");
}

QString lossText(const Glance &glance)
{
    if (!glance || !glance->loss)
        return kUnknownText;
    return std::isfinite(*glance->loss) ? formatNumber(*glance->loss, 4) : QString::number(*glance->loss);
}

std::optional<double> progressPart(const Glance &glance)
{
    if (!glance || !glance->step || !glance->totalSteps || !(*glance->totalSteps > 0))
        return std::nullopt;
    return std::clamp(*glance->step / *glance->totalSteps, 0.0, 1.0);
}

QString progressText(const Glance &glance)
{
    if (!glance || !glance->step)
        return kUnknownText;
    // Not rounded up: 100 % means finished.
    if (const auto part = progressPart(glance))
        return formatPercent(std::floor(*part * 100));
    return Words::tr("step %1").arg(formatCount(qint64(*glance->step)));
}

QString remainingText(const Run &run, const Glance &glance)
{
    if (hasEnded(run.state) || !glance || !glance->remaining || makesNoSteps(*glance))
        return kUnknownText;
    return Words::tr("about %1").arg(formatDuration(glance->remaining->likelyMs));
}

QString stalledText(const Run &run, const Glance &glance)
{
    if (run.state != RunState::Running || !glance || glance->isOutOfTouch || !makesNoSteps(*glance))
        return {};
    return glance->state == ProgressState::Hung ? Words::tr("Hung") : Words::tr("No step");
}

bool isOutOfTouch(const Run &run, const Glance &glance) { return glance && glance->isOutOfTouch && !hasEnded(run.state); }

QString stateText(const Run &run, const Glance &glance)
{
    const QString stalled = stalledText(run, glance), state = stalled.isEmpty() ? badgeOf(run.state).text : stalled;
    return isOutOfTouch(run, glance) ? lastContactText(state) : state;
}

void paintProgress(QPainter *painter, const QRect &room, const std::optional<double> &part, const QString &text, bool isOver,
                   const Theme &theme)
{
    painter->save();
    painter->setFont(textFont(TextRole::Body));
    const int textWidth = part ? painter->fontMetrics().horizontalAdvance(formatPercent(100)) : room.width();
    const int width = std::min(dp(56), room.width() - textWidth - dp(8));
    QRect words = room;
    if (part && width >= dp(16)) {
        const QRect bar(room.left(), room.center().y() - dp(3), width, dp(6));
        paintBox(painter, bar, bar.height() / 2.0, theme.hover, theme.isHighContrast ? theme.line : QColor());
        const int filled = int(bar.width() * *part + 0.5);
        if (filled > 0)
            paintBox(painter, QRect(bar.left(), bar.top(), filled, bar.height()), std::min(bar.height(), filled) / 2.0,
                     isOver ? theme.stale.ink : theme.accentFill, QColor());
        words.setLeft(bar.right() + dp(8));
    }
    painter->setPen(theme.text2);
    painter->drawText(words, int(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine,
                      painter->fontMetrics().elidedText(text, Qt::ElideRight, words.width()));
    painter->restore();
}

void paintCurve(QPainter *painter, const QRect &room, const QList<QPointF> &points, const Theme &theme)
{
    if (points.size() < 2)
        return;
    const auto [low, high] = std::minmax_element(points.cbegin(), points.cend(),
                                                 [](const QPointF &a, const QPointF &b) { return a.y() < b.y(); });
    const double from = points.first().x(), steps = points.last().x() - from, range = high->y() - low->y();
    QPolygonF line;
    for (const QPointF &point : points) {
        line << QPointF(room.left() + (steps > 0 ? (point.x() - from) / steps : 0) * (room.width() - 1),
                        range > 0 ? room.bottom() - (point.y() - low->y()) / range * (room.height() - 1) : room.center().y());
    }
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(theme.accent, dp(1)));
    painter->drawPolyline(line);
    painter->restore();
}

QList<Run> newestAttempts(const QList<Run> &runs)
{
    QList<Run> newest;
    QSet<QString> seen;
    for (const Run &run : runs) {
        if (run.isArchived || seen.contains(run.lineage))
            continue;
        seen.insert(run.lineage);
        newest << run;
    }
    return newest;
}

}  // namespace trainyard
