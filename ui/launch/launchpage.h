// SPDX-License-Identifier: GPL-3.0-or-later
// Launches a task on a machine: choose both, see exactly what will run, launch. The task file is authoritative; form and editor are two
// views of it. Takes plain values, emits requests. Main thread. objectNames: "launchPage", "launchMachine", "launchMode0" (form),
// "launchMode1" (file), "launchOpenFile", "launchPreview", "launchStart", "launchCancel", "launchBreadcrumb", "launchAddMachine", those of
// TaskForm, TaskEditorPane, TaskChanges and ChecksPanel, "launchImport", "launchTemplates", "launchIssues", "launchFormNote",
// "launchStatus", "launchDraft", "launchEnvironment", those of ImageDialog and TemplateMenu.
#pragma once

#include "core/knowledge/compat/compatverdict.h"
#include "core/model/machine.h"
#include "core/model/taskcompletion.h"
#include "core/service/machines/machinefacts.h"
#include "core/service/runs/launchchecks.h"
#include "core/service/runs/launcher.h"
#include "core/storage/database/taskdrafts.h"

#include <QDateTime>
#include <QElapsedTimer>
#include <QSet>
#include <QTimer>
#include <QWidget>

#include <optional>

class QBoxLayout;
class QComboBox;
class QGridLayout;
class QPushButton;
class QScrollArea;
class QStackedWidget;

namespace trainyard {

class Badge;
class ChecksPanel;
class CommandPreview;
class ElidedLabel;
class Label;
class PageHeader;
class Segments;
class TaskChanges;
class TaskEditor;
class TaskForm;
class TemplateMenu;

class LaunchPage : public QWidget {
    Q_OBJECT
public:
    explicit LaunchPage(QWidget *parent = nullptr);

    void setMachines(const QList<Machine> &machines);
    void selectMachine(MachineId id);
    MachineId machineId() const;
    // Answers machineChosen(); answers for another machine are ignored.
    void setFacts(MachineId machineId, const MachineFacts &facts);
    void setFactsError(MachineId machineId, const Error &error);

    // Offered when the sandbox is selected and no task has been written yet.
    void setDemoTask(const QByteArray &yaml);
    void setTask(const QByteArray &yaml, const QString &taskDirectory);
    // The task of an earlier run, whose changes are shown beside it.
    void setTaskOfRun(const QString &runName, const QByteArray &yaml);
    QByteArray taskText() const;
    QByteArray templateText() const;            // the same, with local paths that are right wherever it is opened
    void beginTask(const QByteArray &yaml);     // from a template
    void takeMadeTask(const QByteArray &yaml);  // one that is in no file: a draft at once

    // What would be lost; nullopt: nothing was entered, or nothing changed since the task was begun.
    std::optional<TaskDraft> draft() const;
    bool isUntouched() const;
    void goOn(const TaskDraft &draft);
    void setDraftSaved(const QDateTime &saved);
    void setDraftError(const Error &error);
    void endDraft();                                                        // it was launched or deleted: what is shown now counts as begun
    void setShelf(const TaskDrafts &drafts, const QStringList &templates);  // for the menu
    void setVocabulary(const TaskVocabulary &vocabulary);                   // answers vocabularyRequested()
    // The current request; nullopt while the task has errors or no machine is selected.
    std::optional<LaunchRequest> request() const;
    QString machineName() const;                                          // of the selected one; empty: none
    const std::optional<MachineFacts> &facts() const { return m_facts; }  // of the selected machine, once it has answered

