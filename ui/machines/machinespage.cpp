// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/machines/machinespage.h"

#include "core/model/sshcommand.h"
#include "ui/common/accessiblerole.h"
#include "ui/common/buttons.h"
#include "ui/common/confirmdialog.h"
#include "ui/common/flowlayout.h"
#include "ui/common/keytable.h"
#include "ui/common/label.h"
#include "ui/common/messagebar.h"
#include "ui/common/pageheader.h"
#include "ui/common/placeholder.h"
#include "ui/common/searchfield.h"
#include "ui/machines/cardgrid.h"
#include "ui/machines/machinecarddelegate.h"
#include "ui/machines/machinesmodel.h"

#include <QButtonGroup>
#include <QClipboard>
#include <QDropEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QMenu>
#include <QMimeData>
#include <QPainter>
#include <QPushButton>
#include <QShortcut>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>

namespace trainyard {

namespace {

// The legend for the colours of cells and strip.
class HeatKey : public QWidget {
public:
    explicit HeatKey(QWidget *parent) : QWidget(parent)
    {
        setAccessibleRole(this, QAccessible::Graphic);
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
      m_launch(makeButton(QStringLiteral("launchOnMachineButton"), tr("Launch here"), ButtonVariant::Normal, QStringLiteral("play"), this)),
      m_test(makeButton(QStringLiteral("testMachineButton"), tr("Test connection"), ButtonVariant::Normal, QStringLiteral("link"), this)),
      m_copy(makeButton(QStringLiteral("copyOnMachineButton"), tr("Copy files…"), ButtonVariant::Normal, QStringLiteral("upload"), this)),
      m_add(makeButton(QStringLiteral("addMachineHereButton"), tr("Add a machine…"), ButtonVariant::Primary, QStringLiteral("plus"), this)),
      m_all(makeButton(QStringLiteral("allMachinesChip"), QString(), ButtonVariant::Normal, {}, this)),
      m_attention(makeButton(QStringLiteral("attentionChip"), QString(), ButtonVariant::Normal, QStringLiteral("triangle"), this)),
      m_grid(new CardGrid(this)), m_model(new MachinesModel(this)), m_placeholder(nullptr), m_now(QDateTime::currentDateTimeUtc())
{
    setObjectName(QStringLiteral("machinesPage"));
    m_header->addAction(m_filter);
    m_header->addAction(m_test);
    m_header->addAction(m_copy);
    m_header->addAction(m_launch);
    m_header->addAction(m_add);
    m_header->setKeys(m_test, keyFor(KeyFor::TestMachine));

    m_attention->setIcon(icon(QStringLiteral("triangle"), Ink::Warning));
    auto *chips = new QButtonGroup(this);
    for (QPushButton *chip : {m_all, m_attention}) {
        chip->setCheckable(true);
        setSmall(chip);
        chips->addButton(chip);
    }
    m_all->setChecked(true);
    auto *chipRow = new FlowLayout;
    chipRow->setSpacing(dp(8));
    chipRow->addWidget(m_all);
    chipRow->addWidget(m_attention);
    chipRow->addStretch();
    m_import = makeButton(QStringLiteral("importHostsButton"), tr("From ~/.ssh/config…"), ButtonVariant::Normal, QStringLiteral("list"),
                          this);
    setSmall(m_import);
    connect(m_import, &QPushButton::clicked, this, &MachinesPage::importRequested);
    chipRow->addWidget(m_import);
    m_key = new HeatKey(this);
    chipRow->addWidget(m_key);

    m_grid->setObjectName(QStringLiteral("machinesGrid"));
    m_grid->setAccessibleName(tr("Machines"));
    m_grid->setModel(m_model);
    m_grid->setItemDelegate(new MachineCardDelegate(m_grid));
    m_grid->setCardSize(machineCardMinimumWidth(), machineCardHeight(false));
    m_grid->setGap(dp(12));
    m_grid->setHeadings(MachinesModel::IsHeadingRole, MachinesModel::IsFoldedRole, groupHeadingHeight());
    m_grid->viewport()->setBackgroundRole(QPalette::Window);
    m_grid->setContextMenuPolicy(Qt::CustomContextMenu);
    m_grid->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);

    m_placeholder = new Placeholder(QStringLiteral("machines"), m_grid);
    m_placeholder->setSuppressed(true);  // nothing is known before the first setMachines()
    connect(m_placeholder, &Placeholder::buttonClicked, this, &MachinesPage::addMachineRequested);
    connect(m_placeholder, &Placeholder::linkClicked, this, [this] {
        if (m_model->cards().isEmpty()) {
            Q_EMIT sandboxRequested();
            return;
        }
        m_filter->clear();
        m_all->click();
    });

    auto *column = new QVBoxLayout(this);
    // The scroll bar is in the page's right margin, so that cards and title row end at the same position.
    const int bar = m_grid->style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, m_grid);
    column->setContentsMargins(dp(16), dp(16), 0, 0);
    column->setSpacing(dp(12));
    auto *top = new QVBoxLayout;
    top->setContentsMargins(0, 0, dp(16), 0);
    top->setSpacing(dp(12));
    top->addWidget(m_header);
    top->addLayout(chipRow);
    column->addLayout(top);
    m_aboveCards = top;
    auto *gridRow = new QHBoxLayout;
    gridRow->setContentsMargins(0, 0, std::max(0, dp(16) - bar), 0);
    gridRow->addWidget(m_grid);
    column->addLayout(gridRow, 1);
    const QList<QWidget *> order{m_filter, m_test, m_copy, m_launch, m_add, m_all, m_attention, m_import, m_grid};
    for (qsizetype i = 1; i < order.size(); ++i)
        setTabOrder(order[i - 1], order[i]);

    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString &text) {
        keepCurrent([&] { m_model->setFilter(text); });
        showCounts();
    });
    connect(m_attention, &QPushButton::toggled, this, [this](bool isOn) {
        keepCurrent([&] { m_model->setOnlyAttention(isOn); });
        showCounts();
    });
    connect(m_add, &QPushButton::clicked, this, &MachinesPage::addMachineRequested);
    connect(m_launch, &QPushButton::clicked, this, [this] {
        if (const auto card = current())
            Q_EMIT launchRequested(card->machine.id);
    });
    connect(m_test, &QPushButton::clicked, this, [this] {
        if (const auto card = current())
            Q_EMIT testRequested(card->machine.id);
    });
    connect(m_copy, &QPushButton::clicked, this, [this] {
        if (const auto card = current())
            Q_EMIT uploadRequested(card->machine.id, {});
    });
    m_grid->viewport()->setAcceptDrops(true);
    m_grid->viewport()->installEventFilter(this);
    connect(m_grid, &CardGrid::headingFoldRequested, this, &MachinesPage::setFolded);
    connect(m_grid, &CardGrid::headingToggled, this,
            [this](const QModelIndex &index) { setFolded(index, !index.data(MachinesModel::HeadingRole).value<GroupHeading>().isFolded); });
    connect(m_grid->selectionModel(), &QItemSelectionModel::currentChanged, this, &MachinesPage::showSelection);
    connect(m_grid, &QWidget::customContextMenuRequested, this, &MachinesPage::showMenu);
    connect(m_grid, &CardGrid::cardPressed, this, [this](const QModelIndex &index, const QPoint &at) {
        const auto card = index.data(MachinesModel::CardRole).value<MachineCard>();
        const CardAction action = cardAction(card);
        if (cardActionRect(QRect(QPoint(0, 0), m_grid->visualRect(index).size()), action).contains(at))
            trigger(card, action);
    });
    // Enter and double click; a heading has already been folded.
    connect(m_grid, &QAbstractItemView::activated, this, [this](const QModelIndex &index) {
        if (index.data(MachinesModel::IsHeadingRole).toBool())
            return;
        const auto card = index.data(MachinesModel::CardRole).value<MachineCard>();
        trigger(card, cardAction(card));
    });
    const auto onCard = [this](const QKeySequence &keys, auto &&action) {
        auto *shortcut = new QShortcut(keys, m_grid);
        shortcut->setContext(Qt::WidgetShortcut);
        connect(shortcut, &QShortcut::activated, this, [this, action] {
            if (const auto card = current())
                action(*card);
        });
    };
    onCard(keyFor(KeyFor::RemoveMachine), [this](const MachineCard &card) { remove(card); });
    onCard(keyFor(KeyFor::EditMachine), [this](const MachineCard &card) { Q_EMIT editRequested(card.machine.id); });
    onCard(keyFor(KeyFor::TestMachine), [this](const MachineCard &card) {
        if (!card.isStopped)
            Q_EMIT testRequested(card.machine.id);
    });
    showCounts();
    showSelection();
}

