// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/log/logpanel.h"

#include "core/base/format.h"
#include "ui/common/buttons.h"
#include "ui/common/flowlayout.h"
#include "ui/common/keytable.h"
#include "ui/common/label.h"
#include "ui/log/logchoicebuttons.h"
#include "ui/log/logfindfield.h"
#include "ui/log/logsaver.h"
#include "ui/log/logview.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>

namespace trainyard {

LogPanel::LogPanel(QWidget *parent)
    : Card(parent), m_view(new LogView), m_counts(new ElidedLabel(TextRole::Small, Ink::Text3)),
      m_message(new ElidedLabel(TextRole::Small, Ink::Text2)), m_find(new LogFindField), m_choice(new LogChoiceButtons),
      m_saver(new LogSaver(this)), m_messageRow(new QWidget),
      m_follow(makeButton(QStringLiteral("logFollow"), tr("Follow"), ButtonVariant::Normal, QStringLiteral("check"))),
      m_newLines(makeButton(QStringLiteral("logNewLines"), {}, ButtonVariant::Normal, QStringLiteral("chevron-down"), m_view)),
      m_cancel(makeButton(QStringLiteral("logSaveCancel"), tr("Cancel"))),
      m_more(makeIconButton(QStringLiteral("logMore"), QStringLiteral("more"), tr("More about the log"))), m_menu(new QMenu(this))
{
    setObjectName(QStringLiteral("logPanel"));
    m_message->setObjectName(QStringLiteral("logMessage"));
    m_find->setMinimumWidth(dp(220));
    m_find->setMaximumWidth(dp(340));
    setSmall(m_find);
    setSmall(m_follow);
    setSmall(m_newLines);
    setSmall(m_cancel);
    m_follow->setCheckable(true);
    m_follow->setChecked(true);
    m_follow->setToolTip(tr("Follow the end as the log grows (Ctrl+End)"));
    m_newLines->hide();
    m_menu->setObjectName(QStringLiteral("logMoreMenu"));
    m_more->setMenu(m_menu);
    m_more->setPopupMode(QToolButton::InstantPopup);

    m_counts->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    auto *const head = new FlowLayout;
    head->setContentsMargins(dp(14), dp(6), dp(10), dp(6));
    head->setSpacing(dp(6));
    head->addWidget(new Label(tr("Log"), TextRole::Section));
    head->addWidget(m_counts);
    head->addWidget(m_find);
    // These controls stay together.
    auto *const tools = new QWidget;
    auto *const toolRow = new QHBoxLayout(tools);
    toolRow->setContentsMargins(0, 0, 0, 0);
    toolRow->setSpacing(dp(6));
    toolRow->addWidget(m_choice);
    toolRow->addWidget(m_follow);
    toolRow->addWidget(m_more);
    head->addWidget(tools);
    auto *const messages = new QHBoxLayout(m_messageRow);
    messages->setContentsMargins(dp(14), 0, dp(10), dp(6));
    messages->addWidget(m_message, 1);
    messages->addWidget(m_cancel);
    m_messageRow->hide();
    auto *const column = new QVBoxLayout(this);
    column->setContentsMargins(1, 0, 1, 1);
    column->setSpacing(0);
    column->addLayout(head);
    column->addWidget(m_messageRow);
    column->addWidget(new Hairline);
    column->addWidget(m_view, 1);

    connect(m_find, &LogFindField::queryChanged, this, &LogPanel::startSearch);
    connect(m_find, &LogFindField::nextRequested, m_view, &LogView::findNext);
    connect(m_find, &LogFindField::previousRequested, m_view, &LogView::findPrevious);
    connect(m_choice, &LogChoiceButtons::choiceChanged, this, [this] { m_view->setChoice(m_choice->choice()); });
    connect(m_follow, &QPushButton::clicked, m_view, &LogView::setFollowing);
    connect(m_newLines, &QPushButton::clicked, this, [this] { m_view->setFollowing(true); });
    connect(m_view, &LogView::followingChanged, this, [this](bool isFollowing) { m_follow->setChecked(isFollowing); });
    connect(m_view, &LogView::contentChanged, this, &LogPanel::showCounts);
    connect(m_view, &LogView::searchChanged, this, &LogPanel::showHits);
    connect(m_view, &LogView::searchRequested, this, &LogPanel::focusSearch);
    connect(m_view, &LogView::jumpRequested, this, &LogPanel::askForLine);
    connect(m_view, &LogView::saveRequested, this, [this] { askWhereToSave(false); });
    connect(m_view, &LogView::momentChosen, this, &LogPanel::momentChosen);
    connect(m_menu, &QMenu::aboutToShow, this, &LogPanel::fillMenu);
    connect(m_cancel, &QPushButton::clicked, m_saver, &LogSaver::cancel);
    connect(m_saver, &LogSaver::progressed, this, [this](qint64 done, qint64 total) {
        say(tr("Saving the log: %1").arg(formatPercent(100.0 * double(done) / double(std::max<qint64>(1, total)))), false);
    });
    connect(m_saver, &LogSaver::cancelled, this, [this] { say({}, false); });
    connect(m_saver, &LogSaver::finished, this, [this](const QString &target, const QString &problem) {
        say(problem.isEmpty() ? tr("Saved as %1.").arg(target) : problem, !problem.isEmpty());
    });
    showCounts();
    showHits();
}

void LogPanel::setFile(const QString &fileName)
{
    m_choice->reset();
    m_view->setChoice({});
    say({}, false);
    m_view->setFile(fileName);
}

void LogPanel::addSizes(const QList<LogSize> &sizes) { m_view->addSizes(sizes); }
void LogPanel::showOffset(qint64 offset) { m_view->showOffset(offset); }
void LogPanel::showMoment(qint64 ms) { m_view->showMoment(ms); }
void LogPanel::refresh() { m_view->refresh(); }

void LogPanel::setState(bool isLive, bool isComplete)
{
    m_isLive = isLive;
    m_isComplete = isComplete;
    m_view->setLive(isLive);
    m_follow->setVisible(isLive || !isComplete);  // nothing more will arrive
    m_view->setEmptyText(isComplete ? tr("The run wrote no log.") : tr("No output yet"));
    showCounts();
}

void LogPanel::focusSearch()
{
    m_find->setFocus(Qt::ShortcutFocusReason);
    m_find->selectAll();
}

void LogPanel::fillMenu()
{
    m_menu->clear();
    const auto look = [this](const QString &name, const QString &text, bool LogLook::*what, const QKeySequence &key = {}) {
        QAction *const action = m_menu->addAction(text, key, this, [this, what] {
            LogLook changed = m_view->look();
            changed.*what = !(changed.*what);
            m_view->setLook(changed);
        });
        action->setObjectName(name);
        action->setCheckable(true);
        action->setChecked(m_view->look().*what);
    };
    look(QStringLiteral("logWrap"), tr("Wrap long lines"), &LogLook::isWrapped, keyFor(KeyFor::WrapLines));
    look(QStringLiteral("logNumbers"), tr("Line numbers"), &LogLook::hasNumbers);
    look(QStringLiteral("logTimes"), tr("Timestamps"), &LogLook::hasTimes);
    look(QStringLiteral("logAsWritten"), tr("Show raw prefixes"), &LogLook::isAsWritten);
    m_menu->addSeparator();
    m_menu->addAction(tr("Go to line…"), keyFor(KeyFor::GoToLine), this, &LogPanel::askForLine);
    const bool hasErrors = m_view->filter().errorCount() > 0;
    m_menu->addAction(tr("Next error"), keyFor(KeyFor::NextError), this, [this] { m_view->goToError(true); })->setEnabled(hasErrors);
    m_menu->addAction(tr("Previous error"), keyFor(KeyFor::ErrorBefore), this, [this] { m_view->goToError(false); })->setEnabled(hasErrors);
    m_menu->addSeparator();
    const bool canSave = m_view->index().byteCount() > 0 && !m_saver->isBusy();
    m_menu->addAction(tr("Save the log…"), keyFor(KeyFor::SaveLog), this, [this] { askWhereToSave(false); })->setEnabled(canSave);
    m_menu->addAction(tr("Save the lines shown…"), this, [this] { askWhereToSave(true); })->setEnabled(canSave);
}

void LogPanel::askForLine()
{
    const qint64 lines = m_view->index().lineCount();
    if (lines == 0)
        return;
    auto *const dialog = new QInputDialog(this);
    dialog->setObjectName(QStringLiteral("logJump"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Go to line"));
    dialog->setLabelText(tr("Line number, 1 to %1:").arg(formatCount(lines)));
    dialog->setInputMode(QInputDialog::IntInput);
    dialog->setIntRange(1, int(std::min<qint64>(lines, std::numeric_limits<int>::max())));
    dialog->setIntValue(int(std::max<qint64>(0, m_view->cursorLine())) + 1);
    connect(dialog, &QInputDialog::intValueSelected, this, [this](int number) {
        m_view->goToLine(number - 1);
        m_view->setFocus();
    });
    dialog->open();
}

void LogPanel::askWhereToSave(bool isAsShown)
{
    auto *const dialog = new QFileDialog(this, isAsShown ? tr("Save the lines shown") : tr("Save the log"));
    dialog->setObjectName(QStringLiteral("logSaveAs"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("log"));
    connect(dialog, &QFileDialog::fileSelected, this, [this, isAsShown](const QString &path) { saveTo(path, isAsShown); });
    dialog->open();
}

void LogPanel::saveTo(const QString &fileName, bool isAsShown)
{
    if (QFileInfo(fileName).canonicalFilePath() == QFileInfo(m_view->index().fileName()).canonicalFilePath()
        && QFileInfo::exists(fileName)) {
        say(tr("This is the log itself. Choose another name."), true);
        return;
    }
    m_saver->start(m_view->index().file(), m_view->index().byteCount(), fileName,
                   isAsShown ? std::optional(m_view->filter().choice()) : std::nullopt);
    say(tr("Saving the log: %1").arg(formatPercent(0)), false);
}

void LogPanel::say(const QString &sentence, bool isProblem)
{
    m_message->setText(sentence);
    m_message->setInk(isProblem ? Ink::Bad : Ink::Text2);
    m_cancel->setVisible(m_saver->isBusy());
    m_messageRow->setVisible(!sentence.isEmpty());
}

void LogPanel::startSearch()
{
    m_view->find(m_find->query());
    const QString &problem = m_view->search().matcher().problem();
    if (!m_saver->isBusy())
        say(problem, true);
    showHits();
}

void LogPanel::showHits()
{
    const LogSearch &search = m_view->search();
    const qint64 count = m_view->hitCount();
    QString text;
    if (!search.matcher().problem().isEmpty())
        text = tr("not valid");
    else if (search.isActive() && count == 0)
        text = search.isBusy() ? tr("searching…") : tr("not found");
    else if (search.isActive() && search.isFull())
        text = tr("%1 or more").arg(formatCount(count));
    else if (search.isActive() && m_view->currentHit() >= 0)
        text = tr("%1 of %2").arg(formatCount(m_view->currentHit() + 1), formatCount(count));
    else if (search.isActive())
        text = tr("%n match(es)", nullptr, int(count));
    m_find->setHits(text, count > 0);
}

void LogPanel::showCounts()
{
    const LogIndex &index = m_view->index();
    const LogFilter &filter = m_view->filter();
    QStringList facts;
    if (index.lineCount() > 0)
        facts << tr("%1 lines").arg(formatCount(index.lineCount()));
    if (filter.isActive() && filter.isBusy() && filter.scannedBytes() < index.byteCount() / 2)
        facts << tr("filtering, %1").arg(formatPercent(100.0 * double(filter.scannedBytes()) / double(index.byteCount())));
    else if (const qint64 hidden = index.lineCount() - m_view->rowCount(); hidden > 0)
        facts << tr("%1 lines hidden").arg(formatCount(hidden));
    if (filter.errorCount() > 0)
        facts << tr("%n error(s)", nullptr, int(std::min<qint64>(filter.errorCount(), 1'000'000'000)));
    if (index.lineCount() > 0)
        facts << formatBytes(index.byteCount());
    if (m_isComplete)
        facts << tr("complete");
    m_counts->setText(facts.join(tr(" · ", "between facts")));
    // All of it, but no wider than what makes the panel as wide anyway.
    m_counts->setMinimumWidth(std::clamp(m_counts->sizeHint().width(), dp(80), m_find->minimumWidth()));
    m_choice->setKnown(filter.ranks(), filter.hasLevels());
    const qint64 fresh = m_view->newLines();
    m_newLines->setVisible(fresh > 0);
    if (fresh > 0) {
        m_newLines->setText(tr("%n new line(s)", nullptr, int(std::min<qint64>(fresh, 1'000'000'000))));
        placeNewLines();
    }
}

void LogPanel::placeNewLines()
{
    m_newLines->adjustSize();
    const int right = m_view->viewport()->geometry().right();
    m_newLines->move(right - m_newLines->width() - dp(12), m_view->viewport()->geometry().bottom() - m_newLines->height() - dp(10));
    m_newLines->raise();
}

void LogPanel::resizeEvent(QResizeEvent *event)
{
    Card::resizeEvent(event);
    placeNewLines();
}

}  // namespace trainyard

#include "moc_logpanel.cpp"
