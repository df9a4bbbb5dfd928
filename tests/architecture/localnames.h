// SPDX-License-Identifier: GPL-3.0-or-later
// Names that are local to a source file: those in an anonymous namespace, and static ones. Several sources of a room are compiled together
// (trainyard_unity() in cmake/TrainyardTargets.cmake), so two files of a room must not use the same one.
#pragma once

#include "houserules.h"

namespace trainyard {

// The room with whose sources the file is compiled; empty for those of the small programs, which are compiled one by one.
QString roomCompiledTogether(const SourceFile &file, const House &house);

// The names of types, variables, constants and functions, these with their types of parameters ("add(int,constQString&)"), and the line of
// each. Reads the layout that .clang-format gives: what is in a namespace is not indented. The values of an enum without a class are missing.
QHash<QString, int> localNames(const QString &text);

// One line per name that a second source of a room has too, or a type in one of its headers. Types named Words are exempt, as they are in
// trainyard_unity(). Further clashes (with a header's constants, or with another room's header) are left to the compiler.
QStringList localNamesakes(const QList<SourceFile> &files, const House &house);

}  // namespace trainyard
