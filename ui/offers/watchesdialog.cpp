// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/watchesdialog.h"

#include "core/base/format.h"
#include "core/base/seentext.h"
#include "core/service/clouds/rentchecks.h"
#include "ui/common/buttons.h"
#include "ui/common/card.h"
#include "ui/common/confirmdialog.h"
#include "ui/common/enterkey.h"
#include "ui/common/fieldrow.h"
#include "ui/common/flowlayout.h"
#include "ui/common/keytable.h"
#include "ui/common/label.h"
#include "ui/common/messagebar.h"
#include "ui/common/moneyedit.h"
#include "ui/common/plaintip.h"
#include "ui/common/readingtable.h"
#include "ui/offers/namecompleter.h"
#include "ui/rent/endpart.h"

#include <QAbstractTableModel>
#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QShortcut>
#include <QSpinBox>
#include <QTableView>
#include <QVBoxLayout>

namespace trainyard {

namespace {

constexpr int kWatchesWidth = 860, kWatchesHeight = 520;  // design pixels
constexpr int kMostInOne = 64;                            // GPUs; checkWatch() says the same

QString stateText(const CapacityWatch &watch)
{
    switch (watch.state) {
    case WatchState::Watching: return WatchesDialog::tr("watching");
    case WatchState::Renting: return WatchesDialog::tr("renting");
    case WatchState::Found: return WatchesDialog::tr("found");
    case WatchState::Rented: return WatchesDialog::tr("rented");
    case WatchState::Failed: return WatchesDialog::tr("failed");
    case WatchState::Paused: return WatchesDialog::tr("paused");
    }
    Q_UNREACHABLE();
}

bool goesOnAgain(const CapacityWatch &watch)
{
    return watch.state == WatchState::Paused || watch.state == WatchState::Found || watch.state == WatchState::Failed;
}

}  // namespace

class WatchesModel : public QAbstractTableModel {
public:
    enum Column { WantedColumn, ActionColumn, StateColumn, AskedColumn, OutcomeColumn, ColumnCount };
    using QAbstractTableModel::QAbstractTableModel;

    const QList<CapacityWatch> &all() const { return m_watches; }
    void setWatches(const QList<CapacityWatch> &watches, const QDateTime &now)
    {
        m_now = now;
        if (m_watches.size() == watches.size()) {
            m_watches = watches;
            if (!m_watches.isEmpty())
                Q_EMIT dataChanged(index(0, 0), index(int(m_watches.size()) - 1, ColumnCount - 1));
            return;
        }
        beginResetModel();
        m_watches = watches;
        endResetModel();
    }
    int rowCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : int(m_watches.size()); }
    int columnCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override
    {
        if (!index.isValid() || index.row() >= m_watches.size())
            return {};
        if (role == Qt::ToolTipRole)
            return plainTip(data(index, Qt::DisplayRole).toString());
        if (role != Qt::DisplayRole)
            return {};
        const CapacityWatch &watch = m_watches[index.row()];
        switch (index.column()) {
        case WantedColumn: return seenText(watch.wantedText());
        case ActionColumn:
            //: when it is given back: "8h,20USD"
            return watch.action == WatchAction::Rent ? WatchesDialog::tr("rent until %1").arg(seenText(watch.until))
                                                     : WatchesDialog::tr("tell me");
        case StateColumn: return stateText(watch);
        case AskedColumn: return watch.looked.isValid() ? formatAge(watch.looked, m_now) : WatchesDialog::tr("not yet");
        case OutcomeColumn: return watch.outcome.isEmpty() ? QStringLiteral("–") : seenText(watch.outcome);
        default: return {};
        }
    }
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override
    {
        if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole)
            return int(Qt::AlignLeft | Qt::AlignVCenter);
        if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
            return {};
        switch (section) {
        case WantedColumn: return WatchesDialog::tr("Wanted");
        case ActionColumn: return WatchesDialog::tr("Then");
        case StateColumn: return WatchesDialog::tr("State");
        case AskedColumn: return WatchesDialog::tr("Asked");
        case OutcomeColumn: return WatchesDialog::tr("What the clouds said");
        default: return {};
        }
    }

private:
    QList<CapacityWatch> m_watches;
    QDateTime m_now;
};

