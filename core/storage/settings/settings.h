// SPDX-License-Identifier: GPL-3.0-or-later
// A person's settings, in Paths::settings(), a file that may be edited by hand (docs/settings.md). One table lists all settings with
// their allowed values and defaults; no other code names a key. Reading never fails: an invalid value counts as not set. Blocking reads
// and writes of a small file; any thread, one object per thread.
#pragma once

#include <QByteArray>
#include <QMap>
#include <QSettings>
#include <QString>
#include <QStringList>

namespace trainyard {

enum class Setting {
    Theme,
    Language,
    TextPercent,
    Currency,
    Needs,
    OwnHardware,
    CurveAxis,
    LogarithmicCurves,
    CurveSmoothing,
    RunList,
    RunPanel,
    RunViews,
    StopToRunAgain,
    RecentChoices,
    WindowGeometry,
    SeriesExpressions,
    TerminalHistory,
    SaveBeforeGiveBack,
    Tips,
    ReadTips,
    AwsListUrl,
    AwsPricesUrl,
    AzurePricesUrl,
    SkyPilotPricesUrl,
    OwnAddressUrl,
};

enum class SettingKind {
    Choice,  // one of a few words
    Text,
    Number,  // within bounds
    Switch,  // true or false
    List,    // of words
    Bytes,
    Group,  // texts by name: the key is the prefix of theirs
};

struct SettingRow {
    Setting setting;
    SettingKind kind = SettingKind::Text;
    QString key;
    QString usual;                   // the default, as it would be in the file; empty: nothing
    QStringList choices = {};        // of a Choice
    int least = 0, most = 0;         // of a Number; for a List, the maximum count
    const char *variable = nullptr;  // an environment variable that takes precedence
};

const QList<SettingRow> &settingTable();  // in the order of Setting

class Settings {
public:
    explicit Settings(const QString &file);

    QString text(Setting setting) const;  // also of a Choice
    int number(Setting setting) const;
    bool isOn(Setting setting) const;
    QStringList list(Setting setting) const;
    QByteArray bytes(Setting setting) const;
    QMap<QString, QString> group(Setting setting) const;
    QString text(Setting group, const QString &name) const;  // one of a group; any name is allowed

    void set(Setting setting, const QVariant &value);
    void setGroup(Setting setting, const QMap<QString, QString> &texts);     // replaces all of them
    void setText(Setting group, const QString &name, const QString &value);  // empty: removes it

private:
    QVariant value(const SettingRow &row) const;

    mutable QSettings m_file;
};

}  // namespace trainyard
