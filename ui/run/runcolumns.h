// SPDX-License-Identifier: GPL-3.0-or-later
// The columns of the run list: which are shown, their widths, and the order of the rows, chosen by the header or by a menu. Without a
// choice, as many of the usual columns as fit; chosen ones are all shown, and scroll if there are too many. The first one fills what is
// left. Main thread. objectNames of the menu's entries: "runsColumn_KEY"; of its menus of series and parameters "runsExtra0" …, of the
// entries in these "runsColumn_KEY".
#pragma once

#include "ui/run/runextras.h"
#include "ui/run/runorder.h"

#include <QHash>
#include <QList>
#include <QMap>
#include <QObject>
#include <QStringList>
#include <QTimer>

class QMenu;
class QTreeView;

namespace trainyard {

class RunsModel;

class RunColumns : public QObject {
    Q_OBJECT
public:
    RunColumns(QTreeView *view, RunsModel *model, QObject *parent);

    void begin();  // the view has its model
    void set(const QStringList &columns, const RunOrder &order, const QMap<QString, int> &widths);
    void setHasTags(bool hasTags);  // whether any run has some
    void setHasCosts(bool hasCosts);
    void fillMenu(QMenu *menu);

Q_SIGNALS:
    void columnsChosen(const QStringList &columns);
    void orderChosen(const trainyard::RunOrder &order);
    void widthsChosen(const QMap<QString, int> &widths);  // in design pixels, by key
    void namesWanted();                                   // of series and parameters: the menu is about to offer them

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
    void resized(int column, int width);
    void addExtras(QMenu *menu, int number, const QString &title, ExtraKind kind);
    QAction *addColumn(QMenu *menu, const QString &key, const QString &title);
    QString titleOf(int column) const;

    QTreeView *m_view;
    RunsModel *m_model;
    QStringList m_columns;
    QMap<QString, int> m_widths;
    QTimer m_resized;
    RunOrder m_order;
    bool m_hasTags = false, m_hasCosts = false, m_isPlacing = false;
};

}  // namespace trainyard
