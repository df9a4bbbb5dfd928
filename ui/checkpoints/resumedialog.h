// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses the checkpoint a run resumes from, reports whether it will continue correctly and shows exactly what will run. Opens without
// blocking; takes plain values, emits requests. objectNames: "resumeDialog", "resumeChoices", "resumeCancel", "resumeConfirm",
// "resumePreview", "resumeShowAll", "resumeDanger", and those of ResumeLinesView, ResumePlace, ResumeWay and ResumeLimitsEdit.
#pragma once

#include "core/model/machine.h"
#include "core/service/runs/resumeplan.h"
#include "ui/common/dialog.h"

#include <QDateTime>

class QBoxLayout;
class QCheckBox;
class QListView;
class QPushButton;
class QStandardItemModel;

namespace trainyard {

class Badge;
class CommandPreview;
class ElidedLabel;
class Label;
class MessageBar;
class PageScroll;
class ResumeLimitsEdit;
class ResumeLinesView;
class ResumePlace;
class ResumeWay;

class ResumeDialog : public Dialog {
    Q_OBJECT
public:
    // `checkpoints` of one run, highest step first. `chosen` (a path) is preselected if it is complete, else the latest good one.
    // `machines`: where it may resume; the run's own is always offered.
    ResumeDialog(const Run &run, const QList<FoundCheckpoint> &checkpoints, const QString &chosen, const QList<Machine> &machines,
                 const QDateTime &now, QWidget *parent = nullptr);

    // nullopt if no checkpoint can be resumed from.
    std::optional<FoundCheckpoint> chosen() const;

    void askForPlan();  // call after connecting; later choices request a plan themselves
    void setPlan(const ResumePlan &plan);
    void setPlanError(const Error &error);
    void setBusy(const QString &step);  // launching; empty: no longer
    void setError(const Error &error);
    void setUnreachable(const Error &error);  // the run's machine could not list its checkpoints

Q_SIGNALS:
    void planRequested(const trainyard::ResumeRequest &request);
    void resumeConfirmed(const trainyard::LaunchRequest &request);
    void cancelled();  // Esc or Cancel, also while busy

protected:
    void reject() override;
    void paintEvent(QPaintEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    QWidget *makeLeft();
    QWidget *makeRight();
    void fill(bool showAll);
    void choose(int row);
    std::optional<FoundCheckpoint> meant() const;  // chosen(), or the checkpoint at the given address
    void updateConfirm();
    void makeRoomForMessage();  // also takes it back

    Run m_run;
    QList<FoundCheckpoint> m_checkpoints;
    QDateTime m_now;
    QString m_chosenPath, m_busyStep;
    std::optional<LaunchRequest> m_request;  // of the command shown
    std::optional<qint64> m_namedStep;       // of the checkpoint at the given address
    bool m_isDangerous = false;
    bool m_isOutdated = false;  // an input changed since the machine was asked
    QStandardItemModel *m_model;
    QListView *m_choices;
    QPushButton *m_showAll, *m_cancel, *m_confirm;
    ResumePlace *m_place;
    ResumeWay *m_way;
    ResumeLimitsEdit *m_limits;
    QCheckBox *m_danger;
    ResumeLinesView *m_lines;
    CommandPreview *m_preview;
    Label *m_subtitle, *m_footer;
    MessageBar *m_messages;
    PageScroll *m_content = nullptr;
    QWidget *m_side = nullptr;
    QBoxLayout *m_messageRow = nullptr, *m_columns = nullptr, *m_footerRow = nullptr;
};

}  // namespace trainyard
