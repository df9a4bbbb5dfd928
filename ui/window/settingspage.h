// How the window looks: theme, language, text size. Changes apply at once.
//
// Object names: settingsPage, themeChoice, languageChoice, textSizeChoice.
#pragma once

#include "ui/window/preferences.h"

#include <QWidget>

class QComboBox;

namespace trainyard {

class SettingsPage : public QWidget {
    Q_OBJECT
public:
    SettingsPage(const Preferences &preferences, const QString &dataDirectory, QWidget *parent = nullptr);

Q_SIGNALS:
    void preferencesChanged(const trainyard::Preferences &preferences);

private:
    Preferences chosen() const;

    QComboBox *m_theme, *m_language, *m_textSize;
};

}  // namespace trainyard
