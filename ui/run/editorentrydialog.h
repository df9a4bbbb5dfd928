// SPDX-License-Identifier: GPL-3.0-or-later
// Asks before an entry is added to this computer's SSH configuration for an editor, and shows it. Accepted: add it. objectNames:
// "editorEntryDialog", "editorEntry", "editorEntryConfirm", "editorEntryCancel".
#pragma once

#include "ui/common/dialog.h"

namespace trainyard {

class EditorEntryDialog : public Dialog {
    Q_OBJECT
public:
    struct Facts {
        QString editor, machine;
        QString entry;                    // as it will be written
        QString entriesFile, configFile;  // the file that it goes to, and the one that includes that
    };
    EditorEntryDialog(const Facts &facts, QWidget *parent = nullptr);
};

}  // namespace trainyard
