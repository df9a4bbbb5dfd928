// SPDX-License-Identifier: GPL-3.0-or-later
#include "houserules.h"

#include <QRegularExpression>

#include <algorithm>

namespace trainyard {

namespace {

const QStringList kPureFolders = {QStringLiteral("core/base"),       QStringLiteral("core/model"),
                                  QStringLiteral("core/knowledge"),  QStringLiteral("core/observe"),
                                  QStringLiteral("core/checkpoint"), QStringLiteral("core/execution/launchplan"),
                                  QStringLiteral("core/terminal")};

// Files of pure rooms that may access the outside world, so that nothing else there has to.
const QStringList kImpureFiles = {
    QStringLiteral("core/base/executor."),                            // threads that serve many tasks
    QStringLiteral("core/base/fanout."),                              // many things in parallel
    QStringLiteral("core/base/coredump."),                            // a limit of this program
    QStringLiteral("core/base/filelock."),                            // one program at a time
    QStringLiteral("core/base/paths."),                               // reads the environment: where things are kept
    QStringLiteral("core/base/translation."),                         // installs translators into the application
    QStringLiteral("core/knowledge/catalog/catalogfiles."),           // reads files that are built into the program
    QStringLiteral("core/knowledge/compat/compatfiles."),             // reads files that are built into the program
    QStringLiteral("core/knowledge/health/healthfiles."),             // reads files that are built into the program
    QStringLiteral("core/knowledge/benchmark/internal/probefiles."),  // reads files that are built into the program
    QStringLiteral("core/knowledge/environment/recipefiles."),        // reads files that are built into the program
    QStringLiteral("core/knowledge/environment/recipefolder."),       // writes a recipe to a folder that the user chose
    QStringLiteral("core/knowledge/stores/internal/presetfile."),     // reads a file that is built into the program
    QStringLiteral("core/knowledge/clocks/internal/clocksfile."),     // reads a file that is built into the program
    QStringLiteral("core/observe/report/reportfiles."),               // reads files that are built into the program
    QStringLiteral("core/execution/launchplan/onboxfiles."),          // reads files that are built into the program
};

constexpr int kMaxFile = 600;

struct Include {
    int line;
    QString name;
    bool isQuoted;
};

QList<Include> includesOf(const SourceFile &file)
{
    static const QRegularExpression pattern(QStringLiteral(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"])"));
    QList<Include> found;
    const QStringList lines = withoutComments(file.text, false).split(QLatin1Char('\n'));
    for (int i = 0; i < lines.size(); ++i) {
        const auto match = pattern.match(lines[i]);
        if (match.hasMatch())
            found.append({i + 1, match.captured(2), match.captured(1) == QLatin1String("\"")});
    }
    return found;
}

QString breach(const SourceFile &file, int line, const QString &what)
{
    return QStringLiteral("%1:%2: %3").arg(file.path).arg(line).arg(what);
}

QStringList matches(const SourceFile &file, const QString &text, const QRegularExpression &pattern, const QString &what)
{
    QStringList found;
    const QStringList lines = text.split(QLatin1Char('\n'));
    for (int i = 0; i < lines.size(); ++i) {
        const auto match = pattern.match(lines[i]);
        if (match.hasMatch())
            found.append(breach(file, i + 1, QStringLiteral("%1: %2").arg(match.captured(0).trimmed(), what)));
    }
    return found;
}

bool isTier(const QString &name) { return name == QLatin1String("core") || name == QLatin1String("ui") || name == QLatin1String("app"); }

// Screens and commands ask a service instead: these wings may change, or gain a part, without affecting them.
bool isBehindServices(const House &house, const QString &from, const QString &to)
{
    static const QStringList kHidden = {QStringLiteral("transport"), QStringLiteral("provider"), QStringLiteral("execution")};
    const bool isAbove = from.startsWith(QLatin1String("ui/")) || from.startsWith(QLatin1String("app/"));
    const QString wing = to.section(QLatin1Char('/'), 1, 1);
    return isAbove && to.startsWith(QLatin1String("core/")) && house.wings.contains(wing) && kHidden.contains(wing);
}

// Whether the arrow between two rooms points down, to a room that is not hidden.
bool mayUse(const House &house, const QString &from, const QString &to)
{
    if (from == to)
        return true;
    if (isBehindServices(house, from, to))
        return false;
    const QString fromTier = from.section(QLatin1Char('/'), 0, 0), toTier = to.section(QLatin1Char('/'), 0, 0);
    const QString fromRoom = from.section(QLatin1Char('/'), 1), toRoom = to.section(QLatin1Char('/'), 1);
    if (fromTier == QLatin1String("app"))
        return toTier != QLatin1String("app");
    if (toTier == QLatin1String("app"))
        return false;
    if (fromTier == QLatin1String("ui") && toTier == QLatin1String("core"))
        return true;
    if (fromTier == QLatin1String("core")) {
        if (toTier != QLatin1String("core"))
            return false;
        const QString fromWing = from.section(QLatin1Char('/'), 1, 1), toWing = to.section(QLatin1Char('/'), 1, 1);
        if (fromWing != toWing)
            return house.wings.contains(toWing) && house.wings.indexOf(toWing) < house.wings.indexOf(fromWing);
        const QStringList rooms = house.roomsOfWing.value(fromWing);
        const auto place = [&rooms](const QString &room) { return rooms.indexOf(room.section(QLatin1Char('/'), 2)); };
        return place(to) >= 0 && place(to) < place(from);
    }
    // Inside ui: theme, then common, then the log and the charts, then code shared by pages, then clusters and renting, which pages lead to, then pages side by side, then the window.
    const auto level = [](const QString &room) {
        return room == QLatin1String("theme")                                      ? 0
               : room == QLatin1String("common")                                   ? 1
               : room == QLatin1String("log") || room == QLatin1String("charts")   ? 2
               : room == QLatin1String("page")                                     ? 3
               : room == QLatin1String("cluster") || room == QLatin1String("rent") ? 4
               : room == QLatin1String("window")                                   ? 6
                                                                                   : 5;
    };
    return level(toRoom) < level(fromRoom);
}

}  // namespace

bool SourceFile::isCpp() const { return path.endsWith(QLatin1String(".cpp")) || path.endsWith(QLatin1String(".h")); }

QString withoutComments(const QString &text, bool alsoLiterals)
{
    QString out = text;
    enum { Code, Line, Block, String, Char, Raw } state = Code;
    QString rawEnd;
    const auto blank = [&out](qsizetype i) {
        if (out[i] != QLatin1Char('\n'))
            out[i] = QLatin1Char(' ');
    };
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        const QChar next = i + 1 < text.size() ? text[i + 1] : QChar();
        switch (state) {
        case Code:
            if (c == QLatin1Char('/') && next == QLatin1Char('/')) {
                state = Line;
                blank(i);
            } else if (c == QLatin1Char('/') && next == QLatin1Char('*')) {
                state = Block;
                blank(i);
                blank(++i);
            } else if (c == QLatin1Char('R') && next == QLatin1Char('"')) {
                const qsizetype open = text.indexOf(QLatin1Char('('), i);
                if (open < 0)
                    break;
                rawEnd = QLatin1Char(')') + text.mid(i + 2, open - i - 2) + QLatin1Char('"');
                i = open;
                state = Raw;
            } else if (c == QLatin1Char('"')) {
                state = String;
            } else if (c == QLatin1Char('\'') && !(i > 0 && text[i - 1].isLetterOrNumber())) {
                state = Char;  // not the separator in 1'000
            }
            break;
        case Line:
            if (c == QLatin1Char('\n'))
                state = Code;
            else
                blank(i);
            break;
        case Block:
            if (c == QLatin1Char('*') && next == QLatin1Char('/')) {
                blank(i);
                blank(++i);
                state = Code;
            } else {
                blank(i);
            }
            break;
        case Raw:
            if (text.mid(i, rawEnd.size()) == rawEnd) {
                i += rawEnd.size() - 1;
                state = Code;
            } else if (alsoLiterals) {
                blank(i);
            }
            break;
        case String:
        case Char:
            if (c == QLatin1Char('\\')) {
                if (alsoLiterals) {
                    blank(i);
                    if (i + 1 < text.size())
                        blank(i + 1);
                }
                ++i;
            } else if (c == QLatin1Char(state == String ? '"' : '\'') || c == QLatin1Char('\n')) {
                state = Code;
            } else if (alsoLiterals) {
                blank(i);
            }
            break;
        }
    }
    return out;
}

