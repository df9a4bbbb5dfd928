// SPDX-License-Identifier: GPL-3.0-or-later
// Finds which headers a source file reaches through its includes, so that a file that depends on precompiled headers, or on the includes of
// files that are compiled together with it, is found without compiling it. Includes are followed as text: those inside #if count as taken.
#pragma once

#include "houserules.h"

namespace trainyard {

class IncludeReach {
public:
    // `qtHeaders`: the folder that contains QtCore, QtGui …; `files`: the project's own files, by path.
    IncludeReach(const QString &qtHeaders, const QList<SourceFile> &files);

    // Classes among `classes` ("QDateTime") that the file names without including or declaring them.
    QStringList missing(const SourceFile &file, const QStringList &classes);

    // The project's types that the file names without reaching the header that declares each one: sources that are compiled together with
    // others would not fail without it.
    QStringList missingOwn(const SourceFile &file);
    qsizetype ownTypes() const { return m_types.size(); }

private:
    QStringList leadsOf(const QString &key);           // the headers that it includes
    const QSet<QString> &reached(const QString &key);  // all headers that a header leads to, including itself
    QString keyOf(const QString &include, const QString &from) const;
    QString textOf(const QString &key) const;
    const QString &codeOf(const QString &key);  // of one of the project's files, without comments and literals

    QString m_qt;
    QStringList m_modules;            // folders below m_qt
    QHash<QString, QString> m_own;    // path → text
    QHash<QString, QString> m_types;  // the project's types → the header that declares each one
    QHash<QString, QSet<QString>> m_reached;
    QHash<QString, QStringList> m_leads;
    QHash<QString, QString> m_code;
};

}  // namespace trainyard
