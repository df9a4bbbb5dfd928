// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/rent/accountdialog.h"

#include "core/base/seentext.h"
#include "core/model/instance.h"
#include "ui/common/buttons.h"
#include "ui/common/fieldrow.h"
#include "ui/common/label.h"
#include "ui/common/messagebar.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace trainyard {

namespace {

QLineEdit *textField(const char *name)
{
    auto *field = new QLineEdit;
    field->setObjectName(QLatin1String(name));
    return field;
}

QLineEdit *secretField(const char *name)
{
    auto *field = textField(name);
    field->setEchoMode(QLineEdit::Password);
    return field;
}

}  // namespace

AccountDialog::AccountDialog(const QList<CloudKind> &kinds, const QString &chosen, QWidget *parent)
    : Dialog(parent), m_kinds(kinds), m_messages(new MessageBar(this)), m_kind(new QComboBox), m_source(new QComboBox),
      m_name(textField("accountName")), m_region(textField("accountRegion")), m_keyId(textField("accountKeyId")),
      m_secret(secretField("accountSecret")), m_token(secretField("accountToken")), m_profile(textField("accountProfile")),
      m_from(textField("accountFrom")), m_endpoint(textField("accountEndpoint")), m_nameRow(new FieldRow(tr("Name"), m_name, this)),
      m_keyIdRow(new FieldRow(tr("Key ID"), m_keyId, this)), m_secretRow(new FieldRow(tr("Secret key"), m_secret, this)),
      m_tokenRow(new FieldRow(tr("Token"), m_token, this)), m_profileRow(new FieldRow(tr("Profile"), m_profile, this)),
      m_fromRow(new FieldRow(tr("Your public address"), m_from, this)), m_sourceNote(makeProse({}, TextRole::Small, Ink::Text3, this)),
      m_report(makeSelectableProse({}, TextRole::Body, Ink::Text1, this)),
      m_policy(makeButton(QStringLiteral("accountPolicy"), tr("Rights needed…"), ButtonVariant::Link, {}, this)),
      m_check(makeButton(QStringLiteral("checkAccountButton"), tr("Check again"), ButtonVariant::Normal, {}, this)),
      m_remove(makeButton(QStringLiteral("removeAccountButton"), tr("Remove it again"), ButtonVariant::Normal, {}, this)),
      m_close(makeButton(QStringLiteral("closeAccountButton"), {}, ButtonVariant::Normal, {}, this)),
      m_add(makeButton(QStringLiteral("addAccountButton"), tr("Add and check"), ButtonVariant::Primary, {}, this))
{
    setObjectName(QStringLiteral("accountDialog"));
    setModal(true);
    setWindowTitle(tr("Add an account"));
    m_kind->setObjectName(QStringLiteral("accountKind"));
    for (const CloudKind &one : m_kinds) {
        m_kind->addItem(one.name);
        if (one.kind == chosen)
            m_kind->setCurrentIndex(m_kind->count() - 1);
    }
    build();
    m_policy->setObjectName(QStringLiteral("accountPolicy"));
    connect(m_kind, &QComboBox::currentIndexChanged, this, &AccountDialog::showKind);
    connect(m_source, &QComboBox::currentIndexChanged, this, &AccountDialog::showSource);
    connect(m_add, &QPushButton::clicked, this, &AccountDialog::submit);
    connect(m_policy, &QPushButton::clicked, this, [this] { Q_EMIT policyRequested(kind().kind, kind().name); });
    connect(m_check, &QPushButton::clicked, this, [this] {
        m_report->setText(tr("Asking %1…").arg(kind().name));
        m_report->setInk(Ink::Text2);
        Q_EMIT checkRequested(m_added);
    });
    connect(m_remove, &QPushButton::clicked, this, [this] { Q_EMIT removeRequested(m_added); });
    connect(m_close, &QPushButton::clicked, this, [this] { m_added.isEmpty() ? reject() : accept(); });
    showKind();
    showState();
    m_kind->setFocus();
}

CloudKind AccountDialog::kind() const { return m_kinds.value(m_kind->currentIndex()); }

