// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/checkpoints/copydialog.h"

#include "core/base/format.h"
#include "core/base/sentences.h"
#include "core/base/shownpath.h"
#include "ui/checkpoints/checkpointmodel.h"
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
#include <QStandardPaths>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>

namespace trainyard {

namespace {

using namespace std::chrono_literals;
using Kind = Location::Kind;
constexpr auto kTyping = 400ms;  // so long after the last key the room there is asked for

// Nothing goes from a machine to another or from a store to another; what is here need not be copied to here.
QList<Kind> kindsFor(const FoundCheckpoint &found)
{
    const Kind source = found.source.folder.kind;
    switch (source) {
    case Kind::OnMachine: return {Kind::ThisComputer, Kind::InBucket};
    case Kind::InBucket: return {Kind::ThisComputer, Kind::OnMachine};
    case Kind::ThisComputer: break;
    }
    return {Kind::OnMachine, Kind::InBucket};
}

QStringList textsOf(const QList<Kind> &kinds)
{
    QStringList texts;
    for (const Kind kind : kinds)
        texts << (kind == Kind::ThisComputer ? CopyDialog::tr("This computer")
                  : kind == Kind::OnMachine  ? CopyDialog::tr("A machine")
                                             : CopyDialog::tr("A bucket"));
    return texts;
}

QLineEdit *makePath(const QString &objectName, const QString &text)
{
    auto *const edit = new QLineEdit(text);
    edit->setObjectName(objectName);
    edit->setFont(textFont(TextRole::Code));
    return edit;
}

}  // namespace

CopyDialog::CopyDialog(const FoundCheckpoint &found, const QList<Machine> &machines, const QList<ObjectStoreConfig> &stores,
                       QWidget *parent)
    : Dialog(parent), m_found(found), m_kinds(kindsFor(found)), m_stores(stores),
      m_kind(new Segments(QStringLiteral("copyKind"), textsOf(m_kinds))), m_forms(new QStackedWidget), m_messages(new MessageBar),
      m_facts(new Label(TextRole::Body, Ink::Text2)), m_start(makeButton(QStringLiteral("copyStart"), tr("Copy"), ButtonVariant::Primary)),
      m_cancel(makeButton(QStringLiteral("copyCancel"), tr("Cancel")))
{
    setObjectName(QStringLiteral("copyDialog"));
    setWindowTitle(tr("Copy a checkpoint"));
    setModal(true);
    setAttribute(Qt::WA_DeleteOnClose);
    for (const Kind kind : std::as_const(m_kinds))
        m_forms->addWidget(kind == Kind::ThisComputer ? makeFolderForm()
                           : kind == Kind::OnMachine  ? makeMachineForm(machines)
                                                      : makeStoreForm());
    m_facts->setObjectName(QStringLiteral("copyFacts"));
    m_facts->setWordWrap(true);

    auto *const top = new QHBoxLayout;
    top->addWidget(m_kind);
    top->addStretch(1);
    QVBoxLayout *const column = makeBody(560);
    column->addWidget(new Label(tr("Copy to"), TextRole::PageTitle));
    auto *const what = new ElidedLabel(TextRole::Small, Ink::Text3, Qt::ElideMiddle);
    what->setText(
        QStringList{checkpointTitle(found.checkpoint), shownPath(found.source.name), formatBytes(found.checkpoint.sizeBytes)}.join(
            tr(" · ", "between facts")));
    column->addWidget(what);
    column->addWidget(m_messages);
    column->addLayout(top);
    if (!m_kinds.contains(Kind::OnMachine)) {
        auto *const why = new Label(
            tr("Checkpoints are not copied directly between machines. To resume on another machine, choose it when you resume: the "
               "checkpoint is copied there first."),
            TextRole::Small, Ink::Text3);
        why->setObjectName(QStringLiteral("copyNoMachine"));
        why->setWordWrap(true);
        column->addWidget(why);
    }
    column->addWidget(m_forms);
    column->addWidget(m_facts);
    auto *const promise = makeProse(
        tr("The copy only counts once its hashes match. The completion marker is copied last, so a partial copy is never taken for a "
           "complete one."),
        TextRole::Small, Ink::Text3);
    column->addWidget(promise);
    column->addStretch(1);
    setFooter({m_cancel, m_start});
    m_start->setDefault(true);

    if (found.checkpoint.verdict != Verdict::Complete) {
        m_messages->post({QStringLiteral("verdict"), Tone::Warning, tr("It is not complete."), shownPath(found.checkpoint.reason), {}, {}});
    }
    m_later.setSingleShot(true);
    m_later.setInterval(kTyping);
    connect(&m_later, &QTimer::timeout, this, [this] { Q_EMIT targetChanged(target()); });
    connect(m_kind, &Segments::chosen, this, &CopyDialog::showKind);
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_start, &QPushButton::clicked, this, &CopyDialog::submit);
    m_kind->setCurrent(0);
    showKind();
}

