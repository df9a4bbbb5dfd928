// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/checkpoints/addplacedialog.h"

#include "ui/checkpoints/typedlocation.h"
#include "ui/common/buttons.h"
#include "ui/common/fieldrow.h"
#include "ui/common/label.h"
#include "ui/common/messagebar.h"
#include "ui/common/segments.h"

#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace trainyard {

namespace {

const QString kFailed = QStringLiteral("place");

QWidget *withButton(QWidget *field, QPushButton *button)
{
    auto *const both = new QWidget;
    auto *const row = new QHBoxLayout(both);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(dp(8));
    row->addWidget(field, 1);
    row->addWidget(button);
    both->setFocusProxy(field);
    return both;
}

QLineEdit *makePath(const QString &objectName, const QString &accessibleName, const QString &example)
{
    auto *const edit = new QLineEdit;
    edit->setObjectName(objectName);
    edit->setAccessibleName(accessibleName);
    edit->setPlaceholderText(example);
    edit->setFont(textFont(TextRole::Code));
    return edit;
}

QString withoutEndSlash(QString path)
{
    while (path.size() > 1 && path.endsWith(u'/'))
        path.chop(1);
    return path;
}

}  // namespace

AddPlaceDialog::AddPlaceDialog(QWidget *parent)
    : Dialog(parent), m_kind(new Segments(QStringLiteral("placeKind"), {tr("This computer"), tr("A machine"), tr("A bucket")}, this)),
      m_forms(new QStackedWidget(this)), m_messages(new MessageBar(this)), m_state(new Label(TextRole::Small, Ink::Text3, this)),
      m_add(makeButton(QStringLiteral("placeAdd"), tr("Add"), ButtonVariant::Primary, {}, this)),
      m_cancel(makeButton(QStringLiteral("placeCancel"), tr("Cancel"), ButtonVariant::Normal, {}, this))
{
    setObjectName(QStringLiteral("addPlaceDialog"));
    setWindowTitle(tr("Add a location"));
    setModal(true);
    setAttribute(Qt::WA_DeleteOnClose);
    m_forms->addWidget(makeFolderForm());
    m_forms->addWidget(makeMachineForm());
    m_forms->addWidget(makeStoreForm());

    auto *const top = new QHBoxLayout;
    top->addWidget(m_kind);
    top->addStretch(1);
    QVBoxLayout *const column = makeBody(560);
    column->addWidget(new Label(tr("Add a checkpoint location"), TextRole::PageTitle, Ink::Text1, this));
    auto *const about = makeProse(tr("Its checkpoints are listed with those of your runs. Nothing in it is changed or moved."),
                                  TextRole::Body, Ink::Text2, this);
    column->addWidget(about);
    column->addWidget(m_messages);
    column->addLayout(top);
    column->addWidget(m_forms);
    column->addStretch(1);
    setFooter({m_cancel, m_add}, {m_state});
    m_add->setDefault(true);
    connect(m_kind, &Segments::chosen, this, &AddPlaceDialog::showKind);
    connect(m_cancel, &QPushButton::clicked, this, &AddPlaceDialog::reject);
    connect(m_add, &QPushButton::clicked, this, [this] { submit(false); });
    connect(m_messages, &MessageBar::actionTriggered, this, [this] { submit(true); });
    m_kind->setCurrent(0);
    showKind();
}

QWidget *AddPlaceDialog::makeFolderForm()
{
    auto *const form = new QWidget(m_forms);
    const QString name = tr("Folder on this computer");
    m_folder = makePath(QStringLiteral("placeFolder"), name, QStringLiteral("/data/checkpoints"));
    auto *const choose = makeButton(QStringLiteral("placeFolderChoose"), tr("Folder…"));
    m_folderRow = new FieldRow(name, withButton(m_folder, choose), form);
    m_folderRow->setHelp(tr("Subfolders are scanned too."));
    auto *const column = new QVBoxLayout(form);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_folderRow);
    column->addStretch(1);
    connect(m_folder, &QLineEdit::textChanged, m_folderRow, &FieldRow::clearError);
    connect(choose, &QPushButton::clicked, this, [this] {
        auto *const chooser = new QFileDialog(this, tr("Folder on this computer"), m_folder->text());
        chooser->setAttribute(Qt::WA_DeleteOnClose);
        chooser->setFileMode(QFileDialog::Directory);
        chooser->setOption(QFileDialog::ShowDirsOnly);
        connect(chooser, &QFileDialog::fileSelected, m_folder, &QLineEdit::setText);
        chooser->open();
    });
    return form;
}

QWidget *AddPlaceDialog::makeMachineForm()
{
    auto *const form = new QWidget(m_forms);
    m_machine = new QComboBox(form);
    m_machine->setObjectName(QStringLiteral("placeMachine"));
    m_machineRow = new FieldRow(tr("Machine"), m_machine, form);
    const QString name = tr("Folder on the machine");
    m_machineFolder = makePath(QStringLiteral("placeMachineFolder"), name, QStringLiteral("~/checkpoints"));
    m_machineFolderRow = new FieldRow(name, m_machineFolder, form);
    m_machineFolderRow->setHelp(tr("A path that does not begin with / or ~ is relative to the login folder."));
    auto *const column = new QVBoxLayout(form);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(dp(12));
    column->addWidget(m_machineRow);
    column->addWidget(m_machineFolderRow);
    column->addStretch(1);
    connect(m_machineFolder, &QLineEdit::textChanged, m_machineFolderRow, &FieldRow::clearError);
    return form;
}

