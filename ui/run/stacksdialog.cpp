// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/stacksdialog.h"

#include "ui/common/buttons.h"
#include "ui/common/label.h"
#include "ui/theme/theme.h"

#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace trainyard {

StacksDialog::StacksDialog(const QString &text, QWidget *parent) : Dialog(parent)
{
    setObjectName(QStringLiteral("rankStacksDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Stack traces of the run's processes"));
    auto *const edit = new QPlainTextEdit(text);
    edit->setObjectName(QStringLiteral("rankStacksText"));
    edit->setAccessibleName(windowTitle());
    edit->setReadOnly(true);
    edit->setTabChangesFocus(true);
    edit->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    edit->setFont(textFont(TextRole::Code));
    edit->setLineWrapMode(QPlainTextEdit::NoWrap);
    QPushButton *const close = makeButton(QStringLiteral("rankStacksClose"), tr("Close"));
    QVBoxLayout *const body = makeBody(880, 560);
    body->addWidget(new Label(windowTitle(), TextRole::PageTitle));
    body->addWidget(edit);
    setFooter({close});
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    edit->setFocus();
}

}  // namespace trainyard

#include "moc_stacksdialog.cpp"