House House::read(const QList<SourceFile> &files)
{
    static const QRegularExpression subdirectory(QStringLiteral(R"(add_subdirectory\((\w+)\))"));
    static const QRegularExpression room(QStringLiteral(R"(trainyard_room\(\s*(\w+)([^)]*)\))"));
    static const QRegularExpression target(QStringLiteral(R"(Trainyard::\w+)"));
    House house;
    const auto order = [](const QString &text) {
        QStringList rooms;
        for (auto it = subdirectory.globalMatch(text); it.hasNext();)
            rooms.append(it.next().captured(1));
        return rooms;
    };
    QHash<QString, QStringList> linkedTargets;
    for (const SourceFile &file : files) {
        if (!file.path.endsWith(QLatin1String("/CMakeLists.txt")))
            continue;
        const QStringList parts = file.parts();
        if (file.path == QLatin1String("core/CMakeLists.txt"))
            house.wings = order(file.text);
        else if (parts[0] == QLatin1String("core") && parts.size() == 3 && !order(file.text).isEmpty())
            house.roomsOfWing.insert(parts[1], order(file.text));
        if (file.path == QLatin1String("ui/CMakeLists.txt"))
            house.uiRooms = order(file.text);
    }
    for (const SourceFile &file : files) {
        const auto match = room.match(file.text);
        if (!match.hasMatch())
            continue;
        const QString folder = house.roomOf(file.path);
        house.roomOfTarget.insert(QStringLiteral("Trainyard::") + match.captured(1), folder);
        QStringList &linked = linkedTargets[folder];
        for (auto it = target.globalMatch(match.captured(2)); it.hasNext();)
            linked.append(it.next().captured(0));
    }
    for (auto it = linkedTargets.cbegin(); it != linkedTargets.cend(); ++it) {
        QStringList &rooms = house.links[it.key()];
        for (const QString &name : it.value()) {
            const QString linked = house.roomOfTarget.value(name);
            if (!linked.isEmpty())
                rooms.append(linked);
        }
    }
    return house;
}

