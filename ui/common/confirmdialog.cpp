#include "ui/common/confirmdialog.h"

#include "ui/common/buttons.h"
#include "ui/common/card.h"
#include "ui/common/label.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace trainyard {

ConfirmDialog::ConfirmDialog(const QString &name, const Words &words, QWidget *parent) : Dialog(parent)
{
    setObjectName(name + QStringLiteral("Dialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setModal(true);
    setWindowTitle(words.question);
    setFixedWidth(dp(560));

    auto *const body = new QVBoxLayout;
    body->setContentsMargins(dp(24), dp(20), dp(24), dp(20));
    body->setSpacing(dp(8));
    auto *const title = new ElidedLabel(TextRole::PageTitle);
    title->setText(windowTitle());
    body->addWidget(title);
    auto *const text = new Label(words.text, TextRole::Body, Ink::Text2);
    text->setWordWrap(true);
    body->addWidget(text);

    auto *const footer = new QHBoxLayout;
    footer->setContentsMargins(dp(24), dp(12), dp(24), dp(12));
    footer->setSpacing(dp(8));
    footer->addStretch(1);
    QPushButton *const cancel = makeButton(name + QStringLiteral("Cancel"), words.keep);
    QPushButton *const confirm = makeButton(name + QStringLiteral("Confirm"), words.confirm, ButtonVariant::DestructiveFilled);
    footer->addWidget(cancel);
    footer->addWidget(confirm);
    cancel->setDefault(true);

    auto *const all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addLayout(body);
    all->addWidget(new Hairline);
    all->addLayout(footer);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(confirm, &QPushButton::clicked, this, &QDialog::accept);
}

}  // namespace trainyard
