// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/rent/sweepcard.h"

#include "core/base/format.h"
#include "core/base/seentext.h"
#include "ui/common/buttons.h"
#include "ui/common/confirmdialog.h"
#include "ui/common/flowlayout.h"
#include "ui/common/keytable.h"
#include "ui/common/label.h"
#include "ui/common/readingtable.h"
#include "ui/rent/endofiddialog.h"
#include "ui/rent/keepdialog.h"
#include "ui/rent/rentsign.h"
#include "ui/rent/rentwords.h"
#include "ui/rent/sweepmodel.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QShortcut>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace trainyard {

namespace {

constexpr int kShownRows = 4;                     // the rest scrolls
constexpr int kReadable = 360;                    // design px: of the sentences beside the buttons
constexpr int kLongList = 6;                      // from here on there are chips
constexpr int kFilterAll = 0, kFilterKept = 100;  // in between: a kind of resource, plus one

bool matches(const SweepItem &item, int filter)
{
    return filter == kFilterAll || (filter == kFilterKept ? item.kept.has_value() : int(item.resource.kind) + 1 == filter);
}

// Keys and rules cost nothing; what others made of them is not listed.
bool mayCost(const SweepItem &item)
{
    const bool isFree = item.resource.kind == CloudResource::Kind::KeyPair || item.resource.kind == CloudResource::Kind::SecurityGroup;
    return item.owner == SweepOwner::Orphan || (item.owner != SweepOwner::Live && !isFree);
}

}  // namespace

SweepCard::SweepCard(QWidget *parent)
    : Card(parent), m_model(new SweepModel(this)), m_sign(new RentSign(this)), m_title(new Label(TextRole::Strong, Ink::Text1, this)),
      m_text(makeProse({}, TextRole::Small, Ink::Text2, this)), m_problem(makeProse({}, TextRole::Small, Ink::Bad, this)),
      m_again(makeButton(QStringLiteral("sweepAgain"), tr("Check again"), ButtonVariant::Normal, QStringLiteral("refresh"), this)),
      m_accounts(makeButton(QStringLiteral("sweepAccounts"), tr("Accounts…"), ButtonVariant::Normal, {}, this)),
      m_keep(makeButton(QStringLiteral("sweepKeep"), tr("Keep…"), ButtonVariant::Normal, {}, this)),
      m_one(makeButton(QStringLiteral("sweepGiveBack"), tr("Give back…"), ButtonVariant::Normal, {}, this)),
      m_all(makeButton(QStringLiteral("sweepGiveBackAll"), {}, ButtonVariant::Normal, {}, this)), m_buttons(new QWidget(this)),
      m_beside(new QBoxLayout(QBoxLayout::LeftToRight)), m_chips(new QWidget(this)), m_table(new QTableView(this))
{
    setObjectName(QStringLiteral("sweepCard"));
    setAccessibleName(tr("What else costs money"));
    for (QPushButton *button : {m_again, m_accounts, m_keep, m_one, m_all})
        setSmall(button);
    makeReadingTable(m_table, QStringLiteral("sweepTable"), tr("Things that cost money and belong to no machine"));
    m_table->setModel(m_model);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setTextElideMode(Qt::ElideMiddle);
    m_table->horizontalHeader()->setStretchLastSection(false);
    auto *texts = new QVBoxLayout;
    texts->setSpacing(dp(1));
    texts->addWidget(m_title);
    texts->addWidget(m_text);
    texts->addWidget(m_problem);
    m_title->setWordWrap(true);
    auto *buttons = new FlowLayout(m_buttons);
    buttons->setContentsMargins(0, 0, 0, 0);
    buttons->setSpacing(dp(8));
    for (QPushButton *button : {m_again, m_accounts, m_keep, m_one, m_all})
        buttons->addWidget(button);
    m_beside->setSpacing(dp(8));
    m_beside->addLayout(texts, 1);
    m_beside->addWidget(m_buttons);
    auto *head = new QHBoxLayout;
    head->setSpacing(dp(10));
    head->addWidget(m_sign, 0, Qt::AlignTop);
    head->addLayout(m_beside, 1);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(dp(14), dp(8), dp(14), dp(8));
    column->setSpacing(dp(8));
    column->addLayout(head);
    m_chips->setLayout(new FlowLayout);
    column->addWidget(m_chips);
    column->addWidget(m_table);
    connect(m_again, &QPushButton::clicked, this, &SweepCard::checkRequested);
    connect(m_accounts, &QPushButton::clicked, this, &SweepCard::accountsRequested);
    connect(m_keep, &QPushButton::clicked, this, &SweepCard::keepCurrent);
    connect(m_all, &QPushButton::clicked, this, &SweepCard::askForAll);
    const auto giveBackCurrent = [this] {
        const int row = m_table->currentIndex().row();
        if (row >= 0 && m_one->isEnabled())
            askFor(m_model->items()[row]);
    };
    connect(m_one, &QPushButton::clicked, this, giveBackCurrent);
    auto *remove = new QShortcut(keyFor(KeyFor::RemoveMachine), m_table);
    remove->setContext(Qt::WidgetShortcut);
    connect(remove, &QShortcut::activated, this, giveBackCurrent);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, &SweepCard::showButtons);
    connect(m_model, &QAbstractItemModel::modelReset, this, &SweepCard::showButtons);
    m_problem->hide();
    m_all->hide();
    m_one->hide();
    m_keep->hide();
    m_chips->hide();
    m_table->hide();
    hide();
}

