// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/page/preferences.h"

#include "core/storage/settings/settings.h"

namespace trainyard {

namespace {

const QString kLight = QStringLiteral("light"), kDark = QStringLiteral("dark"), kAuto = QStringLiteral("auto");
const QString kTime = QStringLiteral("time"), kStep = QStringLiteral("step");

}  // namespace

Preferences Preferences::load(const QString &file)
{
    const Settings settings(file);
    const QString theme = settings.text(Setting::Theme);
    return {theme == kLight  ? ThemeMode::Light
            : theme == kDark ? ThemeMode::Dark
                             : ThemeMode::Auto,
            settings.text(Setting::Language), settings.number(Setting::TextPercent), settings.isOn(Setting::Tips)};
}

void Preferences::save(const QString &file) const
{
    Settings settings(file);
    settings.set(Setting::Theme, theme == ThemeMode::Light ? kLight : theme == ThemeMode::Dark ? kDark : kAuto);
    settings.set(Setting::Language, language);
    settings.set(Setting::TextPercent, textPercent);
    settings.set(Setting::Tips, hasTips);
}

OfferState OfferState::load(const QString &file)
{
    const Settings settings(file);
    return {settings.text(Setting::Currency), settings.group(Setting::Needs), settings.group(Setting::OwnHardware)};
}

void OfferState::save(const QString &file) const
{
    Settings settings(file);
    settings.set(Setting::Currency, currency);
    settings.setGroup(Setting::Needs, needs);
    settings.setGroup(Setting::OwnHardware, own);
}

CurveView loadCurveView(const QString &file)
{
    const Settings settings(file);
    CurveView view;
    view.axis = settings.text(Setting::CurveAxis) == kTime ? CurveAxis::Time : CurveAxis::Step;
    view.isLogarithmic = settings.isOn(Setting::LogarithmicCurves);
    view.smoothing = settings.number(Setting::CurveSmoothing);
    return view;
}

void saveCurveView(const CurveView &view, const QString &file)
{
    Settings settings(file);
    settings.set(Setting::CurveAxis, view.axis == CurveAxis::Time ? kTime : kStep);
    settings.set(Setting::LogarithmicCurves, view.isLogarithmic);
    settings.set(Setting::CurveSmoothing, view.smoothing);
}

QStringList loadRecentChoices(const QString &file) { return Settings(file).list(Setting::RecentChoices); }

void noteRecentChoice(const QString &id, const QString &file)
{
    Settings settings(file);
    QStringList recent = settings.list(Setting::RecentChoices);
    recent.removeAll(id);
    recent.prepend(id);
    settings.set(Setting::RecentChoices, recent);
}

QStringList readTips(const QString &file) { return Settings(file).list(Setting::ReadTips); }

void noteReadTip(const QString &id, const QString &file)
{
    Settings settings(file);
    QStringList read = settings.list(Setting::ReadTips);
    if (!read.contains(id))
        settings.set(Setting::ReadTips, read << id);
}

WindowState WindowState::load(const QString &file) { return {Settings(file).bytes(Setting::WindowGeometry)}; }

void WindowState::save(const QString &file) const { Settings(file).set(Setting::WindowGeometry, geometry); }

}  // namespace trainyard
