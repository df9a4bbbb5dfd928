// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/terminal/terminalpage.h"

#include "ui/common/buttons.h"
#include "ui/common/confirmdialog.h"
#include "ui/common/keytable.h"
#include "ui/common/pageheader.h"
#include "ui/common/placeholder.h"
#include "ui/terminal/terminalpane.h"
#include "ui/terminal/terminalview.h"
#include "ui/theme/theme.h"

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
    m_placeholder->setDetail(tr("Open one from the menu of a machine or of a run. %1 leaves a terminal; all other keys go to its program.")
                                 .arg(keyFor(KeyFor::AreaBefore).toString(QKeySequence::NativeText)));
    m_placeholder->setButton(tr("Machines"), QStringLiteral("terminalMachinesButton"));

    auto *const column = new QVBoxLayout(this);
    column->setContentsMargins(dp(24), dp(16), dp(24), dp(16));
    column->setSpacing(dp(8));
    column->addWidget(m_header);
    column->addWidget(m_tabs);
    column->addWidget(m_stack, 1);
    column->addWidget(m_placeholder, 1);

    connect(m_new, &QPushButton::clicked, this, &TerminalPage::addLikeCurrent);
    connect(m_close, &QPushButton::clicked, this, [this] { askToClose(m_tabs->currentIndex()); });
    connect(m_placeholder, &Placeholder::buttonClicked, this, &TerminalPage::machinesRequested);
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

void TerminalPage::addLikeCurrent()
{
    if (const TerminalPane *const like = current())
        add(like->place(), like->name());
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
    const QString reason = isEmpty ? tr("Open a terminal from the menu of a machine or of a run first.") : QString();
    setDisabledReason(m_new, reason);
    m_close->setVisible(!isEmpty);
}

}  // namespace trainyard

#include "moc_terminalpage.cpp"