void SweepCard::setHasAccounts(bool hasAccounts)
{
    m_hasAccounts = hasAccounts;
    setVisible(hasAccounts);
}

void SweepCard::setChecking(bool isChecking)
{
    m_isChecking = isChecking;
    if (isChecking && m_title->text().isEmpty())
        m_title->setText(tr("Looking what else costs money in your accounts…"));
    if (isChecking)
        m_sign->setSign(QStringLiteral("clock"), Ink::Text3);
    showButtons();
}

void SweepCard::setReleasing(int left)
{
    m_releasing = left;
    if (left > 0) {
        m_problem->hide();
        m_text->setText(tr("%n being given back…", nullptr, left));
        m_text->show();
    }
    showButtons();
}

void SweepCard::showProblem(const Error &error)
{
    m_problem->setText(seenText(error.what));
    m_problem->show();
}

void SweepCard::setReport(const SweepReport &report, const QDateTime &now)
{
    QList<SweepItem> items;
    std::copy_if(report.items.begin(), report.items.end(), std::back_inserter(items), mayCost);
    // What is kept is not news: it comes last.
    std::stable_partition(items.begin(), items.end(), [](const SweepItem &one) { return !one.kept; });
    m_items = items;
    m_now = now;
    showChips();
    QList<SweepItem> unkept = items;
    unkept.removeIf([](const SweepItem &one) { return one.kept.has_value(); });
    const qsizetype keptCount = items.size() - unkept.size();
    m_problem->hide();
    QStringList unanswered;
    for (auto one = report.unanswered.cbegin(); one != report.unanswered.cend(); ++one)
        //: an account, why
        unanswered << tr("“%1” did not answer: %2").arg(one.key(), seenText(one->what));
    unanswered.sort();
    const QString when = formatMoment(report.when, now);
    const bool isClean = unkept.isEmpty(), isDoubtful = !unanswered.isEmpty();
    const auto orphans = std::count_if(unkept.begin(), unkept.end(), [](const SweepItem &one) { return one.owner == SweepOwner::Orphan; });
    m_title->setText(isClean && isDoubtful ? tr("Not all accounts could be checked")
                     : isClean             ? tr("Nothing else costs money, checked %1").arg(when)
                                           : tr("Things that may cost money and belong to no machine"));
    QStringList text;
    if (!isClean)
        //: money a day, a time
        text << tr("%n found, %1. Checked %2.", nullptr, int(unkept.size())).arg(totalPerDay(unkept), when);
    if (keptCount > 0)
        //: money a day
        text << tr("%n kept, %1.", nullptr, int(keptCount)).arg(totalPerDay([&items] {
            QList<SweepItem> kept = items;
            kept.removeIf([](const SweepItem &one) { return !one.kept; });
            return kept;
        }()));
    text << unanswered;
    m_text->setText(text.join(QLatin1Char(' ')));
    m_text->setVisible(!text.isEmpty());
    m_text->setInk(isDoubtful ? Ink::Warning : Ink::Text2);
    const bool isWarning = orphans > 0 || isDoubtful;
    m_sign->setSign(isWarning ? QStringLiteral("triangle")
                    : isClean ? QStringLiteral("check")
                              : QStringLiteral("info"),
                    isWarning ? Ink::Warning
                    : isClean ? Ink::Ok
                              : Ink::Text2);
    setOutline(isWarning ? std::optional(Tone::Warning) : std::nullopt);
    showItems();
    m_all->setText(tr("Give back all %1…").arg(orphans));
    m_all->setVisible(orphans > 0);
    m_isChecking = false;
    showButtons();
}

