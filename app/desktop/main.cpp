// SPDX-License-Identifier: GPL-3.0-or-later
// The desktop program: options, then everything in desktop.h.
#include "app/desktop/desktop.h"
#include "core/base/coredump.h"
#include "core/base/paths.h"
#include "core/base/translation.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QTextStream>

#include <csignal>
#include <cstring>

using namespace trainyard;

namespace {

// Runs before there is a display: --help and --version work on any machine.
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
    out << QCoreApplication::translate("trainyard::Desktop", "Usage: trainyard [options]\n\n"
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
    disableCoreDumps();
    // libssh writes to sockets whose other side may be closed.
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
        QTextStream(stderr) << QCoreApplication::translate("trainyard::Desktop", "Unknown argument. See trainyard --help.") << '\n';
        return 2;
    }
    if (const auto home = checkHome(); !home) {
        QTextStream(stderr) << "trainyard: " << home.error().what << '\n';
        return 2;
    }
    Desktop desktop(app, {RunId(parser.value(run)), parser.value(screenshots), parser.isSet(smoke)});
    return QApplication::exec();
}
