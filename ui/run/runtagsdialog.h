// SPDX-License-Identifier: GPL-3.0-or-later
// Edits the tags of one or several runs: the field shows those that all of them have. objectNames: "runTagsDialog", "runTags",
// "runTagsSave", "runTagsCancel".
#pragma once

#include "core/model/lineageedit.h"
#include "core/model/run.h"
#include "ui/common/dialog.h"

class QLineEdit;

namespace trainyard {

class FieldRow;

class RunTagsDialog : public Dialog {
    Q_OBJECT
public:
    // One attempt of each run; not empty. `known`: tags that other runs have, offered while typing.
    RunTagsDialog(const QList<Run> &runs, const QStringList &known, QWidget *parent = nullptr);

    void showError(const Error &error);  // they could not be saved

Q_SIGNALS:
    // For each run that changes: its own tags, without those taken out of the field and with those put in.
    void submitted(const QList<trainyard::LineageEdit> &edits);

private:
    void submit();

    QList<Run> m_runs;
    QStringList m_common;
    QLineEdit *m_tags;
    FieldRow *m_row;
};

}  // namespace trainyard
