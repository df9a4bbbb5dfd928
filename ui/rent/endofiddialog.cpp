// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/rent/endofiddialog.h"

#include "core/base/seentext.h"
#include "ui/common/buttons.h"
#include "ui/common/fieldrow.h"
#include "ui/common/label.h"
#include "ui/rent/rentwords.h"

#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace trainyard {

namespace {

constexpr int kTyped = 4;  // characters

}  // namespace

EndOfIdDialog::EndOfIdDialog(const SweepItem &item, QWidget *parent) : Dialog(parent)
{
    setObjectName(QStringLiteral("endOfIdDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setModal(true);
    //: a thing
    setWindowTitle(tr("Give back “%1”?").arg(resourceText(item.resource)));
    QVBoxLayout *const column = makeBody(520);
    column->addWidget(makeProse(windowTitle(), TextRole::PageTitle, Ink::Text1, this));
    //: why it is listed
    column->addWidget(makeProse(tr("%1. It may belong to someone else.").arg(sweepReason(item)), TextRole::Body, Ink::Text2, this));
    const QString id = item.resource.providerId;
    column->addWidget(makeSelectableProse(tr("Its id: %1").arg(seenText(id)), TextRole::Body, Ink::Text1, this));
    auto *edit = new QLineEdit;
    edit->setObjectName(QStringLiteral("endOfIdEdit"));
    edit->setFont(textFont(TextRole::Code));
    edit->setMaxLength(kTyped);
    auto *row = new FieldRow(tr("The last four characters of its id"), edit, this);
    row->setHelp(tr("Type them from the id shown above, so that nothing else is given back by mistake."));
    column->addWidget(row);
    auto *keep = makeButton(QStringLiteral("endOfIdCancel"), tr("Keep it"), ButtonVariant::Normal, {}, this);
    auto *release = makeButton(QStringLiteral("endOfIdConfirm"), tr("Give back"), ButtonVariant::DestructiveFilled, {}, this);
    setDisabledReason(release, tr("Type the last four characters of the id first."));
    setFooter({keep, release});
    keep->setDefault(true);
    connect(edit, &QLineEdit::textChanged, this, [release, id](const QString &typed) {
        const bool isRight = !typed.isEmpty() && typed == id.right(kTyped);
        setDisabledReason(release, isRight ? QString() : tr("Type the last four characters of the id first."));
    });
    connect(keep, &QPushButton::clicked, this, &QDialog::reject);
    connect(release, &QPushButton::clicked, this, &QDialog::accept);
    edit->setFocus();
}

}  // namespace trainyard

#include "moc_endofiddialog.cpp"
