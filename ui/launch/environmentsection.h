// SPDX-License-Identifier: GPL-3.0-or-later
// Variables and secrets. Values of secrets are neither asked for nor shown. objectNames: those of EntryRows with "taskEnv" and "taskKeyring",
// "taskTaken", "taskSecrets".
#pragma once

#include "ui/launch/formsection.h"

namespace trainyard {

class EntryRows;

class EnvironmentSection : public FormSection {
    Q_OBJECT
public:
    explicit EnvironmentSection(QWidget *parent = nullptr);

private:
    void findKeyringNames();  // to offer them while one is typed

    EntryRows *m_keyring;
};

}  // namespace trainyard