// In a long list: all, each kind that is there, and what is kept.
void SweepCard::showChips()
{
    QLayout *const row = m_chips->layout();
    while (QLayoutItem *const old = row->takeAt(0)) {
        delete old->widget();
        delete old;
    }
    delete m_chips->findChild<QButtonGroup *>();
    const bool isLong = m_items.size() >= kLongList;
    m_chips->setVisible(isLong);
    const auto count = [this](int filter) {
        return int(std::count_if(m_items.begin(), m_items.end(), [filter](const SweepItem &one) { return matches(one, filter); }));
    };
    if (!isLong || count(m_filter) == 0)
        m_filter = kFilterAll;
    if (!isLong)
        return;
    auto *const group = new QButtonGroup(m_chips);
    int number = 0;
    const auto add = [&](int filter, const QString &text) {
        if (count(filter) == 0)
            return;
        //: a kind of thing, how many there are
        auto *const chip = makeButton(QStringLiteral("sweepChip%1").arg(number++), tr("%1 %2").arg(text, formatCount(count(filter))),
                                      ButtonVariant::Normal, {}, m_chips);
        chip->setCheckable(true);
        setSmall(chip);
        chip->setChecked(filter == m_filter);
        group->addButton(chip);
        row->addWidget(chip);
        connect(chip, &QPushButton::clicked, this, [this, filter] {
            m_filter = filter;
            showItems();
        });
    };
    add(kFilterAll, tr("All"));
    for (int kind = 0; kind <= int(CloudResource::Kind::SecurityGroup); ++kind)
        add(kind + 1, resourceWord(CloudResource::Kind(kind)));
    add(kFilterKept, tr("Kept"));
}

void SweepCard::showItems()
{
    QList<SweepItem> shown;
    std::copy_if(m_items.begin(), m_items.end(), std::back_inserter(shown),
                 [this](const SweepItem &one) { return matches(one, m_filter); });
    m_model->setItems(shown, m_now);
    m_table->setVisible(!m_items.isEmpty());
    fitColumns();
    const int rows = std::min<int>(kShownRows, int(shown.size()));
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height() + rows * m_table->verticalHeader()->defaultSectionSize()
                            + dp(2));
    showButtons();
}

// Or no longer keeps it.
void SweepCard::keepCurrent()
{
    const int row = m_table->currentIndex().row();
    if (row < 0 || row >= m_model->items().size())
        return;
    const SweepItem item = m_model->items()[row];
    if (item.kept) {
        Q_EMIT unkeepRequested(item);
        return;
    }
    auto *const dialog = new KeepDialog(item, this);
    connect(dialog, &QDialog::accepted, this, [this, dialog, item] { Q_EMIT keepRequested(item, dialog->note()); });
    dialog->open();
}

