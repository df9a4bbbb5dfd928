// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/parallelchart.h"

#include "ui/charts/parallelaxis.h"
#include "ui/common/accessiblerole.h"
#include "ui/theme/theme.h"

#include <QHash>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <optional>
#include <utility>

namespace trainyard {

namespace {

constexpr int kEdge = 10, kBottomRoom = 8, kWidest = 420, kNarrowest = 96;  // design pixels
constexpr double kLeftOut = 0.10, kTaken = 0.85;                            // opacities

}  // namespace

QColor rampColour(const QWidget *widget, double place)
{
    const Theme theme = themeOf(widget);
    return mixed(theme.series[0], theme.series[1], std::clamp(place, 0.0, 1.0));
}

ParallelChart::ParallelChart(QWidget *parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("parallelChart"));
    setAccessibleRole(this, QAccessible::Chart);
}

QSize ParallelChart::sizeHint() const { return {dp(800), dp(340)}; }
QSize ParallelChart::minimumSizeHint() const { return {std::max<int>(dp(180), int(m_axes.size()) * dp(kNarrowest)), dp(220)}; }

void ParallelChart::setContent(const QStringList &runs, const QList<RunVariable> &axes, int colour)
{
    // Stretches stay when the runs are read again.
    QHash<QString, std::pair<double, double>> stretches;
    QString focused;
    for (ParallelAxis *axis : std::as_const(m_axes)) {
        if (axis->hasFocus())
            focused = axis->variable().key;
        stretches.insert(axis->variable().key, {axis->from(), axis->to()});
        axis->hide();
        axis->deleteLater();
    }
    m_axes.clear();
    m_dragged = nullptr;
    m_runs = runs;
    m_colourKey = colour >= 0 && colour < axes.size() ? axes[colour].key : QString();
    QWidget *before = nullptr;
    for (const RunVariable &variable : axes) {
        auto *const axis = new ParallelAxis(variable, this);
        axis->setObjectName(QStringLiteral("parallelAxis%1").arg(m_axes.size()));
        if (const auto had = stretches.constFind(variable.key); had != stretches.constEnd())
            axis->setStretch(had->first, had->second);
        connect(axis, &ParallelAxis::stretchChanged, this, [this] {
            tellLeft();
            update();
            Q_EMIT leftChanged();
        });
        connect(axis, &ParallelAxis::moveRequested, this, [this, axis](int by) { moveAxis(axis, int(m_axes.indexOf(axis)) + by); });
        connect(axis, &ParallelAxis::dragged, this, [this, axis](const QPoint &position) {
            m_dragged = axis;
            axis->move(position.x() - axis->width() / 2, axis->y());
            axis->raise();
            // Passing the middle of a neighbour takes its place.
            int to = 0;
            for (const ParallelAxis *const other : std::as_const(m_axes))
                to += other != axis && other->geometry().center().x() < axis->geometry().center().x();
            if (to != m_axes.indexOf(axis)) {
                m_axes.move(m_axes.indexOf(axis), to);
                place();
            }
            update();
        });
        connect(axis, &ParallelAxis::dropped, this, [this] {
            m_dragged = nullptr;
            place();
            Q_EMIT orderChanged();
        });
        m_axes << axis;
        if (before)
            QWidget::setTabOrder(before, axis);
        before = axis;
        axis->show();
        if (variable.key == focused)
            axis->setFocus(Qt::OtherFocusReason);
    }
    setFocusProxy(m_axes.isEmpty() ? nullptr : m_axes.first());
    place();
    tellLeft();
    updateGeometry();
    update();
}

void ParallelChart::setEmphasis(int run)
{
    m_emphasis = run;
    update();
}

QList<int> ParallelChart::left() const
{
    QList<int> taken;
    for (int run = 0; run < m_runs.size(); ++run) {
        if (std::all_of(m_axes.begin(), m_axes.end(), [run](const ParallelAxis *axis) { return axis->takes(run); }))
            taken << run;
    }
    return taken;
}

QStringList ParallelChart::order() const
{
    QStringList keys;
    for (const ParallelAxis *const axis : m_axes)
        keys << axis->variable().key;
    return keys;
}

void ParallelChart::clearStretches()
{
    for (ParallelAxis *const axis : std::as_const(m_axes))
        axis->setStretch(0, 1);
}

const RunVariable *ParallelChart::colourBy() const
{
    for (const ParallelAxis *const axis : m_axes) {
        if (axis->variable().key == m_colourKey)
            return &axis->variable();
    }
    return nullptr;
}

bool ParallelChart::isTooFew() const
{
    const RunVariable *const colour = colourBy();
    const auto known = colour ? std::count_if(colour->values.begin(), colour->values.end(), [](const auto &v) { return v.has_value(); })
                              : qsizetype(m_runs.size());
    return known < kPattern;
}

