// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/checkpoints/prunedialog.h"

#include "core/base/format.h"
#include "core/base/sentences.h"
#include "core/base/shownpath.h"
#include "ui/checkpoints/checkpointmodel.h"
#include "ui/common/badge.h"
#include "ui/common/buttons.h"
#include "ui/common/card.h"
#include "ui/common/confirmdialog.h"
#include "ui/common/enterkey.h"
#include "ui/common/flowlayout.h"
#include "ui/common/label.h"
#include "ui/common/messagebar.h"
#include "ui/common/plaintip.h"
#include "ui/common/readingtable.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPushButton>
#include <QSpinBox>
#include <QStackedWidget>
#include <QStandardItemModel>
#include <QTabBar>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>

namespace trainyard {

namespace {

using namespace std::chrono_literals;
constexpr auto kBeforePlan = 300ms;  // pause after the last key before a plan is requested
constexpr int kMinTable = 150;
constexpr int kIdRole = Qt::UserRole + 1;
const QString kProblem = QStringLiteral("problem");
const QString kMoved = QStringLiteral("moved");
const QString kStayed = QStringLiteral("stayed");
const QString kTrash = QStringLiteral("trash");

QTableView *makePruneTable(const QString &objectName, const QString &accessibleName, QAbstractItemModel *model)
{
    auto *const table = new QTableView;
    makeReadingTable(table, objectName, accessibleName);
    table->setModel(model);
    table->setMinimumHeight(dp(kMinTable));
    table->setTextElideMode(Qt::ElideRight);
    table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    table->verticalHeader()->setDefaultSectionSize(dp(36));
    return table;
}

QSpinBox *makeCount(const QString &objectName, const QString &accessibleName, int value, int most)
{
    auto *const box = new QSpinBox;
    box->setObjectName(objectName);
    box->setAccessibleName(accessibleName);
    box->setRange(0, most);
    box->setSpecialValueText(PruneDialog::tr("off"));
    box->setValue(value);
    box->setMinimumWidth(dp(120));
    return box;
}

QStandardItem *cell(const QString &text, Qt::Alignment alignment = Qt::AlignLeft | Qt::AlignVCenter)
{
    auto *const item = new QStandardItem(text);
    item->setTextAlignment(alignment);
    item->setToolTip(plainTip(text));
    return item;
}

QString reasonsText(const PruneItem &item)
{
    if (item.problem)
        return item.problem->what;
    QStringList reasons;
    for (const KeepReason reason : item.reasons)
        reasons << keepReasonText(reason);
    return reasons.join(PruneDialog::tr(", ", "between reasons"));
}

}  // namespace

PruneDialog::PruneDialog(const QString &title, const RetentionPolicy &policy, QWidget *parent)
    : Dialog(parent), m_policy(policy), m_last(makeCount(QStringLiteral("pruneLast"), tr("Keep the last"), policy.last, 100'000)),
      m_best(makeCount(QStringLiteral("pruneBest"), tr("Keep the best"), policy.best, 100'000)),
      m_every(makeCount(QStringLiteral("pruneEvery"), tr("Keep steps divisible by"),
                        int(std::min<qint64>(policy.every, std::numeric_limits<int>::max())), std::numeric_limits<int>::max())),
      m_damaged(new QCheckBox(tr("Also move damaged and incomplete ones to the trash"))), m_tabs(new QTabBar), m_pages(new QStackedWidget),
      m_rows(new QStandardItemModel(this)), m_trashRows(new QStandardItemModel(this)), m_messages(new MessageBar),
      m_confirm(makeButton(QStringLiteral("pruneConfirm"), tr("Move to the trash"), ButtonVariant::DestructiveFilled)),
      m_close(makeButton(QStringLiteral("pruneClose"), tr("Close")))
{
    setObjectName(QStringLiteral("pruneDialog"));
    setWindowTitle(tr("Which checkpoints can go?"));
    setModal(true);
    setAttribute(Qt::WA_DeleteOnClose);
    m_damaged->setObjectName(QStringLiteral("pruneDamaged"));
    m_damaged->setChecked(policy.removesDamaged);
    m_tabs->setObjectName(QStringLiteral("pruneTabs"));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->addTab(tr("Rules"));
    m_tabs->addTab(tr("Trash"));
    m_pages->addWidget(makeRules());
    m_pages->addWidget(makeTrash());

    QVBoxLayout *const column = makeBody(880, 620);
    column->addWidget(new Label(windowTitle(), TextRole::PageTitle));
    auto *const of = new ElidedLabel(TextRole::Small, Ink::Text3, Qt::ElideMiddle);
    //: a run, or a folder
    of->setText(tr("Checkpoints of %1").arg(title));
    column->addWidget(of);
    column->addWidget(m_messages);
    column->addWidget(onLine(m_tabs));
    column->addWidget(m_pages, 1);
    setFooter({m_close, m_confirm}, {m_summary});

    m_later.setSingleShot(true);
    m_later.setInterval(kBeforePlan);
    connect(&m_later, &QTimer::timeout, this, &PruneDialog::askForPlan);
    for (QSpinBox *box : {m_last, m_best, m_every})
        connect(box, &QSpinBox::valueChanged, this, &PruneDialog::askSoon);
    connect(m_damaged, &QCheckBox::toggled, this, &PruneDialog::askSoon);
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int index) {
        m_pages->setCurrentIndex(index);
        m_confirm->setVisible(index == 0);
        showEffect();
    });
    connect(m_close, &QPushButton::clicked, this, &QDialog::accept);
    connect(m_confirm, &QPushButton::clicked, this, [this] {
        m_isPlanPending = true;
        setBusy(true);
        Q_EMIT pruneConfirmed(options());
    });
    connect(m_messages, &MessageBar::actionTriggered, this, [this](const QString &id) {
        if (id == kMoved)
            Q_EMIT restoreRequested(m_moved);
        else if (id == kTrash)
            Q_EMIT trashRequested();
        else
            askForPlan();
    });
    showEffect();
    showTrashChoice();
}

QWidget *PruneDialog::makeRules()
{
    auto *const page = new QWidget;
    auto *const rules = new FlowLayout;
    rules->setSpacing(dp(12));
    for (const auto &[text, box] : {std::pair{tr("Keep the last"), m_last}, std::pair{tr("Keep the best"), m_best},
                                    std::pair{tr("Keep steps divisible by"), m_every}}) {
        auto *const label = new Label(text, TextRole::Small, Ink::Text3);
        label->setBuddy(box);
        auto *const rule = new QVBoxLayout;
        rule->setSpacing(dp(4));
        rule->addWidget(label);
        rule->addWidget(box);
        rules->addItem(rule);
    }

    m_rows->setColumnCount(4);
    m_rows->setHorizontalHeaderLabels({tr("Checkpoint"), tr("Action"), tr("Why"), tr("Size")});
    m_rows->horizontalHeaderItem(3)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_table = makePruneTable(QStringLiteral("prunePlan"), tr("Action for each checkpoint"), m_rows);
    for (const int column : {0, 1, 3})
        m_table->horizontalHeader()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setSectionResizeMode(2, QHeaderView::Stretch);
    auto *const card = new Card;
    auto *const inCard = new QVBoxLayout(card);
    inCard->setContentsMargins(1, 1, 1, 1);
    inCard->addWidget(m_table);
    m_summary = new Label(TextRole::Body, Ink::Text2);
    m_summary->setObjectName(QStringLiteral("pruneSummary"));
    auto *const column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(dp(12));
    column->addLayout(rules);
    column->addWidget(m_damaged);
    column->addWidget(card, 1);
    return page;
}

QWidget *PruneDialog::makeTrash()
{
    auto *const page = new QWidget;
    m_trashRows->setColumnCount(3);
    m_trashRows->setHorizontalHeaderLabels({tr("Checkpoint"), tr("Since"), tr("Size")});
    m_trashRows->horizontalHeaderItem(2)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_trashTable = makePruneTable(QStringLiteral("pruneTrash"), tr("Contents of the trash"), m_trashRows);
    m_trashTable->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_trashTable->horizontalHeader()->resizeSection(1, dp(160));
    m_trashTable->horizontalHeader()->resizeSection(2, dp(96));
    auto *const card = new Card;
    auto *const inCard = new QVBoxLayout(card);
    inCard->setContentsMargins(1, 1, 1, 1);
    inCard->addWidget(m_trashTable);
    m_trashSummary = new Label(tr("Scanning…"), TextRole::Body, Ink::Text2);
    m_trashSummary->setWordWrap(true);
    m_restore = makeButton(QStringLiteral("pruneRestore"), tr("Restore"), ButtonVariant::Normal, QStringLiteral("arrow-left"));
    m_empty = makeButton(QStringLiteral("pruneEmpty"), tr("Empty the trash…"), ButtonVariant::Destructive, QStringLiteral("trash"));
    auto *const row = new QHBoxLayout;
    row->setSpacing(dp(8));
    row->addWidget(m_trashSummary, 1);
    row->addWidget(m_restore);
    row->addWidget(m_empty);
    auto *const column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(dp(12));
    column->addWidget(card, 1);
    column->addLayout(row);
    connect(m_trashTable->selectionModel(), &QItemSelectionModel::selectionChanged, this, &PruneDialog::showTrashChoice);
    connect(m_restore, &QPushButton::clicked, this, [this] {
        QStringList ids;
        const QModelIndexList chosen = m_trashTable->selectionModel()->selectedRows();
        for (const QModelIndex &index : chosen)
            ids << index.data(kIdRole).toString();
        setBusy(true);
        Q_EMIT restoreRequested(ids);
    });
    connect(m_empty, &QPushButton::clicked, this, &PruneDialog::askToEmpty);
    return page;
}

PruneOptions PruneDialog::options() const
{
    PruneOptions options;
    options.policy = m_policy;
    options.policy.last = m_last->value();
    options.policy.best = m_best->value();
    options.policy.every = m_every->value();
    options.policy.removesDamaged = m_damaged->isChecked();
    return options;
}

void PruneDialog::askSoon()
{
    m_later.start();
    showEffect();
}

void PruneDialog::askForPlan()
{
    m_messages->withdraw(kProblem);
    if (m_isBusy) {
        m_isAskedAgain = true;
        return;
    }
    m_isAskedAgain = false;
    m_isPlanPending = true;
    setBusy(true);
    Q_EMIT planRequested(options());
}

void PruneDialog::setBusy(bool isBusy)
{
    m_isBusy = isBusy;
    showEffect();
    showTrashChoice();
}

// What the rules do, and whether it may be done: never by a plan that was made for other rules.
void PruneDialog::showEffect()
{
    const bool isUnknownYet = m_isBusy || m_isPlanPending || m_later.isActive();
    setDisabledReason(m_confirm, isUnknownYet    ? tr("Finding out what would be deleted…")
                                 : !m_going      ? tr("Could not find out what would be deleted.")
                                 : *m_going == 0 ? tr("These rules delete nothing.")
                                                 : QString());
    m_summary->setText(m_tabs->currentIndex() != 0 ? QString() : isUnknownYet ? tr("Scanning…") : m_effect);
}

void PruneDialog::setPlan(const PrunePlan &plan)
{
    m_isPlanPending = false;
    m_going = plan.count;
    setBusy(false);
    if (m_later.isActive())
        return;  // the rules have changed since it was asked for
    if (m_isAskedAgain) {
        askForPlan();
        return;
    }
    m_rows->removeRows(0, m_rows->rowCount());
    int going = 0;
    for (const PruneItem &item : plan.items) {
        const bool isKept = item.isKept();
        going += !isKept;
        auto *const name = cell(checkpointTitle(item.checkpoint));
        name->setToolTip(plainTip(shownPath(item.checkpoint.name)));
        auto *const what = cell(isKept ? tr("keep") : tr("to trash"));
        what->setIcon(icon(isKept ? QStringLiteral("check") : QStringLiteral("trash"), isKept ? Ink::Ok : Ink::Bad));
        m_rows->appendRow({name, what, cell(isKept ? reasonsText(item) : tr("no rule keeps it")),
                           cell(formatBytes(item.checkpoint.sizeBytes), Qt::AlignRight | Qt::AlignVCenter)});
    }
    const int staying = int(plan.items.size()) - going;
    QStringList text{going == 0 ? tr("These rules delete nothing; %n kept.", nullptr, staying)
                                : tr("%1 of %2 checkpoints (%3) will move to a trash folder in the same place. Space is freed when you "
                                     "empty the trash.")
                                      .arg(formatCount(going), formatCount(plan.items.size()), formatBytes(plan.bytes))};
    if (plan.room)
        text << tr("%1.", "a fact as a sentence").arg(diskSpaceText(*plan.room));
    else if (plan.freeBytes)
        text << tr("%1 free there now.").arg(formatBytes(*plan.freeBytes));
    m_effect = joinedSentences(text);
    showEffect();
    m_confirm->setText(going == 0 ? tr("Move to the trash") : tr("Move %n to the trash", nullptr, going));
}

void PruneDialog::setDone(const PrunePlan &plan)
{
    setBusy(false);
    m_moved.clear();
    qint64 bytes = 0;
    int moved = 0;
    std::optional<Error> problem;
    for (const PruneItem &item : plan.items) {
        if (item.problem)
            problem = item.problem;
        if (item.isKept())
            continue;
        ++moved;
        bytes += item.checkpoint.sizeBytes;
        if (!item.trashId.isEmpty() && !m_moved.contains(item.trashId))
            m_moved << item.trashId;
    }
    m_messages->withdraw(kMoved);
    m_messages->withdraw(kStayed);
    if (moved > 0)
        m_messages->post({kMoved,
                          Tone::Info,
                          tr("Moved %n checkpoint(s) to the trash.", nullptr, moved),
                          formatBytes(bytes),
                          {},
                          m_moved.isEmpty() ? QString() : tr("Undo")});
    if (problem)
        m_messages->post({kStayed, Tone::Warning, tr("Not everything could be moved."), problem->what, problem->detail, {}});
    Q_EMIT trashRequested();
    askForPlan();
}

void PruneDialog::setTrash(const QList<TrashEntry> &entries, const QDateTime &now)
{
    if (!m_isPlanPending)
        setBusy(false);
    m_messages->withdraw(kTrash);
    m_trashRows->removeRows(0, m_trashRows->rowCount());
    qint64 bytes = 0;
    QSet<QString> ids;
    for (const TrashEntry &entry : entries) {
        QStringList names;
        for (const QString &name : entry.names.mid(0, 4))
            names << shownPath(name);
        auto *const what = cell(names.join(QStringLiteral(", ")) + (entry.names.size() > 4 ? QStringLiteral(" …") : QString()));
        what->setData(entry.id, kIdRole);
        m_trashRows->appendRow(
            {what, cell(formatMoment(entry.taken, now)), cell(formatBytes(entry.bytes), Qt::AlignRight | Qt::AlignVCenter)});
        bytes += entry.bytes;
        ids.insert(entry.id);
    }
    m_tabs->setTabText(1, entries.isEmpty() ? tr("Trash") : tr("Trash %1").arg(formatCount(entries.size())));
    m_trashSummary->setText(entries.isEmpty()
                                ? tr("The trash is empty.")
                                : tr("%1 in the trash. Items that have been there for a week are deleted permanently the next time "
                                     "you prune.")
                                      .arg(formatBytes(bytes)));
    if (!std::any_of(m_moved.cbegin(), m_moved.cend(), [&ids](const QString &id) { return ids.contains(id); }))
        m_messages->withdraw(kMoved);
    showTrashChoice();
}

void PruneDialog::showTrashChoice()
{
    if (!m_restore)
        return;
    const bool hasChoice = m_trashTable->selectionModel()->hasSelection();
    setDisabledReason(m_restore, m_isBusy ? tr("An operation is in progress.") : hasChoice ? QString() : tr("Select what to restore."));
    setDisabledReason(m_empty, m_isBusy                      ? tr("An operation is in progress.")
                               : m_trashRows->rowCount() > 0 ? QString()
                                                             : tr("The trash is empty."));
}

void PruneDialog::askToEmpty()
{
    auto *const question = new ConfirmDialog(
        QStringLiteral("emptyTrash"),
        {tr("Empty the trash?"), tr("Its contents are deleted permanently. This cannot be undone."), tr("Keep it"), tr("Empty the trash")},
        this);
    connect(question, &QDialog::accepted, this, [this] {
        setBusy(true);
        Q_EMIT emptyRequested();
    });
    question->open();
}

void PruneDialog::showError(const Error &error)
{
    m_isPlanPending = false;
    m_going.reset();
    m_rows->removeRows(0, m_rows->rowCount());
    m_effect = tr("Could not find out what would be deleted.");
    m_confirm->setText(tr("Move to the trash"));
    setBusy(false);
    if (!error.isCancelled())
        m_messages->post({kProblem, Tone::Bad, error.what, {}, error.detail, tr("Retry")});
    if (m_isAskedAgain)
        askForPlan();
}

void PruneDialog::showTrashError(const Error &error)
{
    if (!m_isPlanPending)
        setBusy(false);
    if (!error.isCancelled())
        m_messages->post({kTrash, Tone::Bad, error.what, {}, error.detail, tr("Retry")});
    if (m_isAskedAgain)
        askForPlan();
}

// Enter in a rule ends editing the rule, not the dialog.
void PruneDialog::keyPressEvent(QKeyEvent *event)
{
    if (!isEnter(*event) || !qobject_cast<QSpinBox *>(focusWidget())) {
        Dialog::keyPressEvent(event);
        return;
    }
    if (m_later.isActive()) {
        m_later.stop();
        askForPlan();
    }
    event->accept();
}

}  // namespace trainyard

#include "moc_prunedialog.cpp"