void MachinesPage::setMachines(const QList<MachineCard> &cards)
{
    m_placeholder->setSuppressed(false);
    keepCurrent([&] { m_model->setCards(cards); });
    const bool hasRented = std::any_of(cards.cbegin(), cards.cend(), [](const MachineCard &card) { return card.perHour.has_value(); });
    m_grid->setCardSize(machineCardMinimumWidth(), machineCardHeight(hasRented));
    // With one machine there is nothing to choose.
    if (cards.size() == 1 && !m_grid->currentIndex().isValid())
        selectMachine(cards.first().machine.id);
    showCounts();
    showSelection();
}

void MachinesPage::addAboveCards(QWidget *widget) { m_aboveCards->addWidget(widget); }

void MachinesPage::setMachine(const MachineCard &card)
{
    keepCurrent([&] { m_model->setCard(card); });
    showCounts();
    showSelection();
}

void MachinesPage::setNow(const QDateTime &now)
{
    m_now = now;
    m_model->setNow(now);
}

void MachinesPage::selectMachine(MachineId id)
{
    int row = m_model->rowOfMachine(id);
    if (row < 0) {
        // It may be in a folded group.
        const QList<MachineCard> &cards = m_model->cards();
        const auto found = std::find_if(cards.cbegin(), cards.cend(), [id](const MachineCard &card) { return card.machine.id == id; });
        if (found == cards.cend())
            return;
        const QString group = found->machine.group;
        m_model->setFolded(group, false);
        row = m_model->rowOfMachine(id);
    }
    const QModelIndex index = m_model->index(row, 0);
    if (row >= 0 && m_grid->currentIndex() != index)
        m_grid->setCurrentIndex(index);
}