// Where there is little room, ids are shortened, and the reason is not.
void SweepCard::fitColumns()
{
    QHeaderView *const header = m_table->horizontalHeader();
    header->setSectionResizeMode(QHeaderView::Interactive);
    m_table->resizeColumnsToContents();
    const bool isTight = header->length() > m_table->viewport()->width();
    header->setSectionResizeMode(isTight ? SweepModel::IdColumn : SweepModel::WhyColumn, QHeaderView::Stretch);
}

void SweepCard::resizeEvent(QResizeEvent *event)
{
    Card::resizeEvent(event);
    fitColumns();
    fitButtons();
}

// Beside the sentences as long as these stay readable, else below them.
void SweepCard::fitButtons()
{
    const int needed = m_buttons->layout()->sizeHint().width();
    const int room = width() - layout()->contentsMargins().left() - layout()->contentsMargins().right() - m_sign->sizeHint().width();
    m_beside->setDirection(room - needed < dp(kReadable) ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

void SweepCard::showButtons()
{
    const bool isBusy = m_isChecking || m_releasing > 0;
    const QString wait = m_releasing > 0 ? tr("Something is being given back.") : tr("The accounts are being asked.");
    setDisabledReason(m_again, isBusy ? wait : QString());
    setDisabledReason(m_all, m_releasing > 0 ? wait : QString());
    const bool hasChosen = m_table->currentIndex().isValid();
    setDisabledReason(m_one, m_releasing > 0 ? wait : hasChosen ? QString() : tr("Choose a row first."));
    setDisabledReason(m_keep, hasChosen ? QString() : tr("Choose a row first."));
    const bool isKept = hasChosen && m_table->currentIndex().row() < m_model->items().size()
                        && m_model->items()[m_table->currentIndex().row()].kept;
    m_keep->setText(isKept ? tr("No longer keep") : tr("Keep…"));
    m_one->setVisible(m_model->rowCount() > 0);
    m_keep->setVisible(m_model->rowCount() > 0);
    fitButtons();
}

void SweepCard::askFor(const SweepItem &item)
{
    const QString what = resourceText(item.resource), id = seenText(item.resource.providerId);
    auto *ask = new ConfirmDialog(QStringLiteral("sweepItem"),
                                  {tr("Give back %1?").arg(what),
                                   //: an id, an account, a region
                                   tr("%1 in the account “%2”, %3, is deleted. What is on it is lost. It costs %4 a day.")
                                       .arg(id, item.account, item.resource.region, perDayText(item.resource.perDay)),
                                   tr("Keep it"), tr("Give back")},
                                  this);
    connect(ask, &QDialog::accepted, this, [this, item] {
        if (item.owner == SweepOwner::Orphan) {
            Q_EMIT releaseRequested({item}, false);
            return;
        }
        auto *second = new EndOfIdDialog(item, this);
        connect(second, &QDialog::accepted, this, [this, item] { Q_EMIT releaseRequested({item}, true); });
        second->open();
    });
    ask->open();
}

void SweepCard::askForAll()
{
    QList<SweepItem> orphans;
    std::copy_if(m_items.begin(), m_items.end(), std::back_inserter(orphans),
                 [](const SweepItem &one) { return one.owner == SweepOwner::Orphan && !one.kept; });
    QStringList lines;
    for (const SweepItem &item : orphans)
        lines << QStringLiteral("%1  %2").arg(resourceText(item.resource), seenText(item.resource.providerId));
    auto *ask = new ConfirmDialog(QStringLiteral("sweepAll"),
                                  {tr("Give back %n thing(s) that machines of Trainyard left over?", nullptr, int(orphans.size())),
                                   tr("They are deleted, and what is on them is lost:") + u'\n' + lines.join(u'\n'), tr("Keep them"),
                                   tr("Give back")},
                                  this);
    connect(ask, &QDialog::accepted, this, [this, orphans] { Q_EMIT releaseRequested(orphans, false); });
    ask->open();
}

}  // namespace trainyard

#include "moc_sweepcard.cpp"
