// SPDX-License-Identifier: GPL-3.0-or-later
// What a container gets of its machine. objectNames: "taskShm", "taskNetwork", "taskPorts", "taskUser", "taskUserIds".
#pragma once

#include "ui/launch/formsection.h"

class QComboBox;

namespace trainyard {

class ContainerSection : public FormSection {
    Q_OBJECT
public:
    explicit ContainerSection(QWidget *parent = nullptr);

    void refresh(const Task &task) override;

private:
    QComboBox *m_user = nullptr;
    QWidget *m_idsRow = nullptr;  // while the user is named by number
};

}  // namespace trainyard
