// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/home/vignette.h"

#include "ui/common/icons.h"
#include "ui/theme/stylepaint.h"

#include <QPainter>
#include <QPainterPath>

#include <cmath>

namespace trainyard {

namespace {

void paintLaunch(QPainter &p, const QRectF &r, const Theme &t)
{
    // This computer, a wire, the machine with two GPUs.
    const double side = std::min(r.height() * 0.56, r.width() * 0.24), y = r.center().y() - side / 2;
    const QRectF screen(r.left() + r.width() * 0.13, y + side * 0.12, side, side * 0.62);
    const QRectF box(r.right() - r.width() * 0.13 - side * 1.5, y, side * 1.5, side);
    p.setPen(QPen(t.control, 1.5, Qt::SolidLine, Qt::RoundCap));
    p.setBrush(t.surface);
    p.drawRoundedRect(screen, dp(4), dp(4));
    p.drawLine(QPointF(screen.left() - dp(7), screen.bottom() + dp(7)), QPointF(screen.right() + dp(7), screen.bottom() + dp(7)));
    paintChevron(&p, QRectF(screen.left() + dp(8), screen.center().y() - dp(7), dp(14), dp(14)), Direction::Right, t.control);
    p.drawLine(QPointF(screen.left() + dp(26), screen.center().y() + dp(5)), QPointF(screen.left() + dp(36), screen.center().y() + dp(5)));
    p.setPen(QPen(t.simulated.ink, 1.5, Qt::DashLine));
    p.drawLine(QPointF(screen.right() + dp(12), box.center().y()), QPointF(box.left() - dp(8), box.center().y()));
    p.setPen(Qt::NoPen);
    paintBox(&p, box.toRect(), dp(8), t.surface, t.simulated.ink, Qt::DashLine);
    const double cell = (box.width() - 3 * dp(8)) / 2;
    for (int i = 0; i < 2; ++i)
        paintBox(&p, QRectF(box.left() + dp(8) + i * (cell + dp(8)), box.top() + dp(9), cell, box.height() * 0.36).toRect(), dp(3),
                 t.heat[size_t(i ? 3 : 4)], QColor());
    p.setBrush(t.line2);
    for (int i = 0; i < 2; ++i)
        p.drawRoundedRect(
            QRectF(box.left() + dp(8), box.bottom() - dp(8) - dp(4) - i * dp(8), (box.width() - dp(16)) * (i ? 1.0 : 0.6), dp(4)), dp(2),
            dp(2));
}

void paintWatch(QPainter &p, const QRectF &r, const Theme &t)
{
    const QRectF plot = r.adjusted(r.width() * 0.12, r.height() * 0.14, -r.width() * 0.12, -r.height() * 0.34);
    p.setPen(QPen(t.line, 1));
    for (int i = 0; i < 3; ++i) {
        const double y = std::round(plot.top() + i * plot.height() / 2) + 0.5;
        p.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
    }
    QPainterPath curve;
    for (int i = 0; i <= 80; ++i) {
        const double x = i / 80.0;
        const double loss = 0.12 + 0.82 * std::exp(-3.6 * x) + 0.035 * std::sin(i * 1.9) * (1 - 0.6 * x);
        const QPointF at(plot.left() + x * plot.width(), plot.bottom() - loss * plot.height());
        i ? curve.lineTo(at) : curve.moveTo(at);
    }
    p.setPen(QPen(t.simulated.ink, 1.8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    p.setBrush(Qt::NoBrush);
    p.drawPath(curve);
    p.setPen(Qt::NoPen);
    p.setBrush(t.simulated.ink);
    p.drawEllipse(curve.currentPosition(), dp(3), dp(3));
    const int cells = 30;
    const double width = plot.width() / cells;
    for (int i = 0; i < cells; ++i) {
        const int heat = i < 3 ? i : 3 + (i * 7 % 5 > 1);
        p.fillRect(QRectF(plot.left() + i * width, plot.bottom() + dp(10), width - 1, dp(12)), t.heat[size_t(heat)]);
    }
}

void paintResume(QPainter &p, const QRectF &r, const Theme &t)
{
    const double y = r.center().y(), left = r.left() + r.width() * 0.12, right = r.right() - r.width() * 0.12;
    const double cut = left + (right - left) * 0.56;
    p.setPen(QPen(t.line2, 2, Qt::SolidLine, Qt::RoundCap));
    p.drawLine(QPointF(left, y), QPointF(cut, y));
    p.setPen(QPen(t.simulated.ink, 2, Qt::SolidLine, Qt::RoundCap));
    const double good = left + (right - left) * 0.42;
    // The new attempt branches off at the last good checkpoint.
    QPainterPath branch(QPointF(good, y));
    branch.cubicTo(QPointF(good + dp(24), y), QPointF(good + dp(14), y + r.height() * 0.26), QPointF(good + dp(44), y + r.height() * 0.26));
    branch.lineTo(right - dp(22), y + r.height() * 0.26);
    p.setBrush(Qt::NoBrush);
    p.drawPath(branch);
    paintIcon(&p, QStringLiteral("play"), QRectF(right - dp(20), y + r.height() * 0.26 - dp(10), dp(20), dp(20)), t.simulated.ink);
    for (int i = 0; i < 4; ++i) {
        const QPointF at(left + (right - left) * (0.14 * i), y);
        const bool isGood = i == 3;
        QPolygonF diamond{at + QPointF(0, -dp(7)), at + QPointF(dp(7), 0), at + QPointF(0, dp(7)), at + QPointF(-dp(7), 0)};
        p.setPen(QPen(isGood ? t.simulated.ink : t.control, 1.5));
        p.setBrush(isGood ? t.simulated.tint : t.surface);
        p.drawPolygon(diamond);
    }
    paintIcon(&p, QStringLiteral("stop"), QRectF(cut - dp(2), y - dp(10), dp(20), dp(20)), t.control);
}

}  // namespace

Vignette::Vignette(Scene scene, QWidget *parent) : QWidget(parent), m_scene(scene)
{
    setMinimumHeight(dp(72));
    setMaximumHeight(dp(340));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

QSize Vignette::sizeHint() const { return {dp(260), dp(112)}; }

void Vignette::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme theme = themeOf(this);
    paintBox(&painter, rect(), dp(8), theme.sunken, theme.line);
    // A drawing wider than tall stays centred instead of being stretched.
    const double most = std::min(height(), dp(230));
    const double width = std::min<double>(this->width(), most * 2.4);
    const QRectF room((this->width() - width) / 2, (height() - most) / 2, width, most);
    switch (m_scene) {
    case Scene::Launch: paintLaunch(painter, room, theme); break;
    case Scene::Watch: paintWatch(painter, room, theme); break;
    case Scene::Resume: paintResume(painter, room, theme); break;
    }
}

}  // namespace trainyard

#include "moc_vignette.cpp"