    void useImage(const QString &image);  // replaces the image of the task
    // Whether the image fits the machine; nullopt: there is nothing to judge. Shown as long as the task names this image.
    void setFit(const QString &image, const std::optional<CompatAnswer> &answer);
    // Live, of the selected machine; nullopt: none comes. Forgotten when no other follows within some seconds.
    void setGpuUse(MachineId machineId, const std::optional<QList<GpuSample>> &gpus);
    void setHistory(const Task &asked, const LaunchHistory &history);  // for the name, project and workdir of this task
    void setPreview(const LaunchPreview &preview);
    void setPreviewError(const Error &error);
    void showFailure(const Error &error);
    void setLaunching(const QString &step);   // progress in words; the page is busy from now on
    void setLaunchEnded();                    // it started: the window shows the run
    void setLaunchError(const Error &error);  // Cancelled is not an error

Q_SIGNALS:
    void machineChosen(MachineId id);  // asks for facts
    void previewRequested(const trainyard::LaunchRequest &request);
    void launchRequested(const trainyard::LaunchRequest &request);
    void cancelRequested();  // of the launch in progress
    void addMachineRequested();
    void rentMachineRequested();
    void environmentRequested();  // the user wants to make one, or to check a text
    void imagesRequested();       // the user wants to choose a known image
    void vocabularyRequested();   // names that the editor can offer
    void runsRequested();
    void estimateRequested();
    void budgetsRequested();
    void edited();    // by the user: draft() may be another one
    void taskLeft();  // another task is about to replace the one shown
    void left();      // another page is shown, or the window closed
    void draftChosen(const QString &id);
    void templateChosen(const QString &name);  // one of the user's own
    void saveTemplateRequested();
    void shelfRequested();

protected:
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    QWidget *makeLeft();
    QWidget *makeRight();
    QWidget *makeFooter();
    void chooseMachine(int index);
    const Machine *machine() const;
    void goToSection(int index);
    void showFile();  // instead of the form
    void takeForm();
    void takeProposal();
    void showDraft();
    void setStatus(const QString &text);
    void takeText();
    void openFile();
    void importTask(const QByteArray &text);
    void showMachine();
    void showIssues();
    void showTraces();
    LaunchKnowledge knowledge() const;
    void showChecks();
    void takeRemedy(const LaunchCheck &check);
    void askMachine();
    void tick();
    void schedulePreview();
    void askForPreview();
    void updateLaunch();

    QList<Machine> m_machines;
    bool m_isPreselected = false;  // the machine was not selected by the user
    QSet<MachineId> m_silent;      // machines that did not answer since one was proposed
    std::optional<MachineFacts> m_facts;
    std::optional<Error> m_factsError;
    QByteArray m_demoTask;
    QString m_taskDirectory;
    TaskCheck m_check;
    std::optional<QByteArray> m_begun = QByteArray();  // the text that the task was begun with; nullopt: it is in no file
    QDateTime m_draftSaved;                            // invalid: it is not
    QByteArray m_soundText;                            // what the form changes: the last text without errors
    bool m_isFormUsable = true;                        // false: the text has errors that were made in the editor
    QString m_fitImage;
    std::optional<CompatAnswer> m_fit;         // of that image on this machine
    std::optional<LaunchRequest> m_previewed;  // the request of the command shown
    std::optional<Money> m_perHour;            // of the machine
    std::optional<QList<GpuSample>> m_gpuUse;
    std::optional<std::pair<Task, LaunchHistory>> m_history;  // and the task it was asked for
    QString m_obstacle;                                       // what the checks say against a launch
    bool m_isAsking = false, m_mayAskAgain = false;           // for facts
    QElapsedTimer m_asked, m_gpuUseAge;
    QDateTime m_answered;
    QTimer m_clock;
    bool m_isFilling = false, m_isTouched = false, m_isLaunching = false;
    QTimer m_previewTimer;

    PageHeader *m_header;
    QComboBox *m_machine;
    Label *m_machineHint;
    Segments *m_mode;
    QStackedWidget *m_views;
    TaskForm *m_form;
    TaskEditor *m_editor;
    QWidget *m_issues;
    Label *m_formNote;
    Label *m_fileLines;  // how many only the file has
    ElidedLabel *m_factsTitle;
    Badge *m_simulated;
    QBoxLayout *m_columns;
    QGridLayout *m_factsGrid;
    ChecksPanel *m_checks;
    CommandPreview *m_preview;
    QWidget *m_traces;
    TaskChanges *m_changes;
    TemplateMenu *m_templates;
    Label *m_draft, *m_status;
    QPushButton *m_openFile, *m_environment, *m_cancel, *m_launch;
};

}  // namespace trainyard
