// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/thememanager.h"

#include "ui/theme/trainyardstyle.h"

#include <QApplication>
#include <QEvent>
#include <QScreen>

#include <algorithm>

namespace trainyard {

namespace {

// The size at which desktops show 10 pt; up to here the design's own 13 px is used as it is.
constexpr double kOrdinaryFontPixels = 13.4;

// The result of QFontInfo, which would load the font for it: a tenth of the time to the first paint.
double pixelsOf(const QFont &font)
{
    if (font.pixelSize() > 0)
        return font.pixelSize();
    const QScreen *screen = QGuiApplication::primaryScreen();
    return font.pointSizeF() * (screen ? screen->logicalDotsPerInchY() : 96.0) / 72.0;
}

}  // namespace

ThemeManager::ThemeManager(QApplication &app) : m_app(app), m_systemFont(QApplication::font())
{
    QApplication::setStyle(new TrainyardStyle);
    applyPalette();
    applyFont();
    app.installEventFilter(this);
}

void ThemeManager::setMode(ThemeMode mode)
{
    if (mode == m_mode)
        return;
    m_mode = mode;
    applyPalette();
}

void ThemeManager::setLocale(const QLocale &locale)
{
    m_locale = locale;
    QLocale::setDefault(locale);
    applyFont();
}

void ThemeManager::setTextZoom(double zoom)
{
    m_zoom = std::clamp(zoom, 1.0, 2.5);
    applyFont();
}

void ThemeManager::applyPalette()
{
    QApplication::setPalette(QPalette());
    const QPalette system = QApplication::palette();
    if (isHighContrastPalette(system)) {
        m_theme = Theme::fromPalette(system);
    } else {
        const bool isDark = m_mode == ThemeMode::Dark || (m_mode == ThemeMode::Auto && Theme::fromPalette(system).isDark);
        m_theme = isDark ? Theme::dark() : Theme::light();
        QApplication::setPalette(m_theme.palette());
        // A chosen row has its frame or mark besides; of selected text, the fill alone says so.
        QPalette fields = m_theme.palette();
        fields.setColor(QPalette::Highlight, m_theme.accentFill);
        fields.setColor(QPalette::HighlightedText, m_theme.onAccentFill);
        for (const char *const field : {"QLineEdit", "QPlainTextEdit", "QTextEdit"})
            QApplication::setPalette(fields, field);
    }
    Q_EMIT themeChanged();
}

void ThemeManager::applyFont()
{
    const bool isChinese = m_locale.language() == QLocale::Chinese;
    const QStringList latin{QStringLiteral("Noto Sans"), QStringLiteral("Source Sans 3"), QStringLiteral("Segoe UI"),
                            QStringLiteral("Helvetica Neue"), QStringLiteral("DejaVu Sans")};
    const QStringList chinese{QStringLiteral("Noto Sans CJK SC"), QStringLiteral("Source Han Sans SC"),  QStringLiteral("PingFang SC"),
                              QStringLiteral("Microsoft YaHei"),  QStringLiteral("WenQuanYi Micro Hei"), QStringLiteral("Noto Sans")};
    QFont font = m_systemFont;
    font.setFamilies(installedFamilies(isChinese ? chinese : latin + QStringList{chinese.first()}));
    const double systemPixels = pixelsOf(m_systemFont);
    const double scale = systemPixels > kOrdinaryFontPixels ? systemPixels / kOrdinaryFontPixels : 1.0;
    font.setPixelSize(std::max(1, qRound(13 * scale * m_zoom)));
    font.setWeight(QFont::Normal);
    QApplication::setFont(font);
}

bool ThemeManager::eventFilter(QObject *watched, QEvent *event)
{
    // Sent to each window when the desktop switches its theme; our own setPalette does not trigger it.
    if (event->type() == QEvent::ThemeChange)
        QMetaObject::invokeMethod(
            this, [this] { applyPalette(); }, Qt::QueuedConnection);
    return QObject::eventFilter(watched, event);
}

}  // namespace trainyard

#include "moc_thememanager.cpp"
