// SPDX-License-Identifier: GPL-3.0-or-later
// All checkpoints of all runs and of the locations that the user added, with their verdicts, and an inspector for the selected checkpoint,
// run or location. Takes plain values, emits requests. objectNames: "checkpointsPage", "checkpointsView", "checkpointsRefresh",
// "checkpointsFilter", "checkpointsVerdict" (its menu "checkpointsVerdictMenu"), "checkpointsEmptyLaunch", "checkpointsAddPlace",
// "checkpointsEmptyPlace", and those of CheckpointInspector and GroupPanel. Keyboard: Enter resumes, F5 refreshes, Delete removes a
// location from the list.
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

class CheckpointDelegate;
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

    // Shows only this run's from now on, as a part of another page. objectNames: "runCheckpointsTable" instead of "checkpointsView".
    void narrowTo(const QString &lineage);
    void showMoment(const QDateTime &when);  // the one that was saved then, or next to it

    void setScan(const CheckpointScan &scan, const QDateTime &now);
    void setScanning(bool isScanning);
    void setError(const Error &error);                   // the scan as a whole failed; cancelled ones are ignored
    void setPlaces(const QList<PlaceSnapshot> &places);  // all locations, in order
    void setLookingAt(const QString &placeId, bool isLooking);
    MessageBar *messageBar() const;
    // How many more checkpoints fit there; for the selected run or location, identified by its lineage.
    void setDiskSpace(const QString &lineage, const QString &text);
    void showCheckpoint(const QString &lineage, const QString &path = {});  // empty path: the run's latest good one

    const FoundCheckpoint *current() const;

    // setInspection() answers inspectionRequested(); cancelled results are ignored. setVerification() answers verifyRequested(), and
    // setVerifyProgress() reports its progress.
    void setVerification(const FoundCheckpoint &found, const Result<Verification> &verification);
    void setVerifyProgress(const FoundCheckpoint &found, qint64 doneBytes, qint64 totalBytes);
    void setInspection(const FoundCheckpoint &found, const Result<Inspection> &inspection);

Q_SIGNALS:
    void refreshRequested();
    void inspectionRequested(const trainyard::FoundCheckpoint &found);  // for the selected one, once
    void verifyRequested(const trainyard::FoundCheckpoint &found);      // read every byte, where it is stored
    void resumeRequested(const trainyard::FoundCheckpoint &from);
    void openRunRequested(const RunId &runId);
    void filesRequested(const trainyard::FoundCheckpoint &found);  // show them in their folder
    void launchRequested();
    void addPlaceRequested();
    void removePlaceRequested(const trainyard::CheckpointSite &place);
    void placeLookRequested(const trainyard::CheckpointSite &place);
    void pruneRequested(const trainyard::CheckpointRef &where, const QString &title);
    void copyRequested(const trainyard::FoundCheckpoint &found);
    void pinRequested(const trainyard::FoundCheckpoint &found, bool isPinned);
    void diskSpaceRequested(const trainyard::CheckpointRef &where, const QString &lineage);  // for the selected location; runs know theirs

protected:
    void resizeEvent(QResizeEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void buildList();
    void connectAll();
    void applyFilter();
    void showGroup();
    const CheckpointGroup *currentGroup() const;  // set where the group itself is selected
    void removeCurrentPlace();
    void showMessages();
    void showCurrent();
    void lookInside(const FoundCheckpoint &found);
    void compare(const FoundCheckpoint &left, const FoundCheckpoint &right);
    void showComparison();  // once both were inspected
    void buildVerdictMenu();
    void sizeColumns();

    CheckpointScan m_scan;
    QList<PlaceSnapshot> m_places;
    QSet<QString> m_looking;  // ids of the locations being scanned
    QDateTime m_now;
    bool m_isScanning = false, m_hasScan = false;
    QString m_unusableLineage, m_unusablePath;
    QString m_lineage;                   // not empty: narrowed to it
    QHash<QString, LookInside> m_looks;  // by run, path, size and time: changed content is inspected again
    std::optional<std::pair<FoundCheckpoint, FoundCheckpoint>> m_compared;  // waiting for an inspection
    std::optional<Verdict> m_wantedVerdict;
    QTimer m_lookLater;
    CheckpointModel *m_model;
    CheckpointDelegate *m_delegate = nullptr;
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