WatchesDialog::WatchesDialog(const CapacityWatch &wanted, const QStringList &gpuNames, const RentMachinePart::Known &known, QWidget *parent)
    : Dialog(parent), m_model(new WatchesModel(this)), m_messages(new MessageBar(this)), m_table(new QTableView(this)),
      m_empty(makeProse(tr("Nothing is watched for yet."), TextRole::Body, Ink::Text2, this)),
      m_note(makeProse({}, TextRole::Small, Ink::Warning, this)),
      m_pause(makeButton(QStringLiteral("watchPause"), tr("Pause"), ButtonVariant::Normal, {}, this)),
      m_rent(makeButton(QStringLiteral("watchRent"), tr("Rent…"), ButtonVariant::Normal, QStringLiteral("tag"), this)),
      m_remove(makeButton(QStringLiteral("watchRemove"), tr("Remove…"), ButtonVariant::Normal, {}, this)),
      m_add(makeButton(QStringLiteral("watchAdd"), tr("Tell me"), ButtonVariant::Primary, QStringLiteral("bell"), this)),
      m_close(makeButton(QStringLiteral("watchesClose"), tr("Close"), ButtonVariant::Normal, {}, this))
{
    setObjectName(QStringLiteral("watchesDialog"));
    setModal(true);
    setWindowTitle(tr("Tell me when there is one"));
    m_empty->setObjectName(QStringLiteral("watchesEmpty"));
    makeReadingTable(m_table, QStringLiteral("watchesTable"), tr("What is watched for"));
    m_table->setModel(m_model);
    QVBoxLayout *const body = makeBody(kWatchesWidth, kWatchesHeight);
    body->addWidget(new Label(windowTitle(), TextRole::PageTitle, Ink::Text1, this));
    body->addWidget(m_messages);
    body->addWidget(makeProse(tr("The clouds of your accounts are asked every five minutes, as long as Trainyard or its agent runs. "
                                 "When there is one, you are told; nothing is rented unless you ask for that here."),
                              TextRole::Small, Ink::Text3, this));
    body->addWidget(m_note);
    body->addWidget(makeForm(wanted, gpuNames));
    m_order = makeOrder(known);
    m_order->hide();
    body->addWidget(m_order);
    body->addWidget(new Hairline(Qt::Horizontal, this));
    body->addWidget(m_empty);
    body->addWidget(m_table, 1);
    auto *const watched = new FlowLayout;  // what can be done with the watch chosen in the table
    watched->setSpacing(dp(8));
    for (QPushButton *const button : {m_pause, m_rent, m_remove})
        watched->addWidget(button);
    body->addLayout(watched);
    setFooter({m_close, m_add});
    connect(m_add, &QPushButton::clicked, this, &WatchesDialog::submit);
    connect(m_close, &QPushButton::clicked, this, &QDialog::accept);
    connect(m_pause, &QPushButton::clicked, this, [this] {
        if (const CapacityWatch *const watch = current())
            Q_EMIT pauseRequested(watch->name, !goesOnAgain(*watch));
    });
    connect(m_rent, &QPushButton::clicked, this, [this] {
        if (const CapacityWatch *const watch = current())
            Q_EMIT rentRequested(watch->name);
    });
    connect(m_remove, &QPushButton::clicked, this, &WatchesDialog::askToRemove);
    auto *keys = new QShortcut(keyFor(KeyFor::RemoveMachine), m_table);
    keys->setContext(Qt::WidgetShortcut);
    connect(keys, &QShortcut::activated, this, &WatchesDialog::askToRemove);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, &WatchesDialog::showButtons);
    connect(m_rents, &QCheckBox::toggled, this, [this](bool isRenting) {
        m_order->setVisible(isRenting);
        showOrder();
        if (isRenting)
            Q_EMIT orderRequested();
    });
    setNote({});
    showOrder();
    setWatches({}, QDateTime::currentDateTimeUtc());
    m_gpu->setFocus();
}

