// SPDX-License-Identifier: GPL-3.0-or-later
// The fields that most tasks need, over a task value; parts of the task without a field here are preserved. objectNames: "taskName",
// "taskImage", "taskImages", "taskCommand", "taskEngine", "taskCheckpointDir", "taskResume".
#pragma once

#include "core/model/task.h"
#include "core/service/machines/machinefacts.h"

#include <QWidget>

#include <optional>

class QComboBox;
class QLineEdit;
class QPlainTextEdit;

namespace trainyard {

class FieldRow;

class TaskForm : public QWidget {
    Q_OBJECT
public:
    explicit TaskForm(QWidget *parent = nullptr);

    void setTask(const Task &task);
    const Task &task() const { return m_task; }
    // The engines of the machine; the others are disabled and say why. nullopt: not known yet.
    void setFacts(const std::optional<MachineFacts> &facts);

Q_SIGNALS:
    void edited();  // by the user; task() returns the new value
    void imagesRequested();

private:
    void take();

    Task m_task;
    bool m_isFilling = false;
    QLineEdit *m_name, *m_image, *m_checkpointDir, *m_resume;
    QPlainTextEdit *m_command;
    QComboBox *m_engine;
    FieldRow *m_engineRow, *m_checkpointRow;
};

}  // namespace trainyard
