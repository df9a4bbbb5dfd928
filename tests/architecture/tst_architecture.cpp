// SPDX-License-Identifier: GPL-3.0-or-later
// The arrows between the rooms and the other rules for every file, and proof that each rule catches a breach.
#include "houserules.h"
#include "includereach.h"
#include "localnames.h"

#include <QDirIterator>
#include <QFile>
#include <QLibraryInfo>
#include <QRegularExpression>
#include <QTest>

using namespace trainyard;

namespace {

QList<SourceFile> readTree(const QStringList &folders, const QStringList &nameFilters)
{
    const QString top = QStringLiteral(TRAINYARD_SOURCE_DIR);
    QList<SourceFile> files;
    for (const QString &folder : folders) {
        QDirIterator it(top + QLatin1Char('/') + folder, nameFilters, QDir::Files, QDirIterator::Subdirectories);
        while (it.hasNext()) {
            QFile file(it.next());
            if (file.open(QIODevice::ReadOnly))
                files.append({file.fileName().mid(top.size() + 1), QString::fromUtf8(file.readAll())});
        }
    }
    return files;
}

House madeUpHouse()
{
    const auto file = [](const char *path, const char *text) { return SourceFile{QString::fromLatin1(path), QString::fromLatin1(text)}; };
    return House::read({
        file("core/service/runs/CMakeLists.txt", "trainyard_room(Runs SOURCES a.cpp PUBLIC Trainyard::Model)"),
        file("core/CMakeLists.txt", "add_subdirectory(base)\nadd_subdirectory(model)\nadd_subdirectory(transport)\n"
                                    "add_subdirectory(execution)\nadd_subdirectory(provider)\nadd_subdirectory(service)\n"),
        file("core/base/CMakeLists.txt", "trainyard_room(Base SOURCES a.cpp PUBLIC Qt6::Core)"),
        file("core/model/CMakeLists.txt", "trainyard_room(Model\n  SOURCES a.cpp\n  PUBLIC Trainyard::Base PRIVATE yaml-cpp)"),
        file("core/transport/CMakeLists.txt", "add_subdirectory(ssh)\nadd_subdirectory(transfer)\n"),
        file("core/transport/ssh/CMakeLists.txt", "trainyard_room(Ssh SOURCES a.cpp PUBLIC Trainyard::Base)"),
        file("core/execution/CMakeLists.txt", "add_subdirectory(backend)\n"),
        file("core/provider/CMakeLists.txt", "add_subdirectory(sandbox)\n"),
        file("core/service/CMakeLists.txt", "add_subdirectory(machines)\nadd_subdirectory(runs)\n"),
        file(
            "ui/CMakeLists.txt",
            "add_subdirectory(theme)\nadd_subdirectory(common)\nadd_subdirectory(home)\nadd_subdirectory(run)\nadd_subdirectory(window)\n"),
    });
}

using Rule = QStringList (*)(const SourceFile &);

}  // namespace

class TestArchitecture : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyRuleBites_data();
    void everyRuleBites();
    void arrowsBite_data();
    void arrowsBite();
    void missingLinkIsFound();
    void linkUpwardIsFound();
    void commentsAndLiteralsAreToldFromCode();

    void includesPointDown();
    void linkListsAgreeWithIncludes();
    void pureRoomsTouchNothing();
    void librariesStayInTheirRooms();
    void coloursComeFromTheTheme();
    void filesAreShort();
    void kindsAreAskedInTheirWings();
    void facadesAreSmall();
    void windowNamesNoCommands();
    void filesNameTheirLicence();
    void noNestedEventLoops();
    void threadsHaveOwners();
    void dialogsAreOfOneKind();
    void everyDialogIsTriedByKeyboard();
    void keysAreDeclaredOnce();
    void noMachinePaths();
    void everyRoomIsListed();
    void missingIncludeIsFound();
    void filesIncludeWhatTheyUse();
    void missingIncludeOfOurOwnIsFound();
    void namesakesAreFound();
    void typesHaveNamesOfTheirOwn();
    void localNamesakesAreFound_data();
    void localNamesakesAreFound();
    void localNamesAreUniqueInTheirRoom();

private:
    QList<SourceFile> m_sources;
    House m_house;
};