QWidget *WatchesDialog::makeForm(const CapacityWatch &wanted, const QStringList &gpuNames)
{
    auto *form = new QWidget(this);
    m_gpu = new QComboBox;
    m_gpu->setObjectName(QStringLiteral("watchGpu"));
    m_gpu->setEditable(true);
    m_gpu->setInsertPolicy(QComboBox::NoInsert);
    m_gpu->addItems(gpuNames);
    m_gpu->setCurrentText(wanted.gpu);
    m_gpu->setCompleter(nullptr);  // it would turn a family of GPUs into its first member
    completeNames(m_gpu->lineEdit(), gpuNames);
    m_gpu->setMinimumContentsLength(16);
    m_gpu->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_count = new QSpinBox;
    m_count->setObjectName(QStringLiteral("watchCount"));
    m_count->setRange(1, kMostInOne);
    m_count->setValue(wanted.gpus);
    m_most = new MoneyEdit(QStringLiteral("watchMost"), tr("The most that it may cost per hour"));
    if (wanted.most.nanos() > 0)
        m_most->setMoney(wanted.most);
    else
        m_most->setCurrency(wanted.most.currency());
    m_region = new QLineEdit;
    m_region->setObjectName(QStringLiteral("watchRegion"));
    m_region->setText(wanted.regions.value(0));
    m_region->setPlaceholderText(tr("that of each account"));
    m_region->setMinimumWidth(m_region->fontMetrics().horizontalAdvance(m_region->placeholderText()) + dp(28));
    m_spot = new QCheckBox(tr("Spot: cheaper, and may be taken back at any time"), form);
    m_spot->setObjectName(QStringLiteral("watchSpot"));
    m_spot->setChecked(wanted.isSpot);
    m_rents = new QCheckBox(tr("Rent one as soon as it is there, without asking again"), form);
    m_rents->setObjectName(QStringLiteral("watchRents"));
    connect(m_most, &MoneyEdit::edited, this, &WatchesDialog::showOrder);
    m_mostRow = new FieldRow(tr("At most per hour, the whole machine"), m_most, form);
    auto *fields = new FlowLayout;
    fields->setSpacing(dp(12));
    for (FieldRow *const row : {new FieldRow(tr("GPU"), m_gpu, form), new FieldRow(tr("Count"), m_count, form), m_mostRow,
                                new FieldRow(tr("Region"), m_region, form)}) {
        row->setRoomKept(false);
        fields->addWidget(row);
    }
    auto *choices = new FlowLayout;
    choices->setSpacing(dp(12));
    choices->addWidget(m_spot);
    choices->addWidget(m_rents);
    auto *column = new QVBoxLayout(form);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(dp(12));
    column->addLayout(fields);
    column->addLayout(choices);
    return form;
}

// The parts of an order that are the same wherever a machine is ordered.
QWidget *WatchesDialog::makeOrder(const RentMachinePart::Known &known)
{
    auto *order = new QWidget(this);
    order->setObjectName(QStringLiteral("watchOrder"));
    auto *column = new QVBoxLayout(order);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(dp(8));
    m_end = new RentEndPart(m_most->currency(), order);
    m_cost = makeProse({}, TextRole::Small, Ink::Text2, order);
    m_cost->setObjectName(QStringLiteral("watchCost"));
    setDisabledReason(m_rents, known.accounts.isEmpty() ? tr("Add an account of a cloud that says what it offers first.") : QString());
    if (!known.accounts.isEmpty()) {
        m_machine = new RentMachinePart(known, order);
        connect(m_machine, &RentMachinePart::changed, this, &WatchesDialog::showOrder);
        connect(m_machine, &RentMachinePart::accountChanged, this, [this] {
            showOrder();
            Q_EMIT orderRequested();
        });
        column->addWidget(m_machine);
    }
    connect(m_end, &RentEndPart::changed, this, &WatchesDialog::showOrder);
    column->addWidget(m_end);
    column->addWidget(m_cost);
    return order;
}

QString WatchesDialog::orderProblem() const
{
    if (m_isChecking)
        return tr("The account is being asked.");
    if (!m_rents->isChecked() || !m_machine)
        return {};
    const QString wrong = m_machine->problem();
    return wrong.isEmpty() && m_end->text().isEmpty() ? tr("Tick at least one limit under “When is it given back?”") : wrong;
}

void WatchesDialog::showOrder()
{
    const bool isRenting = m_rents->isChecked();
    m_end->setCurrency(m_most->currency());
    m_add->setText(isRenting ? tr("Rent it then") : tr("Tell me"));
    m_add->setProperty(kIgnoresEnterProperty, isRenting);
    setDisabledReason(m_add, orderProblem());
    const auto ceiling = m_most->money();
    const QDateTime now = QDateTime::currentDateTimeUtc();
    RentPlace place;
    place.perHour = ceiling ? std::optional(*ceiling) : std::nullopt;
    const auto most = ceiling ? mostCost({place}, m_end->end(now), {}, now) : std::nullopt;
    if (!ceiling)
        m_cost->setText(tr("Enter what it may cost per hour; nothing dearer is rented."));
    else if (most)
        //: an amount per hour, an amount
        m_cost->setText(
            tr("At most %1 per hour, and never more than %2 in all, without its disk, its address and traffic. Counted from when it "
               "is rented.")
                .arg(ceiling->text(), formatMoney(*most)));
    else
        m_cost->setText(tr("At most %1 per hour, without its disk, its address and traffic; how much in all depends on your runs. An "
                           "order that ends only with its runs is refused: it may rent while you are away, and no run would start.")
                            .arg(ceiling->text()));
}

