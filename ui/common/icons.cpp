// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/icons.h"

#include <QApplication>
#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

#include <cmath>

namespace trainyard {

namespace {

QPixmap tinted(const QString &name, int side, double scale, const QColor &colour)
{
    const QString key = QStringLiteral("trainyard/%1/%2/%3/%4").arg(name).arg(side).arg(scale).arg(colour.rgba(), 0, 16);
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap))
        return pixmap;
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    if (!file.open(QIODevice::ReadOnly)) {
        qWarning("There is no icon called %s.", qPrintable(name));
        return {};
    }
    QByteArray svg = file.readAll();
    svg.replace("currentColor", colour.name().toLatin1());
    QSvgRenderer renderer(svg);
    const int pixels = int(std::ceil(side * scale));
    QImage image(pixels, pixels, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    renderer.render(&painter);
    painter.end();
    pixmap = QPixmap::fromImage(std::move(image));
    pixmap.setDevicePixelRatio(scale);
    QPixmapCache::insert(key, pixmap);
    return pixmap;
}

class TintedIconEngine : public QIconEngine {
public:
    TintedIconEngine(const QString &name, Ink ink) : m_name(name), m_ink(ink) {}

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State) override
    {
        paintIcon(painter, m_name, rect, colour(mode));
    }

    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override { return scaledPixmap(size, mode, state, 1.0); }

    QPixmap scaledPixmap(const QSize &size, QIcon::Mode mode, QIcon::State, qreal scale) override
    {
        // Qt passes the size in device pixels here.
        QPixmap result = tinted(m_name, std::min(size.width(), size.height()), 1.0, colour(mode));
        result.setDevicePixelRatio(scale);
        return result;
    }

    QIconEngine *clone() const override { return new TintedIconEngine(*this); }
    QString key() const override { return QStringLiteral("trainyard"); }
    bool isNull() override { return false; }

private:
    QColor colour(QIcon::Mode mode) const
    {
        const Theme theme = Theme::fromPalette(QApplication::palette());
        if (mode == QIcon::Disabled)
            return theme.control;
        return inkColour(theme, mode == QIcon::Selected ? Ink::OnAccent : m_ink);
    }

    QString m_name;
    Ink m_ink;
};

}  // namespace

QColor inkColour(const Theme &t, Ink ink)
{
    switch (ink) {
    case Ink::Text1: return t.text1;
    case Ink::Text2: return t.text2;
    case Ink::Text3: return t.text3;
    case Ink::Accent: return t.accent;
    case Ink::OnAccent: return t.onAccentFill;
    case Ink::Ok: return t.ok.ink;
    case Ink::Warning: return t.warning.ink;
    case Ink::Bad: return t.bad.ink;
    case Ink::Simulated: return t.simulated.ink;
    case Ink::Stale: break;
    }
    return t.stale.ink;
}

Ink inkOf(Tone tone)
{
    switch (tone) {
    case Tone::Ok: return Ink::Ok;
    case Tone::Warning: return Ink::Warning;
    case Tone::Bad: return Ink::Bad;
    case Tone::Info: return Ink::Accent;
    case Tone::Simulated: return Ink::Simulated;
    case Tone::Stale: break;
    }
    return Ink::Stale;
}

QIcon icon(const QString &name, Ink ink) { return QIcon(new TintedIconEngine(name, ink)); }

void paintIcon(QPainter *painter, const QString &name, const QRectF &rect, const QColor &colour)
{
    const double scale = painter->device() ? painter->device()->devicePixelRatioF() : 1.0;
    const int side = int(std::min(rect.width(), rect.height()));
    if (side <= 0)
        return;
    const QPixmap pixmap = tinted(name, side, scale, colour);
    // Whole device pixels, or thin strokes blur.
    const auto snapped = [scale](double v) { return std::round(v * scale) / scale; };
    painter->drawPixmap(QPointF(snapped(rect.center().x() - side / 2.0), snapped(rect.center().y() - side / 2.0)), pixmap);
}

}  // namespace trainyard
