// How the window looks: theme, language, text size; and the parts about money and alerts. Changes apply at once.
//
// Object names: settingsPage, themeChoice, languageChoice, textSizeChoice; those of moneycard.h and alertsettingscard.h.
#pragma once

#include "ui/window/preferences.h"

#include <QWidget>

class QComboBox;

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

Q_SIGNALS:
    void preferencesChanged(const trainyard::Preferences &preferences);

private:
    Preferences chosen() const;

    QComboBox *m_theme, *m_language, *m_textSize;
    MoneyCard *m_money;
    AlertSettingsCard *m_alerts;
    PageScroll *m_scroll;
};

}  // namespace trainyard
