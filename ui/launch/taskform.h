// SPDX-License-Identifier: GPL-3.0-or-later
// Every key of a task, in sections. What most tasks need is always visible; the other sections begin as one line each. objectNames:
// "taskName", "taskImage", "taskImages", "taskCommand", "taskEngine", "taskCheckpointDir", "taskResume", and those of SetupSection,
// ResourcesSection, FilesSection, ContainerSection, EnvironmentSection, CheckpointSection, LimitsSection and AlertsSection; "taskSetupSectionFold" and so on
// unfold the sections, whose lines are "taskSetupSectionSummary" and so on.
#pragma once

#include "core/model/task.h"
#include "core/service/machines/machinefacts.h"

#include <QList>
#include <QWidget>

#include <optional>

class QComboBox;

namespace trainyard {

class FieldRow;
class FormSection;
class ResourcesSection;

class TaskForm : public QWidget {
    Q_OBJECT
public:
    explicit TaskForm(QWidget *parent = nullptr);

    void setTask(const Task &task);
    const Task &task() const { return m_task; }
    // The engines of the machine; the others are disabled and say why. nullopt: not known yet.
    void setFacts(const std::optional<MachineFacts> &facts);
    qsizetype sectionCount() const { return m_sections.size(); }
    // Unfolds the section, moves the focus to its first field and returns it. nullptr while the form is disabled.
    QWidget *goTo(qsizetype section);

Q_SIGNALS:
    void edited();    // by the user; task() returns the new value
    void proposed();  // changed by the form itself
    void imagesRequested();

private:
    FormSection *makeRun();
    FormSection *makeCheckpoints();
    bool take();
    void refresh();

    Task m_task;
    QComboBox *m_engine;
    FieldRow *m_engineRow;
    ResourcesSection *m_resources;
    QList<FormSection *> m_sections;
    QList<QWidget *> m_lines;  // above each of them
};

}  // namespace trainyard
