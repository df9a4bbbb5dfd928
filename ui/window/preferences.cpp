// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/preferences.h"

#include <QSettings>

#include <algorithm>
#include <utility>

namespace trainyard {

namespace {

const QString kTheme = QStringLiteral("look/theme");
const QString kLanguage = QStringLiteral("look/language");
const QString kTextPercent = QStringLiteral("look/textPercent");
const QString kCurrency = QStringLiteral("offers/currency");
const QString kNeeds = QStringLiteral("needs");
const QString kOwn = QStringLiteral("own-hardware");
const QString kCurveAxis = QStringLiteral("curves/axis"), kByTime = QStringLiteral("time");
const QString kLogarithmic = QStringLiteral("curves/logarithmic");
const QString kSmoothing = QStringLiteral("curves/smoothing");
const QString kRecentChoices = QStringLiteral("palette/recent");
const QString kGeometry = QStringLiteral("window/geometry");

QString themeName(ThemeMode mode)
{
    return mode == ThemeMode::Light ? QStringLiteral("light") : mode == ThemeMode::Dark ? QStringLiteral("dark") : QStringLiteral("auto");
}

QMap<QString, QString> textsIn(QSettings &settings, const QString &group)
{
    QMap<QString, QString> texts;
    settings.beginGroup(group);
    const QStringList fields = settings.childKeys();
    // A comma in a value that a person wrote makes a list of it.
    for (const QString &field : fields)
        texts.insert(field, settings.value(field).toStringList().join(QStringLiteral(", ")));
    settings.endGroup();
    return texts;
}

}  // namespace

Preferences Preferences::load(const QString &file)
{
    const QSettings settings(file, QSettings::IniFormat);
    Preferences p;
    const QString theme = settings.value(kTheme).toString();
    p.theme = theme == QLatin1String("light") ? ThemeMode::Light : theme == QLatin1String("dark") ? ThemeMode::Dark : ThemeMode::Auto;
    p.language = settings.value(kLanguage, p.language).toString();
    p.textPercent = std::clamp(settings.value(kTextPercent, p.textPercent).toInt(), 100, 200);
    return p;
}

void Preferences::save(const QString &file) const
{
    QSettings settings(file, QSettings::IniFormat);
    settings.setValue(kTheme, themeName(theme));
    settings.setValue(kLanguage, language);
    settings.setValue(kTextPercent, textPercent);
}

OfferState OfferState::load(const QString &file)
{
    QSettings settings(file, QSettings::IniFormat);
    OfferState state;
    state.currency = settings.value(kCurrency, state.currency).toString();
    state.needs = textsIn(settings, kNeeds);
    state.own = textsIn(settings, kOwn);
    return state;
}

void OfferState::save(const QString &file) const
{
    QSettings settings(file, QSettings::IniFormat);
    settings.setValue(kCurrency, currency);
    for (const auto &[group, texts] : {std::pair(kNeeds, needs), std::pair(kOwn, own)}) {
        settings.remove(group);
        for (auto it = texts.cbegin(); it != texts.cend(); ++it)
            settings.setValue(group + u'/' + it.key(), it.value());
    }
}

CurveView loadCurveView(const QString &file)
{
    const QSettings settings(file, QSettings::IniFormat);
    CurveView view;
    view.axis = settings.value(kCurveAxis).toString() == kByTime ? CurveAxis::Time : CurveAxis::Step;
    view.isLogarithmic = settings.value(kLogarithmic, false).toBool();
    view.smoothing = std::clamp(settings.value(kSmoothing, view.smoothing).toInt(), 0, CurveView::kMaxSmoothing);
    return view;
}

void saveCurveView(const CurveView &view, const QString &file)
{
    QSettings settings(file, QSettings::IniFormat);
    settings.setValue(kCurveAxis, view.axis == CurveAxis::Time ? kByTime : QStringLiteral("step"));
    settings.setValue(kLogarithmic, view.isLogarithmic);
    settings.setValue(kSmoothing, view.smoothing);
}

QStringList loadRecentChoices(const QString &file)
{
    const QStringList kept = QSettings(file, QSettings::IniFormat).value(kRecentChoices).toStringList();
    return kept.first(std::min(kept.size(), kMaxRecentChoices));
}

void noteRecentChoice(const QString &id, const QString &file)
{
    QStringList recent = loadRecentChoices(file);
    recent.removeAll(id);
    recent.prepend(id);
    recent.resize(std::min(recent.size(), kMaxRecentChoices));
    QSettings(file, QSettings::IniFormat).setValue(kRecentChoices, recent);
}

WindowState WindowState::load(const QString &file) { return {QSettings(file, QSettings::IniFormat).value(kGeometry).toByteArray()}; }

void WindowState::save(const QString &file) const { QSettings(file, QSettings::IniFormat).setValue(kGeometry, geometry); }

}  // namespace trainyard
