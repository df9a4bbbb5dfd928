// SPDX-License-Identifier: GPL-3.0-or-later
// The window with everything around it: theme, language, preferences; then, once the first frame is on the screen, the services. Main
// thread.
#pragma once

#include "core/base/paths.h"
#include "core/model/ids.h"
#include "ui/page/preferences.h"
#include "ui/page/sshprompter.h"
#include "ui/theme/thememanager.h"

#include <QObject>
#include <QString>

#include <memory>

class QApplication;

namespace trainyard {

class MainWindow;
class Services;

// What the command line asks for beyond a window.
struct StartOptions {
    RunId runId;           // open this run's page
    QString pictures;      // take pictures into this folder, then end
    bool isSmoke = false;  // paint once, then end
};

class Desktop : public QObject {
public:
    Desktop(QApplication &app, const StartOptions &options);
    ~Desktop() override;

    // A new one after each change of language or text size.
    MainWindow *window() const { return m_window.get(); }

private:
    void applyLook();
    void makeWindow();
    void open();
    void obey();
    void end(int status, const QString &words);
    void change(const Preferences &preferences);

    QApplication &m_app;
    StartOptions m_options;
    Paths m_paths;
    Preferences m_preferences;
    ThemeManager m_theme;
    SshPrompter m_prompter;
    std::unique_ptr<Services> m_services;
    std::unique_ptr<MainWindow> m_window;
};

}  // namespace trainyard
