// SPDX-License-Identifier: GPL-3.0-or-later
// GPUs that the task needs, which ones of the chosen machine it is given, and the project that its cost counts towards. As many free ones as
// the task asks for are ticked when the machine has answered. objectNames: "taskGpuModel", "taskGpuCount", "taskGpuNone", those of EntryRows
// for "taskGpuOthers", "taskGpus", "taskGpusNote", "taskProject".
#pragma once

#include "core/service/machines/machinefacts.h"
#include "ui/launch/formsection.h"

#include <QStringList>

#include <optional>

class QCheckBox;
class QWidget;

namespace trainyard {

class EntryRows;
class GpuChips;
class Label;

class ResourcesSection : public FormSection {
    Q_OBJECT
public:
    explicit ResourcesSection(QWidget *parent = nullptr);

    void refresh(const Task &task) override;
    void apply(Task &task) const override;
    void setFacts(const std::optional<MachineFacts> &facts);  // nullopt: the machine has not answered

Q_SIGNALS:
    void proposed();  // GPUs were ticked, not by the user

private:
    void choose();
    void showNote();

    GpuChips *m_chips;
    QWidget *m_chipsRow;
    Label *m_note;
    std::optional<MachineFacts> m_facts;
    Task m_task;
    QStringList m_proposed;  // ticked by the form itself
    bool m_isProposed = false;
    int m_proposedFor = 0;  // that many were asked for then
    QWidget *m_count;
    EntryRows *m_others;
    QCheckBox *m_none;
};

}  // namespace trainyard
