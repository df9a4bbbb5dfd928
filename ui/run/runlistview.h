// SPDX-License-Identifier: GPL-3.0-or-later
// How a person looks at the list of runs: what is shown of it, in which order and in which groups; it can be saved under a name. Reading
// the settings never fails.
#pragma once

#include "ui/run/runarrangement.h"

#include <QList>
#include <QMap>
#include <QString>
#include <QStringList>

namespace trainyard {

struct RunListView {
    QString filter;
    QStringList columns = {};  // keys of those shown besides the name, from left to right; empty: as many of the usual ones as fit
    RunOrder order = {};
    RunGrouping grouping = RunGrouping::None;
    QMap<QString, int> widths = {};  // of columns that a person sized, in design pixels; they make no other view

    bool operator==(const RunListView &other) const
    {
        return filter == other.filter && columns == other.columns && order == other.order && grouping == other.grouping;
    }

    // As one line of JSON. Reading never fails: what is unknown or of another kind is left out.
    QString toText() const;
    static RunListView fromText(const QString &text);
};

// A saved view, under a name that no other has.
struct NamedRunView {
    QString name;
    RunListView view;
    bool operator==(const NamedRunView &) const = default;
};

RunListView loadRunListView(const QString &settingsFile);
void saveRunListView(const RunListView &view, const QString &settingsFile);
QList<NamedRunView> loadRunViews(const QString &settingsFile);  // by name
void saveRunViews(const QList<NamedRunView> &views, const QString &settingsFile);

QList<int> choosableColumns();                  // of RunsModel, from left to right: all but the name
QString runColumnKey(int column);               // stable: "loss"; empty for the name
int runColumnNamed(const QString &);            // -1: unknown
QString runGroupingWord(RunGrouping grouping);  // stable: "project"

}  // namespace trainyard
