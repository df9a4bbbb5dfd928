// All checkpoints of all runs with their verdicts, and an inspector of the chosen one. Plain values in, wishes out.
// objectNames: "checkpointsPage", "checkpointsView", "checkpointsRefresh", "checkpointsFilter",
// "checkpointsEmptyLaunch", and those of CheckpointInspector. Keyboard: Enter resumes, F5 looks again.
#pragma once

#include "core/run/checkpointscan.h"

#include <QDateTime>
#include <QWidget>

class QPushButton;
class QTreeView;

namespace trainyard {

class CheckpointInspector;
class CheckpointModel;
class Label;
class PageHeader;
class Placeholder;
class SearchField;

class CheckpointsPage : public QWidget {
    Q_OBJECT
public:
    explicit CheckpointsPage(QWidget *parent = nullptr);

    void setScan(const CheckpointScan &scan, const QDateTime &now);
    void setScanning(bool isScanning);
    void setError(const Error &error);           // the scan as a whole failed; cancelled ones are ignored
    void showCheckpoint(const QString &lineage, const QString &path = {});   // empty path: its latest good one

    const FoundCheckpoint *current() const;

Q_SIGNALS:
    void refreshRequested();
    void resumeRequested(const trainyard::FoundCheckpoint &from);
    void openRunRequested(const QString &runId);
    void launchRequested();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void applyFilter();
    void showMessages();
    void showCurrent();
    void sizeColumns();

    CheckpointScan m_scan;
    QDateTime m_now;
    bool m_isScanning = false, m_hasScan = false;
    QString m_unusableLineage, m_unusablePath;
    CheckpointModel *m_model;
    PageHeader *m_header;
    SearchField *m_filter;
    QPushButton *m_refresh;
    QTreeView *m_view;
    Placeholder *m_placeholder;
    CheckpointInspector *m_inspector;
};

}  // namespace trainyard
