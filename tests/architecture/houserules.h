// SPDX-License-Identifier: GPL-3.0-or-later
// The rules of the house as functions over source text, so that each rule can itself be tested with a snippet
// that breaks it. Every function returns one line per breach, "path:line: what to do instead".
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

// The order of the rooms, as the CMakeLists.txt of core and ui list them, and what each room links.
struct House {
    QStringList coreRooms;                 // bottom up
    QStringList uiRooms;                   // bottom up
    QHash<QString, QString> roomOfTarget;  // "Trainyard::Ssh" → "core/ssh"
    QHash<QString, QStringList> links;     // "core/ssh" → {"core/base"}

    // Reads the CMakeLists.txt files among the given ones.
    static House read(const QList<SourceFile> &files);
    QSet<QString> reachable(const QString &room) const;
};

// The text with comments blanked out, and string and character literals too when asked; line ends stay.
QString withoutComments(const QString &text, bool alsoLiterals);

// app → ui → core; inside core only downward; ui pages do not know each other; includes name the full path.
QStringList includeArrows(const SourceFile &file, const House &house);
// A room links what it includes, and links only downward.
QStringList linkArrows(const SourceFile &file, const House &house);
QStringList linkOrder(const House &house);
// Rules over values: no QObject, clock, file, socket or process.
QStringList purity(const SourceFile &file);
// libssh only in core/ssh, yaml-cpp only in core/task, and so on.
QStringList libraryOwners(const SourceFile &file);
// Colours have names, and these are given in ui/theme only.
QStringList colours(const SourceFile &file);
QStringList length(const SourceFile &file);
// Its first line, or the one behind "#!", names the licence (SPDX).
QStringList licence(const SourceFile &file);
// No nested event loop and no string-based connect.
QStringList eventLoops(const SourceFile &file);
// Every dialog is a Dialog (ui/common/dialog.h), so that all keys mean the same in all of them.
QStringList dialogs(const SourceFile &file);
// Keys are declared in ui/common/keytable.cpp, or the list of keys would not have them. Those that move or type are free.
QStringList keys(const SourceFile &file);
// The classes that derive from Dialog.
QStringList dialogClasses(const QList<SourceFile> &files);
// Two types of one name in one program: the linker mixes their inline functions without a word.
QStringList namesakes(const QList<SourceFile> &files);
// No path that exists on one person's computer only.
QStringList machinePaths(const SourceFile &file);

}  // namespace trainyard
