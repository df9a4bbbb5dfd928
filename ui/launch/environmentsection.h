// SPDX-License-Identifier: GPL-3.0-or-later
// Variables and secrets. Values of secrets are neither asked for nor shown. objectNames: those of EntryRows with "taskEnv", "taskTaken",
// "taskSecrets".
#pragma once

#include "ui/launch/formsection.h"

namespace trainyard {

class EnvironmentSection : public FormSection {
    Q_OBJECT
public:
    explicit EnvironmentSection(QWidget *parent = nullptr);
};

}  // namespace trainyard
