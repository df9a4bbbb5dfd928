// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/settings/settings.h"

#include <QUrl>

#include <algorithm>

namespace trainyard {

namespace {

QString s(const char *text) { return QString::fromLatin1(text); }

const SettingRow &rowOf(Setting setting) { return settingTable()[int(setting)]; }

// A comma in a hand-written value turns it into a list.
QString textOf(const QVariant &value) { return value.toStringList().join(QStringLiteral(", ")); }

// The name of a task may contain any character; a key may not.
QString keyOf(const SettingRow &group, const QString &name)
{
    return group.key + u'/' + QString::fromLatin1(QUrl::toPercentEncoding(name));
}

}  // namespace

const QList<SettingRow> &settingTable()
{
    using enum SettingKind;
    static const QList<SettingRow> table{
        {Setting::Theme, Choice, s("look/theme"), s("auto"), {s("auto"), s("light"), s("dark")}},
        {Setting::Language, Choice, s("look/language"), s("auto"), {s("auto"), s("en"), s("zh_CN")}},
        {Setting::TextPercent, Number, s("look/textPercent"), s("100"), {}, 100, 250},
        {Setting::Currency, Text, s("offers/currency"), s("USD")},
        {Setting::Needs, Group, s("needs"), {}},
        {Setting::OwnHardware, Group, s("own-hardware"), {}},
        {Setting::CurveAxis, Choice, s("curves/axis"), s("step"), {s("step"), s("time")}},
        {Setting::LogarithmicCurves, Switch, s("curves/logarithmic"), s("false")},
        {Setting::CurveSmoothing, Number, s("curves/smoothing"), s("4"), {}, 0, 7},
        {Setting::RunList, Text, s("runs/list"), {}},
        {Setting::RunPanel, Switch, s("runs/panel"), s("true")},
        {Setting::RunViews, Group, s("run-views"), {}},
        {Setting::StopToRunAgain, Switch, s("runs/stop-to-run-again"), s("false")},
        {Setting::RecentChoices, List, s("palette/recent"), {}, {}, 0, 12},
        {Setting::WindowGeometry, Bytes, s("window/geometry"), {}},
        {Setting::SeriesExpressions, Group, s("series"), {}},
        {Setting::TerminalHistory, Number, s("terminal/history"), s("10000"), {}, 100, 100000},
        {Setting::SaveBeforeGiveBack, Number, s("give-back/save-before"), s("5"), {}, 0, 60},
        {Setting::Tips, Switch, s("tips/shown"), s("true")},
        {Setting::ReadTips, List, s("tips/read"), {}, {}, 0, 20},
        {Setting::AwsListUrl,
         Text,
         s("prices/aws-list-url"),
         s("https://pricing.us-east-1.amazonaws.com/offers/v1.0/aws/AmazonEC2/current"),
         {},
         0,
         0,
         "TRAINYARD_AWS_LIST_PRICES_URL"},
        {Setting::AwsPricesUrl,
         Text,
         s("prices/aws-url"),
         s("https://b0.p.awsstatic.com/pricing/2.0/meteredUnitMaps/ec2/USD/current"),
         {},
         0,
         0,
         "TRAINYARD_AWS_PRICES_URL"},
        {Setting::AzurePricesUrl,
         Text,
         s("prices/azure-url"),
         s("https://prices.azure.com/api/retail/prices"),
         {},
         0,
         0,
         "TRAINYARD_AZURE_PRICES_URL"},
        {Setting::SkyPilotPricesUrl,
         Text,
         s("prices/skypilot-url"),
         s("https://raw.githubusercontent.com/skypilot-org/skypilot-catalog/master/catalogs"),
         {},
         0,
         0,
         "TRAINYARD_SKYPILOT_PRICES_URL"},
        {Setting::OwnAddressUrl,
         Text,
         s("rent/own-address-url"),
         s("https://checkip.amazonaws.com"),
         {},
         0,
         0,
         "TRAINYARD_OWN_ADDRESS_URL"},
    };
    return table;
}

Settings::Settings(const QString &file) : m_file(file, QSettings::IniFormat) {}

QVariant Settings::value(const SettingRow &row) const
{
    if (row.variable && qEnvironmentVariableIsSet(row.variable))
        return qEnvironmentVariable(row.variable);
    return m_file.value(row.key, row.usual);
}

QString Settings::text(Setting setting) const
{
    const SettingRow &row = rowOf(setting);
    const QString text = textOf(value(row));
    const bool isAllowed = row.kind == SettingKind::Choice ? row.choices.contains(text) : !text.isEmpty();
    return isAllowed ? text : row.usual;
}

int Settings::number(Setting setting) const
{
    const SettingRow &row = rowOf(setting);
    bool isNumber = false;
    const int number = value(row).toInt(&isNumber);
    return std::clamp(isNumber ? number : row.usual.toInt(), row.least, row.most);
}

bool Settings::isOn(Setting setting) const { return value(rowOf(setting)).toBool(); }

QStringList Settings::list(Setting setting) const
{
    const SettingRow &row = rowOf(setting);
    const QStringList list = m_file.value(row.key).toStringList();
    return list.first(std::min<qsizetype>(list.size(), row.most));
}

QByteArray Settings::bytes(Setting setting) const { return value(rowOf(setting)).toByteArray(); }

QMap<QString, QString> Settings::group(Setting setting) const
{
    QMap<QString, QString> texts;
    m_file.beginGroup(rowOf(setting).key);
    const QStringList names = m_file.childKeys();
    for (const QString &name : names)
        texts.insert(QUrl::fromPercentEncoding(name.toLatin1()), textOf(m_file.value(name)));
    m_file.endGroup();
    return texts;
}

QString Settings::text(Setting group, const QString &name) const { return textOf(m_file.value(keyOf(rowOf(group), name))); }

void Settings::set(Setting setting, const QVariant &value)
{
    const SettingRow &row = rowOf(setting);
    m_file.setValue(row.key, row.kind == SettingKind::List ? QVariant(value.toStringList().mid(0, row.most)) : value);
}

void Settings::setGroup(Setting setting, const QMap<QString, QString> &texts)
{
    m_file.remove(rowOf(setting).key);
    for (auto it = texts.cbegin(); it != texts.cend(); ++it)
        m_file.setValue(keyOf(rowOf(setting), it.key()), it.value());
}

void Settings::setText(Setting group, const QString &name, const QString &value)
{
    if (value.isEmpty())
        m_file.remove(keyOf(rowOf(group), name));
    else
        m_file.setValue(keyOf(rowOf(group), name), value);
}

}  // namespace trainyard
