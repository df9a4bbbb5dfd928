// SPDX-License-Identifier: GPL-3.0-or-later
// Finds which headers a source file reaches through its includes, so that a file that depends on other files' precompiled headers is found
// without compiling it. Includes are followed as text: those inside #if count as taken.
#pragma once

#include "houserules.h"

namespace trainyard {

class IncludeReach {
public:
    // `qtHeaders`: the folder that contains QtCore, QtGui …; `files`: the project's own files, by path.
    IncludeReach(const QString &qtHeaders, const QList<SourceFile> &files);

    // Classes among `classes` ("QDateTime") that the file names without including or declaring them.
    QStringList missing(const SourceFile &file, const QStringList &classes);

private:
    const QSet<QString> &reached(const QString &key);  // all headers that a header leads to, including itself
    QString keyOf(const QString &include, const QString &from) const;
    QString textOf(const QString &key) const;

    QString m_qt;
    QStringList m_modules;          // folders below m_qt
    QHash<QString, QString> m_own;  // path → text
    QHash<QString, QSet<QString>> m_reached;
};

}  // namespace trainyard