void TestArchitecture::initTestCase()
{
    const QStringList tiers = {QStringLiteral("app"), QStringLiteral("core"), QStringLiteral("ui")};
    m_sources = readTree(tiers, {QStringLiteral("*.cpp"), QStringLiteral("*.h")});
    QVERIFY2(m_sources.size() > 30, "the source tree was not found");
    m_house = House::read(readTree(tiers, {QStringLiteral("CMakeLists.txt")}));
    QVERIFY(m_house.wings.contains(QStringLiteral("base")));
    QVERIFY(m_house.roomsOfWing.value(QStringLiteral("transport")).contains(QStringLiteral("ssh")));
    QVERIFY(m_house.uiRooms.contains(QStringLiteral("window")));
}

void TestArchitecture::everyRuleBites_data()
{
    QTest::addColumn<void *>("rule");
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("breaches");
    const auto row = [](const char *name, Rule rule, const char *path, const QString &text, int breaches) {
        QTest::newRow(name) << reinterpret_cast<void *>(rule) << QString::fromLatin1(path) << text << breaches;
    };
    const auto s = [](const char *text) { return QString::fromUtf8(text); };

    row("file in a pure room", purity, "core/model/a.cpp", s("#include <QFile>\n"), 1);
    row("timer in a pure room", purity, "core/observe/metrics/a.h", s("#include <QElapsedTimer>\n"), 1);
    row("object in a pure room", purity, "core/checkpoint/format/a.h", s("class A : public B { Q_OBJECT };\n"), 1);
    row("clock in a pure room", purity, "core/execution/launchplan/a.cpp", s("auto t = QDateTime::currentDateTime();\n"), 1);
    row("standard clock in a pure room", purity, "core/model/a.cpp", s("auto t = std::chrono::system_clock::now();\n"), 1);
    row("environment in a pure room", purity, "core/base/a.cpp", s("auto t = qEnvironmentVariable(\"HOME\");\n"), 1);
    row("file in a room that may", purity, "core/storage/database/a.cpp", s("#include <QFile>\n"), 0);
    row("a clock named in a comment", purity, "core/model/a.cpp", s("// not currentDateTime()\n"), 0);
    row("values in a pure room", purity, "core/model/a.cpp", s("#include <QDateTime>\n#include <QString>\n"), 0);
    row("paths may read the environment", purity, "core/base/paths.cpp", s("#include <QStandardPaths>\n"), 0);

    row("libssh in ui", libraryOwners, "ui/home/a.cpp", s("#include <libssh/libssh.h>\n"), 1);
    row("yaml-cpp in ui", libraryOwners, "ui/home/a.cpp", s("#include <yaml-cpp/yaml.h>\n"), 1);
    row("OpenSSL in ui", libraryOwners, "ui/home/a.cpp", s("#include <openssl/sha.h>\n"), 1);
    row("libssh outside its room", libraryOwners, "core/service/runs/a.cpp", s("#include <libssh/sftp.h>\n"), 1);
    row("a lock of Qt", libraryOwners, "core/service/runs/a.cpp", s("#include <QLockFile>\n"), 1);
    row("widget in core", libraryOwners, "core/service/runs/a.cpp", s("#include <QWidget>\n"), 1);
    row("libssh in its room", libraryOwners, "core/transport/ssh/a.cpp", s("#include <libssh/libssh.h>\n"), 0);

    row("colour in a page", colours, "ui/run/a.cpp", s("auto c = QColor(QStringLiteral(\"#1B7A48\"));\n"), 1);
    row("colour by numbers", colours, "ui/run/a.cpp", s("QColor c(1, 2, 3); f(QColor(12, 3, 4));\n"), 1);
    row("colour in the theme", colours, "ui/theme/a.cpp", s("auto c = \"#1B7A48\";\n"), 0);
    row("colour by role", colours, "ui/run/a.cpp", s("auto c = theme.ok; // #1B7A48\n"), 0);

    row("601 lines", length, "core/service/runs/a.cpp", QString(601, QLatin1Char('\n')), 1);
    row("600 lines", length, "core/service/runs/a.cpp", QString(600, QLatin1Char('\n')), 0);

    row("an option in the window", commandWords, "ui/a/a.cpp", s("say(tr(\"Choose one with --store.\"));\n"), 1);
    row("a command in the window", commandWords, "ui/a/a.cpp", s("say(tr(\"Open it\"\n   \" with yard tunnel open.\"));\n"), 1);
    row("a command in the command line", commandWords, "app/cli/a.cpp", s("say(tr(\"See yard run list.\"));\n"), 0);
    row("a dash in the window", commandWords, "ui/a/a.cpp", s("say(tr(\"Tunnels (-L) are not saved.\"));\n"), 0);
    row("an engine is asked for", kinds, "core/service/runs/a.cpp", s("if (run.engine == EngineKind::Process)\n"), 1);
    row("an engine in a switch", kinds, "ui/run/a.cpp", s("case EngineKind::Docker: break;\n"), 1);
    row("a provider is asked for", kinds, "core/service/machines/a.cpp", s("if (one.request.providerKind == kCloud)\n"), 1);
    row("a provider the other way round", kinds, "ui/machines/a.cpp", s("return name != one->request.providerKind;\n"), 1);
    row("a provider by its text", kinds, "app/cli/a.cpp", s("if (providerKind != QLatin1String(\"sandbox\"))\n"), 1);
    row("a provider by its constant", kinds, "core/service/machines/a.cpp", s("if (kind == SandboxProvider::kKind)\n"), 1);
    row("a provider in its wing", kinds, "core/provider/registry/a.cpp", s("if (one.request.providerKind == kCloud)\n"), 0);
    row("a provider that is handed on", kinds, "core/service/machines/a.cpp", s("return find(one.request.providerKind);\n"), 0);
    row("a provider that is set", kinds, "ui/machines/a.cpp", s("request.providerKind = offer.provider;\n"), 0);
    row("an engine in its wing", kinds, "core/execution/supervised/a.cpp", s("if (kind == EngineKind::Process)\n"), 0);
    row("an engine that is not decided", kinds, "ui/run/a.cpp", s("if (task.engine == EngineKind::Auto)\n"), 0);
    row("an engine that is set", kinds, "ui/run/a.cpp", s("task.engine = EngineKind::Docker;\n"), 0);

    const auto facade = [](const char *name, int functions) {
        QString text = QStringLiteral("class %1 : public QObject {\npublic:\n    explicit %1(int a);\n").arg(QLatin1String(name));
        for (int i = 0; i < functions; ++i)
            text += QStringLiteral("    void f%1(int a = 0) { g(); }  // not h();\n").arg(i);
        return text + QStringLiteral("Q_SIGNALS:\n    void s();\nprivate:\n    void p();\n    int m_a;\n};\n");
    };
    row("16 functions of a service", facades, "core/service/runs/a.h", facade("RunService", 16), 1);
    row("15 functions of a service", facades, "core/service/runs/a.h", facade("RunService", 15), 0);
    row("16 functions of a value", facades, "core/service/runs/a.h", facade("Sample", 16), 0);

    row("a file without a licence", licence, "core/service/runs/a.cpp", s("// What it is for.\n"), 1);
    row("a script without one", licence, "tests/a.sh", s("#!/bin/sh\nset -u\n"), 1);
    row("a licence in the second line of C++", licence, "core/service/runs/a.cpp",
        s("// A.\n// SPDX-License-Identifier: GPL-3.0-or-later\n"), 1);
    row("a file with a licence", licence, "core/service/runs/a.cpp", s("// SPDX-License-Identifier: GPL-3.0-or-later\n// A.\n"), 0);
    row("a script with one", licence, "tests/a.sh", s("#!/bin/sh\n# SPDX-License-Identifier: GPL-3.0-or-later\n"), 0);

    row("nested event loop", eventLoops, "core/service/runs/a.cpp", s("QEventLoop loop;\nloop.exec();\n"), 2);
    row("dialog exec", eventLoops, "ui/run/a.cpp", s("if (dialog.exec() == 1) {}\n"), 1);
    row("menu exec", eventLoops, "ui/run/a.cpp", s("menu->exec(pos);\n"), 1);
    row("processEvents", eventLoops, "ui/run/a.cpp", s("QCoreApplication::processEvents();\n"), 1);
    row("string connect", eventLoops, "ui/run/a.cpp", s("connect(a, SIGNAL(b()), c, SLOT(d()));\n"), 1);
    row("main starts the loop", eventLoops, "app/desktop/main.cpp", s("return app.exec();\n"), 0);
    row("query exec", eventLoops, "core/storage/database/a.cpp", s("query.exec();\n"), 0);
    row("a remote exec is none", eventLoops, "core/service/runs/a.cpp", s("ssh->exec(command, stop);\n"), 0);

    row("bare async", threads, "core/service/runs/a.cpp", s("auto f = std::async(std::launch::async, g);\n"), 1);
    row("a thread of one's own", threads, "ui/run/a.h", s("std::jthread m_thread;\n"), 1);
    row("a detached thread", threads, "app/cli/a.cpp", s("std::thread(f).detach();\n"), 1);
    row("a loop that sleeps", threads, "core/service/runs/a.cpp", s("while (!isThere())\n  QThread::msleep(100);\n"), 1);
    row("a standard sleep", threads, "core/transport/ssh/reactor.cpp", s("std::this_thread::sleep_for(1s);\n"), 1);
    row("a thread that polls", threads, "core/transport/ssh/reactor.cpp", s("std::thread thread;\n"), 0);
    row("the number of a thread", threads, "core/service/machines/a.cpp", s("std::thread::id own;\n"), 0);
    row("a thread in a test", threads, "tests/core/base/a.cpp", s("std::thread thread(f);\n"), 0);
    row("on the machine", threads, "core/device/probe/a.cpp", s("std::thread thread(f);\n"), 0);

    row("a dialog by itself", dialogs, "ui/run/a.h", s("class A : public QDialog {\n"), 1);
    row("a nameless dialog", dialogs, "ui/run/a.cpp", s("auto *const a = new QDialog(this);\n"), 1);
    row("a message box", dialogs, "ui/run/a.cpp", s("QMessageBox::warning(this, a, b);\n"), 1);
    row("a dialog of the house", dialogs, "ui/run/a.h", s("class A : public Dialog {\nQDialog *m_open;\n"), 0);
    row("a slot of a dialog", dialogs, "ui/run/a.cpp", s("connect(a, &A::clicked, this, &QDialog::accept);\n"), 0);

    row("a key of a page", keys, "ui/run/a.cpp", s("new QShortcut(QKeySequence(Qt::Key_T), this);\n"), 1);
    row("a key of a menu", keys, "ui/run/a.cpp", s("menu->addAction(text, QKeySequence::Save, this, f);\n"), 1);
    row("a key of the table", keys, "ui/run/a.cpp", s("new QShortcut(keyFor(KeyFor::Find), this);\n"), 0);
    row("a key that is asked for", keys, "ui/run/a.cpp", s("if (event->matches(QKeySequence::Copy))\n"), 0);

    row("folder of one computer", machinePaths, "docs/a.md",
        s("see /wo"
          "rk/main/docs\n"),
        1);
    row("home of one person", machinePaths, "core/service/runs/a.cpp",
        s("\"/ho"
          "me/karl/x\"\n"),
        1);
    row("root's home", machinePaths, "core/service/runs/a.cpp",
        s("\"/ro"
          "ot/.ssh\"\n"),
        1);
    row("made-up home in a test", machinePaths, "tests/core/a.cpp",
        s("\"/ho"
          "me/a/x\"\n"),
        0);
    row("path inside a container", machinePaths, "docs/a.md", s("/workspace/ckpt and /tmp/x and ~/.ssh\n"), 0);
}

