// SPDX-License-Identifier: GPL-3.0-or-later
// All checkpoints of all runs and of the places that a person added, with their verdicts, and an inspector of the chosen one or
// of all those of a run or place. Takes plain values, emits requests.
// objectNames: "checkpointsPage", "checkpointsView", "checkpointsRefresh", "checkpointsFilter",
// "checkpointsVerdict" (its menu "checkpointsVerdictMenu"), "checkpointsEmptyLaunch", "checkpointsAddPlace", "checkpointsEmptyPlace", and those of CheckpointInspector and GroupPanel. Keyboard: Enter resumes, F5 looks
// again, Delete takes a place off the list.
#pragma once

#include "core/model/ids.h"
#include "core/service/runs/checkpointrequests.h"
#include "ui/checkpoints/checkpointsummary.h"

#include <QDateTime>
#include <QHash>
#include <QSet>
#include <QTimer>
#include <QWidget>

#include <utility>

class QBoxLayout;
class QMenu;
class QPushButton;
class QStackedWidget;
class QTreeView;

namespace trainyard {

class CheckpointInspector;
struct CheckpointGroup;
class CheckpointModel;
class GroupPanel;
class Label;
class MessageBar;
class PageHeader;
class Placeholder;
class SearchField;

class CheckpointsPage : public QWidget {
    Q_OBJECT
public:
    explicit CheckpointsPage(QWidget *parent = nullptr);

    void setScan(const CheckpointScan &scan, const QDateTime &now);
    void setScanning(bool isScanning);
    void setError(const Error &error);                   // the scan as a whole failed; cancelled ones are ignored
    void setPlaces(const QList<PlaceSnapshot> &places);  // all of them, in order
    void setLookingAt(const QString &placeId, bool isLooking);
    MessageBar *messageBar() const;
    // Of the chosen run or place, by its lineage: how many more fit there.
    void setRoom(const QString &lineage, const QString &text);
    void showCheckpoint(const QString &lineage, const QString &path = {});  // empty path: its latest good one

    const FoundCheckpoint *current() const;

    // Answers inspectionRequested(); cancelled ones are forgotten.
    // Answer verifyRequested() and tell how far it is.
    void setVerification(const FoundCheckpoint &found, const Result<Verification> &verification);
    void setVerifyProgress(const FoundCheckpoint &found, qint64 doneBytes, qint64 totalBytes);
    void setInspection(const FoundCheckpoint &found, const Result<Inspection> &inspection);

Q_SIGNALS:
    void refreshRequested();
    void inspectionRequested(const trainyard::FoundCheckpoint &found);  // of the chosen one, once
    void verifyRequested(const trainyard::FoundCheckpoint &found);      // every byte, where it lies
    void resumeRequested(const trainyard::FoundCheckpoint &from);
    void openRunRequested(const RunId &runId);
    void launchRequested();
    void addPlaceRequested();
    void removePlaceRequested(const trainyard::CheckpointSite &place);
    void placeLookRequested(const trainyard::CheckpointSite &place);
    void pruneRequested(const trainyard::CheckpointRef &where, const QString &title);
    void copyRequested(const trainyard::FoundCheckpoint &found);
    void pinRequested(const trainyard::FoundCheckpoint &found, bool isPinned);
    void roomRequested(const trainyard::CheckpointRef &where, const QString &lineage);  // of the chosen place: runs tell theirs

protected:
    void resizeEvent(QResizeEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void buildList();
    void connectAll();
    void applyFilter();
    void showGroup();
    const CheckpointGroup *currentGroup() const;  // where the group itself is chosen
    void removeCurrentPlace();
    void showMessages();
    void showCurrent();
    void lookInside(const FoundCheckpoint &found);
    void compare(const FoundCheckpoint &left, const FoundCheckpoint &right);
    void showComparison();  // once both were looked into
    void buildVerdictMenu();
    void sizeColumns();

    CheckpointScan m_scan;
    QList<PlaceSnapshot> m_places;
    QSet<QString> m_looking;  // ids of places
    QDateTime m_now;
    bool m_isScanning = false, m_hasScan = false;
    QString m_unusableLineage, m_unusablePath;
    QHash<QString, LookInside> m_looks;  // by run, path, size and time: another content is looked into anew
    std::optional<std::pair<FoundCheckpoint, FoundCheckpoint>> m_compared;  // waits for a look
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
    GroupPanel *m_group;
    QStackedWidget *m_side;
    QBoxLayout *m_columns;  // list and panel
    QPushButton *m_addPlace;
};

}  // namespace trainyard