QWidget *AddPlaceDialog::makeStoreForm()
{
    auto *const form = new QWidget(m_forms);
    m_store = new QComboBox(form);
    m_store->setObjectName(QStringLiteral("placeStore"));
    auto *const another = makeButton(QStringLiteral("placeStoreNew"), tr("Set up a store…"));
    m_storeRow = new FieldRow(tr("Store"), withButton(m_store, another), form);
    const QString name = tr("Folder in the bucket");
    m_prefix = makePath(QStringLiteral("placePrefix"), name, QStringLiteral("runs/qwen"));
    m_prefixRow = new FieldRow(name, m_prefix, form);
    m_prefixRow->setHelp(tr("Leave empty for the whole bucket."));
    auto *const column = new QVBoxLayout(form);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(dp(12));
    column->addWidget(m_storeRow);
    column->addWidget(m_prefixRow);
    column->addStretch(1);
    connect(another, &QPushButton::clicked, this, &AddPlaceDialog::newStoreRequested);
    return form;
}

void AddPlaceDialog::setMachines(const QList<Machine> &machines)
{
    m_machine->clear();
    for (const Machine &machine : machines)
        m_machine->addItem(machine.name, machine.id.number());
    m_machineRow->setHelp(machines.isEmpty() ? tr("Add a machine on the Machines page first.") : QString());
    showKind();
}

void AddPlaceDialog::setStores(const QList<ObjectStoreConfig> &stores, const QString &chosen)
{
    m_stores = stores;
    m_store->clear();
    for (const ObjectStoreConfig &store : stores)
        m_store->addItem(QStringLiteral("%1  %2").arg(store.name, StoreAddress{store.kind, store.bucket, {}}.text()), store.name);
    m_store->setCurrentIndex(std::max(0, m_store->findData(chosen)));
    m_storeRow->setHelp(stores.isEmpty() ? tr("No store is set up yet.") : QString());
    showKind();
}

Location::Kind AddPlaceDialog::kind() const { return Location::Kind(m_kind->current()); }

void AddPlaceDialog::setKind(Location::Kind kind)
{
    m_kind->setCurrent(int(kind));
    showKind();
}

void AddPlaceDialog::showKind()
{
    m_messages->withdraw(kFailed);
    m_forms->setCurrentIndex(m_kind->current());
    QString reason;
    if (kind() == Location::Kind::OnMachine && m_machine->count() == 0)
        reason = tr("Add a machine first.");
    if (kind() == Location::Kind::InBucket && m_store->count() == 0)
        reason = tr("Set up a store first.");
    setDisabledReason(m_add, reason);
    (kind() == Location::Kind::ThisComputer ? m_folder : kind() == Location::Kind::OnMachine ? m_machineFolder : m_prefix)->setFocus();
}

void AddPlaceDialog::setBusy(bool isLooking)
{
    m_state->setText(isLooking ? tr("Checking the location…") : QString());
    m_forms->setEnabled(!isLooking);
    m_kind->setEnabled(!isLooking);
    m_add->setEnabled(!isLooking);
    if (isLooking)
        m_messages->withdraw(kFailed);
}

void AddPlaceDialog::showError(const Error &error, bool canStay)
{
    setBusy(false);
    if (!error.isCancelled())
        m_messages->post({kFailed, Tone::Bad, error.what, {}, error.detail, canStay ? tr("Add anyway") : QString()});
}

void AddPlaceDialog::submit(bool isUnseen)
{
    m_messages->withdraw(kFailed);
    CheckpointSite site;
    switch (kind()) {
    case Location::Kind::ThisComputer:
        site.location = typedFolder(m_folder->text());
        if (site.location.path.isEmpty()) {
            m_folderRow->setError(tr("Enter a folder."));
            m_folder->setFocus();
            return;
        }
        break;
    case Location::Kind::OnMachine:
        site.location = Location::onMachine(MachineId(m_machine->currentData().toLongLong()),
                                            withoutEndSlash(m_machineFolder->text().trimmed()));
        site.machineName = m_machine->currentText();
        if (site.location.path.isEmpty()) {
            m_machineFolderRow->setError(tr("Enter a folder on the machine."));
            m_machineFolder->setFocus();
            return;
        }
        break;
    case Location::Kind::InBucket: {
        const auto location = typedPrefix(m_stores, m_store->currentData().toString(), m_prefix->text());
        if (!location)
            return;
        site.location = *location;
        break;
    }
    }
    Q_EMIT submitted(site, isUnseen);
}

}  // namespace trainyard

#include "moc_addplacedialog.cpp"
