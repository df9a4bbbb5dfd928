// SPDX-License-Identifier: GPL-3.0-or-later
// Settings for theme, language and text size, the cost and alert sections, and help. Changes apply immediately. Arranged in sections, with
// a list of them at the left if there is space.
//
// Object names: settingsPage, settingsSections, settingsSection0 …, themeChoice, languageChoice, textSizeChoice, showGuideButton,
// showKeysButton; those of moneycard.h and alertsettingscard.h.
#pragma once

#include "ui/page/preferences.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QVBoxLayout;

namespace trainyard {

class AlertSettingsCard;
class MoneyCard;
class PageScroll;

class SettingsPage : public QWidget {
    Q_OBJECT
public:
    SettingsPage(const Preferences &preferences, const QString &dataDirectory, QWidget *parent = nullptr);

    MoneyCard *money() const { return m_money; }
    AlertSettingsCard *alerts() const { return m_alerts; }
    void showAlerts();
    static QStringList sections();  // their titles, from the top
    void showSection(int number);

Q_SIGNALS:
    void keysRequested();
    void guideRequested();
    void preferencesChanged(const trainyard::Preferences &preferences);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    Preferences chosen() const;
    void addSection(QWidget *card);

    QComboBox *m_theme, *m_language, *m_textSize;
    MoneyCard *m_money;
    AlertSettingsCard *m_alerts;
    QWidget *m_sections;  // the list
    QVBoxLayout *m_list, *m_column;
    QList<QWidget *> m_cards;  // in the order of sections()
    QCheckBox *m_tips;
    PageScroll *m_scroll;
};

}  // namespace trainyard
