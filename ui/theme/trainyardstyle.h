// SPDX-License-Identifier: GPL-3.0-or-later
// Fusion with the project's controls: flat surfaces, hairlines, one focus ring. Reads every colour from the
// palette of the widget it draws (themeOf) and every length from the application font.
#pragma once

#include <QIcon>
#include <QProxyStyle>

#include <functional>

class QPainter;
class QWidget;

namespace trainyard {

class TrainyardStyle : public QProxyStyle {
    Q_OBJECT
public:
    TrainyardStyle();

    // Supplies the icons in Qt's own dialogs. Qt's icons are used where the maker returns a null icon or there is no maker.
    void setIconMaker(std::function<QIcon(StandardPixmap)> maker) { m_makeIcon = std::move(maker); }
    QIcon standardIcon(StandardPixmap which, const QStyleOption *option, const QWidget *widget) const override;

    void polish(QWidget *widget) override;
    using QProxyStyle::polish;

    int pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const override;
    int styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget, QStyleHintReturn *returnData) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &contents, const QWidget *widget) const override;
    QRect subElementRect(SubElement element, const QStyleOption *option, const QWidget *widget) const override;
    QRect subControlRect(ComplexControl control, const QStyleOptionComplex *option, SubControl sub, const QWidget *widget) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const override;
    void drawControl(ControlElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter,
                            const QWidget *widget) const override;

private:
    void drawButtonLabel(const QStyleOption *option, QPainter *painter, const QWidget *widget) const;
    void drawHeader(const QStyleOption *option, QPainter *painter, const QWidget *widget) const;
    void drawHeaderLabel(const QStyleOption *option, QPainter *painter, const QWidget *widget) const;
    void drawTab(const QStyleOption *option, QPainter *painter, const QWidget *widget) const;
    void drawProgress(const QStyleOption *option, QPainter *painter, const QWidget *widget) const;
    void drawMenuItem(const QStyleOption *option, QPainter *painter, const QWidget *widget) const;
    void drawScrollBar(const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const;
    void drawSlider(const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const;
    void drawComboBox(const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const;
    void drawSpinBox(const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const;
    void drawToolButton(const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const;

    std::function<QIcon(StandardPixmap)> m_makeIcon;
};

}  // namespace trainyard
