// The desktop program: options, theme, language, window; then, once the first picture is on the screen, the
// workbench.
#include "app/desktop/photographer.h"
#include "core/base/paths.h"
#include "core/base/translation.h"
#include "core/run/workbench.h"
#include "ui/theme/thememanager.h"
#include "core/notify/desktopnotice.h"
#include "ui/window/mainwindow.h"
#include "ui/window/preferences.h"
#include "ui/window/sshprompter.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QDBusConnection>
#include <QTextStream>

#include <csignal>
#include <cstring>
#include <memory>
#include <utility>

using namespace trainyard;

namespace {

// What the command line asks for beyond a window.
struct StartOptions {
    QString runId;          // open this run's page
    QString pictures;       // take pictures into this folder, then end
    bool isSmoke = false;   // paint once, then end
};

class Desktop : public QObject {
public:
    Desktop(QApplication &app, const StartOptions &options)
        : m_app(app), m_options(options), m_paths(Paths::standard()), m_preferences(Preferences::load(m_paths.settings())), m_theme(app)
    {
        applyLook();
        makeWindow();
    }

    ~Desktop() override
    {
        // Workers waiting for an answer must get it before the workbench joins them.
        m_prompter.shutDown();
        if (m_workbench)
            m_workbench->endWork();
        m_window.reset();
    }

private:
    void applyLook()
    {
        const QString language = installTranslation(m_app, m_preferences.language);
        const QLocale wanted(language), current;
        m_theme.setLocale(wanted.language() == current.language() ? current : wanted);
        m_theme.setTextZoom(m_preferences.textPercent / 100.0);
        m_theme.setMode(m_preferences.theme);
    }

    void makeWindow()
    {
        m_window = std::make_unique<MainWindow>(m_paths, m_preferences, m_prompter);
        connect(m_window.get(), &MainWindow::firstPainted, this, [this] { open(); });
        connect(m_window.get(), &MainWindow::openRequested, this, [this] { open(); });
        connect(m_window.get(), &MainWindow::preferencesChanged, this,
                [this](const Preferences &preferences) { change(preferences); });
        connect(m_window.get(), &MainWindow::noticed, this, [this](const QString &title, const QString &text) {
            showDesktopNotice(QDBusConnection::sessionBus(), title, text);
        });
        m_window->show();
    }

    void open()
    {
        if (!m_workbench) {
            auto opened = Workbench::open(m_paths, m_prompter.questions());
            if (!opened) {
                m_window->showOpenError(opened.error());
                if (m_options.isSmoke || !m_options.pictures.isEmpty())
                    end(1, opened.error().what);
                return;
            }
            m_workbench = std::move(*opened);
        }
        m_window->attach(*m_workbench);
        obey();
    }

    void obey()
    {
        const StartOptions options = std::exchange(m_options, {});
        if (options.isSmoke) {
            end(0, {});
        } else if (!options.pictures.isEmpty()) {
            auto *photographer = new Photographer(*m_window, options.pictures, options.runId, this);
            connect(photographer, &Photographer::done, this, [this](const QString &unwritable) {
                end(unwritable.isEmpty() ? 0 : 1, unwritable);
            });
            photographer->start();
        } else if (!options.runId.isEmpty()) {
            m_window->openRun(options.runId);
        }
    }

    void end(int status, const QString &words)
    {
        if (!words.isEmpty())
            QTextStream(stderr) << "trainyard: " << words << '\n';
        QCoreApplication::exit(status);
    }

    void change(const Preferences &preferences)
    {
        const Preferences before = m_preferences;
        m_preferences = preferences;
        m_preferences.save(m_paths.settings());
        if (before.theme != preferences.theme)
            m_theme.setMode(preferences.theme);
        if (before.language == preferences.language && before.textPercent == preferences.textPercent)
            return;
        // Every text and length changes: a new window is simpler than a thousand updates. Queued, because the
        // wish comes from inside the old one.
        QMetaObject::invokeMethod(this, [this] {
            m_window->saveState();
            m_window.reset();
            applyLook();
            makeWindow();
            m_window->showPage(MainWindow::Settings);
        }, Qt::QueuedConnection);
    }

    QApplication &m_app;
    StartOptions m_options;
    Paths m_paths;
    Preferences m_preferences;
    ThemeManager m_theme;
    SshPrompter m_prompter;
    std::unique_ptr<Workbench> m_workbench;
    std::unique_ptr<MainWindow> m_window;
};

// Before there is a display: --help and --version answer on any machine.
bool answeredWithoutDisplay(int argc, char **argv)
{
    const auto has = [&](const char *shortName, const char *longName) {
        for (int i = 1; i < argc; ++i)
            if (!std::strcmp(argv[i], shortName) || !std::strcmp(argv[i], longName))
                return true;
        return false;
    };
    QTextStream out(stdout);
    if (has("-v", "--version")) {
        out << "trainyard " TRAINYARD_VERSION "\n";
        return true;
    }
    if (!has("-h", "--help"))
        return false;
    QCoreApplication app(argc, argv);
    installTranslation(app);
    out << QCoreApplication::translate("trainyard::Desktop",
                                       "Usage: trainyard [options]\n\n"
                                       "The window of Trainyard, a workbench for cloud and lab GPUs.\n"
                                       "The same abilities on the command line: yard --help\n\n"
                                       "Options:\n"
                                       "  --run ID              open the page of this run\n"
                                       "  --screenshots FOLDER  write a picture of every page to FOLDER and end\n"
                                       "  --smoke               show the window, paint it once and end\n"
                                       "  -h, --help            show this text\n"
                                       "  -v, --version         show the version\n\n"
                                       "Environment:\n"
                                       "  TRAINYARD_HOME  keep database, runs and settings in this directory\n");
    return true;
}

}  // namespace

int main(int argc, char **argv)
{
    if (answeredWithoutDisplay(argc, argv))
        return 0;
    // libssh writes to sockets whose other side may be gone.
    std::signal(SIGPIPE, SIG_IGN);
    QApplication app(argc, argv);
    QApplication::setApplicationName(QStringLiteral("trainyard"));
    QApplication::setApplicationDisplayName(QStringLiteral("Trainyard"));
    QApplication::setApplicationVersion(QStringLiteral(TRAINYARD_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("org.trainyard.Trainyard"));
    const QCommandLineOption run(QStringLiteral("run"), {}, QStringLiteral("ID"));
    const QCommandLineOption screenshots(QStringLiteral("screenshots"), {}, QStringLiteral("FOLDER"));
    const QCommandLineOption smoke(QStringLiteral("smoke"));
    QCommandLineParser parser;
    parser.addOptions({run, screenshots, smoke});
    if (!parser.parse(QApplication::arguments()) || !parser.positionalArguments().isEmpty()) {
        QTextStream(stderr) << QCoreApplication::translate("trainyard::Desktop",
                                                           "Unknown argument. See trainyard --help.")
                            << '\n';
        return 2;
    }
    Desktop desktop(app, {parser.value(run), parser.value(screenshots), parser.isSet(smoke)});
    return QApplication::exec();
}