void TestArchitecture::everyRuleBites()
{
    QFETCH(void *, rule);
    QFETCH(QString, path);
    QFETCH(QString, text);
    QFETCH(int, breaches);
    const QStringList found = reinterpret_cast<Rule>(rule)({path, text});
    QVERIFY2(found.size() == breaches, qPrintable(found.join(QLatin1Char('\n'))));
    for (const QString &line : found)
        QVERIFY(line.startsWith(path + QLatin1Char(':')));
}

void TestArchitecture::arrowsBite_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("include");
    QTest::addColumn<bool>("isAllowed");
    const auto row = [](const char *name, const char *path, const char *include, bool isAllowed) {
        QTest::newRow(name) << QString::fromLatin1(path) << QString::fromLatin1(include) << isAllowed;
    };
    row("core uses ui", "core/service/runs/a.cpp", "\"ui/theme/theme.h\"", false);
    row("core uses app", "core/service/runs/a.cpp", "\"app/cli/a.h\"", false);
    row("ui uses app", "ui/home/a.cpp", "\"app/desktop/a.h\"", false);
    row("one program uses another", "app/cli/a.cpp", "\"app/desktop/a.h\"", false);
    row("core uses a room above", "core/model/a.cpp", "\"core/transport/ssh/sftp.h\"", false);
    row("core uses an unknown room", "core/transport/ssh/a.cpp", "\"core/attic/a.h\"", false);
    row("page uses page", "ui/home/a.cpp", "\"ui/run/runpage.h\"", false);
    row("log uses charts", "ui/log/a.cpp", "\"ui/charts/plotchart.h\"", false);
    row("log uses page", "ui/log/a.cpp", "\"ui/run/runpage.h\"", false);
    row("page uses window", "ui/home/a.cpp", "\"ui/window/window.h\"", false);
    row("theme uses common", "ui/theme/a.cpp", "\"ui/common/a.h\"", false);
    row("include without its room", "core/service/runs/a.cpp", "\"a.h\"", false);
    row("a wing uses one above", "core/transport/ssh/a.cpp", "\"core/service/runs/a.h\"", false);
    row("a room uses one above in its wing", "core/transport/ssh/a.cpp", "\"core/transport/transfer/a.h\"", false);
    row("what is private to another room", "core/service/runs/a.cpp", "\"core/transport/ssh/internal/a.h\"", false);
    row("what is private to another room, in ui", "ui/home/a.cpp", "\"core/service/runs/internal/a.h\"", false);
    row("page uses transport", "ui/run/a.cpp", "\"core/transport/ssh/sftp.h\"", false);
    row("window uses a provider", "ui/window/a.cpp", "\"core/provider/sandbox/sandbox.h\"", false);
    row("program uses transport", "app/cli/a.cpp", "\"core/transport/ssh/sftp.h\"", false);
    row("program uses execution", "app/cli/a.cpp", "\"core/execution/backend/a.h\"", false);
    row("program uses a service", "app/cli/a.cpp", "\"core/service/runs/a.h\"", true);
    row("page uses model", "ui/run/a.cpp", "\"core/model/a.h\"", true);
    row("a service uses a provider", "core/service/runs/a.cpp", "\"core/provider/sandbox/sandbox.h\"", true);
    row("a room uses one below in its wing", "core/service/runs/a.cpp", "\"core/service/machines/a.h\"", true);
    row("its own private header", "core/transport/ssh/a.cpp", "\"core/transport/ssh/internal/a.h\"", true);
    row("a wing of one room", "core/service/runs/a.cpp", "\"core/model/a.h\"", true);
    row("core uses a room below", "core/service/runs/a.cpp", "\"core/transport/ssh/sftp.h\"", true);
    row("its own room", "core/service/runs/a.cpp", "\"core/service/runs/b.h\"", true);
    row("page uses log", "ui/run/a.cpp", "\"ui/log/logview.h\"", true);
    row("page uses what pages share", "ui/run/a.cpp", "\"ui/page/navigator.h\"", true);
    row("page uses renting", "ui/run/a.cpp", "\"ui/rent/rentdesk.h\"", true);
    row("renting uses a page", "ui/rent/a.cpp", "\"ui/run/runpage.h\"", false);
    row("what pages share uses a page", "ui/page/a.cpp", "\"ui/run/runpage.h\"", false);
    row("what pages share uses the window", "ui/page/a.cpp", "\"ui/window/rail.h\"", false);
    row("page uses common", "ui/home/a.cpp", "\"ui/common/a.h\"", true);
    row("window uses page", "ui/window/a.cpp", "\"ui/home/a.h\"", true);
    row("page uses core", "ui/home/a.cpp", "\"core/service/runs/a.h\"", true);
    row("program uses all", "app/desktop/a.cpp", "\"ui/window/a.h\"", true);
    row("a library header", "core/service/runs/a.cpp", "<QString>", true);
}

