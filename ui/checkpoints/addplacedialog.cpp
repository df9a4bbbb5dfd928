// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/checkpoints/addplacedialog.h"

#include "ui/checkpoints/locationform.h"
#include "ui/common/buttons.h"
#include "ui/common/label.h"
#include "ui/common/messagebar.h"
#include "ui/common/segments.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace trainyard {

namespace {

const QString kPlaceFailed = QStringLiteral("place");

QList<LocationWords> words()
{
    return {{.kind = Location::Kind::ThisComputer,
             .path = AddPlaceDialog::tr("Folder on this computer"),
             .help = AddPlaceDialog::tr("Subfolders are scanned too."),
             .example = QStringLiteral("/data/checkpoints"),
             .missing = AddPlaceDialog::tr("Enter a folder."),
             .button = AddPlaceDialog::tr("Folder…")},
            {.kind = Location::Kind::OnMachine,
             .path = AddPlaceDialog::tr("Folder on the machine"),
             .help = AddPlaceDialog::tr("A path that does not begin with / or ~ is relative to the login folder."),
             .example = QStringLiteral("~/checkpoints"),
             .missing = AddPlaceDialog::tr("Enter a folder on the machine."),
             .choice = AddPlaceDialog::tr("Machine"),
             .none = AddPlaceDialog::tr("Add a machine on the Machines page first."),
             .noneYet = AddPlaceDialog::tr("Add a machine first.")},
            {.kind = Location::Kind::InBucket,
             .path = AddPlaceDialog::tr("Folder in the bucket"),
             .help = AddPlaceDialog::tr("Leave empty for the whole bucket."),
             .example = QStringLiteral("runs/qwen"),
             .button = AddPlaceDialog::tr("Set up a store…"),
             .choice = AddPlaceDialog::tr("Store"),
             .none = AddPlaceDialog::tr("No store is set up yet."),
             .noneYet = AddPlaceDialog::tr("Set up a store first.")}};
}

}  // namespace

AddPlaceDialog::AddPlaceDialog(QWidget *parent)
    : Dialog(parent), m_kind(new Segments(QStringLiteral("placeKind"), {tr("This computer"), tr("A machine"), tr("A bucket")}, this)),
      m_messages(new MessageBar(this)), m_state(new Label(TextRole::Small, Ink::Text3, this)),
      m_add(makeButton(QStringLiteral("placeAdd"), tr("Add"), ButtonVariant::Primary, {}, this)),
      m_cancel(makeButton(QStringLiteral("placeCancel"), tr("Cancel"), ButtonVariant::Normal, {}, this)),
      m_form(new LocationForm(QStringLiteral("place"), words(), this))
{
    setObjectName(QStringLiteral("addPlaceDialog"));
    setWindowTitle(tr("Add a location"));
    setModal(true);
    setAttribute(Qt::WA_DeleteOnClose);

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
    column->addWidget(m_form);
    column->addStretch(1);
    setFooter({m_cancel, m_add}, {m_state});
    m_add->setDefault(true);
    connect(m_kind, &Segments::chosen, this, &AddPlaceDialog::showKind);
    connect(m_form, &LocationForm::newStoreRequested, this, &AddPlaceDialog::newStoreRequested);
    connect(m_cancel, &QPushButton::clicked, this, &AddPlaceDialog::reject);
    connect(m_add, &QPushButton::clicked, this, [this] { submit(false); });
    connect(m_messages, &MessageBar::actionTriggered, this, [this] { submit(true); });
    m_kind->setCurrent(0);
    showKind();
}

void AddPlaceDialog::setMachines(const QList<Machine> &machines)
{
    m_form->setMachines(machines);
    showKind();
}

void AddPlaceDialog::setStores(const QList<ObjectStoreConfig> &stores, const QString &chosen)
{
    m_form->setStores(stores, chosen);
    showKind();
}

void AddPlaceDialog::showKind()
{
    m_messages->withdraw(kPlaceFailed);
    m_form->showPage(m_kind->current());
    setDisabledReason(m_add, m_form->disabledReason());
    m_form->focusPath();
}

void AddPlaceDialog::setBusy(bool isLooking)
{
    m_state->setText(isLooking ? tr("Checking the location…") : QString());
    m_form->setEnabled(!isLooking);
    m_kind->setEnabled(!isLooking);
    m_add->setEnabled(!isLooking);
    if (isLooking)
        m_messages->withdraw(kPlaceFailed);
}

void AddPlaceDialog::showError(const Error &error, bool canStay)
{
    setBusy(false);
    if (!error.isCancelled())
        m_messages->post({kPlaceFailed, Tone::Bad, error.what, {}, error.detail, canStay ? tr("Add anyway") : QString()});
}

void AddPlaceDialog::submit(bool isUnseen)
{
    m_messages->withdraw(kPlaceFailed);
    if (!m_form->isComplete())
        return;
    CheckpointSite site;
    site.location = m_form->location();
    site.machineName = m_form->machineName();
    Q_EMIT submitted(site, isUnseen);
}

}  // namespace trainyard

#include "moc_addplacedialog.cpp"