void MachinesPage::keepCurrent(const std::function<void()> &change)
{
    const auto machine = current();
    const QModelIndex before = m_grid->currentIndex();
    const bool wasHeading = before.isValid() && !machine;
    const QString group = wasHeading ? before.data(MachinesModel::HeadingRole).value<GroupHeading>().group : QString();
    change();
    if (m_grid->currentIndex().isValid())
        return;  // nothing was laid out again
    const int row = machine ? m_model->rowOfMachine(machine->machine.id) : wasHeading ? m_model->rowOfHeading(group) : -1;
    if (row >= 0)
        m_grid->setCurrentIndex(m_model->index(row, 0));
}

void MachinesPage::setFolded(const QModelIndex &heading, bool isFolded)
{
    const QString group = heading.data(MachinesModel::HeadingRole).value<GroupHeading>().group;
    m_model->setFolded(group, isFolded);
    const int row = m_model->rowOfHeading(group);
    if (row >= 0)
        m_grid->setCurrentIndex(m_model->index(row, 0));
}

QStringList MachinesPage::groups() const { return m_model->groups(); }

MessageBar *MachinesPage::messageBar() const { return m_header->messageBar(); }

std::optional<MachineCard> MachinesPage::current() const
{
    const QModelIndex index = m_grid->currentIndex();
    if (!index.isValid() || index.data(MachinesModel::IsHeadingRole).toBool())
        return std::nullopt;
    return index.data(MachinesModel::CardRole).value<MachineCard>();
}