QString House::roomOf(const QString &path) const
{
    const QStringList parts = path.split(QLatin1Char('/'));
    const bool hasRooms = parts.size() > 1 && parts[0] == QLatin1String("core") && roomsOfWing.contains(parts[1]);
    const int depth = hasRooms ? 3 : 2;
    return parts.size() <= depth ? QString() : parts.mid(0, depth).join(QLatin1Char('/'));
}

QStringList House::coreRooms() const
{
    QStringList all;
    for (const QString &wing : wings) {
        if (!roomsOfWing.contains(wing))
            all += QStringLiteral("core/") + wing;
        for (const QString &room : roomsOfWing.value(wing))
            all += QStringLiteral("core/") + wing + QLatin1Char('/') + room;
    }
    return all;
}

QSet<QString> House::reachable(const QString &room) const
{
    QSet<QString> seen;
    QStringList open = links.value(room);
    while (!open.isEmpty()) {
        const QString next = open.takeFirst();
        if (seen.contains(next))
            continue;
        seen.insert(next);
        open.append(links.value(next));
    }
    return seen;
}

QStringList includeArrows(const SourceFile &file, const House &house)
{
    QStringList found;
    const QString from = house.roomOf(file.path);
    const bool isStrict = file.isIn(QStringLiteral("core")) || file.isIn(QStringLiteral("ui"));
    for (const Include &include : includesOf(file)) {
        const QString to = house.roomOf(include.name);
        if (!isTier(include.name.section(QLatin1Char('/'), 0, 0))) {
            const bool isGenerated = include.name.endsWith(QLatin1String(".moc")) || include.name.startsWith(QLatin1String("moc_"));
            if (isStrict && include.isQuoted && !isGenerated)
                found.append(breach(file, include.line, QStringLiteral("%1: name the path from the top of the tree").arg(include.name)));
            continue;
        }
        if (from != to && include.name.contains(QLatin1String("/internal/")))
            found.append(breach(file, include.line, QStringLiteral("%1 is private to %2").arg(include.name, to)));
        if (isBehindServices(house, from, to))
            found.append(breach(file, include.line, QStringLiteral("%1 may not use %2; ask a service (core/service)").arg(from, to)));
        else if (!mayUse(house, from, to))
            found.append(breach(file, include.line,
                                QStringLiteral("%1 may not use %2; turn the arrow round with an interface or a signal").arg(from, to)));
    }
    return found;
}

