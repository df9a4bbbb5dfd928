// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/rent/policydialog.h"

#include "ui/common/buttons.h"
#include "ui/common/commandpreview.h"
#include "ui/common/label.h"
#include "ui/theme/variants.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace trainyard {

PolicyDialog::PolicyDialog(const QString &providerName, const QString &policy, QWidget *parent) : Dialog(parent)
{
    setObjectName(QStringLiteral("policyDialog"));
    setModal(true);
    setWindowTitle(tr("Rights that Trainyard needs"));
    QVBoxLayout *const column = makeBody(620, 560);
    //: a provider
    auto *title = new Label(tr("Rights that Trainyard needs at %1").arg(providerName), TextRole::PageTitle, Ink::Text1, this);
    title->setWordWrap(true);
    column->addWidget(title);
    column->addWidget(
        makeProse(tr("The smallest set. Create a separate user for Trainyard at %1, attach this policy to it, and use that user's keys.")
                      .arg(providerName),
                  TextRole::Body, Ink::Text2, this));
    auto *text = new CommandPreview(QStringLiteral("policyText"), tr("Policy"), this);
    text->setVisibleLines(8, 22);
    text->setText(policy);
    setVariant(text->findChild<QPushButton *>(QStringLiteral("policyTextCopy")), ButtonVariant::Primary);
    column->addWidget(text, 1);
    auto *close = makeButton(QStringLiteral("closePolicyButton"), tr("Close"), ButtonVariant::Normal, {}, this);
    close->setDefault(true);
    setFooter({close});
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
}

}  // namespace trainyard

#include "moc_policydialog.cpp"
