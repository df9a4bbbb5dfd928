// Chooses the checkpoint a run goes on from and shows exactly what will run. Opens without blocking; plain values
// in, wishes out. objectNames: "resumeDialog", "resumeChoices", "resumeCancel", "resumeConfirm", "resumePreview",
// "resumeShowAll".
#pragma once

#include "core/run/checkpointscan.h"

#include <QDateTime>
#include <QDialog>

class QListView;
class QPushButton;
class QStandardItemModel;

namespace trainyard {

class Badge;
class CommandPreview;
class ElidedLabel;
class Label;
class MessageBar;

class ResumeDialog : public QDialog {
    Q_OBJECT
public:
    // `checkpoints` of one run, highest step first. Preselected is `chosen` (a path) if it is complete, else the
    // latest good one. `machineFacts` is one line about the machine, may be empty.
    ResumeDialog(const Run &run, const QList<FoundCheckpoint> &checkpoints, const QString &chosen,
                 const QString &machineFacts, const QDateTime &now, QWidget *parent = nullptr);

    // Nothing when no checkpoint can be resumed from.
    std::optional<FoundCheckpoint> chosen() const;

    void askForPreview();                    // call after connecting; later choices ask by themselves
    void setPreview(const QString &command, const QString &highlighted);   // highlighted: the part that resumes
    void setPreviewError(const Error &error);
    void setBusy(const QString &step);       // launching; empty = not (any more)
    void setError(const Error &error);

Q_SIGNALS:
    void previewRequested(const trainyard::FoundCheckpoint &from);
    void resumeConfirmed(const trainyard::FoundCheckpoint &from);
    void cancelled();                        // Esc or Cancel, also while busy

protected:
    void reject() override;
    void paintEvent(QPaintEvent *event) override;

private:
    void fill(bool showAll);
    void choose(int row);
    void updateConfirm();

    Run m_run;
    QList<FoundCheckpoint> m_checkpoints;
    QDateTime m_now;
    QString m_chosenPath, m_busyStep;
    bool m_hasPreview = false;
    QStandardItemModel *m_model;
    QListView *m_choices;
    QPushButton *m_showAll, *m_cancel, *m_confirm;
    CommandPreview *m_preview;
    Label *m_footer;
    MessageBar *m_messages;
    QWidget *m_side;
};

}  // namespace trainyard
