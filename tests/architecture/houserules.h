// SPDX-License-Identifier: GPL-3.0-or-later
// The house rules as functions over source text, so that each rule can itself be tested with a snippet that breaks it. Every function
// returns one line per breach, "path:line: what to do instead".
#pragma once

#include <QHash>
#include <QList>
#include <QSet>
#include <QString>
#include <QStringList>

namespace trainyard {

struct SourceFile {
    QString path;  // from the top of the source tree, with '/'
    QString text;

    QStringList parts() const { return path.split(QLatin1Char('/')); }
    bool isIn(const QString &folder) const { return path.startsWith(folder + QLatin1Char('/')); }
    bool isCpp() const;
};

// The wings of core with their rooms and the rooms of ui, in the order of the CMakeLists.txt that list them, and what each room links.
// A wing without a list of rooms is one room.
struct House {
    QStringList wings;                        // of core, bottom up
    QHash<QString, QStringList> roomsOfWing;  // "transport" → {"ssh", …}, bottom up
    QStringList uiRooms;                      // bottom up
    QHash<QString, QString> roomOfTarget;     // "Trainyard::Ssh" → "core/transport/ssh"
    QHash<QString, QStringList> links;        // "core/transport/ssh" → {"core/base"}

    // Reads the CMakeLists.txt files among the given ones.
    static House read(const QList<SourceFile> &files);
    // "core/transport/ssh/sftp.h" → "core/transport/ssh"; empty if the file is in no room.
    QString roomOf(const QString &path) const;
    QSet<QString> reachable(const QString &room) const;
    QStringList coreRooms() const;  // as in the tree, "core/transport/ssh"
};

// The text with comments blanked out, and on request also string and character literals; line ends stay.
QString withoutComments(const QString &text, bool alsoLiterals);

// app → ui → core, but of core neither transport nor provider nor execution; from a wing only to those below it, inside a wing only to
// rooms below. ui pages do not know each other; no room includes another room's internal/; includes name the full path.
QStringList includeArrows(const SourceFile &file, const House &house);
// A room links what it includes, and links only downward.
QStringList linkArrows(const SourceFile &file, const House &house);
QStringList linkOrder(const House &house);
// Rules over values: no QObject, clock, file, socket or process.
QStringList purity(const SourceFile &file);
// libssh only in core/transport/ssh, yaml-cpp only in core/model, and so on.
QStringList libraryOwners(const SourceFile &file);
// Colours have names, which are defined only in ui/theme.
QStringList colours(const SourceFile &file);
QStringList length(const SourceFile &file);
// Only the wings that provide engines and machine providers check which one it is; other code asks for capabilities (capabilitiesOf(),
// Machine::isSimulated).
QStringList kinds(const SourceFile &file);
// The texts of the window name no options and commands of the command line.
QStringList commandWords(const SourceFile &file);
// A service, the agent and the database have at most 15 public functions of their own: a class with more covers several subjects.
QStringList facades(const SourceFile &file);
// Its first line, or the one behind "#!", names the licence (SPDX).
QStringList licence(const SourceFile &file);
// No nested event loop and no string-based connect.
QStringList eventLoops(const SourceFile &file);
// Background work runs on an executor or a fan-out (core/base/executor.h, fanout.h), and a pause is pauseFor() (retry.h). Threads with
// their own loop are on a list.
QStringList threads(const SourceFile &file);
// Every dialog is a Dialog (ui/common/dialog.h), so that all keys have the same meaning in all of them.
QStringList dialogs(const SourceFile &file);
// Keys are declared in ui/common/keytable.cpp, so that the list of keys is complete. Keys that move or type are exempt.
QStringList keys(const SourceFile &file);
// The classes that derive from Dialog.
QStringList dialogClasses(const QList<SourceFile> &files);
// Two types of the same name in one program: the linker silently mixes their inline functions.
QStringList namesakes(const QList<SourceFile> &files);
// No path that exists only on one person's computer.
QStringList machinePaths(const SourceFile &file);

}  // namespace trainyard
