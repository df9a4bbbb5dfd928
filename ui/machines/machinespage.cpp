#include "ui/machines/machinespage.h"

#include "ui/common/buttons.h"
#include "ui/common/label.h"
#include "ui/common/messagebar.h"
#include "ui/common/pageheader.h"
#include "ui/common/placeholder.h"
#include "ui/common/searchfield.h"
#include "ui/machines/cardgrid.h"
#include "ui/machines/machinecarddelegate.h"
#include "ui/machines/machinesmodel.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QMenu>
#include <QMessageBox>
#include <QPainter>
#include <QPushButton>
#include <QShortcut>
#include <QSortFilterProxyModel>
#include <QVBoxLayout>

namespace trainyard {

namespace {

class MachineFilter : public QSortFilterProxyModel {
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    void setText(const QString &text)
    {
        m_text = text.trimmed();
        invalidateFilter();
    }
    void setOnlyAttention(bool isOnly)
    {
        m_isOnlyAttention = isOnly;
        invalidateFilter();
    }

protected:
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override
    {
        const QModelIndex index = sourceModel()->index(row, 0, parent);
        if (m_isOnlyAttention && !index.data(MachinesModel::NeedsAttentionRole).toBool())
            return false;
        if (m_text.isEmpty())
            return true;
        const auto card = index.data(MachinesModel::CardRole).value<MachineCard>();
        const auto has = [this](const QString &text) { return text.contains(m_text, Qt::CaseInsensitive); };
        if (has(card.machine.name) || has(card.machine.target.display()) || has(card.runName))
            return true;
        if (card.sample)
            for (const GpuSample &gpu : card.sample->gpus)
                if (has(gpu.name))
                    return true;
        return false;
    }

private:
    QString m_text;
    bool m_isOnlyAttention = false;
};

// What the colours of cells and strip mean.
class HeatKey : public QWidget {
public:
    explicit HeatKey(QWidget *parent) : QWidget(parent)
    {
        setAccessibleName(MachinesPage::tr("Darker cells are busier; the strip is the last 60 minutes."));
        setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    }

    QSize sizeHint() const override
    {
        const QFontMetrics m(textFont(TextRole::Label));
        return {m.horizontalAdvance(left()) + m.horizontalAdvance(right()) + dp(6 * 14 + 16), lineHeight(TextRole::Label)};
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter p(this);
        const Theme t = themeOf(this);
        p.setFont(textFont(TextRole::Label));
        p.setPen(t.text3);
        p.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter, left());
        int x = p.fontMetrics().horizontalAdvance(left()) + dp(6);
        for (const QColor &colour : t.heat) {
            p.fillRect(QRect(x, height() / 2 - dp(4), dp(13), dp(8)), colour);
            x += dp(14);
        }
        p.setPen(t.text3);
        p.drawText(rect().adjusted(x + dp(6), 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, right());
    }

private:
    static QString left() { return MachinesPage::tr("busy 0 %"); }
    static QString right() { return MachinesPage::tr("100 %, strip: last 60 min"); }
};

}  // namespace

MachinesPage::MachinesPage(QWidget *parent)
    : QWidget(parent), m_header(new PageHeader(tr("Machines"), this)),
      m_filter(new SearchField(QStringLiteral("machinesFilterEdit"), tr("Filter machines"), this)),
      m_launch(makeButton(QStringLiteral("launchOnMachineButton"), tr("Launch here"), ButtonVariant::Normal,
                          QStringLiteral("play"), this)),
      m_add(makeButton(QStringLiteral("addMachineHereButton"), tr("Add a machine…"), ButtonVariant::Primary,
                       QStringLiteral("plus"), this)),
      m_all(makeButton(QStringLiteral("allMachinesChip"), QString(), ButtonVariant::Normal, {}, this)),
      m_attention(makeButton(QStringLiteral("attentionChip"), QString(), ButtonVariant::Normal,
                             QStringLiteral("triangle"), this)),
      m_grid(new CardGrid(this)), m_model(new MachinesModel(this)), m_proxy(new MachineFilter(this)),
      m_placeholder(nullptr), m_now(QDateTime::currentDateTimeUtc())
{
    setObjectName(QStringLiteral("machinesPage"));
    m_header->addAction(m_filter);
    m_header->addAction(m_launch);
    m_header->addAction(m_add);

    m_attention->setIcon(icon(QStringLiteral("triangle"), Ink::Warning));
    auto *chips = new QButtonGroup(this);
    for (QPushButton *chip : {m_all, m_attention}) {
        chip->setCheckable(true);
        setSmall(chip);
        chips->addButton(chip);
    }
    m_all->setChecked(true);
    auto *chipRow = new QHBoxLayout;
    chipRow->setSpacing(dp(8));
    chipRow->addWidget(m_all);
    chipRow->addWidget(m_attention);
    chipRow->addStretch(1);
    m_key = new HeatKey(this);
    chipRow->addWidget(m_key);

    m_proxy->setSourceModel(m_model);
    m_grid->setObjectName(QStringLiteral("machinesGrid"));
    m_grid->setAccessibleName(tr("Machines"));
    m_grid->setModel(m_proxy);
    m_grid->setItemDelegate(new MachineCardDelegate(m_grid));
    m_grid->setCardSize(machineCardMinimumWidth(), machineCardHeight());
    m_grid->setGap(dp(12));
    m_grid->viewport()->setBackgroundRole(QPalette::Window);
    m_grid->setContextMenuPolicy(Qt::CustomContextMenu);
    m_grid->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);

