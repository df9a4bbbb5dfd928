// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFontInfo>
#include <QFontMetrics>
#include <QWidget>

#include <algorithm>
#include <cmath>

namespace trainyard {

namespace {

double linear(double channel) { return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4); }

double luminance(const QColor &colour)
{
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

Theme makeLight()
{
    Theme t;
    t.canvas = QColor(0xF4F5F7);
    t.surface = QColor(0xFFFFFF);
    t.sunken = QColor(0xF9FAFB);
    t.hover = QColor(0xEDEFF2);
    t.selected = QColor(0xE6EEFC);
    t.line = QColor(0xE1E4E9);
    t.line2 = QColor(0xCBD1D9);
    t.control = QColor(0x7D8693);
    t.text1 = QColor(0x181D25);
    t.text2 = QColor(0x465060);
    t.text3 = QColor(0x626C7A);
    t.accent = QColor(0x2558D0);
    t.accentFill = QColor(0x2558D0);
    t.onAccentFill = QColor(0xFFFFFF);
    t.ok = {QColor(0x1B7A48), QColor(0xE2F3E9)};
    t.warning = {QColor(0x8A5600), QColor(0xFBF0DA)};
    t.bad = {QColor(0xBF2A30), QColor(0xFCE9E9)};
    t.info = {t.accent, QColor(0xE6EEFC)};
    t.simulated = {QColor(0x7538B4), QColor(0xF2EAFB)};
    t.stale = {QColor(0x5A6472), QColor(0xECEEF1)};
    t.series = {QColor(0x3F76E8), QColor(0xD86200), QColor(0x006757), QColor(0xBC6FA6),
                QColor(0x6840A9), QColor(0x8A6300), QColor(0x8B3C24), QColor(0x6B7685)};
    t.heat = {QColor(0xEEF1F4), QColor(0xCFE2EF), QColor(0x9CC5E0), QColor(0x62A3CC), QColor(0x2B78AB), QColor(0x135A8C)};
    return t;
}

Theme makeDark()
{
    Theme t;
    t.isDark = true;
    t.canvas = QColor(0x101317);
    t.surface = QColor(0x181C22);
    t.sunken = QColor(0x14181D);
    t.hover = QColor(0x232931);
    t.selected = QColor(0x1D2C4C);
    t.line = QColor(0x282E37);
    t.line2 = QColor(0x3A424D);
    t.control = QColor(0x6E7886);
    t.text1 = QColor(0xE8EBEF);
    t.text2 = QColor(0xB6BEC9);
    t.text3 = QColor(0x8E98A6);
    t.accent = QColor(0x7CA5FF);
    t.accentFill = QColor(0x3C6BE0);
    t.onAccentFill = QColor(0xFFFFFF);
    t.ok = {QColor(0x54C78C), QColor(0x15301F)};
    t.warning = {QColor(0xE6AC45), QColor(0x35290F)};
    t.bad = {QColor(0xFF8080), QColor(0x3C1B1E)};
    t.info = {t.accent, QColor(0x1B2A4A)};
    t.simulated = {QColor(0xC7A0F5), QColor(0x2C213F)};
    t.stale = {QColor(0x98A2B0), QColor(0x272D36)};
    t.series = {QColor(0x5E9BFF), QColor(0xEE8030), QColor(0x1C8C86), QColor(0xFFAACA),
                QColor(0x9468D6), QColor(0xCEDD4F), QColor(0xC8502A), QColor(0x9A9FA8)};
    t.heat = {QColor(0x222831), QColor(0x1D3A4D), QColor(0x1F5673), QColor(0x2A7A9F), QColor(0x3F97BC), QColor(0x74C1DE)};
    return t;
}

// The desktop's own colours take precedence: every meaning keeps its shape and word, and only the text colour is used.
Theme makeFrom(const QPalette &p)
{
    Theme t;
    t.isHighContrast = true;
    t.canvas = p.color(QPalette::Window);
    t.surface = p.color(QPalette::Base);
    t.text1 = p.color(QPalette::Text);
    t.isDark = luminance(t.canvas) < luminance(p.color(QPalette::WindowText));
    t.sunken = t.hover = t.selected = t.surface;
    t.line = t.line2 = t.control = t.text2 = t.text3 = t.text1;
    t.accentFill = p.color(QPalette::Highlight);
    t.onAccentFill = p.color(QPalette::HighlightedText);
    t.accent = contrastRatio(t.accentFill, t.surface) >= 4.5 ? t.accentFill : t.text1;
    const TonePair plain{t.text1, t.surface};
    t.ok = t.warning = t.bad = t.info = t.simulated = t.stale = plain;
    const Theme &base = t.isDark ? Theme::dark() : Theme::light();
    t.series = base.series;
    t.heat = base.heat;
    return t;
}

int heatStep(double percent)
{
    if (!(percent > 0))
        return 0;
    return std::clamp(int(std::ceil(percent / 20.0)), 1, 5);
}

struct RoleShape {
    int pixels, line;
    QFont::Weight weight;
    bool isMono;
};

RoleShape shapeOf(TextRole role)
{
    switch (role) {
    case TextRole::PageTitle: return {18, 26, QFont::DemiBold, false};
    case TextRole::BigValue: return {16, 22, QFont::DemiBold, false};
    case TextRole::Section: return {14, 20, QFont::DemiBold, false};
    case TextRole::Strong: return {13, 18, QFont::DemiBold, false};
    case TextRole::Body: return {13, 18, QFont::Normal, false};
    case TextRole::Control: return {13, 18, QFont::Medium, false};
    case TextRole::Small: return {12, 16, QFont::Normal, false};
    case TextRole::Label: return {11, 14, QFont::Medium, false};
    case TextRole::Code: return {12, 19, QFont::Normal, true};
    case TextRole::Log: return {12, 22, QFont::Normal, true};
    }
    return {13, 18, QFont::Normal, false};
}

}  // namespace

const TonePair &Theme::tone(Tone which) const
{
    switch (which) {
    case Tone::Ok: return ok;
    case Tone::Warning: return warning;
    case Tone::Bad: return bad;
    case Tone::Info: return info;
    case Tone::Simulated: return simulated;
    case Tone::Stale: break;
    }
    return stale;
}

QColor Theme::heatFill(double percent) const { return heat[size_t(heatStep(percent))]; }

QColor Theme::heatText(double percent) const
{
    const QColor fill = heatFill(percent);
    const QColor dark = isDark ? Theme::dark().canvas : Theme::light().text1;
    const QColor white = Theme::light().surface;
    return contrastRatio(dark, fill) >= contrastRatio(white, fill) ? dark : white;
}

QPalette Theme::palette() const
{
    QPalette p;
    p.setColor(QPalette::Window, canvas);
    p.setColor(QPalette::WindowText, text1);
    p.setColor(QPalette::Base, surface);
    p.setColor(QPalette::AlternateBase, sunken);
    p.setColor(QPalette::Text, text1);
    p.setColor(QPalette::PlaceholderText, text3);
    p.setColor(QPalette::Button, surface);
    p.setColor(QPalette::ButtonText, text1);
    p.setColor(QPalette::BrightText, bad.ink);
    p.setColor(QPalette::Highlight, selected);
    p.setColor(QPalette::HighlightedText, text1);
    p.setColor(QPalette::Link, accent);
    p.setColor(QPalette::LinkVisited, accent);
    p.setColor(QPalette::ToolTipBase, surface);
    p.setColor(QPalette::ToolTipText, text1);
    p.setColor(QPalette::Light, surface);
    p.setColor(QPalette::Midlight, line);
    p.setColor(QPalette::Mid, line2);
    p.setColor(QPalette::Dark, control);
    p.setColor(QPalette::Shadow, control);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText})
        p.setColor(QPalette::Disabled, role, control);
    return p;
}

