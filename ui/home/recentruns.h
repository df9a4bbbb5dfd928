// SPDX-License-Identifier: GPL-3.0-or-later
// The card with Home's table of runs: one click or Enter opens a run, a right click or the menu key offers what else can be begun with it.
// objectName of that menu: "recentRunMenu".
#pragma once

#include "core/model/run.h"
#include "core/observe/diagnosis/runglance.h"
#include "ui/common/card.h"

#include <QHash>
#include <QTableView>

namespace trainyard {

class Placeholder;
class RecentRunsModel;
struct MeterNow;

class RecentRuns : public Card {
    Q_OBJECT
public:
    explicit RecentRuns(QWidget *parent = nullptr);

    void setRuns(const QList<Run> &runs);
    void setMeter(const MeterNow &meter);
    void setGlances(const QHash<RunId, RunGlance> &glances);
    void setNow(const QDateTime &now);
    QTableView *table() const { return m_table; }

Q_SIGNALS:
    void runActivated(const RunId &id);
    void launchAgainRequested(const RunId &id);  // with changes
    void allRequested();
    void launchRequested();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void sizeColumns();
    void openMenu(const QPoint &position);

    RecentRunsModel *m_model;
    QTableView *m_table;
    Placeholder *m_placeholder = nullptr;
    bool m_hasCosts = false;
};

}  // namespace trainyard
