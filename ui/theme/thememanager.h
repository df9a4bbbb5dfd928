// SPDX-License-Identifier: GPL-3.0-or-later
// Sets the application's palette, style and fonts, and follows the desktop's. One per program, created in app/ before the first widget;
// main thread.
#pragma once

#include "ui/theme/theme.h"

#include <QLocale>
#include <QObject>

class QApplication;

namespace trainyard {

enum class ThemeMode { Auto, Light, Dark };  // Auto follows the desktop, whose high contrast always wins

class ThemeManager : public QObject {
    Q_OBJECT
public:
    explicit ThemeManager(QApplication &app);

    void setMode(ThemeMode mode);
    ThemeMode mode() const { return m_mode; }
    // Chinese needs its own font list, or Han glyphs get Japanese shapes.
    void setLocale(const QLocale &locale);
    // Multiplies the desktop's own font size; 1 to 2.
    void setTextZoom(double zoom);
    double textZoom() const { return m_zoom; }

    const Theme &theme() const { return m_theme; }

Q_SIGNALS:
    void themeChanged();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void applyPalette();
    void applyFont();

    QApplication &m_app;
    QFont m_systemFont;
    QLocale m_locale;
    ThemeMode m_mode = ThemeMode::Auto;
    double m_zoom = 1.0;
    Theme m_theme;
};

}  // namespace trainyard
