// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/rent/machinepart.h"

#include "core/model/machine.h"
#include "core/service/clouds/ownaddress.h"
#include "core/service/clouds/rentorder.h"
#include "ui/common/buttons.h"
#include "ui/common/fieldrow.h"
#include "ui/common/plaintip.h"
#include "ui/rent/rentwords.h"
#include "ui/theme/theme.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>

namespace trainyard {

namespace {

constexpr int kMostGiB = 64 * 1024;
constexpr int kUsualGiB = 100;

QHBoxLayout *beside(QWidget *first, QWidget *second)
{
    auto *row = new QHBoxLayout;
    row->setSpacing(dp(16));
    row->addWidget(first, 1, Qt::AlignTop);
    row->addWidget(second, 1, Qt::AlignTop);
    return row;
}

}  // namespace

RentMachinePart::RentMachinePart(const Known &known, QWidget *parent) : QWidget(parent), m_known(known)
{
    QWidget *const accounts = makeAccounts();
    makeFields();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(dp(8));
    column->addLayout(beside(accounts, m_nameRow));
    column->addLayout(beside(m_imageRow, m_zoneRow));
    column->addLayout(beside(m_diskRow, m_keyRow));
    column->addWidget(m_fromRow);
    m_zoneRow->setVisible(known.hasZones);

    const auto change = [this] {
        showProblems();
        Q_EMIT changed();
    };
    connect(m_account, &QComboBox::currentIndexChanged, this, [this] {
        showAccount();
        Q_EMIT accountChanged();
    });
    connect(m_zone, &QComboBox::activated, this, [this] { Q_EMIT zoneChanged(); });
    connect(m_name, &QLineEdit::textChanged, this, change);
    connect(m_image, &QComboBox::activated, this, change);
    connect(m_disk, &QSpinBox::valueChanged, this, change);
    connect(m_key, &QComboBox::activated, this, change);
    connect(m_from, &QLineEdit::textChanged, this, change);
    const QList<QWidget *> order = focusChain();
    for (qsizetype i = 1; i < order.size(); ++i)
        setTabOrder(order[i - 1], order[i]);
    showAccount();
}

QWidget *RentMachinePart::makeAccounts()
{
    m_account = new QComboBox;
    m_account->setObjectName(QStringLiteral("rentAccount"));
    for (const AccountRecord &account : std::as_const(m_known.accounts))
        m_account->addItem(account.name);
    auto *row = new FieldRow(tr("Account"), m_account, this);
    row->setRoomKept(false);
    m_add = makeButton(QStringLiteral("rentAddAccount"), tr("Add an account…"), ButtonVariant::Link, {}, this);
    m_add->setVisible(m_known.canAddAccount);
    connect(m_add, &QPushButton::clicked, this, &RentMachinePart::accountRequested);
    auto *accounts = new QWidget(this);
    auto *column = new QVBoxLayout(accounts);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(dp(2));
    column->addWidget(row);
    column->addWidget(m_add, 0, Qt::AlignLeft);
    return accounts;
}

void RentMachinePart::makeFields()
{
    m_name = new QLineEdit;
    m_name->setObjectName(QStringLiteral("rentName"));
    m_nameRow = new FieldRow(tr("Name in Trainyard"), m_name, this);
    if (m_known.mayLackName)
        m_name->setPlaceholderText(tr("the name of the instance type"));

    m_image = new QComboBox;
    m_image->setObjectName(QStringLiteral("rentImage"));
    m_image->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_image->setMinimumContentsLength(20);
    m_image->addItem(tr("Newest with an NVIDIA driver"), QString());
    m_imageRow = new FieldRow(tr("System image"), m_image, this);
    m_imageRow->setHelp(tr("Others can be chosen once the provider has answered."));

    m_zone = new QComboBox;
    m_zone->setObjectName(QStringLiteral("rentZone"));
    //: a zone of a region of a cloud
    m_zone->addItem(tr("Any"), QString());
    m_zoneRow = new FieldRow(tr("Zone"), m_zone, this);

    m_disk = new QSpinBox;
    m_disk->setObjectName(QStringLiteral("rentDisk"));
    m_disk->setRange(0, kMostGiB);
    m_disk->setSpecialValueText(tr("as the image needs"));
    m_disk->setSuffix(tr(" GiB"));
    m_disk->setValue(kUsualGiB);
    m_diskRow = new FieldRow(tr("Disk"), m_disk, this);
    m_diskRow->setHelp(tr("Deleted with the machine."));

    m_key = new QComboBox;
    m_key->setObjectName(QStringLiteral("rentKey"));
    m_key->addItem(tr("The one for rented machines"), QString());
    for (const QString &key : std::as_const(m_known.keys))
        m_key->addItem(key, key);
    m_keyRow = new FieldRow(tr("SSH key"), m_key, this);
    m_keyRow->setHelp(tr("Only the public half is sent."));

    m_from = new QLineEdit;
    m_from->setObjectName(QStringLiteral("rentFrom"));
    m_from->setFont(textFont(TextRole::Code));
    m_from->setPlaceholderText(QStringLiteral("203.0.113.7"));
    m_fromRow = new FieldRow(tr("Who can connect"), m_from, this);
    m_fromRow->setHelp(tr("Your public address, or your network. SSH is allowed from there, where the provider can limit it."));
}

QList<QWidget *> RentMachinePart::focusChain() const { return {m_account, m_add, m_name, m_image, m_zone, m_disk, m_key, m_from}; }

RentMachinePart::Entered RentMachinePart::entered() const
{
    return {m_account->currentText(),
            m_name->text().trimmed(),
            m_image->currentData().toString(),
            m_zone->currentData().toString(),
            m_key->currentData().toString(),
            m_from->text().trimmed(),
            m_disk->value()};
}

AccountRecord RentMachinePart::account() const { return m_known.accounts.value(m_account->currentIndex()); }

bool RentMachinePart::isSimulated() const { return isStandIn(account()); }

bool RentMachinePart::isAddressWanted() const { return m_from->text().trimmed().isEmpty() && !isSimulated(); }

QString RentMachinePart::problem() const
{
    const Entered now = entered();
    const bool isUnnamed = now.name.isEmpty() && m_known.mayLackName;
    if (const auto name = checkMachineName(now.name); !name && !isUnnamed)
        return name.error().what;
    if (m_known.names.contains(now.name))
        return tr("There is already a machine of this name.");
    if (now.ownAddress.isEmpty())
        return tr("Enter the public address that you connect from.");
    if (!allowedFrom(now.ownAddress))
        return tr("This is not an address, or one that is open to too many.");
    return {};
}

void RentMachinePart::showProblems()
{
    const auto sayAt = [](FieldRow *row, const QString &wrong) {
        if (wrong.isEmpty())
            row->clearError();
        else
            row->setError(wrong);
    };
    const Entered now = entered();
    const bool isTaken = !now.name.isEmpty() && checkMachineName(now.name) && m_known.names.contains(now.name);
    sayAt(m_nameRow, isTaken ? tr("There is already a machine of this name.") : QString());
    sayAt(m_fromRow, now.ownAddress.isEmpty() || allowedFrom(now.ownAddress)
                         ? QString()
                         : tr("This is not an address, or one that is open to too many."));
}

void RentMachinePart::showAccount()
{
    const QString from = account().settings.value(QLatin1String(kOwnAddressSetting));
    if (!from.isEmpty() && from != QLatin1String(kFindAddress))
        m_from->setText(from);
    showProblems();
}

void RentMachinePart::setName(const QString &name)
{
    QString free = name;
    for (int number = 2; m_known.names.contains(free); ++number)
        free = name + u'-' + QString::number(number);
    m_name->setText(free);
}

void RentMachinePart::setAccounts(const QList<AccountRecord> &accounts, const QString &chosen)
{
    m_known.accounts = accounts;
    const QSignalBlocker quiet(m_account);
    m_account->clear();
    for (const AccountRecord &account : accounts)
        m_account->addItem(account.name);
    m_account->setCurrentIndex(std::max(0, m_account->findText(chosen)));
    showAccount();
}

void RentMachinePart::chooseAccount(const QString &name) { m_account->setCurrentIndex(std::max(0, m_account->findText(name))); }

void RentMachinePart::wish(const QString &image, int diskGiB, const QString &zone)
{
    m_wishedImage = image;
    if (diskGiB > 0)
        m_disk->setValue(diskGiB);
    const auto choose = [](QComboBox *box, const QString &value) {
        if (value.isEmpty())
            return;
        if (box->findData(value) < 0)
            box->addItem(value, value);
        box->setCurrentIndex(box->findData(value));
    };
    choose(m_image, image);
    choose(m_zone, zone);
}

void RentMachinePart::setImages(const QList<ProviderImage> &images)
{
    const QString chosen = m_image->currentData().toString();
    while (m_image->count() > 1)
        m_image->removeItem(1);
    const bool isListed = std::any_of(images.begin(), images.end(),
                                      [this](const ProviderImage &image) { return image.id == m_wishedImage; });
    if (!m_wishedImage.isEmpty() && !isListed)
        m_image->addItem(m_wishedImage, m_wishedImage);  // of the task, which another account may share
    for (const ProviderImage &image : images) {
        m_image->addItem(image.name.isEmpty() ? image.id : image.name.left(120), image.id);
        m_image->setItemData(m_image->count() - 1, plainTip(image.id), Qt::ToolTipRole);
    }
    m_image->setCurrentIndex(std::max(0, m_image->findData(chosen)));
    m_imageRow->setHelp(images.isEmpty() ? tr("The provider lists no others.") : tr("%n more can be chosen.", nullptr, int(images.size())));
}

void RentMachinePart::setZones(const QStringList &zones)
{
    const QString chosen = m_zone->currentData().toString();
    while (m_zone->count() > 1)
        m_zone->removeItem(1);
    for (const QString &zone : zones)
        m_zone->addItem(zone.left(60), zone);
    if (!chosen.isEmpty() && !zones.contains(chosen))
        m_zone->addItem(chosen, chosen);  // what was asked for is not dropped unseen
    m_zone->setCurrentIndex(std::max(0, m_zone->findData(chosen)));
    m_zoneRow->setHelp(zones.isEmpty()     ? tr("The provider does not tell which zones have it.")
                       : zones.size() == 1 ? tr("This one has it.")
                                           : tr("Any: zones are tried one after the other, before other regions."));
}

void RentMachinePart::setOwnAddress(const Result<QString> &address)
{
    if (!address) {
        m_fromRow->setHelp(tr("Your public address could not be found: enter it. SSH is allowed from it only."));
    } else if (m_from->text().trimmed().isEmpty()) {
        // Found, not entered: closing the dialog loses nothing.
        const QSignalBlocker quiet(m_from);
        m_from->setText(*address);
        m_fromRow->setHelp(tr("Your public address now. SSH is allowed from this address only."));
    }
    showProblems();
}

}  // namespace trainyard

#include "moc_machinepart.cpp"