void MachinesPage::showCounts()
{
    int gpus = 0, busy = 0, attention = 0;
    for (const MachineCard &card : m_model->cards()) {
        attention += needsAttention(card, m_now);
        if (!card.hasCurrentValues(m_now) || card.isStopped)
            continue;
        for (const GpuSample &gpu : card.sample->gpus) {
            ++gpus;
            busy += isBusy(gpu);
        }
    }
    const int count = int(m_model->cards().size());
    m_header->setContext(gpus > 0 ? tr("%n GPU(s), %1 busy", nullptr, gpus).arg(busy) : QString());
    m_all->setText(tr("All %1").arg(count));
    m_attention->setText(tr("Needs attention %1").arg(attention));
    m_attention->setVisible(attention > 0 || m_attention->isChecked());
    m_all->setVisible(count > 0);
    m_key->setVisible(count > 0);
    m_import->setVisible(count == 0);  // later the dialog for one machine leads there
    const bool isFiltered = count > 0;
    m_placeholder->setSentence(isFiltered ? tr("No machine matches.") : tr("No machines yet."));
    m_placeholder->setDetail(isFiltered ? QString() : tr("A machine is any computer you reach over SSH: rented, owned or shared."));
    m_placeholder->setButton(isFiltered ? QString() : tr("Add a machine…"), QStringLiteral("addFirstMachineButton"));
    m_placeholder->setLink(isFiltered ? tr("Show all machines") : tr("Try it in the sandbox"), QStringLiteral("machinesSandboxLink"));
}

void MachinesPage::showSelection()
{
    const auto card = current();
    setDisabledReason(m_test, !card ? tr("Choose a machine first.") : card->isStopped ? tr("Start the sandbox first.") : QString());
    setDisabledReason(m_copy, !card ? tr("Choose a machine first.") : card->isStopped ? tr("Start the sandbox first.") : QString());
    const bool canLaunch = card && !card->isStopped && card->link != LinkState::Unreachable;
    setDisabledReason(m_launch, canLaunch         ? QString()
                                : !card           ? tr("Choose a machine first.")
                                : card->isStopped ? tr("Start the sandbox first.")
                                                  : tr("%1 is unreachable now.").arg(card->machine.name));
}

void MachinesPage::trigger(const MachineCard &card, CardAction action)
{
    switch (action) {
    case CardAction::None: break;
    case CardAction::OpenRun: Q_EMIT openRunRequested(card.runId); break;
    case CardAction::Launch: Q_EMIT launchRequested(card.machine.id); break;
    case CardAction::Retry: Q_EMIT retryRequested(card.machine.id); break;
    case CardAction::LogIn:
    case CardAction::CompareKeys: Q_EMIT testRequested(card.machine.id); break;
    case CardAction::StartSandbox: Q_EMIT sandboxRequested(); break;
    case CardAction::LetIn: Q_EMIT letInRequested(card.machine.id); break;
    }
}

