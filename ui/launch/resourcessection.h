// SPDX-License-Identifier: GPL-3.0-or-later
// GPUs that the task needs, and the project that its cost counts towards. objectNames: "taskGpuModel", "taskGpuCount",
// "taskGpuOthers", "taskProject".
#pragma once

#include "ui/launch/formsection.h"

class QLabel;
class QWidget;

namespace trainyard {

class ResourcesSection : public FormSection {
    Q_OBJECT
public:
    explicit ResourcesSection(QWidget *parent = nullptr);

    void refresh(const Task &task) override;

private:
    QWidget *m_count;
    QLabel *m_others;
};

}  // namespace trainyard