    m_placeholder = new Placeholder(QStringLiteral("machines"), m_grid);
    m_placeholder->setSuppressed(true);   // nothing is known before the first setMachines()
    connect(m_placeholder, &Placeholder::buttonClicked, this, &MachinesPage::addMachineRequested);
    connect(m_placeholder, &Placeholder::linkClicked, this, [this] {
        if (m_model->rowCount() == 0) {
            Q_EMIT sandboxRequested();
            return;
        }
        m_filter->clear();
        m_all->click();
    });

    auto *column = new QVBoxLayout(this);
    // The scroll bar stands in the page's right margin, so that cards and title row end at the same line.
    const int bar = m_grid->style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, m_grid);
    column->setContentsMargins(dp(16), dp(16), 0, 0);
    column->setSpacing(dp(12));
    auto *top = new QVBoxLayout;
    top->setContentsMargins(0, 0, dp(16), 0);
    top->setSpacing(dp(12));
    top->addWidget(m_header);
    top->addLayout(chipRow);
    column->addLayout(top);
    auto *gridRow = new QHBoxLayout;
    gridRow->setContentsMargins(0, 0, std::max(0, dp(16) - bar), 0);
    gridRow->addWidget(m_grid);
    column->addLayout(gridRow, 1);
    const QList<QWidget *> order{m_filter, m_launch, m_add, m_all, m_attention, m_grid};
    for (qsizetype i = 1; i < order.size(); ++i)
        setTabOrder(order[i - 1], order[i]);

    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString &text) {
        static_cast<MachineFilter *>(m_proxy)->setText(text);
        showCounts();
    });
    connect(m_attention, &QPushButton::toggled, this, [this](bool isOn) {
        static_cast<MachineFilter *>(m_proxy)->setOnlyAttention(isOn);
        showCounts();
    });
    connect(m_add, &QPushButton::clicked, this, &MachinesPage::addMachineRequested);
    connect(m_launch, &QPushButton::clicked, this, [this] {
        if (const auto card = current())
            Q_EMIT launchRequested(card->machine.id);
    });
    connect(m_grid->selectionModel(), &QItemSelectionModel::currentChanged, this, &MachinesPage::showSelection);
    connect(m_grid, &QWidget::customContextMenuRequested, this, &MachinesPage::showMenu);
    connect(m_grid, &CardGrid::cardPressed, this, [this](const QModelIndex &index, const QPoint &at) {
        const auto card = index.data(MachinesModel::CardRole).value<MachineCard>();
        const CardAction action = cardAction(card);
        if (cardActionRect(QRect(QPoint(0, 0), m_grid->visualRect(index).size()), action).contains(at))
            trigger(card, action);
    });
    // Enter and double click.
    connect(m_grid, &QAbstractItemView::activated, this, [this](const QModelIndex &index) {
        const auto card = index.data(MachinesModel::CardRole).value<MachineCard>();
        trigger(card, cardAction(card));
    });
    auto *remove = new QShortcut(QKeySequence(Qt::Key_Delete), m_grid);
    remove->setContext(Qt::WidgetShortcut);
    connect(remove, &QShortcut::activated, this, [this] {
        if (const auto card = current())
            confirmRemoval(*card);
    });
    showCounts();
    showSelection();
}

void MachinesPage::setMachines(const QList<MachineCard> &cards)
{
    const auto before = current();
    m_placeholder->setSuppressed(false);
    m_model->setCards(cards);
    if (before)
        selectMachine(before->machine.id);
    showCounts();
    showSelection();
}

void MachinesPage::setMachine(const MachineCard &card)
{
    m_model->setCard(card);
    showCounts();
    showSelection();
}

void MachinesPage::setNow(const QDateTime &now)
{
    m_now = now;
    m_model->setNow(now);
}

void MachinesPage::selectMachine(qint64 id)
{
    for (int row = 0; row < m_proxy->rowCount(); ++row) {
        const QModelIndex index = m_proxy->index(row, 0);
        if (index.data(MachinesModel::CardRole).value<MachineCard>().machine.id == id) {
            if (m_grid->currentIndex() != index)
                m_grid->setCurrentIndex(index);
            return;
        }
    }
}

MessageBar *MachinesPage::messageBar() const
{
    return m_header->messageBar();
}

std::optional<MachineCard> MachinesPage::current() const
{
    const QModelIndex index = m_grid->currentIndex();
    if (!index.isValid())
        return std::nullopt;
    return index.data(MachinesModel::CardRole).value<MachineCard>();
}

