// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/editorentrydialog.h"

#include "core/base/shownpath.h"
#include "ui/common/buttons.h"
#include "ui/common/commandpreview.h"
#include "ui/common/label.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace trainyard {

EditorEntryDialog::EditorEntryDialog(const Facts &facts, QWidget *parent) : Dialog(parent)
{
    setObjectName(QStringLiteral("editorEntryDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Open in %1").arg(facts.editor));
    setModal(true);
    auto *const title = new ElidedLabel(TextRole::PageTitle, Ink::Text1, Qt::ElideRight, this);
    title->setText(windowTitle());
    auto *const entry = new CommandPreview(QStringLiteral("editorEntry"), tr("Entry for %1").arg(facts.machine), this);
    entry->setVisibleLines(3, 12);
    entry->setText(facts.entry.trimmed());
    QVBoxLayout *const column = makeBody(520);
    column->addWidget(title);
    column->addWidget(
        makeProse(tr("%1 reaches the machine through your SSH configuration. Trainyard writes this entry to %2 and includes that "
                     "file at the top of %3. The menu of “Open…” removes it again.")
                      .arg(facts.editor, shownPath(facts.entriesFile), shownPath(facts.configFile)),
                  TextRole::Body, Ink::Text2, this));
    column->addWidget(entry);
    QPushButton *const cancel = makeButton(QStringLiteral("editorEntryCancel"), tr("Cancel"), ButtonVariant::Normal, {}, this);
    QPushButton *const confirm = makeButton(QStringLiteral("editorEntryConfirm"), tr("Add and open"), ButtonVariant::Primary, {}, this);
    setFooter({cancel, confirm});
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(confirm, &QPushButton::clicked, this, &QDialog::accept);
    confirm->setFocus();
}

}  // namespace trainyard

#include "moc_editorentrydialog.cpp"
