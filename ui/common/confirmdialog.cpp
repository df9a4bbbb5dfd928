// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/confirmdialog.h"

#include "ui/common/buttons.h"
#include "ui/common/label.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace trainyard {

ConfirmDialog::ConfirmDialog(const QString &name, const Words &words, QWidget *parent) : Dialog(parent)
{
    setObjectName(name + QStringLiteral("Dialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setModal(true);
    setWindowTitle(words.question);

    QVBoxLayout *const body = makeBody(560);
    body->setSpacing(dp(8));
    auto *const title = new Label(windowTitle(), TextRole::PageTitle);
    title->setWordWrap(true);
    body->addWidget(title);
    auto *const text = makeProse(words.text, TextRole::Body, Ink::Text2);
    body->addWidget(text);

    QPushButton *const cancel = makeButton(name + QStringLiteral("Cancel"), words.keep);
    QPushButton *const confirm = makeButton(name + QStringLiteral("Confirm"), words.confirm, ButtonVariant::DestructiveFilled);
    cancel->setDefault(true);
    setFooter({cancel, confirm});
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(confirm, &QPushButton::clicked, this, &QDialog::accept);
}

}  // namespace trainyard

#include "moc_confirmdialog.cpp"