QWidget *CopyDialog::makeFolderForm()
{
    auto *const form = new QWidget;
    m_folder = makePath(QStringLiteral("copyFolder"), QStandardPaths::writableLocation(QStandardPaths::DownloadLocation));
    auto *const choose = makeButton(QStringLiteral("copyFolderChoose"), tr("Folder…"));
    auto *const both = new QWidget;
    auto *const row = new QHBoxLayout(both);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(dp(8));
    row->addWidget(m_folder, 1);
    row->addWidget(choose);
    both->setFocusProxy(m_folder);
    m_folder->setAccessibleName(tr("To this folder on this computer"));
    m_folderRow = new FieldRow(tr("To this folder on this computer"), both);
    m_folderRow->setHelp(tr("Created if missing."));
    auto *const column = new QVBoxLayout(form);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_folderRow);
    column->addStretch(1);
    connect(m_folder, &QLineEdit::textChanged, this, &CopyDialog::change);
    connect(choose, &QPushButton::clicked, this, [this] {
        auto *const chooser = new QFileDialog(this, tr("To this folder on this computer"), m_folder->text());
        chooser->setAttribute(Qt::WA_DeleteOnClose);
        chooser->setFileMode(QFileDialog::Directory);
        chooser->setOption(QFileDialog::ShowDirsOnly);
        connect(chooser, &QFileDialog::fileSelected, m_folder, &QLineEdit::setText);
        chooser->open();
    });
    return form;
}

QWidget *CopyDialog::makeMachineForm(const QList<Machine> &machines)
{
    auto *const form = new QWidget;
    m_machine = new QComboBox;
    m_machine->setObjectName(QStringLiteral("copyMachine"));
    for (const Machine &machine : machines)
        m_machine->addItem(machine.name, machine.id.number());
    m_machineFolder = makePath(QStringLiteral("copyMachineFolder"), QStringLiteral("~/checkpoints"));
    auto *const machineRow = new FieldRow(tr("Machine"), m_machine);
    machineRow->setHelp(machines.isEmpty() ? tr("Add a machine on the Machines page first.") : QString());
    m_machineFolderRow = new FieldRow(tr("To this folder on the machine"), m_machineFolder);
    m_machineFolderRow->setHelp(tr("Created if missing."));
    auto *const column = new QVBoxLayout(form);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(dp(12));
    column->addWidget(machineRow);
    column->addWidget(m_machineFolderRow);
    column->addStretch(1);
    connect(m_machine, &QComboBox::currentIndexChanged, this, &CopyDialog::change);
    connect(m_machineFolder, &QLineEdit::textChanged, this, &CopyDialog::change);
    return form;
}

QWidget *CopyDialog::makeStoreForm()
{
    auto *const form = new QWidget;
    m_store = new QComboBox;
    m_store->setObjectName(QStringLiteral("copyStore"));
    for (const ObjectStoreConfig &store : std::as_const(m_stores))
        m_store->addItem(QStringLiteral("%1  %2").arg(store.name, StoreAddress{store.kind, store.bucket, {}}.text()), store.name);
    m_prefix = makePath(QStringLiteral("copyPrefix"), m_found.source.site ? QString() : QString(m_found.source.name).replace(u'/', u'-'));
    auto *const storeRow = new FieldRow(tr("Store"), m_store);
    storeRow->setHelp(m_stores.isEmpty() ? tr("Set up a store first: “Add a location…”, “A bucket”.") : QString());
    m_prefixRow = new FieldRow(tr("To this folder in the bucket"), m_prefix);
    m_prefixRow->setHelp(tr("Leave empty for the top level."));
    auto *const column = new QVBoxLayout(form);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(dp(12));
    column->addWidget(storeRow);
    column->addWidget(m_prefixRow);
    column->addStretch(1);
    connect(m_store, &QComboBox::currentIndexChanged, this, &CopyDialog::change);
    connect(m_prefix, &QLineEdit::textChanged, this, &CopyDialog::change);
    return form;
}

