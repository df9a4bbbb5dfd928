// SPDX-License-Identifier: GPL-3.0-or-later
// One run beside the list: its note, tags, figures, parameters, checkpoints and what happened. Takes plain values, emits requests. Main
// thread. objectNames: "runPanel", "runPanelOpen", "runPanelMore", "runPanelHide", "runPanelTags", "runPanelNote" (the text),
// "runPanelEditNote", "runPanelAllParameters", "runPanelCheckpoints".
#pragma once

#include "core/observe/diagnosis/runfigures.h"
#include "ui/common/badge.h"
#include "ui/common/card.h"
#include "ui/run/rundetails.h"

#include <QMap>

class QHBoxLayout;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace trainyard {

class ElidedLabel;
class Label;
class NoteText;

// As the list says it.
struct PanelRun {
    Run run;
    BadgeLook state;
    QString duration, loss, lowest, busy, cost;
    bool hasTask = false;  // else its parameters are not known
    QMap<QString, QString> parameters;
    // Another run that is ticked: what differs from it is shown in place of all parameters.
    QString otherName = {};  // empty: none, or its parameters are not known
    QMap<QString, QString> otherParameters = {};
};

class RunSidePanel : public Card {
    Q_OBJECT
public:
    explicit RunSidePanel(QWidget *parent = nullptr);

    void setRun(const PanelRun &run);
    void setDetails(const RunDetails &details);  // of this run
    void clear();                                // none is selected
    const RunId &runId() const { return m_run.run.id; }

Q_SIGNALS:
    void openRequested(const RunId &runId);
    void entryRequested(const char *menuEntry);  // an entry of RunMenu, by its objectName
    void menuRequested(const QPoint &globalPosition);
    void checkpointsRequested(const QString &lineage);
    void hideRequested();

private:
    QWidget *makeHead();
    QWidget *makeBody();
    void showTags();
    void showParameters();
    void showDifferences();
    void showCheckpoints();
    void showEvents();

    PanelRun m_run;
    RunDetails m_details;
    bool m_showsAll = false;  // parameters
    Badge *m_state;
    ElidedLabel *m_name, *m_facts;
    Label *m_hint, *m_parametersTitle, *m_noNote, *m_loss, *m_lowest, *m_busy, *m_cost;
    QPushButton *m_open, *m_editNote, *m_allParameters, *m_allCheckpoints;
    QToolButton *m_more;
    NoteText *m_note;
    QWidget *m_body, *m_tags, *m_parameters, *m_checkpoints, *m_events;
};

}  // namespace trainyard
