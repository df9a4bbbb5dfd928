// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/machines/keydialog.h"

#include "ui/common/buttons.h"
#include "ui/common/fieldrow.h"
#include "ui/common/label.h"
#include "ui/common/messagebar.h"

#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace trainyard {

namespace {

constexpr int kMaxKeyName = 100;  // as KeyStore accepts

// Valid key name characters: letters, digits, dots and dashes.
QString keyName(const QString &text)
{
    QString name;
    for (const QChar c : text)
        name += c.isLetterOrNumber() || c == u'.' || c == u'_' ? c : QChar(u'-');
    while (name.startsWith(u'.') || name.startsWith(u'-'))
        name.remove(0, 1);
    return name.isEmpty() ? QStringLiteral("trainyard") : name.left(kMaxKeyName);
}

}  // namespace

KeyDialog::KeyDialog(const QString &suggestedName, QWidget *parent)
    : Dialog(parent), m_name(new QLineEdit), m_passphrase(new QLineEdit), m_again(new QLineEdit),
      m_nameRow(new FieldRow(tr("Name"), m_name, this)), m_passphraseRow(new FieldRow(tr("Passphrase"), m_passphrase, this)),
      m_againRow(new FieldRow(tr("Passphrase again"), m_again, this)), m_messages(new MessageBar(this)),
      m_make(makeButton(QStringLiteral("makeKeyButton"), tr("Generate"), ButtonVariant::Primary, {}, this)),
      m_cancel(makeButton(QStringLiteral("cancelKeyButton"), tr("Cancel"), ButtonVariant::Normal, {}, this))
{
    setObjectName(QStringLiteral("keyDialog"));
    setWindowTitle(tr("Generate a key"));
    setModal(true);
    m_name->setObjectName(QStringLiteral("keyNameEdit"));
    m_name->setMaxLength(kMaxKeyName);
    m_name->setText(keyName(suggestedName));
    m_nameRow->setHelp(tr("Name of the key file, which stays on this computer."));
    m_passphrase->setObjectName(QStringLiteral("keyPassphraseEdit"));
    m_again->setObjectName(QStringLiteral("keyPassphraseAgainEdit"));
    for (QLineEdit *edit : {m_passphrase, m_again})
        edit->setEchoMode(QLineEdit::Password);
    m_passphraseRow->setHelp(tr("Protects the key file. Without one, anyone who gets the file can log in."));
    auto *title = new Label(tr("A new key"), TextRole::PageTitle, Ink::Text1, this);
    auto *prose = makeProse(tr("A key pair: the private key stays here, the public key is a line that you give to your provider. "
                               "Ed25519, as created by ssh-keygen."),
                            TextRole::Body, Ink::Text2, this);
    QVBoxLayout *const column = makeBody(460);
    column->addWidget(title);
    column->addWidget(prose);
    column->addWidget(m_messages);
    column->addWidget(m_nameRow);
    column->addWidget(m_passphraseRow);
    column->addWidget(m_againRow);
    column->addStretch(1);
    setFooter({m_cancel, m_make});
    m_make->setDefault(true);
    m_name->setFocus();
    m_name->selectAll();
    connect(m_name, &QLineEdit::textEdited, m_nameRow, &FieldRow::clearError);
    connect(m_again, &QLineEdit::textEdited, m_againRow, &FieldRow::clearError);
    connect(m_make, &QPushButton::clicked, this, &KeyDialog::submit);
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
}

KeyDialog::~KeyDialog()
{
    for (QLineEdit *edit : {m_passphrase, m_again})
        edit->setText(QString(edit->text().size(), u' '));
}

void KeyDialog::submit()
{
    m_messages->clear();
    const QString name = m_name->text().trimmed();
    if (name.isEmpty()) {
        m_nameRow->setError(tr("Give the key a name."));
        m_name->setFocus();
        return;
    }
    if (m_passphrase->text() != m_again->text()) {
        m_againRow->setError(tr("The passphrases do not match. Enter them again."));
        m_again->setFocus();
        m_again->selectAll();
        return;
    }
    setBusy(true);
    Q_EMIT submitted(name, m_passphrase->text());
}

void KeyDialog::setBusy(bool isBusy)
{
    for (QWidget *control : {static_cast<QWidget *>(m_name), static_cast<QWidget *>(m_passphrase), static_cast<QWidget *>(m_again),
                             static_cast<QWidget *>(m_make)})
        control->setEnabled(!isBusy);
}

void KeyDialog::showError(const Error &error)
{
    setBusy(false);
    if (error.code == ErrorCode::InvalidInput || error.code == ErrorCode::AlreadyExists) {
        m_nameRow->setError(error.what);
        m_name->setFocus();
        return;
    }
    m_messages->post({QStringLiteral("key"), Tone::Bad, error.what, {}, error.detail, {}});
}

}  // namespace trainyard

#include "moc_keydialog.cpp"
