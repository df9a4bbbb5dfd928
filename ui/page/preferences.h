// SPDX-License-Identifier: GPL-3.0-or-later
// The user's choices about the window, as values of its parts; saved by core/storage/settings. Reading never fails.
#pragma once

#include "ui/charts/curveview.h"
#include "ui/theme/thememanager.h"

#include <QByteArray>
#include <QMap>
#include <QString>
#include <QStringList>

namespace trainyard {

struct Preferences {
    ThemeMode theme = ThemeMode::Auto;
    QString language = QStringLiteral("auto");  // "auto", "en", "zh_CN"
    int textPercent = 100;                      // 100 to 250
    bool hasTips = false;                       // load(): on until the user turns them off
    bool operator==(const Preferences &) const = default;

    static Preferences load(const QString &file);
    void save(const QString &file) const;
};

// The user's choices on the offers page.
struct OfferState {
    QString currency = QStringLiteral("USD");  // as in ISO 4217
    QMap<QString, QString> needs;              // NeedsPanel::texts()
    QMap<QString, QString> own;                // OwnTexts

    bool operator==(const OfferState &) const = default;

    static OfferState load(const QString &file);
    void save(const QString &file) const;
};

// How the user has training curves drawn.
CurveView loadCurveView(const QString &file);
void saveCurveView(const CurveView &view, const QString &file);

// The user's choices in the command palette, by entry id, the last one first; a dozen at most.
QStringList loadRecentChoices(const QString &file);
void noteRecentChoice(const QString &id, const QString &file);

// The pages whose tip the user has closed.
QStringList readTips(const QString &file);
void noteReadTip(const QString &id, const QString &file);

struct WindowState {
    QByteArray geometry;

    static WindowState load(const QString &file);
    void save(const QString &file) const;
};

}  // namespace trainyard
