// SPDX-License-Identifier: GPL-3.0-or-later
// Colours by role, text roles and sizes. Only this file contains colour values.
//
// There is no global theme object: the palette of a widget determines which set is in force, and themeOf(widget) reads it from there. Paint
// code calls it in paintEvent; code that stores a colour (a chart, say) calls it again in changeEvent(PaletteChange). Main thread only.
#pragma once

#include <QColor>
#include <QFont>
#include <QPalette>
#include <QStringList>

#include <array>

class QWidget;

namespace trainyard {

// The meaning of a colour. Info is neutral news; Stale also means unknown, cancelled and not checked.
enum class Tone { Ok, Warning, Bad, Info, Simulated, Stale };

enum class TextRole {
    PageTitle,  // 18 semibold
    BigValue,   // 16 semibold
    Section,    // 14 semibold
    Strong,     // 13 semibold
    Body,       // 13
    Control,    // 13 medium
    Small,      // 12
    Label,      // 11 medium: labels, table heads, axes
    Code,       // 12 monospace
    Log,        // 12 monospace, taller lines
};

struct TonePair {
    QColor ink;   // text, icon, line
    QColor tint;  // background under it
};

struct Theme {
    bool isDark = false;
    bool isHighContrast = false;  // taken from the desktop's palette; tints equal the surface

    QColor canvas, surface, sunken;
    QColor hover, selected;
    QColor line, line2, control;  // hairline, button edge, edge of inputs and check boxes
    QColor text1, text2, text3;   // value, prose, label
    QColor accent;                // text, line, focus
    QColor accentFill, onAccentFill;
    TonePair ok, warning, bad, info, simulated, stale;
    std::array<QColor, 8> series;  // fixed order; the last means "other, ended"
    std::array<QColor, 6> heat;    // 0, up to 20, 40, 60, 80, 100 percent

    const TonePair &tone(Tone tone) const;
    QColor heatFill(double percent) const;  // clamped to 0–100
    QColor heatText(double percent) const;  // readable on heatFill(percent)
    QPalette palette() const;

    static const Theme &light();
    static const Theme &dark();
    // Light or dark if the palette is one of ours, else a set derived from that palette's own colours.
    static Theme fromPalette(const QPalette &palette);
};

Theme themeOf(const QWidget *widget);

// Fonts and lengths follow the application font; 13 px is scale 1.
QFont textFont(TextRole role);
double textScale();
int dp(double designPixels);    // a design length, scaled and rounded
int lineHeight(TextRole role);  // of the design, but at least what the font needs
// The families installed on this computer, in the same order; all of them if none is installed. A missing family makes Qt sort all fonts
// for a replacement, once for each size.
QStringList installedFamilies(const QStringList &wanted);

double contrastRatio(const QColor &a, const QColor &b);  // WCAG 2, 1 to 21
bool isHighContrastPalette(const QPalette &palette);
QColor mixed(const QColor &a, const QColor &b, double partOfB);

}  // namespace trainyard