const Theme &Theme::light()
{
    static const Theme theme = makeLight();
    return theme;
}

const Theme &Theme::dark()
{
    static const Theme theme = makeDark();
    return theme;
}

Theme Theme::fromPalette(const QPalette &palette)
{
    const auto isOurs = [&palette](const Theme &theme) {
        return palette.color(QPalette::Active, QPalette::Mid) == theme.line2
               && palette.color(QPalette::Active, QPalette::Link) == theme.accent;
    };
    if (isOurs(light()))
        return light();
    if (isOurs(dark()))
        return dark();
    if (isHighContrastPalette(palette))
        return makeFrom(palette);
    // A widget outside the application's theme (a bare test, say): the nearer of our two sets.
    const bool isDarkPalette = luminance(palette.color(QPalette::Window)) < luminance(palette.color(QPalette::WindowText));
    return isDarkPalette ? dark() : light();
}

Theme themeOf(const QWidget *widget) { return Theme::fromPalette(widget ? widget->palette() : QApplication::palette()); }

double textScale()
{
    // ThemeManager sets pixels; querying the resulting font is expensive, and this function is called thousands of times.
    const QFont font = QApplication::font();
    return (font.pixelSize() > 0 ? font.pixelSize() : QFontInfo(font).pixelSize()) / 13.0;
}

QStringList installedFamilies(const QStringList &wanted)
{
    QStringList installed;
    std::copy_if(wanted.cbegin(), wanted.cend(), std::back_inserter(installed),
                 [](const QString &family) { return QFontDatabase::hasFamily(family); });
    return installed.isEmpty() ? wanted : installed;
}

int dp(double designPixels) { return int(std::lround(designPixels * textScale())); }

QFont textFont(TextRole role)
{
    const RoleShape shape = shapeOf(role);
    QFont font = QApplication::font();
    if (shape.isMono) {
        static const QStringList families = installedFamilies({QStringLiteral("JetBrains Mono"), QStringLiteral("Noto Sans Mono"),
                                                               QStringLiteral("DejaVu Sans Mono"),
                                                               QStringLiteral("Noto Sans Mono CJK SC")});
        font.setFamilies(families);
        font.setStyleHint(QFont::Monospace);
        font.setFixedPitch(true);
    }
    font.setPixelSize(std::max(1, dp(shape.pixels)));
    font.setWeight(shape.weight);
    return font;
}

int lineHeight(TextRole role) { return std::max(dp(shapeOf(role).line), QFontMetrics(textFont(role)).height()); }

double contrastRatio(const QColor &a, const QColor &b)
{
    const double la = luminance(a), lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

bool isHighContrastPalette(const QPalette &palette)
{
    const QColor window = palette.color(QPalette::Window);
    const QColor button = palette.color(QPalette::Button);
    // Only near-black on near-white or the reverse reaches 19:1. Ordinary palettes have a grey window or lighter buttons on it;
    // high-contrast ones separate by lines only.
    return contrastRatio(palette.color(QPalette::WindowText), window) >= 19.0
           && contrastRatio(palette.color(QPalette::ButtonText), button) >= 19.0 && contrastRatio(window, button) < 1.1;
}

QColor mixed(const QColor &a, const QColor &b, double partOfB)
{
    const auto mix = [partOfB](float x, float y) { return float(x + (y - x) * partOfB); };
    return QColor::fromRgbF(mix(a.redF(), b.redF()), mix(a.greenF(), b.greenF()), mix(a.blueF(), b.blueF()));
}

}  // namespace trainyard