QStringList linkArrows(const SourceFile &file, const House &house)
{
    const QString from = house.roomOf(file.path);
    if (!house.links.contains(from))
        return {};
    QStringList found;
    const QSet<QString> reachable = house.reachable(from);
    for (const Include &include : includesOf(file)) {
        if (!isTier(include.name.section(QLatin1Char('/'), 0, 0)))
            continue;
        const QString to = house.roomOf(include.name);
        if (to != from && !reachable.contains(to))
            found.append(breach(file, include.line, QStringLiteral("%1 is included but not linked in %2/CMakeLists.txt").arg(to, from)));
    }
    return found;
}

QStringList linkOrder(const House &house)
{
    QStringList found;
    for (auto it = house.links.cbegin(); it != house.links.cend(); ++it) {
        for (const QString &to : it.value()) {
            if (to == it.key() || !mayUse(house, it.key(), to))
                found.append(QStringLiteral("%1/CMakeLists.txt:1: links %2, which it may not use").arg(it.key(), to));
        }
    }
    return found;
}

QStringList purity(const SourceFile &file)
{
    if (std::none_of(kPureFolders.begin(), kPureFolders.end(), [&](const QString &folder) { return file.isIn(folder); }))
        return {};
    for (const QString &start : kImpureFiles) {
        if (file.path.startsWith(start))
            return {};
    }
    static const QRegularExpression header(
        QStringLiteral("^(QtCore/|QtNetwork/|QtSql/)?(QObject|QFile|QFileInfo|QDir|QDirIterator|QSaveFile|QTemporary\\w+|QLockFile|"
                       "QStandardPaths|QSettings|QTimer|QBasicTimer|QElapsedTimer|QDeadlineTimer|QProcess\\w*|QThread\\w*|"
                       "QFuture\\w*|QtConcurrent\\w*|QSql\\w+|QTcp\\w+|QUdp\\w+|QLocalServer|QLocalSocket|QNetwork\\w+|QSocketNotifier|"
                       "QFileSystemWatcher|fstream|filesystem|thread|unistd\\.h|fcntl\\.h|sys/.*|"
                       "netinet/.*|libssh/.*|cstdio|stdio\\.h)$"));
    static const QRegularExpression word(
        QStringLiteral(R"(\bQ_OBJECT\b|\bcurrentDateTime(Utc)?\s*\(|\bcurrent(M?)SecsSinceEpoch\s*\(|\bcurrentDate\s*\(|)"
                       R"(_clock::now\s*\(|\bqEnvironmentVariable\w*\s*\(|\bgetenv\s*\(|\bfopen\s*\()"));
    QStringList found;
    for (const Include &include : includesOf(file)) {
        if (header.match(include.name).hasMatch())
            found.append(
                breach(file, include.line,
                       QStringLiteral("%1: this room only works on values; take what is needed as an argument").arg(include.name)));
    }
    found += matches(file, withoutComments(file.text, true), word,
                     QStringLiteral("this room only works on values; take what is needed as an argument"));
    return found;
}

QStringList libraryOwners(const SourceFile &file)
{
    struct Owner {
        const char *include;
        const char *room;
    };
    static const Owner owners[] = {
        {"^libssh/", "core/transport/ssh"},
        {"^yaml-cpp/", "core/model"},
        {"^(QtSql/|QSql)", "core/storage/database"},
        {"^openssl/", "core"},
        {"^zlib\\.h$", "core"},
        {"^vterm\\.h$", "core/terminal"},
        {"^curl/", "core/transport/http"},
        {"^(QtCore/)?QLockFile$", "core/base"},  // a killed program can leave it locked forever: FileLock
        {"^(QtWidgets/|QWidget$|QtCharts|QMainWindow$|QApplication$)", "ui"},
    };
    QStringList found;
    for (const Include &include : includesOf(file)) {
        for (const Owner &owner : owners) {
            const QString room = QLatin1String(owner.room);
            const bool isWiring = room == QLatin1String("ui") && file.isIn(QStringLiteral("app"));
            if (QRegularExpression(QLatin1String(owner.include)).match(include.name).hasMatch() && !file.isIn(room) && !isWiring)
                found.append(breach(file, include.line,
                                    QStringLiteral("%1 belongs to %2 alone; use what that room offers").arg(include.name, room)));
        }
    }
    return found;
}