void TestArchitecture::arrowsBite()
{
    QFETCH(QString, path);
    QFETCH(QString, include);
    QFETCH(bool, isAllowed);
    const SourceFile file{path, QStringLiteral("#pragma once\n#include %1\n").arg(include)};
    QCOMPARE(includeArrows(file, madeUpHouse()).isEmpty(), isAllowed);
}

void TestArchitecture::missingLinkIsFound()
{
    const SourceFile unlinked{QStringLiteral("core/service/runs/a.cpp"), QStringLiteral("#include \"core/transport/ssh/sftp.h\"\n")};
    QCOMPARE(linkArrows(unlinked, madeUpHouse()).size(), 1);
    const SourceFile throughTask{QStringLiteral("core/service/runs/a.cpp"), QStringLiteral("#include \"core/base/error.h\"\n")};
    QCOMPARE(linkArrows(throughTask, madeUpHouse()).size(), 0);
}

void TestArchitecture::linkUpwardIsFound()
{
    House house = madeUpHouse();
    QCOMPARE(linkOrder(house), QStringList());
    house.links[QStringLiteral("core/base")].append(QStringLiteral("core/service/runs"));
    QCOMPARE(linkOrder(house).size(), 1);
    house.links[QStringLiteral("ui/home")].append(QStringLiteral("core/transport/ssh"));
    QCOMPARE(linkOrder(house).size(), 2);
}

