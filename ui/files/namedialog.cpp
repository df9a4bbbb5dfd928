// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/namedialog.h"

#include "core/base/bytename.h"
#include "ui/common/buttons.h"
#include "ui/common/fieldrow.h"
#include "ui/common/label.h"

#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace trainyard {

namespace {

constexpr qsizetype kLongestName = 255;  // bytes, on every file system in use

}  // namespace

NameDialog::NameDialog(const QByteArray &folder, const QByteArray &name, QWidget *parent)
    : Dialog(parent), m_name(name), m_edit(new QLineEdit(shownBytes(name))), m_row(new FieldRow(tr("Name"), m_edit, this)),
      m_apply(makeButton(QStringLiteral("fileNameApply"), name.isEmpty() ? tr("Create") : tr("Rename"), ButtonVariant::Primary, {}, this))
{
    setObjectName(QStringLiteral("fileNameDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setModal(true);
    setWindowTitle(name.isEmpty() ? tr("New folder") : tr("Rename"));
    m_edit->setObjectName(QStringLiteral("fileNameEdit"));
    m_row->setHelp(tr("In %1").arg(shownBytes(folder)));
    auto *const title = new ElidedLabel(TextRole::PageTitle, Ink::Text1, Qt::ElideMiddle, this);
    title->setText(name.isEmpty() ? tr("New folder") : tr("Rename %1").arg(shownBytes(name)));
    QVBoxLayout *const column = makeBody(460);
    column->addWidget(title);
    column->addWidget(m_row);
    QPushButton *const cancel = makeButton(QStringLiteral("fileNameCancel"), tr("Cancel"), ButtonVariant::Normal, {}, this);
    setFooter({cancel, m_apply});
    m_apply->setDefault(true);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_apply, &QPushButton::clicked, this, &NameDialog::submit);
    connect(m_edit, &QLineEdit::textEdited, m_row, &FieldRow::clearError);
    m_edit->setFocus();
    // Of a name with an ending, what comes before it is what people change.
    const qsizetype dot = m_edit->text().lastIndexOf(u'.');
    m_edit->setSelection(0, int(dot > 0 ? dot : m_edit->text().size()));
}

void NameDialog::submit()
{
    const QByteArray name = bytesOfShown(m_edit->text());
    const QString wrong = name.isEmpty()                ? tr("Type a name.")
                          : name.contains('/')          ? tr("A name cannot contain a slash.")
                          : name.contains('\0')         ? tr("A name cannot contain the character NUL.")
                          : name == "." || name == ".." ? tr("This name has a meaning of its own. Choose another one.")
                          : name.size() > kLongestName  ? tr("This name is too long.")
                                                        : QString();
    if (!wrong.isEmpty()) {
        m_row->setError(wrong);
        m_edit->setFocus();
        return;
    }
    if (name == m_name) {
        reject();
        return;
    }
    setDisabledReason(m_apply, tr("Asking the machine…"));
    Q_EMIT submitted(name);
}

void NameDialog::showError(const Error &error)
{
    setDisabledReason(m_apply, {});
    m_row->setError(error.what);
    m_edit->setFocus();
}

}  // namespace trainyard

#include "moc_namedialog.cpp"
