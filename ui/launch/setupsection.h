// SPDX-License-Identifier: GPL-3.0-or-later
// The commands before the command, and what starts it. objectNames: "taskSetup", "taskLauncher".
#pragma once

#include "ui/launch/formsection.h"

namespace trainyard {

class SetupSection : public FormSection {
    Q_OBJECT
public:
    explicit SetupSection(QWidget *parent = nullptr);
};

}  // namespace trainyard