void TestArchitecture::commentsAndLiteralsAreToldFromCode()
{
    const QString text = QStringLiteral("a /* b\nc */ d \"e // f\" g // h\ni R\"x(j // \" k)x\" 1'000 '\"' l\n");
    QCOMPARE(withoutComments(text, false), QStringLiteral("a     \n     d \"e // f\" g     \ni R\"x(j // \" k)x\" 1'000 '\"' l\n"));
    QCOMPARE(withoutComments(text, true), QStringLiteral("a     \n     d \"      \" g     \ni R\"x(        )x\" 1'000 ' ' l\n"));
}

#define COLLECT(expression)                               \
  QStringList found;                                      \
  for (const SourceFile &file : std::as_const(m_sources)) \
    found += expression;                                  \
  QVERIFY2(found.isEmpty(), qPrintable(QStringLiteral("\n") + found.join(QLatin1Char('\n'))))

void TestArchitecture::includesPointDown() { COLLECT(includeArrows(file, m_house)); }

void TestArchitecture::linkListsAgreeWithIncludes()
{
    const QStringList upward = linkOrder(m_house);
    QVERIFY2(upward.isEmpty(), qPrintable(upward.join(QLatin1Char('\n'))));
    COLLECT(linkArrows(file, m_house));
}

void TestArchitecture::pureRoomsTouchNothing() { COLLECT(purity(file)); }