void ParallelChart::moveAxis(ParallelAxis *axis, int to)
{
    const qsizetype at = m_axes.indexOf(axis);
    if (to < 0 || to >= m_axes.size() || to == at)
        return;
    m_axes.move(at, to);
    for (qsizetype i = 1; i < m_axes.size(); ++i)
        QWidget::setTabOrder(m_axes[i - 1], m_axes[i]);
    place();
    update();
    Q_EMIT orderChanged();
}

void ParallelChart::place()
{
    if (m_axes.isEmpty())
        return;
    const int room = std::max(10, width() - 2 * dp(kEdge));
    const int each = std::min(dp(kWidest), room / int(m_axes.size()));
    const int left = (width() - each * int(m_axes.size())) / 2;
    for (int i = 0; i < m_axes.size(); ++i) {
        if (m_axes[i] != m_dragged)
            m_axes[i]->setGeometry(left + i * each, dp(kEdge), each, std::max(20, height() - dp(kEdge) - dp(kBottomRoom)));
    }
}

void ParallelChart::tellLeft()
{
    const int taken = int(left().size()), all = int(m_runs.size());
    for (ParallelAxis *const axis : std::as_const(m_axes))
        axis->setLeft(taken, all);
    QStringList names;
    for (const ParallelAxis *const axis : std::as_const(m_axes))
        names << axis->variable().title;
    setAccessibleName(tr("%n run(s) over %1", nullptr, all).arg(names.join(tr(", ", "between names"))));
    setAccessibleDescription(isTooFew() ? tr("Too few values to see a pattern") : tr("%1 of %n run(s) left", nullptr, all).arg(taken));
}

void ParallelChart::resizeEvent(QResizeEvent *) { place(); }

void ParallelChart::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme theme = themeOf(this);
    if (m_axes.isEmpty()) {
        painter.setPen(theme.text3);
        painter.setFont(textFont(TextRole::Body));
        painter.drawText(rect().adjusted(dp(40), 0, -dp(40), 0), Qt::AlignCenter | Qt::TextWordWrap,
                         tr("No parameter differs between these runs. Add axes to see others."));
        return;
    }
    const RunVariable *const colour = colourBy();
    const VariableRange colours = colour ? rangeOf(*colour) : VariableRange();
    const bool isTooSmall = isTooFew();
    const auto pointOn = [](const ParallelAxis *axis, int run) -> std::optional<QPointF> {
        const auto value = axis->variable().values.value(run);
        const auto at = value ? axis->range().place(*value) : std::nullopt;
        if (!at)
            return std::nullopt;
        const QRectF line = axis->track();
        return QPointF(axis->mapToParent(QPoint(0, 0))) + QPointF(line.left(), line.bottom() - *at * line.height());
    };
    const QList<int> taken = left();
    const auto paintRun = [&](int run, bool isTaken, bool isOwn) {
        const auto value = colour ? colour->values.value(run) : std::nullopt;
        const auto at = value ? colours.place(*value) : std::nullopt;
        QColor ink = at ? rampColour(this, *at) : theme.text3;
        if (!isTaken)
            ink = theme.text3;
        ink.setAlphaF(float(isOwn ? 1 : isTaken ? kTaken : kLeftOut));
        painter.setPen(QPen(ink, isOwn ? dp(3) : dp(1.4)));
        painter.setBrush(Qt::NoBrush);
        QPainterPath path;
        std::optional<QPointF> before;
        for (const ParallelAxis *const axis : m_axes) {
            const auto point = pointOn(axis, run);
            if (point && before && !isTooSmall) {
                // Level where it meets the axes, so that lines can be followed through them.
                const double half = (point->x() - before->x()) / 2;
                path.moveTo(*before);
                path.cubicTo(*before + QPointF(half, 0), *point - QPointF(half, 0), *point);
            }
            before = point;
        }
        painter.drawPath(path);
        painter.setBrush(ink);
        painter.setPen(Qt::NoPen);
        for (const ParallelAxis *const axis : m_axes) {
            if (const auto point = pointOn(axis, run))
                painter.drawEllipse(*point, isTooSmall ? dp(4) : dp(2), isTooSmall ? dp(4) : dp(2));
        }
    };
    for (int run = 0; run < m_runs.size(); ++run) {
        if (!taken.contains(run))
            paintRun(run, false, false);
    }
    for (const int run : taken)
        paintRun(run, true, false);
    if (m_emphasis >= 0 && m_emphasis < m_runs.size())
        paintRun(m_emphasis, true, true);
    if (isTooSmall) {
        painter.setPen(theme.text3);
        painter.setFont(textFont(TextRole::Small));
        painter.drawText(QRect(0, height() - dp(22), width() - dp(14), dp(18)), Qt::AlignRight | Qt::AlignVCenter,
                         tr("Too few values to see a pattern"));
    }
}

}  // namespace trainyard

#include "moc_parallelchart.cpp"
