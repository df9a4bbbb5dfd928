// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/checkpoints/storedialog.h"

#include "core/base/format.h"
#include "core/base/shownpath.h"
#include "ui/common/buttons.h"
#include "ui/common/fieldrow.h"
#include "ui/common/iconlabel.h"
#include "ui/common/label.h"
#include "ui/common/messagebar.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <array>

namespace trainyard {

namespace {

const QString kStoreFailed = QStringLiteral("store");

QLineEdit *makeField(const QString &objectName, bool isCode)
{
    auto *const edit = new QLineEdit;
    edit->setObjectName(objectName);
    if (isCode)
        edit->setFont(textFont(TextRole::Code));
    return edit;
}

}  // namespace

StoreDialog::StoreDialog(QWidget *parent)
    : Dialog(parent), m_presets(storePresets()), m_provider(new QComboBox), m_name(makeField(QStringLiteral("storeName"), false)),
      m_address(makeField(QStringLiteral("storeAddress"), true)), m_endpoint(makeField(QStringLiteral("storeEndpoint"), true)),
      m_region(makeField(QStringLiteral("storeRegion"), true)), m_account(makeField(QStringLiteral("storeAccount"), true)),
      m_keyId(makeField(QStringLiteral("storeKeyId"), true)), m_secret(makeField(QStringLiteral("storeSecret"), true)),
      m_nameRow(new FieldRow(tr("Name"), m_name)), m_addressRow(new FieldRow(tr("Address"), m_address)),
      m_endpointRow(new FieldRow(tr("Endpoint"), m_endpoint)), m_regionRow(new FieldRow(tr("Region"), m_region)),
      m_accountRow(new FieldRow(tr("Account"), m_account)), m_keyIdRow(new FieldRow(tr("Access key ID"), m_keyId)),
      m_secretRow(new FieldRow(tr("Secret access key"), m_secret)),
      m_insecure(new QCheckBox(tr("Allow http:// without encryption: I trust this network"))), m_answer(new QWidget),
      m_lines(new QGridLayout(m_answer)), m_messages(new MessageBar(this)), m_state(new Label(TextRole::Small, Ink::Text3, this)),
      m_check(makeButton(QStringLiteral("storeCheck"), tr("Check"))),
      m_add(makeButton(QStringLiteral("storeAdd"), tr("Add the store"), ButtonVariant::Primary)),
      m_cancel(makeButton(QStringLiteral("storeCancel"), tr("Cancel")))
{
    setObjectName(QStringLiteral("storeDialog"));
    setWindowTitle(tr("Set up a store"));
    setModal(true);
    setAttribute(Qt::WA_DeleteOnClose);
    m_provider->setObjectName(QStringLiteral("storeProvider"));
    for (const StorePreset &one : std::as_const(m_presets))
        m_provider->addItem(one.name, one.id);
    m_secret->setEchoMode(QLineEdit::Password);
    m_address->setPlaceholderText(QStringLiteral("s3://bucket"));
    m_answer->setObjectName(QStringLiteral("storeAnswer"));
    m_lines->setContentsMargins(0, 0, 0, 0);
    m_lines->setHorizontalSpacing(dp(8));
    m_lines->setVerticalSpacing(dp(4));
    m_lines->setColumnStretch(1, 1);
    m_insecure->setObjectName(QStringLiteral("storeInsecure"));
    m_insecure->hide();
    m_secretRow->setHelp(tr("Stored in a file that only you can read."));

    auto *const fields = new QGridLayout;
    fields->setHorizontalSpacing(dp(16));
    fields->setVerticalSpacing(dp(12));
    const std::array pairs{new FieldRow(tr("Provider"), m_provider), m_nameRow, m_addressRow, m_regionRow, m_keyIdRow, m_secretRow};
    for (size_t i = 0; i < pairs.size(); ++i) {
        const int line = int(i) / 2;
        pairs[i]->setRoomKept(false);
        fields->addWidget(pairs[i], line < 2 ? line : 4, int(i) % 2, Qt::AlignTop);
    }
    // The longest values, and what only some providers have.
    for (FieldRow *const row : {m_endpointRow, m_accountRow}) {
        row->setRoomKept(false);
        fields->addWidget(row, row == m_endpointRow ? 2 : 3, 0, 1, 2);
    }
    fields->addWidget(m_insecure, 5, 0, 1, 2);
    fields->setColumnStretch(0, 1);
    fields->setColumnStretch(1, 1);
    QVBoxLayout *const column = makeBody(640);
    column->addWidget(new Label(windowTitle(), TextRole::PageTitle));
    column->addWidget(m_messages);
    column->addLayout(fields);
    column->addWidget(m_answer);
    column->addStretch(1);
    setFooter({m_cancel, m_add}, {m_check, m_state});
    m_add->setDefault(true);
    m_answer->hide();

    connect(m_provider, &QComboBox::currentIndexChanged, this, &StoreDialog::showPreset);
    connect(m_cancel, &QPushButton::clicked, this, &StoreDialog::reject);
    connect(m_check, &QPushButton::clicked, this, [this] {
        if (const auto record = read())
            Q_EMIT checkRequested(*record);
    });
    connect(m_add, &QPushButton::clicked, this, [this] {
        if (const auto record = read())
            Q_EMIT addRequested(*record);
    });
    for (FieldRow *row : {m_nameRow, m_addressRow, m_endpointRow, m_regionRow, m_accountRow, m_keyIdRow, m_secretRow})
        connect(qobject_cast<QLineEdit *>(row->control()), &QLineEdit::textChanged, row, &FieldRow::clearError);
    connect(m_endpoint, &QLineEdit::textChanged, this,
            [this](const QString &text) { m_insecure->setVisible(isUnencrypted(text.trimmed())); });
    // The bucket's name is used for the store until another is typed.
    connect(m_address, &QLineEdit::textEdited, this, [this](const QString &text) {
        if (!m_name->isModified())
            m_name->setText(text.section(QStringLiteral("://"), 1).section(u'/', 0, 0));
    });
    showPreset();
}

const StorePreset &StoreDialog::preset() const { return m_presets[std::max(0, m_provider->currentIndex())]; }

void StoreDialog::showPreset()
{
    const StorePreset &one = preset();
    const bool isAzure = one.kind == ObjectStoreKind::Azure;
    m_address->setPlaceholderText(isAzure ? QStringLiteral("az://container") : QStringLiteral("s3://bucket"));
    m_endpoint->setPlaceholderText(one.endpoint.isEmpty() ? QStringLiteral("https://minio.example.org:9000") : one.endpoint);
    m_endpointRow->setHelp(one.endpoint.isEmpty() ? tr("The address of the service: every provider has its own.")
                                                  : tr("Leave empty to use the provider's usual one."));
    m_region->setPlaceholderText(one.region);
    m_regionRow->setVisible(!isAzure);
    m_accountRow->setVisible(isAzure || one.endpoint.contains(QLatin1String("{account}")));
    m_keyIdRow->setVisible(!isAzure);
    clearAnswer();
}

std::optional<ObjectStoreConfig> StoreDialog::read()
{
    clearAnswer();
    m_messages->withdraw(kStoreFailed);
    const auto missing = [](FieldRow *row, const QString &sentence) {
        row->setError(sentence);
        row->control()->setFocus();
        return std::nullopt;
    };
    const auto address = parseStoreAddress(m_address->text().trimmed());
    if (!address)
        return missing(m_addressRow, address.error().what);
    if (!address->key.isEmpty())
        return missing(m_addressRow, tr("A store is a whole bucket: remove what follows its name."));
    if (m_name->text().trimmed().isEmpty())
        return missing(m_nameRow, tr("Enter a name."));
    const StoreOptions options{m_name->text().trimmed(),
                               preset().id,
                               m_endpoint->text().trimmed(),
                               m_region->text().trimmed(),
                               m_account->text().trimmed(),
                               *address,
                               {},
                               m_insecure->isVisibleTo(this) && m_insecure->isChecked()};
    auto record = storeConfigFrom(options);
    if (!record && m_insecure->isVisibleTo(this) && !m_insecure->isChecked())
        return missing(m_endpointRow, tr("Keys and data would travel unencrypted: use https://, or allow http:// below."));
    if (!record) {
        showError(record.error());
        return std::nullopt;
    }
    const bool isAzure = record->kind == ObjectStoreKind::Azure;
    const QString id = isAzure ? options.account : m_keyId->text().trimmed();
    if (id.isEmpty())
        return missing(isAzure ? m_accountRow : m_keyIdRow, tr("A key is required."));
    if (m_secret->text().trimmed().isEmpty())
        return missing(m_secretRow, tr("A key is required."));
    record->key = {id.toLatin1(), m_secret->text().trimmed().toLatin1(), {}};
    if (const auto fine = record->check(); !fine) {
        showError(fine.error());
        return std::nullopt;
    }
    return *record;
}

void StoreDialog::setBusy(bool isAsking)
{
    m_state->setText(isAsking ? tr("Checking…") : QString());
    m_check->setEnabled(!isAsking);
    m_add->setEnabled(!isAsking);
    if (isAsking)
        m_messages->withdraw(kStoreFailed);
}

void StoreDialog::showError(const Error &error)
{
    setBusy(false);
    if (!error.isCancelled())
        m_messages->post({kStoreFailed, Tone::Bad, error.what, {}, error.detail, {}});
}

void StoreDialog::clearAnswer()
{
    while (QLayoutItem *const item = m_lines->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    m_answer->hide();
}

void StoreDialog::addLine(const QString &iconName, Ink ink, const QString &text)
{
    const int row = m_lines->rowCount();
    m_lines->addWidget(new IconLabel(iconName, ink, 16), row, 0, Qt::AlignTop);
    auto *const label = new Label(TextRole::Body, Ink::Text1);
    label->setWordWrap(true);
    label->setText(text);
    m_lines->addWidget(label, row, 1);
}

void StoreDialog::showAnswer(const StoreSettings &settings)
{
    setBusy(false);
    clearAnswer();
    addLine(QStringLiteral("check"), Ink::Ok, tr("Connected; the key is valid."));
    if (settings.isEncrypted)
        addLine(*settings.isEncrypted ? QStringLiteral("lock") : QStringLiteral("triangle"), *settings.isEncrypted ? Ink::Ok : Ink::Warning,
                !*settings.isEncrypted          ? tr("Not encrypted: data is stored as is.")
                : settings.encryption.isEmpty() ? tr("Encrypted.")
                                                : tr("Encrypted (%1).").arg(shownPath(settings.encryption.left(40))));
    else
        addLine(QStringLiteral("question"), Ink::Stale, tr("Unknown whether it is encrypted."));
    switch (settings.publicAccess()) {
    case StoreSettings::Access::Open:
        addLine(QStringLiteral("cross"), Ink::Bad, tr("Public: anyone can read from it. Make it private at the provider."));
        break;
    case StoreSettings::Access::Closed: addLine(QStringLiteral("shield"), Ink::Ok, tr("Not public.")); break;
    case StoreSettings::Access::Unknown:
        addLine(QStringLiteral("question"), Ink::Stale,
                settings.byList == StoreSettings::Access::Closed ? tr("The public cannot list it; other public permissions are unknown.")
                                                                 : tr("Unknown whether it is public."));
        break;
    }
    if (settings.isVersioned == std::optional(true))
        addLine(QStringLiteral("info"), Ink::Text3, tr("Versioning is on: deleted or replaced objects still take up space."));
    m_answer->show();
    adjustSize();
}

}  // namespace trainyard

#include "moc_storedialog.cpp"
