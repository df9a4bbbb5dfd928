// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/confirmdialog.h"

#include "ui/common/buttons.h"
#include "ui/common/label.h"

#include <QCheckBox>
#include <QPushButton>
#include <QVBoxLayout>

namespace trainyard {

ConfirmDialog::ConfirmDialog(const QString &name, const Texts &texts, QWidget *parent) : Dialog(parent)
{
    setObjectName(name + QStringLiteral("Dialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setModal(true);
    setWindowTitle(texts.question);

    QVBoxLayout *const body = makeBody(560);
    body->setSpacing(dp(8));
    auto *const title = new Label(windowTitle(), TextRole::PageTitle);
    title->setWordWrap(true);
    body->addWidget(title);
    auto *const text = makeProse(texts.text, TextRole::Body, Ink::Text2);
    body->addWidget(text);

    QPushButton *const cancel = makeButton(name + QStringLiteral("Cancel"), texts.keep);
    QPushButton *const confirm = makeButton(name + QStringLiteral("Confirm"), texts.confirm, ButtonVariant::DestructiveFilled);
    cancel->setDefault(true);
    if (!texts.remember.isEmpty()) {
        m_remember = new QCheckBox(texts.remember);
        m_remember->setObjectName(name + QStringLiteral("Remember"));
        body->addWidget(m_remember);
    }
    setFooter({cancel, confirm});
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(confirm, &QPushButton::clicked, this, &QDialog::accept);
}

bool ConfirmDialog::isRemembered() const { return m_remember && m_remember->isChecked(); }

}  // namespace trainyard

#include "moc_confirmdialog.cpp"
