// SPDX-License-Identifier: GPL-3.0-or-later
// What is copied to the machine, which of its folders are mounted, and folders of TensorBoard event files there. objectNames: "taskWorkdir",
// "taskWorkdirChoose", those of EntryRows with "taskMount", "taskFolder" and "taskEvents".
#pragma once

#include "ui/launch/formsection.h"

namespace trainyard {

class FilesSection : public FormSection {
    Q_OBJECT
public:
    explicit FilesSection(QWidget *parent = nullptr);
};

}  // namespace trainyard
