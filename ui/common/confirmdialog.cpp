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
    m_text = makeProse(texts.text, TextRole::Body, Ink::Text2);
    m_text->setObjectName(name + QStringLiteral("Text"));
    body->addWidget(m_text);

    QPushButton *const cancel = makeButton(name + QStringLiteral("Cancel"), texts.keep);
    m_confirm = makeButton(name + QStringLiteral("Confirm"), texts.confirm, ButtonVariant::DestructiveFilled);
    cancel->setDefault(true);
    if (!texts.remember.isEmpty()) {
        m_remember = new QCheckBox(texts.remember);
        m_remember->setObjectName(name + QStringLiteral("Remember"));
        body->addWidget(m_remember);
    }
    if (texts.other.isEmpty()) {
        setFooter({cancel, m_confirm});
    } else {
        m_other = makeButton(name + QStringLiteral("Other"), texts.other);
        setFooter({cancel, m_confirm}, {m_other});
        m_other->hide();
        connect(m_other, &QPushButton::clicked, this, [this] {
            reject();
            Q_EMIT otherChosen();
        });
    }
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_confirm, &QPushButton::clicked, this, &QDialog::accept);
}

void ConfirmDialog::setText(const QString &text) { m_text->setText(text); }

void ConfirmDialog::setLooking(bool isLooking) { m_confirm->setEnabled(!isLooking); }

void ConfirmDialog::setOther(bool isOffered)
{
    if (m_other)
        m_other->setVisible(isOffered);
}

bool ConfirmDialog::isRemembered() const { return m_remember && m_remember->isChecked(); }

}  // namespace trainyard

#include "moc_confirmdialog.cpp"
