// How the window looks: theme, language, text size; and whether the desktop is to say something. Changes apply at once.
//
// Object names: settingsPage, themeChoice, languageChoice, textSizeChoice, noticesChoice.
#pragma once

#include "ui/window/preferences.h"

#include <QWidget>

class QCheckBox;
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
    QCheckBox *m_notices;
};

}  // namespace trainyard