void MachinesPage::showMenu(const QPoint &at)
{
    const QModelIndex index = m_grid->indexAt(at).isValid() ? m_grid->indexAt(at) : m_grid->currentIndex();
    if (!index.isValid() || index.data(MachinesModel::IsHeadingRole).toBool())
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
        add(QStringLiteral("startSandboxAction"), tr("Start sandbox"), QStringLiteral("flask"), CardAction::StartSandbox);
    else
        add(QStringLiteral("launchOnMachineAction"), tr("Launch here"), QStringLiteral("play"), CardAction::Launch)
            ->setEnabled(card.link != LinkState::Unreachable);
    if (card.link == LinkState::Unreachable && !card.isStopped)
        add(QStringLiteral("retryMachineAction"), tr("Try now"), QStringLiteral("refresh"), CardAction::Retry);
    const MachineId id = card.machine.id;
    if (!card.isStopped) {
        QAction *test = menu->addAction(icon(QStringLiteral("link")), tr("Test connection…"), this,
                                        [this, id] { Q_EMIT testRequested(id); });
        test->setObjectName(QStringLiteral("testMachineAction"));
        test->setShortcut(keyFor(KeyFor::TestMachine));
        menu->addAction(icon(QStringLiteral("shield")), tr("Check health…"), this, [this, id] { Q_EMIT checkRequested(id); })
            ->setObjectName(QStringLiteral("checkMachineAction"));
        menu->addAction(icon(QStringLiteral("folder")), tr("Files"), this, [this, id] { Q_EMIT filesRequested(id); })
            ->setObjectName(QStringLiteral("machineFilesAction"));
        menu->addAction(icon(QStringLiteral("upload")), tr("Upload files…"), this, [this, id] { Q_EMIT uploadRequested(id, {}); })
            ->setObjectName(QStringLiteral("uploadFilesAction"));
        menu->addAction(icon(QStringLiteral("download")), tr("Download files…"), this, [this, id] { Q_EMIT downloadRequested(id); })
            ->setObjectName(QStringLiteral("downloadFilesAction"));
    }
    menu->addSeparator();
    if (!card.isStopped) {
        menu->addAction(icon(QStringLiteral("terminal")), tr("Open a terminal"), this, [this, id] { Q_EMIT terminalRequested(id); })
            ->setObjectName(QStringLiteral("openTerminalAction"));
        menu->addAction(icon(QStringLiteral("external")), tr("Open a terminal program"), this,
                        [this, id] { Q_EMIT terminalProgramRequested(id); })
            ->setObjectName(QStringLiteral("openTerminalProgramAction"));
        if (!card.machine.isSimulated)
            menu->addAction(icon(QStringLiteral("machines")), tr("Slurm cluster…"), this, [this, id] { Q_EMIT clusterRequested(id); })
                ->setObjectName(QStringLiteral("clusterAction"));
        menu->addAction(icon(QStringLiteral("external")), tr("Open Jupyter"), this, [this, id] { Q_EMIT jupyterRequested(id); })
            ->setObjectName(QStringLiteral("openJupyterAction"));
        menu->addAction(icon(QStringLiteral("stop")), tr("Stop Jupyter"), this, [this, id] { Q_EMIT jupyterStopRequested(id); })
            ->setObjectName(QStringLiteral("stopJupyterAction"));
        menu->addAction(icon(QStringLiteral("external")), tr("Forward a port…"), this, [this, id] { askForPort(id); })
            ->setObjectName(QStringLiteral("forwardPortAction"));
    }
    menu->addAction(icon(QStringLiteral("copy")), tr("Copy the SSH command"), this,
                    [target = card.machine.target] { QGuiApplication::clipboard()->setText(sshCommandFor(target)); })
        ->setObjectName(QStringLiteral("copySshCommandAction"));
    menu->addSeparator();
    QAction *edit = menu->addAction(icon(QStringLiteral("settings")), tr("Edit…"), this, [this, id] { Q_EMIT editRequested(id); });
    edit->setObjectName(QStringLiteral("editMachineAction"));
    edit->setShortcut(keyFor(KeyFor::EditMachine));
    addGroupMenu(menu, card);
    if (!card.machine.isSimulated && !card.isFromCloud) {
        menu->addAction(icon(QStringLiteral("tag")), tr("Set price…"), this, [this, id] { Q_EMIT rentRequested(id); })
            ->setObjectName(QStringLiteral("rentMachineAction"));
        menu->addAction(tr("Own costs…"), this, [this, id] { Q_EMIT ownCostRequested(id); })
            ->setObjectName(QStringLiteral("ownCostAction"));
    }
    menu->addSeparator();
    if (card.canLetIn) {
        menu->addAction(icon(QStringLiteral("link")), tr("Let me in from this address…"), this, [this, id] { Q_EMIT letInRequested(id); })
            ->setObjectName(QStringLiteral("letInMachineAction"));
    }
    if (card.isFromCloud) {
        menu->addAction(icon(QStringLiteral("arrow-left")), tr("Give back…"), this, [this, id] { Q_EMIT giveBackRequested(id); })
            ->setObjectName(QStringLiteral("giveBackMachineAction"));
    }
    menu->addAction(icon(QStringLiteral("trash")), tr("Remove…"), this, [this, card] { remove(card); })
        ->setObjectName(QStringLiteral("removeMachineAction"));
    menu->popup(m_grid->viewport()->mapToGlobal(m_grid->indexAt(at).isValid() ? at : m_grid->visualRect(index).center()));
}

