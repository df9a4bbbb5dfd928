// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/desktop.h"

#include "app/desktop/photographer.h"
#include "core/base/translation.h"
#include "core/service/notify/desktopnotice.h"
#include "core/service/runs/services.h"
#include "ui/common/standardicons.h"
#include "ui/theme/trainyardstyle.h"
#include "ui/window/mainwindow.h"

#include <QApplication>
#include <QDBusConnection>
#include <QTextStream>

#include <utility>

namespace trainyard {

Desktop::Desktop(QApplication &app, const StartOptions &options)
    : m_app(app), m_options(options), m_paths(Paths::standard()), m_preferences(Preferences::load(m_paths.settings())), m_theme(app)
{
    if (auto *style = qobject_cast<TrainyardStyle *>(QApplication::style()))
        style->setIconMaker(standardIcon);
    applyLook();
    makeWindow();
}

Desktop::~Desktop()
{
    // Workers waiting for an answer must get it before the services wait for them.
    m_prompter.shutDown();
    if (m_services)
        m_services->endWork();
    m_window.reset();
}

void Desktop::applyLook()
{
    const QString language = installTranslation(m_app, m_preferences.language);
    const QLocale wanted(language), current;
    m_theme.setLocale(wanted.language() == current.language() ? current : wanted);
    m_theme.setTextZoom(m_preferences.textPercent / 100.0);
    m_theme.setMode(m_preferences.theme);
}

void Desktop::makeWindow()
{
    m_window = std::make_unique<MainWindow>(m_paths, m_preferences, m_prompter);
    connect(m_window.get(), &MainWindow::firstPainted, this, [this] { open(); });
    connect(m_window.get(), &MainWindow::openRequested, this, [this] { open(); });
    connect(m_window.get(), &MainWindow::preferencesChanged, this, [this](const Preferences &preferences) { change(preferences); });
    connect(m_window.get(), &MainWindow::noticed, this,
            [this](const QString &title, const QString &text) { showDesktopNotice(QDBusConnection::sessionBus(), title, text); });
    m_window->show();
}

void Desktop::open()
{
    if (!m_services) {
        auto opened = Services::open(m_paths, m_prompter.questions());
        if (!opened) {
            m_window->showOpenError(opened.error());
            if (m_options.isSmoke || !m_options.pictures.isEmpty())
                end(1, opened.error().what);
            return;
        }
        m_services = std::move(*opened);
    }
    m_window->attach(*m_services);
    obey();
}

void Desktop::obey()
{
    const StartOptions options = std::exchange(m_options, {});
    if (options.isSmoke) {
        end(0, {});
    } else if (!options.pictures.isEmpty()) {
        auto *photographer = new Photographer(*m_window, options.pictures, options.runId, this);
        connect(photographer, &Photographer::done, this,
                [this](const QString &unwritable) { end(unwritable.isEmpty() ? 0 : 1, unwritable); });
        photographer->start();
    } else if (options.runId.isSet()) {
        m_window->openRun(options.runId);
    }
}

void Desktop::end(int status, const QString &words)
{
    if (!words.isEmpty())
        QTextStream(stderr) << "trainyard: " << words << '\n';
    QCoreApplication::exit(status);
}

void Desktop::change(const Preferences &preferences)
{
    const Preferences before = m_preferences;
    m_preferences = preferences;
    m_preferences.save(m_paths.settings());
    if (before.theme != preferences.theme)
        m_theme.setMode(preferences.theme);
    if (before.language == preferences.language && before.textPercent == preferences.textPercent)
        return;
    // Every text and length changes: a new window is simpler than a thousand updates. Queued, because the request comes from inside the old
    // one.
    QMetaObject::invokeMethod(
        this,
        [this] {
            m_window->saveState();
            const auto entered = m_window->entered();
            m_window.reset();
            applyLook();
            makeWindow();
            m_window->setEntered(entered);
            m_window->showPage(MainWindow::Settings);
        },
        Qt::QueuedConnection);
}

}  // namespace trainyard