QStringList colours(const SourceFile &file)
{
    if (!file.isIn(QStringLiteral("ui")) || file.isIn(QStringLiteral("ui/theme")))
        return {};
    static const QRegularExpression literal(
        QStringLiteral(R"(#[0-9A-Fa-f]{6}([0-9A-Fa-f]{2})?\b|\bQColor\s*[({]\s*(0x)?\d|\bqRgba?\s*\(\s*(0x)?\d)"));
    return matches(file, withoutComments(file.text, false), literal, QStringLiteral("take the colour by its role from ui/theme"));
}

QStringList kinds(const SourceFile &file)
{
    static const QRegularExpression kAsked(QStringLiteral(
        "([=!]= *EngineKind::(?!Auto)|\\bEngineKind::(?!Auto)\\w+ *[=!]=|\\bcase EngineKind::"
        "|\\bproviderKind *[=!]=|[=!]= *[\\w.>:()-]*\\bproviderKind\\b|Provider::kKind *[=!]=|[=!]= *\\w*Provider::kKind\\b)"));
    // Recipes are written in an engine's own command-line syntax.
    for (const char *own : {"core/model", "core/storage/database", "core/execution", "core/provider", "core/knowledge/environment"}) {
        if (file.isIn(QLatin1String(own)))
            return {};
    }
    QStringList breaches;
    const QString text = withoutComments(file.text, true);
    for (auto found = kAsked.globalMatch(text); found.hasNext();) {
        const auto line = int(text.left(found.next().capturedStart()).count(u'\n')) + 1;
        breaches << breach(file, line, QStringLiteral("asks for a kind: ask what it can do, or move this into its wing"));
    }
    return breaches;
}

QStringList facades(const SourceFile &file)
{
    static const QRegularExpression kClass(QStringLiteral("\\bclass (\\w*Service|Services|StateDatabase|Agent)\\b[^;{]*\\{"));
    static const QRegularExpression kSection(QStringLiteral("\\b(public|private|protected|Q_SIGNALS|public Q_SLOTS)\\s*:(?!:)"));
    constexpr int kMax = 15;
    QStringList breaches;
    if (!file.isIn(QStringLiteral("core")) || !file.path.endsWith(QLatin1String(".h")))
        return breaches;
    const QString text = withoutComments(file.text, true);
    for (auto found = kClass.globalMatch(text); found.hasNext();) {
        const auto match = found.next();
        const QString name = match.captured(1);
        // Its statements, without the contents of braces.
        QStringList statements{QString()};
        qsizetype at = match.capturedEnd();
        for (int depth = 1; at < text.size() && depth > 0; ++at) {
            const QChar c = text[at];
            depth += c == u'{' ? 1 : c == u'}' ? -1 : 0;
            if (depth == 1 && (c == u';' || c == u'}'))
                statements << QString();
            else if (depth == 1 && c != u'{')
                statements.last() += c;
        }
        int functions = 0;
        bool isPublic = false;
        for (QString statement : std::as_const(statements)) {
            for (auto section = kSection.match(statement); section.hasMatch(); section = kSection.match(statement)) {
                isPublic = section.captured(1) == QLatin1String("public");
                statement = statement.mid(section.capturedEnd());
            }
            const QString head = statement.section(u'(', 0, 0).trimmed();
            const bool isOwn = statement.contains(u'(') && !head.endsWith(name) && !head.contains(QLatin1String("Q_"))
                               && !head.contains(QLatin1String("operator")) && !head.contains(u'=');
            functions += isPublic && isOwn ? 1 : 0;
        }
        if (functions > kMax) {
            breaches << QStringLiteral("%1:%2: %3 has %4 public functions: a part of them is a subject of its own")
                            .arg(file.path)
                            .arg(text.left(match.capturedStart()).count(u'\n') + 1)
                            .arg(name)
                            .arg(functions);
        }
    }
    return breaches;
}