Location CopyDialog::target() const
{
    switch (m_kinds[m_kind->current()]) {
    case Kind::OnMachine: {
        QString path = m_machineFolder->text().trimmed();
        while (path.size() > 1 && path.endsWith(u'/'))
            path.chop(1);
        return Location::onMachine(MachineId(m_machine->currentData().toLongLong()), path);
    }
    case Kind::InBucket: {
        const QString store = m_store->currentData().toString();
        return typedPrefix(m_stores, store, m_prefix->text()).value_or(Location::inBucket(store, {}));
    }
    case Kind::ThisComputer: break;
    }
    return typedFolder(m_folder->text());
}

void CopyDialog::showKind()
{
    m_forms->setCurrentIndex(m_kind->current());
    const Kind kind = m_kinds[m_kind->current()];
    setDisabledReason(m_start, kind == Kind::OnMachine && m_machine->count() == 0 ? tr("Add a machine first.")
                               : kind == Kind::InBucket && m_store->count() == 0  ? tr("Set up a store first.")
                                                                                  : QString());
    change();
}

void CopyDialog::change()
{
    for (FieldRow *row : {m_folderRow, m_machineFolderRow, m_prefixRow}) {
        if (row)
            row->clearError();
    }
    m_isRoomKnown = false;
    m_free.reset();
    m_rate.reset();
    m_later.start();
    showFacts();
}

void CopyDialog::setRoom(const Location &of, std::optional<qint64> freeBytes)
{
    if (of != target())
        return;
    m_isRoomKnown = true;
    m_free = freeBytes;
    showFacts();
}

void CopyDialog::setRate(const Location &of, std::optional<double> bytesPerSecond)
{
    if (of != target())
        return;
    m_rate = bytesPerSecond;
    showFacts();
}

void CopyDialog::showFacts()
{
    QStringList facts;
    const qint64 size = m_found.checkpoint.sizeBytes;
    bool isTooLarge = false;
    if (m_kinds[m_kind->current()] != Kind::InBucket) {
        isTooLarge = m_free && *m_free < size;
        facts << (!m_isRoomKnown ? tr("Checking the free space there…")
                  : !m_free      ? tr("The free space there is unknown.")
                  : isTooLarge   ? tr("Only %1 free there: not enough for %2.").arg(formatBytes(*m_free), formatBytes(size))
                                 : tr("%1 free there.").arg(formatBytes(*m_free)));
    }
    facts << (m_rate && *m_rate > 1
                  ? tr("About %1 at %2, the speed of the last copy there.")
                        .arg(formatDuration(qint64(std::max(1.0, double(size) / *m_rate) * 1000)), formatByteRate(*m_rate))
                  : tr("Duration unknown: nothing has been copied there yet."));
    m_facts->setText(joinedSentences(facts));
    m_facts->setInk(isTooLarge ? Ink::Bad : Ink::Text2);
}

void CopyDialog::showError(const Error &error)
{
    if (!error.isCancelled())
        m_messages->post({QStringLiteral("copy"), Tone::Bad, error.what, {}, error.detail, {}});
}

void CopyDialog::submit()
{
    const Location wanted = target();
    if (wanted.path.isEmpty()) {
        FieldRow *const row = wanted.kind == Kind::ThisComputer ? m_folderRow : m_machineFolderRow;
        row->setError(tr("Enter a folder."));
        row->control()->setFocus();
        return;
    }
    Q_EMIT submitted(wanted);
}

}  // namespace trainyard

#include "moc_copydialog.cpp"
