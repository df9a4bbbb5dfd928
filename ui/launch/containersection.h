// SPDX-License-Identifier: GPL-3.0-or-later
// What a container gets of its machine. objectNames: "taskShm", "taskNetwork", "taskPorts", "taskUser".
#pragma once

#include "ui/launch/formsection.h"

namespace trainyard {

class ContainerSection : public FormSection {
    Q_OBJECT
public:
    explicit ContainerSection(QWidget *parent = nullptr);
};

}  // namespace trainyard
