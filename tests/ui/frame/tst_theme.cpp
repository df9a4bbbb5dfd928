// SPDX-License-Identifier: GPL-3.0-or-later
// The contrast table of the design, computed for both colour schemes.
#include "ui/theme/thememanager.h"
#include "ui/theme/variants.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QTest>

using namespace trainyard;

class TestTheme : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void textReachesFourAndAHalf_data() { sets(); }
    void textReachesFourAndAHalf()
    {
        QFETCH(bool, isDark);
        const Theme &t = isDark ? Theme::dark() : Theme::light();
        // Every text colour on everything that a row, a button, a badge or a message bar may put behind it.
        const QList<QColor> inks{t.text1,   t.text2,       t.text3,    t.accent,        t.ok.ink,
                                 t.bad.ink, t.warning.ink, t.info.ink, t.simulated.ink, t.stale.ink};
        const QList<QColor> backgrounds{t.canvas,   t.surface,      t.sunken,    t.selected,       t.hover,     t.ok.tint,
                                        t.bad.tint, t.warning.tint, t.info.tint, t.simulated.tint, t.stale.tint};
        for (const QColor &ink : inks) {
            for (const QColor &background : backgrounds)
                require(ink, background, 4.5);
        }
        require(t.onAccentFill, t.accentFill, 4.5);
        for (const Tone tone : {Tone::Ok, Tone::Warning, Tone::Bad, Tone::Info, Tone::Simulated, Tone::Stale}) {
            require(t.tone(tone).ink, t.tone(tone).tint, 4.5);
            require(t.tone(tone).ink, t.surface, 4.5);
        }
        for (const double percent : {0.0, 10.0, 30.0, 50.0, 70.0, 90.0})
            require(t.heatText(percent), t.heatFill(percent), 4.5);
    }

    void linesThatCarryMeaningReachThree_data() { sets(); }
    void linesThatCarryMeaningReachThree()
    {
        QFETCH(bool, isDark);
        const Theme &t = isDark ? Theme::dark() : Theme::light();
        for (const QColor &background : {t.surface, t.canvas}) {
            require(t.control, background, 3.0);
            require(t.accent, background, 3.0);
            for (const QColor &line : t.series)
                require(line, background, 3.0);
        }
        // Edges of fields and check boxes, text of disabled buttons, focus rings: also in a row under the pointer or chosen.
        for (const QColor &background : {t.sunken, t.hover, t.selected}) {
            require(t.control, background, 3.0);
            require(t.accent, background, 3.0);
        }
    }

    void busierIsMoreInkAndNeverLess_data() { sets(); }
    void busierIsMoreInkAndNeverLess()
    {
        QFETCH(bool, isDark);
        const Theme &t = isDark ? Theme::dark() : Theme::light();
        for (size_t i = 1; i < t.heat.size(); ++i)
            QVERIFY(contrastRatio(t.heat[i], t.surface) > contrastRatio(t.heat[i - 1], t.surface));
        QCOMPARE(t.heatFill(0), t.heat[0]);
        QCOMPARE(t.heatFill(0.5), t.heat[1]);
        QCOMPARE(t.heatFill(20), t.heat[1]);
        QCOMPARE(t.heatFill(20.1), t.heat[2]);
        QCOMPARE(t.heatFill(400), t.heat[5]);
    }

    void contrastIsThatOfTheStandard()
    {
        QCOMPARE(contrastRatio(Qt::black, Qt::white), 21.0);
        QVERIFY(qAbs(contrastRatio(QColor(0x777777), Qt::white) - 4.48) < 0.01);  // the textbook near miss
    }

    void modeChangesWhatWidgetsRead()
    {
        ThemeManager manager(*qApp);
        QWidget widget;
        manager.setMode(ThemeMode::Dark);
        QTRY_VERIFY(themeOf(&widget).isDark);
        QSignalSpy changed(&manager, &ThemeManager::themeChanged);
        manager.setMode(ThemeMode::Light);
        QCOMPARE(changed.count(), 1);
        QTRY_VERIFY(!themeOf(&widget).isDark);
        QCOMPARE(themeOf(&widget).canvas, Theme::light().canvas);
    }

    void aHighContrastPaletteIsKept()
    {
        QPalette stark(Qt::white, Qt::black);
        for (const auto role : {QPalette::Window, QPalette::Base, QPalette::Button})
            stark.setColor(role, Qt::black);
        for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
            stark.setColor(role, Qt::white);
        stark.setColor(QPalette::Highlight, Qt::yellow);
        stark.setColor(QPalette::HighlightedText, Qt::black);
        const Theme t = Theme::fromPalette(stark);
        QVERIFY(t.isHighContrast);
        QVERIFY(t.isDark);
        QCOMPARE(t.bad.ink, QColor(Qt::white));
        QCOMPARE(t.bad.tint, QColor(Qt::black));
        QVERIFY(!isHighContrastPalette(Theme::light().palette()));
        QVERIFY(!isHighContrastPalette(Theme::dark().palette()));
    }

    void aSliderIsSeen_data() { sets(); }
    void aSliderIsSeen()
    {
        QFETCH(bool, isDark);
        ThemeManager manager(*qApp);
        manager.setMode(isDark ? ThemeMode::Dark : ThemeMode::Light);
        const Theme &t = isDark ? Theme::dark() : Theme::light();
        QWidget window;
        QSlider slider(Qt::Horizontal, &window);
        slider.setGeometry(10, 10, 200, slider.sizeHint().height());
        window.resize(220, 60);
        window.show();
        const QImage picture = window.grab().toImage();
        int seen = 0;
        for (int x = 10; x < 210; ++x) {
            double best = 1;
            for (int y = 0; y < picture.height(); ++y)
                best = std::max(best, contrastRatio(picture.pixelColor(x, y), t.canvas));
            seen += best >= 3 ? 1 : 0;
        }
        QVERIFY2(seen >= 190, qPrintable(QString::number(seen)));
    }

    void theFocusIsSeenOnEveryButton()
    {
        ThemeManager manager(*qApp);
        QWidget window;
        QHBoxLayout row(&window);
        auto *const other = new QPushButton(QStringLiteral("Cancel"));
        row.addWidget(other);
        QList<QPushButton *> buttons;
        for (const ButtonVariant variant :
             {ButtonVariant::Primary, ButtonVariant::DestructiveFilled, ButtonVariant::Normal, ButtonVariant::Destructive}) {
            buttons << new QPushButton(QStringLiteral("Launch"));
            setVariant(buttons.last(), variant);
            row.addWidget(buttons.last());
        }
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        for (QPushButton *const button : std::as_const(buttons)) {
            other->setFocus();
            const QImage without = button->grab().toImage();
            button->setFocus();
            QVERIFY(button->hasFocus());
            const QImage with = button->grab().toImage();
            // A line along the left edge, with the contrast to its background that WCAG 2.2 requires of a focus ring.
            double best = 1;
            for (int x = 0; x < with.width() / 4; ++x)
                best = std::max(best, contrastRatio(with.pixelColor(x, with.height() / 2), without.pixelColor(x, with.height() / 2)));
            QVERIFY2(best >= 3, qPrintable(QStringLiteral("%1: %2").arg(buttons.indexOf(button)).arg(best)));
        }
    }

    void lengthsGrowWithTheText()
    {
        ThemeManager manager(*qApp);
        const int before = dp(32);
        QPushButton button(QStringLiteral("Launch"));
        const QSize small = button.sizeHint();
        manager.setTextZoom(2.0);
        QVERIFY(dp(32) >= 2 * before - 1);
        QVERIFY(textFont(TextRole::PageTitle).pixelSize() >= 36);
        QPushButton large(QStringLiteral("Launch"));
        QVERIFY(large.sizeHint().height() > small.height() * 3 / 2);
        QVERIFY(large.sizeHint().width() >= large.fontMetrics().horizontalAdvance(large.text()));
        manager.setTextZoom(1.0);
    }

    void digitsAreAsWideAsEachOther()
    {
        ThemeManager manager(*qApp);
        const QFontMetricsF metrics(textFont(TextRole::BigValue));
        for (int digit = 1; digit < 10; ++digit)
            QCOMPARE(metrics.horizontalAdvance(QString::number(digit)), metrics.horizontalAdvance(QStringLiteral("0")));
    }

private:
    static void sets()
    {
        QTest::addColumn<bool>("isDark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }

    static void require(const QColor &ink, const QColor &background, double least)
    {
        const double ratio = contrastRatio(ink, background);
        QVERIFY2(ratio >= least,
                 qPrintable(QStringLiteral("%1 on %2: %3, needs %4").arg(ink.name(), background.name()).arg(ratio).arg(least)));
    }
};

QTEST_MAIN(TestTheme)
#include "tst_theme.moc"