void WatchesDialog::setOwnAddress(const Result<QString> &address)
{
    m_machine->setOwnAddress(address);
    showOrder();
}

void WatchesDialog::setChecking(bool isChecking)
{
    m_isChecking = isChecking;
    showOrder();
}

void WatchesDialog::setWatches(const QList<CapacityWatch> &watches, const QDateTime &now)
{
    const CapacityWatch *const before = current();
    const QString chosen = before ? before->name : QString();
    m_model->setWatches(watches, now);
    m_empty->setVisible(watches.isEmpty());
    m_table->setVisible(!watches.isEmpty());
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if ((row == 0 && !m_table->currentIndex().isValid()) || m_model->all()[row].name == chosen)
            m_table->selectRow(row);
    }
    m_table->resizeColumnsToContents();
    m_table->horizontalHeader()->setStretchLastSection(true);
    showButtons();
}

void WatchesDialog::setNote(const QString &note)
{
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
}

void WatchesDialog::setAdded()
{
    m_messages->clear();
    m_most->amount()->clear();
    m_rents->setChecked(false);
    showOrder();
}

void WatchesDialog::showError(const Error &error)
{
    m_messages->post({QStringLiteral("watches"), Tone::Bad, error.what, {}, error.detail, {}});
}

const CapacityWatch *WatchesDialog::current() const
{
    const int row = m_table->currentIndex().row();
    return row >= 0 && row < m_model->rowCount() ? &m_model->all()[row] : nullptr;
}

void WatchesDialog::showButtons()
{
    const CapacityWatch *const watch = current();
    const QString none = watch ? QString() : tr("Choose a watch first.");
    const bool isFixed = watch && (watch->state == WatchState::Renting || watch->state == WatchState::Rented);
    m_pause->setText(watch && goesOnAgain(*watch) ? tr("Watch again") : tr("Pause"));
    setDisabledReason(m_pause, isFixed ? tr("It has rented a machine, or is about to.") : none);
    setDisabledReason(m_rent, !watch ? none : watch->state == WatchState::Found ? QString() : tr("It has found nothing yet."));
    setDisabledReason(m_remove, watch && watch->state == WatchState::Renting ? tr("It is renting a machine.") : none);
}

void WatchesDialog::askToRemove()
{
    const CapacityWatch *const watch = current();
    if (!watch || !m_remove->isEnabled())
        return;
    const QString name = watch->name;
    auto *ask = new ConfirmDialog(QStringLiteral("removeWatch"),
                                  {tr("Stop watching for this?"), seenText(watch->wantedText()), tr("Keep it"), tr("Remove")}, this);
    connect(ask, &QDialog::accepted, this, [this, name] { Q_EMIT removeRequested(name); });
    ask->open();
}

void WatchesDialog::submit()
{
    CapacityWatch watch;
    watch.gpu = m_gpu->currentText().trimmed();
    watch.gpus = m_count->value();
    watch.isSpot = m_spot->isChecked();
    if (!m_region->text().trimmed().isEmpty())
        watch.regions << m_region->text().trimmed();
    const auto most = m_most->money();
    if (!most) {
        m_mostRow->setError(most.error().what);
        return;
    }
    m_mostRow->clearError();
    watch.most = *most;
    if (m_rents->isChecked() && m_machine) {
        const RentMachinePart::Entered entered = m_machine->entered();
        watch.action = WatchAction::Rent;
        watch.accounts << entered.account;
        watch.machineName = entered.name;
        watch.image = entered.image;
        watch.keyName = entered.keyName;
        watch.ownAddress = entered.ownAddress;
        watch.diskGiB = entered.diskGiB;
        watch.until = m_end->text();
    }
    Q_EMIT addRequested(watch);
}

}  // namespace trainyard

#include "moc_watchesdialog.cpp"