QStringList length(const SourceFile &file)
{
    const auto lines = file.text.count(QLatin1Char('\n'));
    if (lines <= kMaxFile)
        return {};
    return {breach(file, kMaxFile, QStringLiteral("%1 lines, at most %2: look for the second class inside").arg(lines).arg(kMaxFile))};
}

QStringList licence(const SourceFile &file)
{
    static const QRegularExpression named(QStringLiteral("^(#!.*\n)?(//|#) SPDX-License-Identifier: GPL-3\\.0-or-later\n"));
    if (named.match(file.text).hasMatch())
        return {};
    return {breach(file, 1, QStringLiteral("the first line names the licence: // SPDX-License-Identifier: GPL-3.0-or-later"))};
}

QStringList eventLoops(const SourceFile &file)
{
    static const QRegularExpression always(QStringLiteral(R"(\bQEventLoop\b|\bprocessEvents\s*\(|\bSIGNAL\s*\(|\bSLOT\s*\()"));
    static const QRegularExpression anyExec(QStringLiteral(R"((\.|->|::)exec\s*\()"));
    static const QRegularExpression plainExec(QStringLiteral(R"((\.|->|::)exec\s*\(\s*\))"));
    const QString code = withoutComments(file.text, true);
    QStringList found = matches(file, code, always, QStringLiteral("use a signal and a connected function"));
    // Programs start their one event loop; executing a database query is also allowed.
    if (!file.isIn(QStringLiteral("app")) && !file.isIn(QStringLiteral("core/storage/database")))
        found += matches(file, code, file.isIn(QStringLiteral("ui")) ? anyExec : plainExec,
                         QStringLiteral("a nested event loop; use open() or popup() and a signal"));
    return found;
}

QStringList threads(const SourceFile &file)
{
    // Each with what its thread does.
    static const QStringList owners{
        QStringLiteral("app/cli/console."),                                       // waits for signals of the terminal
        QStringLiteral("core/base/executor."),                                    // the kit itself
        QStringLiteral("core/base/fanout."),                                      // the kit itself
        QStringLiteral("core/service/machines/internal/portprobe."),              // a name lookup that cannot be interrupted
        QStringLiteral("core/service/machines/internal/transferqueuestate."),     // a transfer, for as long as it runs
        QStringLiteral("core/service/machines/internal/tunnelrelay."),            // polls its sockets
        QStringLiteral("core/service/machines/localredirect."),                   // polls its sockets
        QStringLiteral("core/service/machines/tunnel."),                          // keeps one forwarded port linked
        QStringLiteral("core/transport/ssh/internal/agentrelay."),                // polls its sockets
        QStringLiteral("core/transport/ssh/internal/dial."),                      // a name lookup that cannot be interrupted
        QStringLiteral("core/transport/ssh/internal/jumpforwarder."),             // polls its sockets
        QStringLiteral("core/transport/ssh/reactor."),                            // polls all connections
        QStringLiteral("core/transport/transfer/internal/transferconnections."),  // a connection that moves bulk
    };
    static const QStringList elsewhere{QStringLiteral("app/demotrainer"), QStringLiteral("app/probe"), QStringLiteral("app/starter"),
                                       QStringLiteral("core/device")};
    static const QRegularExpression thread(QStringLiteral(R"(\bstd::(async|jthread|thread(?!::id))\b)"));
    static const QRegularExpression sleep(QStringLiteral(R"(\bQThread::(u|m)?sleep\b|\bsleep_(for|until)\s*\(|\busleep\s*\()"));
    const bool isOurs = file.isIn(QStringLiteral("app")) || file.isIn(QStringLiteral("core")) || file.isIn(QStringLiteral("ui"));
    if (!isOurs || std::any_of(elsewhere.begin(), elsewhere.end(), [&](const QString &folder) { return file.isIn(folder); }))
        return {};
    const QString code = withoutComments(file.text, true);
    QStringList found = matches(file, code, sleep, QStringLiteral("pauseFor() with a stop token, or Executor::after()"));
    if (std::none_of(owners.begin(), owners.end(), [&](const QString &start) { return file.path.startsWith(start); }))
        found += matches(file, code, thread, QStringLiteral("an Executor, fanOut() or sideBySide()"));
    return found;
}

