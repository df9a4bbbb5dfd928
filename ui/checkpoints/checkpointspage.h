// All checkpoints of all runs with their verdicts, and an inspector of the chosen one. Plain values in, wishes out.
// objectNames: "checkpointsPage", "checkpointsView", "checkpointsRefresh", "checkpointsFilter",
// "checkpointsVerdict" (its menu "checkpointsVerdictMenu"), "checkpointsEmptyLaunch", and those of CheckpointInspector. Keyboard: Enter resumes, F5 looks again.
#pragma once

#include "ui/checkpoints/checkpointsummary.h"

#include <QDateTime>
#include <QHash>
#include <QTimer>
#include <QWidget>

#include <utility>

class QMenu;
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

    // Answers inspectionRequested(); cancelled ones are forgotten.
    // Answer verifyRequested() and tell how far it is.
    void setVerification(const FoundCheckpoint &found, const Result<Verification> &verification);
    void setVerifyProgress(const FoundCheckpoint &found, qint64 doneBytes, qint64 totalBytes);
    void setInspection(const FoundCheckpoint &found, const Result<Inspection> &inspection);

Q_SIGNALS:
    void refreshRequested();
    void inspectionRequested(const trainyard::FoundCheckpoint &found);      // of the chosen one, once
    void verifyRequested(const trainyard::FoundCheckpoint &found);          // every byte, where it lies
    void resumeRequested(const trainyard::FoundCheckpoint &from);
    void openRunRequested(const QString &runId);
    void launchRequested();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void applyFilter();
    void showMessages();
    void showCurrent();
    void lookInside(const FoundCheckpoint &found);
    void compare(const FoundCheckpoint &left, const FoundCheckpoint &right);
    void showComparison();             // once both were looked into
    void buildVerdictMenu();
    void sizeColumns();

    CheckpointScan m_scan;
    QDateTime m_now;
    bool m_isScanning = false, m_hasScan = false;
    QString m_unusableLineage, m_unusablePath;
    QHash<QString, LookInside> m_looks;      // by run, path, size and time: another content is looked into anew
    std::optional<std::pair<FoundCheckpoint, FoundCheckpoint>> m_compared;   // waits for a look
    std::optional<Verdict> m_wantedVerdict;
    QTimer m_lookLater;
    CheckpointModel *m_model;
    PageHeader *m_header;
    SearchField *m_filter;
    QPushButton *m_verdict, *m_refresh;
    QMenu *m_verdicts;
    QTreeView *m_view;
    Placeholder *m_placeholder;
    CheckpointInspector *m_inspector;
};

}  // namespace trainyard
