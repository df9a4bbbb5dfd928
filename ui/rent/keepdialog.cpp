// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/rent/keepdialog.h"

#include "core/base/seentext.h"
#include "ui/common/buttons.h"
#include "ui/common/fieldrow.h"
#include "ui/common/label.h"
#include "ui/rent/rentwords.h"

#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace trainyard {

KeepDialog::KeepDialog(const SweepItem &item, QWidget *parent) : Dialog(parent), m_note(new QLineEdit)
{
    setObjectName(QStringLiteral("keepDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setModal(true);
    //: a thing
    setWindowTitle(tr("Keep “%1”?").arg(resourceText(item.resource)));
    QVBoxLayout *const column = makeBody(520);
    auto *title = new Label(windowTitle(), TextRole::PageTitle, Ink::Text1, this);
    title->setWordWrap(true);
    column->addWidget(title);
    //: an id, money
    column->addWidget(
        makeSelectableProse(tr("%1 goes on costing money, %2 a day, and is no longer warned about. “Give back all” leaves it.")
                                .arg(seenText(item.resource.providerId), perDayText(item.resource.perDay)),
                            TextRole::Body, Ink::Text2, this));
    m_note->setObjectName(QStringLiteral("keepNote"));
    m_note->setMaxLength(200);
    m_note->setPlaceholderText(tr("For example: data set of the whole group"));
    column->addWidget(new FieldRow(tr("What it is for"), m_note, this));
    auto *cancel = makeButton(QStringLiteral("keepCancel"), tr("Cancel"), ButtonVariant::Normal, {}, this);
    auto *confirm = makeButton(QStringLiteral("keepConfirm"), tr("Keep"), ButtonVariant::Primary, {}, this);
    setFooter({cancel, confirm});
    confirm->setDefault(true);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(confirm, &QPushButton::clicked, this, &QDialog::accept);
    m_note->setFocus();
}

QString KeepDialog::note() const { return m_note->text().simplified(); }

}  // namespace trainyard

#include "moc_keepdialog.cpp"
