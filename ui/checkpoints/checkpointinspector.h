// SPDX-License-Identifier: GPL-3.0-or-later
// Everything known about one checkpoint, and its actions: the checks made, its tensors, its files, and what loading it would do.
// objectNames: "checkpointInspector", "inspectorPin", "inspectorMore" (its menu "inspectorMoreMenu" with "inspectorOpenRun",
// "inspectorShowFiles", "inspectorPrune" and "inspectorCopyPath"), "inspectorResume", "inspectorCopy", "inspectorCompare" (its menu "inspectorCompareMenu"),
// "inspectorTabs", "inspectorTensors", "inspectorTensorFilter", "inspectorFiles", "inspectorFindings", those of CheckpointSummary.
#pragma once

#include "core/model/ids.h"
#include "ui/checkpoints/checkpointsummary.h"
#include "ui/common/card.h"

#include <QDateTime>

class QAction;
class QBoxLayout;
class QMenu;
class QPushButton;
class QStackedWidget;
class QTabBar;
class QTableView;
class QToolButton;

namespace trainyard {

class Badge;
class ElidedLabel;
class FilesModel;
class Label;
class SafetyPanel;
class SearchField;
class TensorModel;

class CheckpointInspector : public Card {
    Q_OBJECT
public:
    explicit CheckpointInspector(QWidget *parent = nullptr);

    // `others`: checkpoints it can be compared with.
    void setCheckpoint(const FoundCheckpoint &found, const LookInside &look, const QList<FoundCheckpoint> &others, const QDateTime &now);
    void clear();
    void setVerifyProgress(qint64 doneBytes, qint64 totalBytes) { m_summary->setVerifyProgress(doneBytes, totalBytes); }

Q_SIGNALS:
    void resumeRequested(const trainyard::FoundCheckpoint &from);
    void openRunRequested(const RunId &runId);
    void filesRequested(const trainyard::FoundCheckpoint &found);
    void pruneRequested();  // among all checkpoints of its run or location
    void copyRequested(const trainyard::FoundCheckpoint &found);
    void pinRequested(const trainyard::FoundCheckpoint &found, bool isPinned);
    void compareRequested(const trainyard::FoundCheckpoint &found, const trainyard::FoundCheckpoint &other);
    void lookRequested(const trainyard::FoundCheckpoint &found);  // inspect it again
    void verifyRequested(const trainyard::FoundCheckpoint &found);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *makeHead();
    QWidget *makeTensors();
    QWidget *makeFiles();
    void showTensorCount();
    void arrangeTitle();
    void showOthers(const QList<FoundCheckpoint> &others);
    void arrangeActions();

    FoundCheckpoint m_found;
    ElidedLabel *m_title = nullptr;
    QBoxLayout *m_heading = nullptr;  // the title and its badges
    Badge *m_verdict = nullptr, *m_safety = nullptr, *m_latestGood = nullptr;
    Label *m_subtitle = nullptr;
    QPushButton *m_resume = nullptr, *m_copyTo = nullptr;
    QBoxLayout *m_actions = nullptr;
    QMenu *m_others = nullptr;
    QPushButton *m_compare = nullptr;
    QToolButton *m_more = nullptr, *m_pin = nullptr;
    QAction *m_openRun = nullptr, *m_showFiles = nullptr, *m_copyPath = nullptr, *m_prune = nullptr;
    Label *m_hint = nullptr, *m_tensorCount = nullptr;
    QWidget *m_head = nullptr, *m_body = nullptr;
    QTabBar *m_tabs = nullptr;
    QStackedWidget *m_pages = nullptr;
    CheckpointSummary *m_summary = nullptr;
    TensorModel *m_tensors = nullptr;
    FilesModel *m_files = nullptr;
    SearchField *m_filter = nullptr;
    SafetyPanel *m_findings = nullptr;
};

}  // namespace trainyard