void MachinesPage::askForPort(MachineId id)
{
    auto *const dialog = new QInputDialog(this);
    dialog->setObjectName(QStringLiteral("machinePortDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Forward a port"));
    dialog->setLabelText(tr("Port (8888 for JupyterLab, 6006 for TensorBoard), HOST:PORT or socket path on the machine:"));
    dialog->setOkButtonText(tr("Open in the browser"));
    dialog->setCancelButtonText(tr("Cancel"));
    connect(dialog, &QInputDialog::textValueSelected, this, [this, id](const QString &text) {
        if (!text.trimmed().isEmpty())
            Q_EMIT portRequested(id, text.trimmed());
    });
    dialog->open();
}

bool MachinesPage::eventFilter(QObject *watched, QEvent *event)
{
    switch (event->type()) {
    case QEvent::DragEnter:
    case QEvent::DragMove:
    case QEvent::Drop:
        if (watched == m_grid->viewport())
            return takeDrag(static_cast<QDropEvent *>(event));
        break;
    default: break;
    }
    return QWidget::eventFilter(watched, event);
}

bool MachinesPage::takeDrag(QDropEvent *event)
{
    QStringList files;
    const QList<QUrl> urls = event->mimeData()->urls();
    for (const QUrl &url : urls) {
        if (url.isLocalFile())
            files << url.toLocalFile();
    }
    const QModelIndex index = m_grid->indexAt(event->position().toPoint());
    const bool isCard = index.isValid() && !index.data(MachinesModel::IsHeadingRole).toBool();
    const auto card = isCard ? index.data(MachinesModel::CardRole).value<MachineCard>() : MachineCard();
    // Moving over other cards and gaps is accepted; only a drop there is not.
    const bool isTaken = !files.isEmpty() && (event->type() == QEvent::DragEnter || (isCard && !card.isStopped));
    event->setDropAction(Qt::CopyAction);
    event->setAccepted(isTaken);
    if (!isTaken || !isCard)
        return true;
    m_grid->setCurrentIndex(index);  // shows the target of the drop
    if (event->type() == QEvent::Drop)
        Q_EMIT uploadRequested(card.machine.id, files);
    return true;
}

void MachinesPage::addGroupMenu(QMenu *menu, const MachineCard &card)
{
    QMenu *into = menu->addMenu(icon(QStringLiteral("folder")), tr("Group"));
    into->setObjectName(QStringLiteral("machineGroupMenu"));
    const MachineId id = card.machine.id;
    const auto add = [&](const QString &text, const QString &group) {
        QAction *entry = into->addAction(text, this, [this, id, group] { Q_EMIT groupChosen(id, group); });
        entry->setCheckable(true);
        entry->setChecked(card.machine.group == group);
        return entry;
    };
    const QStringList known = m_model->groups();
    for (const QString &group : known) {
        QString shown = group;
        add(shown.replace(QLatin1Char('&'), QLatin1String("&&")), group);
    }
    add(tr("No group"), QString())->setObjectName(QStringLiteral("noGroupAction"));
    into->addSeparator();
    // The dialog has the field, and reports immediately what is wrong with a name.
    into->addAction(tr("New group…"), this, [this, id] { Q_EMIT editRequested(id); })->setObjectName(QStringLiteral("newGroupAction"));
}

// One from a cloud is not forgotten while it costs money.
void MachinesPage::remove(const MachineCard &card)
{
    if (card.isFromCloud)
        Q_EMIT giveBackRequested(card.machine.id);
    else
        confirmRemoval(card);
}

void MachinesPage::confirmRemoval(const MachineCard &card)
{
    auto *box = new ConfirmDialog(QStringLiteral("removeMachine"),
                                  {tr("Remove %1 from Trainyard?").arg(card.machine.name),
                                   tr("Trainyard forgets its address, group and notes. Its runs and their local copies stay in the "
                                      "list, and nothing changes on the machine itself."),
                                   tr("Keep it"), tr("Remove")},
                                  this);
    connect(box, &QDialog::accepted, this, [this, id = card.machine.id] { Q_EMIT removeRequested(id); });
    box->open();
}

}  // namespace trainyard

#include "moc_machinespage.cpp"