void TestArchitecture::librariesStayInTheirRooms() { COLLECT(libraryOwners(file)); }

void TestArchitecture::coloursComeFromTheTheme() { COLLECT(colours(file)); }

void TestArchitecture::filesAreShort() { COLLECT(length(file)); }

void TestArchitecture::kindsAreAskedInTheirWings() { COLLECT(kinds(file)); }

void TestArchitecture::facadesAreSmall() { COLLECT(facades(file)); }

void TestArchitecture::filesNameTheirLicence()
{
    QStringList found;
    const QList<SourceFile> all = readTree({QStringLiteral("app"), QStringLiteral("core"), QStringLiteral("ui"), QStringLiteral("tests"),
                                            QStringLiteral("resources"), QStringLiteral("installer"), QStringLiteral("translations"),
                                            QStringLiteral("cmake")},
                                           {QStringLiteral("*.cpp"), QStringLiteral("*.h"), QStringLiteral("*.cu"), QStringLiteral("*.sh"),
                                            QStringLiteral("*.py"), QStringLiteral("*.cmake"), QStringLiteral("CMakeLists.txt")});
    for (const SourceFile &file : all) {
        if (!file.isIn(QStringLiteral("tests/data")))
            found += licence(file);
    }
    QVERIFY2(found.isEmpty(), qPrintable(QStringLiteral("\n") + found.join(QLatin1Char('\n'))));
}

void TestArchitecture::noNestedEventLoops() { COLLECT(eventLoops(file)); }

void TestArchitecture::threadsHaveOwners() { COLLECT(threads(file)); }

void TestArchitecture::dialogsAreOfOneKind() { COLLECT(dialogs(file)); }

void TestArchitecture::keysAreDeclaredOnce() { COLLECT(keys(file)); }

void TestArchitecture::windowNamesNoCommands() { COLLECT(commandWords(file)); }

void TestArchitecture::everyDialogIsTriedByKeyboard()
{
    const QStringList classes = dialogClasses(m_sources);
    QVERIFY(classes.size() > 20 && classes.contains(QStringLiteral("ResumeDialog")));
    const QList<SourceFile> samples = readTree({QStringLiteral("tests/ui/keys")}, {QStringLiteral("dialogsamples.cpp")});
    QCOMPARE(samples.size(), 1);
    QStringList missing;
    for (const QString &one : classes) {
        if (!samples[0].text.contains(QStringLiteral("{\"%1\",").arg(one)))
            missing << one;
    }
    QVERIFY2(missing.isEmpty(),
             qPrintable(QStringLiteral("not in tests/ui/keys/dialogsamples.cpp: ") + missing.join(QStringLiteral(", "))));
}

void TestArchitecture::noMachinePaths()
{
    QStringList found;
    const QList<SourceFile> all = readTree(
        {QStringLiteral("app"), QStringLiteral("core"), QStringLiteral("ui"), QStringLiteral("resources"), QStringLiteral("docs"),
         QStringLiteral("installer"), QStringLiteral("cmake"), QStringLiteral("tests"), QStringLiteral("translations")},
        {QStringLiteral("*.cpp"), QStringLiteral("*.h"), QStringLiteral("*.sh"), QStringLiteral("*.md"), QStringLiteral("*.txt"),
         QStringLiteral("*.cmake"), QStringLiteral("*.ts"), QStringLiteral("*.py"), QStringLiteral("*.yaml"), QStringLiteral("*.json")});
    for (const SourceFile &file : all)
        found += machinePaths(file);
    QVERIFY2(found.isEmpty(), qPrintable(QStringLiteral("\n") + found.join(QLatin1Char('\n'))));
}