void AccountDialog::build()
{
    m_source->setObjectName(QStringLiteral("accountSource"));
    m_source->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_source->setMinimumContentsLength(12);
    m_region->setPlaceholderText(tr("as in the offers"));
    m_from->setPlaceholderText(QStringLiteral("203.0.113.7"));
    m_endpoint->setPlaceholderText(tr("the provider's own"));
    m_report->setObjectName(QStringLiteral("accountReport"));
    m_fromRow->setHelp(tr("From where SSH is allowed to its machines. It can be changed for each."));
    m_tokenRow->setHelp(tr("Only for temporary keys."));
    m_nameRow->setHelp(tr("What Trainyard calls it."));
    auto *sourceRow = new FieldRow(tr("Keys from"), m_source, this);
    auto *kindRow = new FieldRow(tr("Provider"), m_kind, this);
    auto *regionRow = new FieldRow(tr("Region"), m_region, this);
    auto *endpointRow = new FieldRow(tr("Service endpoint (optional)"), m_endpoint, this);
    regionRow->setHelp(tr("Where machines are rented unless an offer names another one."));
    endpointRow->setHelp(tr("Leave it empty, except for a test service."));
    QVBoxLayout *const column = makeBody(620);
    auto *title = new Label(windowTitle(), TextRole::PageTitle, Ink::Text1, this);
    column->addWidget(title);
    column->addWidget(
        makeProse(tr("Machines are rented, and paid for, in your own account at the provider."), TextRole::Body, Ink::Text2, this));
    column->addWidget(m_messages);
    const auto beside = [column](QWidget *first, QWidget *second) {
        auto *row = new QHBoxLayout;
        row->setSpacing(dp(12));
        row->addWidget(first, 1, Qt::AlignTop);
        row->addWidget(second, 1, Qt::AlignTop);
        column->addLayout(row);
    };
    beside(kindRow, m_nameRow);
    beside(regionRow, sourceRow);
    column->addWidget(m_sourceNote);
    beside(m_keyIdRow, m_secretRow);
    column->addWidget(m_tokenRow);
    column->addWidget(m_profileRow);
    beside(m_fromRow, endpointRow);
    column->addWidget(m_policy, 0, Qt::AlignLeft);
    column->addWidget(m_report);
    column->addStretch(1);
    setFooter({m_close, m_add}, {m_remove, m_check});
    m_add->setDefault(true);
    const QList<QWidget *> order{m_kind, m_name, m_region, m_source, m_keyId, m_secret, m_token, m_profile, m_from, m_endpoint};
    for (qsizetype i = 1; i < order.size(); ++i)
        setTabOrder(order[i - 1], order[i]);
    for (QLineEdit *field : {m_name, m_keyId, m_secret, m_from}) {
        connect(field, &QLineEdit::textEdited, this, [this] {
            for (FieldRow *row : {m_nameRow, m_keyIdRow, m_secretRow, m_fromRow})
                row->clearError();
        });
    }
}

void AccountDialog::showKind()
{
    const CloudKind one = kind();
    m_name->setText(one.kind);
    m_source->clear();
    m_source->addItem(tr("the desktop's keyring"), int(CredentialSource::Keyring));
    m_source->addItem(tr("environment variables"), int(CredentialSource::Environment));
    if (one.hasProfiles)
        m_source->addItem(tr("a profile of its command line"), int(CredentialSource::Profile));
    showSource();
}

void AccountDialog::showSource()
{
    const auto source = CredentialSource(m_source->currentData().toInt());
    const bool isKeyring = source == CredentialSource::Keyring;
    for (FieldRow *row : {m_keyIdRow, m_secretRow, m_tokenRow})
        row->setVisible(isKeyring);
    m_profileRow->setVisible(source == CredentialSource::Profile);
    const CloudKind one = kind();
    QStringList variables{one.keyIdVariable, one.secretVariable};
    if (!one.tokenVariable.isEmpty())
        variables << one.tokenVariable;
    m_sourceNote->setText(
        isKeyring
            ? tr("The keys are stored in your desktop's keyring. Without a keyring, they are stored in an encrypted file, whose key lies "
                 "beside your settings: a program that can read both files can read them.")
        : source == CredentialSource::Profile
            ? tr("Read each time from the profile; empty: the default one. It has to hold a key.")
            //: names of variables
            : tr("Read each time from %1, as Trainyard was started with.").arg(variables.join(QStringLiteral(", "))));
}

