// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/runeditdialog.h"

#include "core/base/error.h"
#include "ui/common/buttons.h"
#include "ui/common/fieldrow.h"
#include "ui/common/label.h"

#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace trainyard {

RunEditDialog::RunEditDialog(const Run &run, bool isNote, QWidget *parent)
    : Dialog(parent), m_name(new QLineEdit(run.name)), m_note(new QPlainTextEdit(run.note)),
      m_nameRow(new FieldRow(tr("Name"), m_name, this)), m_noteRow(new FieldRow(tr("Note"), m_note, this))
{
    setObjectName(QStringLiteral("runEditDialog"));
    setWindowTitle(tr("Name and note"));
    setModal(true);
    m_name->setObjectName(QStringLiteral("runEditName"));
    m_note->setObjectName(QStringLiteral("runEditNote"));
    m_note->setTabChangesFocus(true);
    m_note->setMinimumHeight(4 * lineHeight(TextRole::Body));
    m_note->setMaximumHeight(7 * lineHeight(TextRole::Body));
    m_nameRow->setHelp(tr("Shown in the list of runs. Its folder on the machine keeps its name."));
    m_noteRow->setHelp(tr("For your own reference: what you tried and how it went."));
    auto *const title = new ElidedLabel(TextRole::PageTitle, Ink::Text1, Qt::ElideRight, this);
    title->setText(tr("Name and note of %1").arg(run.name));
    QVBoxLayout *const column = makeBody(460);
    column->addWidget(title);
    column->addWidget(m_nameRow);
    column->addWidget(m_noteRow, 1);
    QPushButton *const cancel = makeButton(QStringLiteral("runEditCancel"), tr("Cancel"), ButtonVariant::Normal, {}, this);
    QPushButton *const save = makeButton(QStringLiteral("runEditSave"), tr("Save"), ButtonVariant::Primary, {}, this);
    setFooter({cancel, save});
    save->setDefault(true);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(save, &QPushButton::clicked, this, &RunEditDialog::submit);
    connect(m_name, &QLineEdit::textEdited, m_nameRow, &FieldRow::clearError);
    if (isNote) {
        m_note->setFocus();
        m_note->moveCursor(QTextCursor::End);
    } else {
        m_name->setFocus();
        m_name->selectAll();
    }
}

void RunEditDialog::submit()
{
    RunEdit name, note;
    name.name = m_name->text().trimmed();
    note.note = m_note->toPlainText().trimmed();
    if (const auto fine = checkRunEdit(name); !fine) {
        m_nameRow->setError(fine.error().what);
        m_name->setFocus();
        return;
    }
    if (const auto fine = checkRunEdit(note); !fine) {
        m_noteRow->setError(fine.error().what);
        m_note->setFocus();
        return;
    }
    name.note = note.note;
    Q_EMIT submitted(name);
}

void RunEditDialog::showError(const Error &error) { m_nameRow->setError(error.what); }

}  // namespace trainyard

#include "moc_runeditdialog.cpp"