void TestArchitecture::missingIncludeIsFound()
{
    const SourceFile header{QStringLiteral("core/service/runs/b.h"), QStringLiteral("#include <QDateTime>\n")};
    const auto missing = [&](const char *text) {
        const SourceFile file{QStringLiteral("core/service/runs/a.cpp"), QString::fromLatin1(text)};
        return IncludeReach(QLibraryInfo::path(QLibraryInfo::HeadersPath), {header, file})
            .missing(file, {QStringLiteral("QDateTime")})
            .size();
    };
    QCOMPARE(missing("#include <QString>\nQDateTime now;\n"), 1);
    QCOMPARE(missing("#include <QDateTime>\nQDateTime now;\n"), 0);
    QCOMPARE(missing("#include <QFileInfo>\nQDateTime now;\n"), 0);
    QCOMPARE(missing("#include \"core/service/runs/b.h\"\nQDateTime now;\n"), 0);
    QCOMPARE(missing("\nclass QDateTime;\nvoid f(const QDateTime &);\n"), 0);
    QCOMPARE(missing("QString s; // QDateTime\n"), 0);
}

void TestArchitecture::filesIncludeWhatTheyUse()
{
    // Only a precompiled header can be left out without a compiler error.
    const QList<SourceFile> precompiled = readTree({QStringLiteral("cmake/precompiled")}, {QStringLiteral("*.h")});
    QSet<QString> classes;
    for (const SourceFile &file : precompiled) {
        static const QRegularExpression pattern(QStringLiteral("#include <(Q\\w+)>"));
        auto matches = pattern.globalMatch(file.text);
        while (matches.hasNext())
            classes.insert(matches.next().captured(1));
    }
    QVERIFY(classes.contains(QStringLiteral("QDateTime")));
    IncludeReach reach(QLibraryInfo::path(QLibraryInfo::HeadersPath), m_sources);
    QVERIFY(reach.ownTypes() > 500);
    QStringList found;
    for (const SourceFile &file : std::as_const(m_sources)) {
        if (file.isCpp())
            found << reach.missing(file, classes.values());
        if (!roomCompiledTogether(file, m_house).isEmpty())
            found << reach.missingOwn(file);
    }
    QVERIFY2(found.isEmpty(), qPrintable(found.join(QLatin1Char('\n'))));
}

void TestArchitecture::missingIncludeOfOurOwnIsFound()
{
    const SourceFile deep{QStringLiteral("core/model/run.h"), QStringLiteral("struct Run {\n};\n")};
    const SourceFile header{QStringLiteral("core/service/runs/b.h"), QStringLiteral("#include \"core/model/run.h\"\n")};
    const auto missing = [&](const char *text) {
        const SourceFile file{QStringLiteral("core/service/runs/a.cpp"), QString::fromLatin1(text)};
        return IncludeReach(QLibraryInfo::path(QLibraryInfo::HeadersPath), {deep, header, file}).missingOwn(file).size();
    };
    QCOMPARE(missing("Run run;\nRun other;\n"), 1);
    QCOMPARE(missing("#include \"core/model/run.h\"\nRun run;\n"), 0);
    QCOMPARE(missing("#include \"core/service/runs/b.h\"\nRun run;\n"), 0);
    QCOMPARE(missing("class Run;\nvoid f(const Run &);\n"), 0);
    QCOMPARE(missing("enum class Verb { Run, Stop };\nVerb verb = Verb::Run;\n"), 0);
    QCOMPARE(missing("// Run\n"), 0);
}

void TestArchitecture::namesakesAreFound()
{
    const auto found = [](const char *one, const char *other) {
        return namesakes({{QStringLiteral("core/service/runs/a.h"), QString::fromLatin1(one)},
                          {QStringLiteral("core/transport/ssh/b.h"), QString::fromLatin1(other)}})
            .size();
    };
    QCOMPARE(found("class Wait {\n};\n", "struct Wait {\n};\n"), 1);
    QCOMPARE(found("class Wait : public QObject {\n};\n", "struct Wait {\n};\n"), 1);
    QCOMPARE(found("class Wait;\nclass Pause {\n};\n", "struct Wait {\n};\n"), 0);
    QCOMPARE(found("class Pause {\n    struct Wait {\n    };\n};\n", "struct Wait {\n};\n"), 0);
}

