// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/launch/templatenamedialog.h"

#include "core/base/shownpath.h"
#include "core/service/runs/whendone.h"
#include "ui/common/buttons.h"
#include "ui/common/fieldrow.h"
#include "ui/common/label.h"
#include "ui/launch/taskshelf.h"

#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace trainyard {

TemplateNameDialog::TemplateNameDialog(TaskShelf &shelf, const QByteArray &task, const QString &proposal, QWidget *parent)
    : Dialog(parent), m_shelf(shelf), m_task(task), m_name(new QLineEdit(proposal)), m_row(new FieldRow(tr("Name"), m_name, this)),
      m_save(makeButton(QStringLiteral("templateNameSave"), tr("Save"), ButtonVariant::Primary))
{
    setObjectName(QStringLiteral("templateNameDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setModal(true);
    setWindowTitle(tr("Save as template"));
    m_name->setObjectName(QStringLiteral("templateName"));
    m_name->setMaxLength(60);
    QVBoxLayout *const column = makeBody(460);
    column->addWidget(new Label(windowTitle(), TextRole::PageTitle));
    column->addWidget(m_row);
    column->addWidget(makeProse(tr("Saved as a task file in %1, without the values of secrets.").arg(shownPath(shelf.folder())),
                                TextRole::Small, Ink::Text2));
    QPushButton *const cancel = makeButton(QStringLiteral("templateNameCancel"), tr("Cancel"));
    setFooter({cancel, m_save});
    m_save->setDefault(true);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_save, &QPushButton::clicked, this, &TemplateNameDialog::save);
    connect(m_name, &QLineEdit::textEdited, m_row, &FieldRow::clearError);
    connect(m_name, &QLineEdit::textEdited, this, &TemplateNameDialog::showName);
    connect(&shelf, &TaskShelf::changed, this, &TemplateNameDialog::showName);
    showName();
    m_name->setFocus();
    m_name->selectAll();
}

void TemplateNameDialog::showName()
{
    const QString name = m_name->text().trimmed();
    const bool isTaken = m_shelf.templates().contains(name);
    m_replaces = isTaken;
    m_row->setHelp(isTaken ? tr("There is a template with this name. It will be replaced.") : tr("Listed in the Templates menu."));
    m_save->setText(isTaken ? tr("Replace") : tr("Save"));
    // Enter must not replace anything by mistake.
    m_save->setDefault(!isTaken);
    m_save->setAutoDefault(!isTaken);
}

void TemplateNameDialog::save()
{
    const QString name = m_name->text().trimmed();
    whenDone(m_shelf.saveTemplate(name, m_task, m_replaces), this, [this](const Result<void> &saved) {
        if (saved)
            return accept();
        m_row->setError(saved.error().what);
        m_name->setFocus();
    });
}

}  // namespace trainyard

#include "moc_templatenamedialog.cpp"
