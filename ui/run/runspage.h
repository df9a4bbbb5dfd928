// All runs, newest first. Plain values in, wishes out. objectNames: "runsPage", "runsView", "runsFilter",
// "runsCompare", "runsLaunch", "runsEmptyLaunch", "runsEmptySandbox". Keyboard: Enter opens the run, Shift and the arrow keys or
// Ctrl and the blank choose several.
#pragma once

#include "core/store/records.h"

#include <QTimer>
#include <QWidget>

class QPushButton;
class QSortFilterProxyModel;
class QTableView;

namespace trainyard {

class PageHeader;
class Placeholder;
class RunsModel;
class SearchField;

class RunsPage : public QWidget {
    Q_OBJECT
public:
    explicit RunsPage(QWidget *parent = nullptr);

    void setRuns(const QList<Run> &runs);      // newest first
    void setError(const Error &error);

Q_SIGNALS:
    void openRequested(const QString &runId);
    void compareRequested(const QStringList &runIds);      // two to six, in the order of the list
    void launchRequested();
    void sandboxRequested();

protected:
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void sizeColumns();
    void updatePlaceholder();
    void updateCompare();
    QStringList chosenRuns() const;

    PageHeader *m_header;
    SearchField *m_filter;
    QPushButton *m_compare;
    RunsModel *m_model;
    QSortFilterProxyModel *m_shown;
    QTableView *m_view;
    Placeholder *m_placeholder;
    QTimer m_clock;
};

}  // namespace trainyard