void TestArchitecture::typesHaveNamesOfTheirOwn()
{
    const QStringList found = namesakes(m_sources);
    QVERIFY2(found.isEmpty(), qPrintable(found.join(QLatin1Char('\n'))));
}

void TestArchitecture::localNamesakesAreFound_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("breaches");
    const QString one = QStringLiteral("core/transport/ssh/b.cpp"), other = QStringLiteral("core/base/b.cpp");
    QTest::newRow("a constant") << one << "namespace {\nconstexpr int kMax = 3;\n}  // namespace\n" << 1;
    QTest::newRow("the second constant of a line") << one << "namespace {\nconstexpr int kMin = 1, kMax = 3;\n}  // namespace\n" << 1;
    QTest::newRow("a constant with its value below") << one << "namespace {\nconst QString kMax =\n    text();\n}  // namespace\n" << 1;
    QTest::newRow("a constant with braces") << one << "namespace {\nconst QStringList kMax{};\n}  // namespace\n" << 1;
    QTest::newRow("a type") << one << "namespace {\nclass Reader : public QObject {\n};\n}  // namespace\n" << 1;
    QTest::newRow("a function") << one << "namespace {\nvoid add(const QString &name)\n{\n}\n}  // namespace\n" << 1;
    QTest::newRow("a function in two lines") << one
                                             << "namespace {\nint wide(int a,\n         const QMap<int, int> &z)\n{\n}\n}  // namespace\n"
                                             << 1;
    QTest::newRow("a type in a header") << QStringLiteral("core/transport/ssh/b.h")
                                        << "namespace trainyard {\nstruct Reader {\n};\n}  // namespace trainyard\n"
                                        << 1;
    QTest::newRow("texts in a header") << QStringLiteral("core/transport/ssh/b.h") << "enum class Part { Words, Numbers };\n" << 1;
    QTest::newRow("a static function") << one << "static void add(const QString &text)\n{\n}\n" << 1;
    QTest::newRow("in another room") << other << "namespace {\nconstexpr int kMax = 3;\n}  // namespace\n" << 0;
    QTest::newRow("a function of something else") << one << "namespace {\nvoid add(int number)\n{\n}\n}  // namespace\n" << 0;
    QTest::newRow("a local variable") << one << "namespace {\nint f()\n{\n    int kMax = 3;\n}\n}  // namespace\n" << 0;
    QTest::newRow("a member") << one << "namespace trainyard {\nvoid Reader::add(const QString &name)\n{\n}\n}  // namespace trainyard\n"
                              << 0;
    QTest::newRow("texts") << one << "namespace {\nstruct Words {\n};\n}  // namespace\n" << 0;
}

void TestArchitecture::localNamesakesAreFound()
{
    QFETCH(QString, path);
    QFETCH(QString, text);
    const SourceFile file{
        QStringLiteral("core/transport/ssh/a.cpp"),
        QStringLiteral("namespace trainyard {\nnamespace {\nstruct Words {\n};\nconstexpr int kMax = 4;\nstruct Reader {\n};\n"
                       "void add(const QString &text)\n{\n}\nint wide(int a, const QMap<int, int> &b = {})\n{\n}\n"
                       "}  // namespace\n}  // namespace trainyard\n")};
    QTEST(int(localNamesakes({file, {path, text}}, madeUpHouse()).size()), "breaches");
}

void TestArchitecture::localNamesAreUniqueInTheirRoom()
{
    qsizetype names = 0;
    for (const SourceFile &file : std::as_const(m_sources))
        names += file.path.endsWith(QLatin1String(".cpp")) ? localNames(file.text).size() : 0;
    QVERIFY2(names > 3000, qPrintable(QStringLiteral("only %1 local names were recognised").arg(names)));
    const QStringList found = localNamesakes(m_sources, m_house);
    QVERIFY2(found.isEmpty(), qPrintable(QStringLiteral("\n") + found.join(u'\n')));
}

void TestArchitecture::everyRoomIsListed()
{
    const QStringList rooms = m_house.coreRooms();
    for (const SourceFile &file : std::as_const(m_sources)) {
        const QStringList parts = file.parts();
        QVERIFY2(parts.size() >= 3, qPrintable(file.path + QStringLiteral(": a source file lives in a room")));
        if (parts[0] == QLatin1String("core"))
            QVERIFY2(rooms.contains(m_house.roomOf(file.path)), qPrintable(file.path));
        if (parts[0] == QLatin1String("ui"))
            QVERIFY2(m_house.uiRooms.contains(parts[1]), qPrintable(file.path));
    }
}

QTEST_APPLESS_MAIN(TestArchitecture)
#include "tst_architecture.moc"