void AccountDialog::showState()
{
    const bool isAdded = !m_added.isEmpty();
    for (QWidget *field : QList<QWidget *>{m_kind, m_source, m_name, m_region, m_keyId, m_secret, m_token, m_profile, m_from, m_endpoint})
        field->setEnabled(!isAdded && !m_isBusy);
    m_add->setVisible(!isAdded);
    m_add->setEnabled(!m_isBusy);
    m_check->setVisible(isAdded);
    m_check->setEnabled(!m_isBusy);
    m_remove->setVisible(isAdded && !m_works);
    m_remove->setEnabled(!m_isBusy);
    m_close->setText(isAdded ? tr("Done") : tr("Cancel"));
    setVariant(m_close, isAdded ? ButtonVariant::Primary : ButtonVariant::Normal);
    m_report->setVisible(!m_report->text().isEmpty());
}

void AccountDialog::setBusy(bool isBusy)
{
    m_isBusy = isBusy;
    showState();
}

void AccountDialog::setAdded(const AccountRecord &account)
{
    m_added = account.name;
    // Nothing keeps the secret longer than it takes to store it.
    m_secret->clear();
    m_token->clear();
    m_report->setText(tr("Added. Asking %1…").arg(kind().name));
    m_report->setInk(Ink::Text2);
    showState();
    m_close->setFocus();
}

void AccountDialog::setReport(const QString &name, const Result<AccountReport> &report)
{
    if (name != m_added)
        return;  // it was removed again
    m_works = report.has_value();
    if (!report) {
        m_report->setText(seenText(report.error().what));
        m_report->setInk(Ink::Bad);
    } else if (report->missing.isEmpty()) {
        //: who signed in, in the provider's words
        m_report->setText(
            tr("It answers. You are %1, and all rights that were tried are there.").arg(seenText(report->identity.left(200))));
        m_report->setInk(Ink::Ok);
    } else {
        //: who signed in, names of rights
        m_report->setText(tr("It answers. You are %1. These rights are missing: %2")
                              .arg(seenText(report->identity.left(200)), report->missing.join(QStringLiteral(", "))));
        m_report->setInk(Ink::Warning);
    }
    showState();
}

void AccountDialog::setRemoved()
{
    m_added.clear();
    m_works = false;
    m_report->clear();
    showState();
    m_keyId->setFocus();
}

void AccountDialog::showError(const Error &error)
{
    m_messages->post({QStringLiteral("account"), Tone::Bad, error.what, {}, error.detail, {}});
}

void AccountDialog::submit()
{
    m_messages->clear();
    AccountRecord account;
    account.providerKind = kind().kind;
    account.name = m_name->text().trimmed();
    account.region = m_region->text().trimmed();
    account.source = CredentialSource(m_source->currentData().toInt());
    if (account.source == CredentialSource::Profile)
        account.profile = m_profile->text().trimmed();
    if (const auto checked = checkAccountName(account.name); !checked) {
        m_nameRow->setError(checked.error().what);
        m_name->setFocus();
        return;
    }
    if (const QString from = m_from->text().trimmed(); !from.isEmpty()) {
        const auto allowed = wantedFrom(from);
        if (!allowed) {
            m_fromRow->setError(tr("This is not an address, or one that is open to too many."));
            m_from->setFocus();
            return;
        }
        account.settings.insert(QLatin1String(kOwnAddressSetting), *allowed);
    }
    if (const QString endpoint = m_endpoint->text().trimmed(); !endpoint.isEmpty())
        account.settings.insert(QStringLiteral("endpoint"), endpoint);
    CloudCredentials credentials;
    if (account.source == CredentialSource::Keyring) {
        credentials.keyId = m_keyId->text().trimmed();
        credentials.secret = m_secret->text().trimmed().toUtf8();
        credentials.sessionToken = m_token->text().trimmed().toUtf8();
        if (credentials.keyId.isEmpty()) {
            m_keyIdRow->setError(tr("Enter the key ID."));
            m_keyId->setFocus();
            return;
        }
        if (credentials.secret.isEmpty()) {
            m_secretRow->setError(tr("Enter the secret key."));
            m_secret->setFocus();
            return;
        }
    }
    Q_EMIT submitted(account, credentials);
}

}  // namespace trainyard

#include "moc_accountdialog.cpp"
