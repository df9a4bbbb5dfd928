// SPDX-License-Identifier: GPL-3.0-or-later
// What the job of a cluster asks for; only there if the task is for a cluster. objectNames: "taskPartition", "taskAccount", "taskQos",
// "taskCpus", "taskJobMemory", "taskSlurmOptions".
#pragma once

#include "ui/launch/formsection.h"

namespace trainyard {

class ClusterSection : public FormSection {
    Q_OBJECT
public:
    explicit ClusterSection(QWidget *parent = nullptr);

    void refresh(const Task &task) override;
};

}  // namespace trainyard