QStringList dialogs(const SourceFile &file)
{
    static const QRegularExpression own(QStringLiteral(R"(public QDialog\b|new QDialog\b|\bQDialog \w+[;({]|\bQMessageBox\b)"));
    if (!file.isIn(QStringLiteral("ui")) || file.path.startsWith(QLatin1String("ui/common/dialog.")))
        return {};
    return matches(file, withoutComments(file.text, true), own, QStringLiteral("derive it from Dialog (ui/common/dialog.h)"));
}

QStringList keys(const SourceFile &file)
{
    static const QRegularExpression own(QStringLiteral(
        R"(QKeySequence\((Qt::(CTRL|ALT|SHIFT)\b|Qt::Key_(?!Down\b|Up\b|Escape\b))|[^(]\bQKeySequence::[A-Z]\w+,|setShortcut\(Qt::Key_)"));
    if (!file.isIn(QStringLiteral("ui")) || file.path.startsWith(QLatin1String("ui/common/keytable.")))
        return {};
    return matches(file, withoutComments(file.text, true), own, QStringLiteral("declare the key in ui/common/keytable.h"));
}

QStringList commandWords(const SourceFile &file)
{
    // Commands that the person is told to type in a terminal, because the window cannot do it.
    static const QStringList kTold{QStringLiteral("To add one to it: yard secret set NAME")};
    static const QRegularExpression own(QStringLiteral(R"(\btr\("[^\n]*?(?:[\s(“]--[a-z]|\byard [a-z]))"));
    if (!file.isIn(QStringLiteral("ui")))
        return {};
    QString text = withoutComments(file.text, false);
    for (const QString &told : kTold)
        text.remove(told);
    // A long text has several literals.
    static const QRegularExpression joint(QStringLiteral(R"("\s*\n\s*")"));
    text.remove(joint);
    return matches(file, text, own, QStringLiteral("the window's reader types no commands: say what to do here"));
}

QStringList dialogClasses(const QList<SourceFile> &files)
{
    static const QRegularExpression pattern(QStringLiteral("class (\\w+)(?: final)? : public Dialog\\b"));
    QStringList found;
    for (const SourceFile &file : files) {
        auto matches = pattern.globalMatch(withoutComments(file.text, true));
        while (matches.hasNext())
            found << matches.next().captured(1);
    }
    return found;
}

QStringList namesakes(const QList<SourceFile> &files)
{
    static const QRegularExpression pattern(QStringLiteral("^(?:class|struct|enum class) (\\w+)(?: final)?(?: :[^;]*)? ?\\{?$"));
    QHash<QString, QString> places;
    QStringList found;
    for (const SourceFile &file : files) {
        // The probe is a separate program.
        if (!file.path.endsWith(QLatin1String(".h")) || file.isIn(QStringLiteral("core/device")) || file.isIn(QStringLiteral("app")))
            continue;
        const QStringList lines = withoutComments(file.text, true).split(QLatin1Char('\n'));
        for (int i = 0; i < lines.size(); ++i) {
            const auto match = pattern.match(lines[i]);
            if (!match.hasMatch())
                continue;
            const QString name = match.captured(1), other = places.value(name);
            if (!other.isEmpty())
                found.append(
                    breach(file, i + 1, QStringLiteral("%1 is the name of a type in %2 too: give one of them another").arg(name, other)));
            places.insert(name, file.path);
        }
    }
    return found;
}

QStringList machinePaths(const SourceFile &file)
{
    // Split into pieces, because otherwise this file would break its own rule.
    static const QRegularExpression everywhere(QStringLiteral("(?<![\\w.])/(") + QStringLiteral("work/(main|shared|\\.)")
                                               + QStringLiteral("|tmp/w/)"));
    // Tests contain made-up home folders to parse.
    static const QRegularExpression inProducts(everywhere.pattern() + QStringLiteral("|(?<![\\w.])/(home|root)/[a-z.]"));
    const QRegularExpression &path = file.isIn(QStringLiteral("tests")) ? everywhere : inProducts;
    return matches(file, file.text, path, QStringLiteral("this path exists on one computer only"));
}

}  // namespace trainyard
