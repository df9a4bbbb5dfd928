// SPDX-License-Identifier: GPL-3.0-or-later
// Which headers a source file reaches by its includes, so that a file that lives on the precompiled headers of others
// is found without compiling it. Includes are followed as text: those inside #if count as taken.
#pragma once

#include "houserules.h"

namespace trainyard {

class IncludeReach {
public:
    // `qtHeaders`: the folder that has QtCore, QtGui … in it; `files`: the project's own, by their path.
    IncludeReach(const QString &qtHeaders, const QList<SourceFile> &files);

    // Classes among `classes` ("QDateTime") that the file names without including or declaring them.
    QStringList missing(const SourceFile &file, const QStringList &classes);

private:
    const QSet<QString> &reached(const QString &key);  // all headers that a header leads to, itself too
    QString keyOf(const QString &include, const QString &from) const;
    QString textOf(const QString &key) const;

    QString m_qt;
    QStringList m_modules;          // folders below m_qt
    QHash<QString, QString> m_own;  // path → text
    QHash<QString, QSet<QString>> m_reached;
};

}  // namespace trainyard
