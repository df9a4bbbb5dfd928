// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/machines/keypart.h"

#include "ui/common/buttons.h"
#include "ui/common/fieldrow.h"
#include "ui/common/label.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QTimer>

#include <chrono>

namespace trainyard {

namespace {

constexpr std::chrono::seconds kCopiedFor{2};  // as elsewhere: long enough to be read

}  // namespace

KeyPart::KeyPart(QWidget *parent)
    : QWidget(parent), m_path(new QLineEdit), m_row(new FieldRow(tr("Key"), m_path, this)),
      m_choose(makeButton(QStringLiteral("chooseKeyButton"), tr("Choose a file…"), ButtonVariant::Normal, {}, this)),
      m_generate(makeButton(QStringLiteral("generateKeyButton"), tr("Generate a key…"), ButtonVariant::Normal, {}, this)),
      m_public(new QLineEdit(this)),
      m_copy(makeButton(QStringLiteral("copyPublicKeyButton"), tr("Copy public key"), ButtonVariant::Normal, QStringLiteral("copy"), this))
{
    m_path->setObjectName(QStringLiteral("machineKeyEdit"));
    m_path->setFont(textFont(TextRole::Code));
    m_path->setClearButtonEnabled(true);
    m_path->setPlaceholderText(tr("keys from your agent and ~/.ssh"));
    m_public->setObjectName(QStringLiteral("publicKeyEdit"));
    m_public->setFont(textFont(TextRole::Code));
    m_public->setReadOnly(true);
    m_public->setAccessibleName(tr("Public key, for the provider's console"));
    m_copy->setToolTip(tr("Paste it into the provider's console, or append it to ~/.ssh/authorized_keys on the machine."));
    for (QWidget *part : {static_cast<QWidget *>(m_public), static_cast<QWidget *>(m_copy)})
        part->hide();
    setSmall(m_choose);
    setSmall(m_generate);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(dp(8));
    buttons->addWidget(m_choose);
    buttons->addWidget(m_generate);
    buttons->addStretch(1);
    auto *line = new QHBoxLayout;
    line->setSpacing(dp(8));
    line->addWidget(m_public, 1);
    line->addWidget(m_copy);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(dp(8));
    column->addWidget(m_row);
    column->addLayout(buttons);
    column->addLayout(line);
    setTabOrder(m_path, m_choose);
    setTabOrder(m_choose, m_generate);
    setTabOrder(m_generate, m_public);
    setTabOrder(m_public, m_copy);
    setPath({});
    connect(m_path, &QLineEdit::textEdited, this, &KeyPart::clearKey);
    connect(m_path, &QLineEdit::textEdited, this, &KeyPart::pathEdited);
    connect(m_choose, &QPushButton::clicked, this, &KeyPart::choose);
    connect(m_generate, &QPushButton::clicked, this, &KeyPart::generateRequested);
    connect(m_copy, &QPushButton::clicked, this, &KeyPart::copy);
}

QString KeyPart::path() const { return m_path->text().trimmed(); }

void KeyPart::setPath(const QString &path)
{
    if (path == this->path() && !path.isEmpty())
        return;
    m_path->setText(path);
    m_path->setCursorPosition(0);
    clearKey();
}

void KeyPart::clearKey()
{
    m_row->clearError();
    m_row->setHelp(tr("The private key stays on this computer. You are asked for its passphrase if it has one."));
    if (m_public->isHidden())
        return;
    m_public->hide();
    m_copy->hide();
}

void KeyPart::copy()
{
    QApplication::clipboard()->setText(m_public->text());
    m_copy->setMinimumWidth(m_copy->width());
    m_copy->setText(tr("Copied"));
    QTimer::singleShot(kCopiedFor, m_copy, [this] { m_copy->setText(tr("Copy public key")); });
}

void KeyPart::showKey(const Result<StoredKey> &key)
{
    clearKey();
    if (!key) {
        m_row->setError(key.error().what);
        return;
    }
    m_row->setHelp(key->isEncrypted ? tr("%1, with a passphrase").arg(key->fingerprint) : key->fingerprint);
    if (key->publicLine.isEmpty()) {
        m_row->setHelp(tr("The public key can only be derived from the private key."));
        return;
    }
    m_public->setText(QString::fromUtf8(key->publicLine));
    m_public->setCursorPosition(0);
    m_public->show();
    m_copy->show();
}

void KeyPart::setDisabledReason(const QString &reason)
{
    for (QWidget *control : {static_cast<QWidget *>(m_path), static_cast<QWidget *>(m_choose), static_cast<QWidget *>(m_generate)})
        trainyard::setDisabledReason(control, reason);
}

void KeyPart::choose()
{
    auto *dialog = new QFileDialog(this, tr("Choose a private key"), QDir::homePath() + QStringLiteral("/.ssh"));
    dialog->setObjectName(QStringLiteral("chooseKeyDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setFilter(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &path) {
        setPath(path);
        Q_EMIT pathEdited(path);
    });
    dialog->open();
}

}  // namespace trainyard

#include "moc_keypart.cpp"
