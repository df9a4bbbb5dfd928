// SPDX-License-Identifier: GPL-3.0-or-later
// The columns of the run list: which are shown, their widths, and the order of the rows, chosen by the header or by a menu. Without a
// choice, as many of the usual columns as fit; chosen ones are all shown, and scroll if there are too many. Main thread. objectNames of the
// menu's entries: "runsColumn_KEY".
#pragma once

#include "ui/run/runorder.h"

#include <QHash>
#include <QList>
#include <QObject>
#include <QStringList>

class QMenu;
class QTreeView;

namespace trainyard {

class RunColumns : public QObject {
    Q_OBJECT
public:
    RunColumns(QTreeView *view, QObject *parent);

    void begin();  // the view has its model, whose columns are those of RunsModel
    void set(const QStringList &columns, const RunOrder &order);
    void setHasTags(bool hasTags);  // whether any run has some
    void setHasCosts(bool hasCosts);
    void fillMenu(QMenu *menu);

Q_SIGNALS:
    void columnsChosen(const QStringList &columns);
    void orderChosen(const trainyard::RunOrder &order);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void size();
    QHash<int, int> widths() const;
    QList<int> usual() const;                   // the most important first
    void fit(QHash<int, int> widths);           // the usual ones
    void place(const QHash<int, int> &widths);  // the chosen ones
    void sortBy(int column);                    // the next order of its three
    void toggle(const QString &key);
    void moved();
    QString titleOf(int column) const;

    QTreeView *m_view;
    QStringList m_columns;
    RunOrder m_order;
    bool m_hasTags = false, m_hasCosts = false, m_isPlacing = false;
};

}  // namespace trainyard
