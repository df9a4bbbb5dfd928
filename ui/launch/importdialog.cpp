// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/launch/importdialog.h"

#include "ui/common/buttons.h"
#include "ui/common/label.h"
#include "ui/common/sunkentext.h"

#include <QFile>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace trainyard {
namespace {

constexpr qint64 kMaxImportFile = 256 << 10;  // what importedTask() reads

QPlainTextEdit *importField(QPlainTextEdit *field, const char *objectName, const QString &name)
{
    field->setObjectName(QLatin1String(objectName));
    field->setAccessibleName(name);
    field->setTabChangesFocus(true);
    field->setFont(textFont(TextRole::Code));
    field->document()->setDocumentMargin(dp(10));
    return field;
}

QVBoxLayout *importColumn(const QString &title, QWidget *field)
{
    auto *const column = new QVBoxLayout;
    column->setSpacing(dp(6));
    column->addWidget(new Label(title, TextRole::Section));
    column->addWidget(field, 1);
    return column;
}

}  // namespace

ImportDialog::ImportDialog(const QByteArray &text, QWidget *parent)
    : Dialog(parent), m_text(importField(new QPlainTextEdit, "importText", tr("Command, script or file"))),
      m_task(importField(new SunkenText, "importTask", tr("The task"))),
      m_notes(importField(new SunkenText, "importNotes", tr("Left out or changed"))), m_state(makeProse({}, TextRole::Small, Ink::Text2)),
      m_use(makeButton(QStringLiteral("importUse"), tr("Use this task"), ButtonVariant::Primary))
{
    setObjectName(QStringLiteral("importDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setModal(true);
    setWindowTitle(tr("Import a task"));
    m_text->setPlaceholderText(tr("Paste a docker run or podman run command, an sbatch script, or a dstack file."));
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_task->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_notes->setFont(textFont(TextRole::Small));
    m_notes->setPlaceholderText(tr("Nothing was left out or changed."));
    auto *const columns = new QBoxLayout(hasRoomForColumns(this) ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    columns->setSpacing(dp(16));
    columns->addLayout(importColumn(tr("Command, script or file"), m_text), 1);
    columns->addLayout(importColumn(tr("The task"), m_task), 1);
    QVBoxLayout *const body = makeBody(kTwoColumns, 640);
    body->setSpacing(dp(10));
    body->addWidget(new Label(windowTitle(), TextRole::PageTitle));
    body->addWidget(m_state);
    body->addLayout(columns, 3);
    body->addLayout(importColumn(tr("Left out or changed"), m_notes), 1);
    QPushButton *const open = makeButton(QStringLiteral("importOpen"), tr("Open a file…"), ButtonVariant::Normal, QStringLiteral("file"));
    QPushButton *const cancel = makeButton(QStringLiteral("importCancel"), tr("Cancel"));
    setFooter({cancel, m_use}, {open, new Label(tr("Nothing is run here."), TextRole::Small, Ink::Text3)});
    m_use->setDefault(true);
    connect(open, &QPushButton::clicked, this, &ImportDialog::openFile);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_use, &QPushButton::clicked, this, &ImportDialog::use);
    connect(m_text, &QPlainTextEdit::textChanged, this, &ImportDialog::read);
    m_text->setPlainText(QString::fromUtf8(text));
    read();
    if (m_use->isEnabled())
        m_use->setFocus();
    else
        m_text->setFocus();
}

void ImportDialog::read()
{
    const QByteArray text = m_text->toPlainText().toUtf8();
    const auto imported = importedTask(text);
    const bool isEmpty = text.trimmed().isEmpty();
    m_yaml = imported ? imported->yaml : QByteArray();
    m_state->setInk(imported || isEmpty ? Ink::Text2 : inkOf(Tone::Warning));
    m_state->setText(imported  ? tr("Recognized: %1.").arg(importKindName(imported->kind))
                     : isEmpty ? tr("The text is read, never run. The values of secrets are left out.")
                               : imported.error().what);
    m_task->setPlainText(QString::fromUtf8(m_yaml));
    QStringList notes;
    if (imported) {
        for (const ImportNote &note : imported->notes)
            notes << (note.line > 0 ? tr("Line %1: %2").arg(note.line).arg(note.what) : note.what);
    }
    m_notes->setPlainText(notes.join(u'\n'));
    setDisabledReason(m_use, imported ? QString() : tr("There is no task yet: paste a text that can be imported."));
}

void ImportDialog::openFile()
{
    auto *const dialog = new QFileDialog(this, tr("Open a command, script or dstack file"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &path) {
        QFile file(path);
        if (file.open(QIODevice::ReadOnly) && file.size() <= kMaxImportFile)
            return m_text->setPlainText(QString::fromUtf8(file.readAll()));
        m_state->setInk(inkOf(Tone::Warning));
        m_state->setText(tr("This file cannot be read, or is larger than 256 KiB: choose another one."));
    });
    dialog->open();
}

void ImportDialog::use()
{
    Q_EMIT taskChosen(m_yaml);
    accept();
}

}  // namespace trainyard

#include "moc_importdialog.cpp"
