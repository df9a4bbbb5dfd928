// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/page/secretdialog.h"

#include "ui/common/buttons.h"
#include "ui/common/fieldrow.h"
#include "ui/common/label.h"

#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace trainyard {

SecretDialog::SecretDialog(const SshPrompt &prompt, QWidget *parent) : Dialog(parent), m_edit(new QLineEdit)
{
    const bool isPassword = prompt.kind == SshPrompt::Kind::Password;
    const bool isCode = prompt.kind == SshPrompt::Kind::Code;
    const QString where = prompt.target.display();
    setObjectName(QStringLiteral("secretDialog"));
    setWindowTitle(isPassword ? tr("Password") : isCode ? tr("Question from the machine") : tr("Passphrase"));
    QVBoxLayout *const column = makeBody(560);
    auto *const title = makeProse(isPassword ? tr("Password for %1?").arg(where)
                                  : isCode   ? tr("%1 asks").arg(where)
                                             : tr("Passphrase of the key %1?").arg(prompt.name),
                                  TextRole::PageTitle, Ink::Text1, this);
    column->addWidget(title);
    m_edit->setObjectName(QStringLiteral("secretEdit"));
    m_edit->setEchoMode(prompt.isEchoed ? QLineEdit::Normal : QLineEdit::Password);
    m_edit->setAccessibleName(windowTitle());
    auto *const row = new FieldRow(prompt.text.trimmed().isEmpty() ? windowTitle() : prompt.text.trimmed(), m_edit, this);
    row->setHelp(isCode ? tr("Used once. It is not stored.")
                        : tr("Kept in memory until the program ends, to reconnect. It is not stored."));
    column->addWidget(row);

    auto *const no = makeButton(QStringLiteral("refuseSecretButton"), tr("Cancel"), ButtonVariant::Normal, {}, this);
    auto *const yes = makeButton(QStringLiteral("giveSecretButton"), tr("Log in"), ButtonVariant::Primary, {}, this);
    yes->setDefault(true);
    setFooter({no, yes});
    m_edit->setFocus();
    connect(no, &QPushButton::clicked, this, &QDialog::reject);
    connect(yes, &QPushButton::clicked, this, &QDialog::accept);
}

QString SecretDialog::secret() const { return m_edit->text(); }

}  // namespace trainyard

#include "moc_secretdialog.cpp"