void MachinesPage::showCounts()
{
    int gpus = 0, busy = 0, attention = 0;
    for (const MachineCard &card : m_model->cards()) {
        attention += card.link == LinkState::Unreachable && !card.isStopped;
        if (!card.hasCurrentValues(m_now) || card.isStopped)
            continue;
        for (const GpuSample &gpu : card.sample->gpus) {
            ++gpus;
            // Over one percent: an idle desktop's compositor is no work.
            busy += gpu.busyPercent && *gpu.busyPercent > 1;
        }
    }
    const int count = m_model->rowCount();
    m_header->setContext(gpus > 0 ? tr("%n GPU(s) watched, %1 busy", nullptr, gpus).arg(busy) : QString());
    m_all->setText(tr("All %1").arg(count));
    m_attention->setText(tr("Need attention %1").arg(attention));
    m_attention->setVisible(attention > 0 || m_attention->isChecked());
    m_all->setVisible(count > 0);
    m_key->setVisible(count > 0);
    const bool isFiltered = count > 0;
    m_placeholder->setSentence(isFiltered ? tr("No machine matches.") : tr("No machine yet."));
    m_placeholder->setDetail(isFiltered ? QString()
                                        : tr("A machine is any computer you reach over SSH: rented, owned or shared."));
    m_placeholder->setButton(isFiltered ? QString() : tr("Add a machine…"), QStringLiteral("addFirstMachineButton"));
    m_placeholder->setLink(isFiltered ? tr("Show all machines") : tr("Try it in the sandbox"),
                           QStringLiteral("machinesSandboxLink"));
}

void MachinesPage::showSelection()
{
    const auto card = current();
    const bool canLaunch = card && !card->isStopped && card->link != LinkState::Unreachable;
    setDisabledReason(m_launch, canLaunch ? QString()
                                : !card   ? tr("Choose a machine first.")
                                : card->isStopped ? tr("Start the sandbox first.")
                                                  : tr("%1 cannot be reached now.").arg(card->machine.name));
}

void MachinesPage::trigger(const MachineCard &card, CardAction action)
{
    switch (action) {
    case CardAction::None: break;
    case CardAction::OpenRun: Q_EMIT openRunRequested(card.runId); break;
    case CardAction::Launch: Q_EMIT launchRequested(card.machine.id); break;
    case CardAction::Retry: Q_EMIT retryRequested(card.machine.id); break;
    case CardAction::StartSandbox: Q_EMIT sandboxRequested(); break;
    }
}

void MachinesPage::showMenu(const QPoint &at)
{
    const QModelIndex index = m_grid->indexAt(at).isValid() ? m_grid->indexAt(at) : m_grid->currentIndex();
    if (!index.isValid())
        return;
    const auto card = index.data(MachinesModel::CardRole).value<MachineCard>();
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto add = [&](const QString &name, const QString &text, const QString &iconName, CardAction action) {
        QAction *entry = menu->addAction(icon(iconName), text, this, [this, card, action] { trigger(card, action); });
        entry->setObjectName(name);
        return entry;
    };
    if (!card.runName.isEmpty())
        add(QStringLiteral("openMachineRunAction"), tr("Open %1").arg(card.runName), QStringLiteral("runs"), CardAction::OpenRun);
    if (card.isStopped)
        add(QStringLiteral("startSandboxAction"), tr("Start the sandbox"), QStringLiteral("flask"), CardAction::StartSandbox);
    else
        add(QStringLiteral("launchOnMachineAction"), tr("Launch here"), QStringLiteral("play"), CardAction::Launch)
            ->setEnabled(card.link != LinkState::Unreachable);
    if (card.link == LinkState::Unreachable && !card.isStopped)
        add(QStringLiteral("retryMachineAction"), tr("Try now"), QStringLiteral("refresh"), CardAction::Retry);
    menu->addSeparator();
    menu->addAction(icon(QStringLiteral("trash")), tr("Remove…"), this, [this, card] { confirmRemoval(card); })
        ->setObjectName(QStringLiteral("removeMachineAction"));
    menu->popup(m_grid->viewport()->mapToGlobal(m_grid->indexAt(at).isValid() ? at : m_grid->visualRect(index).center()));
}

void MachinesPage::confirmRemoval(const MachineCard &card)
{
    auto *box = new QMessageBox(this);
    box->setObjectName(QStringLiteral("removeMachineDialog"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setWindowTitle(tr("Remove a machine"));
    box->setTextFormat(Qt::PlainText);
    box->setText(tr("Remove %1 from Trainyard?").arg(card.machine.name));
    box->setInformativeText(tr("Nothing changes on the machine itself, and its runs stay in the list."));
    QPushButton *remove = box->addButton(tr("Remove"), QMessageBox::DestructiveRole);
    setVariant(remove, ButtonVariant::DestructiveFilled);
    remove->setObjectName(QStringLiteral("confirmRemoveMachineButton"));
    box->setDefaultButton(box->addButton(tr("Keep it"), QMessageBox::RejectRole));
    const qint64 id = card.machine.id;
    connect(remove, &QPushButton::clicked, this, [this, id] { Q_EMIT removeRequested(id); });
    box->open();
}

}  // namespace trainyard
