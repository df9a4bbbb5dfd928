// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/helppage.h"

#include "ui/common/buttons.h"
#include "ui/common/keytable.h"
#include "ui/common/pageheader.h"
#include "ui/theme/theme.h"
#include "ui/window/helpview.h"
#include "ui/window/keysdialog.h"

#include <QPushButton>
#include <QShortcut>
#include <QVBoxLayout>

namespace trainyard {

HelpPage::HelpPage(QWidget *parent) : QWidget(parent), m_view(new HelpView(this))
{
    setObjectName(QStringLiteral("helpPage"));
    auto *const header = new PageHeader(tr("Help"), this);
    QPushButton *const keys = makeButton(QStringLiteral("helpKeys"), tr("Keyboard shortcuts"), ButtonVariant::Normal,
                                         QStringLiteral("list"), this);
    header->addAction(keys);
    auto *const column = new QVBoxLayout(this);
    column->setContentsMargins(dp(16), dp(16), dp(16), dp(16));
    column->setSpacing(dp(12));
    column->addWidget(header);
    column->addWidget(m_view, 1);
    connect(keys, &QPushButton::clicked, this, [this] { (new KeysDialog(window()))->open(); });
    for (const KeyFor find : {KeyFor::Find, KeyFor::FindToo})
        new QShortcut(keyFor(find), this, this, &HelpPage::focusFilter, Qt::WidgetWithChildrenShortcut);
}

void HelpPage::showPart(const QString &englishAnchor) { m_view->showPart(englishAnchor); }

void HelpPage::focusFilter() { m_view->focusFilter(); }

HelpDialog::HelpDialog(QWidget *parent) : Dialog(parent), m_view(new HelpView(this))
{
    setObjectName(QStringLiteral("helpDialog"));
    setWindowTitle(tr("Help"));
    setAttribute(Qt::WA_DeleteOnClose);
    setModal(true);
    QPushButton *const close = makeButton(QStringLiteral("helpClose"), tr("Close"), ButtonVariant::Normal, {}, this);
    makeBody(1000, 640)->addWidget(m_view);
    setFooter({close});
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    m_view->focusFilter();
}

void HelpDialog::showPart(const QString &englishAnchor) { m_view->showPart(englishAnchor); }

}  // namespace trainyard

#include "moc_helppage.cpp"
