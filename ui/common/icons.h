// SPDX-License-Identifier: GPL-3.0-or-later
// The project's own line icons, tinted by role. Names are the file names in resources/icons without ".svg".
//
// An icon made by icon() reads the colours from the application's palette each time it is drawn, so icons need not be recreated when the
// theme changes. QIcon::Selected draws it for accent fills, QIcon::Disabled grey.
#pragma once

#include "ui/theme/theme.h"

#include <QIcon>
#include <QString>

class QPainter;

namespace trainyard {

enum class Ink {
    Text1,
    Text2,
    Text3,  // value, prose, label
    Accent,
    OnAccent,
    Ok,
    Warning,
    Bad,
    Simulated,
    Stale,
};
QColor inkColour(const Theme &theme, Ink ink);
Ink inkOf(Tone tone);

QIcon icon(const QString &name, Ink ink = Ink::Text2);
// Sharp at any scale. The icon is centred in `rect` if that is not square.
void paintIcon(QPainter *painter, const QString &name, const QRectF &rect, const QColor &colour);

}  // namespace trainyard
