// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/terminal/terminalpage.h"

#include "core/base/seentext.h"
#include "ui/common/buttons.h"
#include "ui/common/confirmdialog.h"
#include "ui/common/keytable.h"
#include "ui/common/pageheader.h"
#include "ui/common/placeholder.h"
#include "ui/terminal/terminalpane.h"
#include "ui/terminal/terminalview.h"
#include "ui/theme/theme.h"

#include <QMenu>
#include <QPushButton>
#include <QShortcut>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

namespace trainyard {

TerminalPage::TerminalPage(QWidget *parent)
    : QWidget(parent), m_header(new PageHeader(tr("Terminal"), this)), m_tabs(new QTabBar(this)), m_stack(new QStackedWidget(this)),
      m_placeholder(new Placeholder(QStringLiteral("terminal"), nullptr, this)),
      m_close(makeButton(QStringLiteral("closeTerminalButton"), tr("Close"), ButtonVariant::Normal, QStringLiteral("close"))),
      m_new(makeButton(QStringLiteral("newTerminalButton"), tr("New terminal"), ButtonVariant::Primary, QStringLiteral("plus")))
{
    setObjectName(QStringLiteral("terminalPage"));
    m_header->addAction(m_close);
    m_header->addAction(m_new);
    m_header->setKeys(m_close, keyFor(KeyFor::CloseTerminal));
    m_header->setKeys(m_new, keyFor(KeyFor::NewTerminal));
    m_tabs->setObjectName(QStringLiteral("terminalTabs"));
    m_tabs->setAccessibleName(tr("Open terminals"));
    m_tabs->setExpanding(false);
    m_tabs->setMovable(false);
    m_tabs->setUsesScrollButtons(true);
    m_tabs->setElideMode(Qt::ElideRight);
    m_placeholder->setSentence(tr("No terminal is open."));
    m_placeholder->setDetail(tr("It opens on a machine, or in a run from the run's menu. %1 leaves a terminal; all other keys go to its "
                                "program.")
                                 .arg(keyFor(KeyFor::AreaBefore).toString(QKeySequence::NativeText)));

    auto *const column = new QVBoxLayout(this);
    column->setContentsMargins(dp(24), dp(16), dp(24), dp(16));
    column->setSpacing(dp(8));
    column->addWidget(m_header);
    column->addWidget(m_tabs);
    column->addWidget(m_stack, 1);
    column->addWidget(m_placeholder, 1);

    connect(m_new, &QPushButton::clicked, this, [this] { addAnother(m_new); });
    connect(m_close, &QPushButton::clicked, this, [this] { askToClose(m_tabs->currentIndex()); });
    connect(m_placeholder, &Placeholder::buttonClicked, this, [this] {
        if (m_machines.isEmpty())
            Q_EMIT machinesRequested();
        else
            addAnother(findChild<QPushButton *>(QStringLiteral("terminalMachinesButton")));
    });
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int index) {
        if (index < 0)
            return;
        m_stack->setCurrentIndex(index);
        if (!m_tabs->hasFocus())
            pane(index)->setFocus();
    });
    const auto key = [this](KeyFor what, const auto &act) {
        auto *const shortcut = new QShortcut(keyFor(what), this);
        shortcut->setContext(Qt::WidgetWithChildrenShortcut);
        connect(shortcut, &QShortcut::activated, this, act);
    };
    key(KeyFor::NextTerminal, [this] { move(1); });
    key(KeyFor::TerminalBefore, [this] { move(-1); });
    key(KeyFor::NewTerminal, [this] { m_new->click(); });
    key(KeyFor::CloseTerminal, [this] { m_close->click(); });
    showTabs();
}

int TerminalPage::count() const { return m_stack->count(); }
TerminalPane *TerminalPage::pane(int index) const { return qobject_cast<TerminalPane *>(m_stack->widget(index)); }
TerminalPane *TerminalPage::current() const { return pane(m_stack->currentIndex()); }

void TerminalPage::add(const TerminalPlace &place, const QString &name)
{
    auto *const added = new TerminalPane(place, name, m_stack);
    m_stack->addWidget(added);
    connect(added, &TerminalPane::changed, this, [this, added] { m_tabs->setTabText(m_stack->indexOf(added), added->tabText()); });
    const int index = m_tabs->addTab(added->tabText());
    m_tabs->setCurrentIndex(index);
    m_stack->setCurrentIndex(index);
    showTabs();
    Q_EMIT sessionRequested(added);
    added->setFocus();
}

void TerminalPage::setMachines(const QList<std::pair<MachineId, QString>> &machines)
{
    m_machines = machines;
    showChoice();
}

// At the place of the current one; on the only machine; or on one that is chosen.
void TerminalPage::addAnother(QWidget *below)
{
    if (const TerminalPane *const like = current()) {
        add(like->place(), like->name());
    } else if (m_machines.size() == 1) {
        add({m_machines.first().first, {}}, m_machines.first().second);
    } else {
        auto *const menu = new QMenu(this);
        menu->setObjectName(QStringLiteral("terminalMachineMenu"));
        menu->setAttribute(Qt::WA_DeleteOnClose);
        for (const auto &[machineId, name] : std::as_const(m_machines)) {
            const QAction *const one = menu->addAction(seenText(name).replace(u'&', QLatin1String("&&")));
            connect(one, &QAction::triggered, this, [this, id = machineId, name = name] { add({id, {}}, name); });
        }
        menu->popup(below->mapToGlobal(QPoint(0, below->height())));
    }
}

void TerminalPage::askToClose(int index)
{
    TerminalPane *const closed = pane(index);
    if (!closed)
        return;
    if (closed->isOver()) {
        close(index);
        return;
    }
    auto *const box = new ConfirmDialog(QStringLiteral("closeTerminal"),
                                        {tr("Close this terminal?"),
                                         tr("The program in it is told that the terminal was closed, and most programs then end. Runs "
                                            "that Trainyard launched continue."),
                                         tr("Keep it open"), tr("Close")},
                                        this);
    connect(box, &QDialog::accepted, closed, [this, closed] { close(m_stack->indexOf(closed)); });
    box->open();
}

void TerminalPage::close(int index)
{
    TerminalPane *const closed = pane(index);
    m_tabs->removeTab(index);
    m_stack->removeWidget(closed);
    closed->deleteLater();
    showTabs();
    if (TerminalPane *const left = current())
        left->setFocus();
}

void TerminalPage::move(int step)
{
    if (count() > 1)
        m_tabs->setCurrentIndex((m_tabs->currentIndex() + step + count()) % count());
}

void TerminalPage::showTabs()
{
    const bool isEmpty = count() == 0;
    m_tabs->setVisible(!isEmpty);
    m_stack->setVisible(!isEmpty);
    m_placeholder->setVisible(isEmpty);
    m_close->setVisible(!isEmpty);
    showChoice();
}

void TerminalPage::showChoice()
{
    setDisabledReason(m_new, count() == 0 && m_machines.isEmpty() ? tr("Add a machine first.") : QString());
    m_placeholder->setButton(m_machines.isEmpty()     ? tr("Machines")
                             : m_machines.size() == 1 ? tr("Open a terminal on %1").arg(seenText(m_machines.first().second))
                                                      : tr("Choose a machine…"),
                             QStringLiteral("terminalMachinesButton"));
}

}  // namespace trainyard

#include "moc_terminalpage.cpp"
