#include "ui/run/logpanel.h"

#include "ui/common/buttons.h"
#include "ui/common/format.h"
#include "ui/common/label.h"
#include "ui/common/searchfield.h"
#include "ui/run/logview.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPushButton>
#include <QScrollBar>
#include <QShortcut>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace trainyard {

LogPanel::LogPanel(QWidget *parent)
    : Card(parent), m_view(new LogView), m_counts(new ElidedLabel(TextRole::Small, Ink::Text3)),
      m_find(new SearchField(QStringLiteral("logFind"), tr("Find in the log"))), m_hits(new Label(TextRole::Small, Ink::Text3)),
      m_previous(makeIconButton(QStringLiteral("logFindPrevious"), QStringLiteral("chevron-up"), tr("Previous hit (Shift+F3)"))),
      m_next(makeIconButton(QStringLiteral("logFindNext"), QStringLiteral("chevron-down"), tr("Next hit (F3)"))),
      m_case(new QToolButton),
      m_follow(makeButton(QStringLiteral("logFollow"), tr("Follow"), ButtonVariant::Normal, QStringLiteral("check"))),
      m_newLines(makeButton(QStringLiteral("logNewLines"), {}, ButtonVariant::Normal, QStringLiteral("chevron-down"), m_view))
{
    setObjectName(QStringLiteral("logPanel"));
    m_case->setObjectName(QStringLiteral("logFindCase"));
    m_case->setText(QStringLiteral("Aa"));
    m_case->setCheckable(true);
    m_case->setToolTip(tr("Match case"));
    m_case->setAccessibleName(tr("Match case"));
    m_case->setAutoRaise(true);
    m_find->setAccessibleName(tr("Find in the log"));
    m_find->setFixedWidth(dp(240));
    setSmall(m_find);
    setSmall(m_follow);
    setSmall(m_newLines);
    m_follow->setCheckable(true);
    m_follow->setChecked(true);
    m_follow->setToolTip(tr("Stay at the end while the log grows (Ctrl+End)"));
    m_hits->setMinimumWidth(m_hits->fontMetrics().horizontalAdvance(QStringLiteral("00 000 of 00 000")));
    m_hits->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_newLines->hide();

    auto *const head = new QHBoxLayout;
    head->setContentsMargins(dp(14), dp(6), dp(10), dp(6));
    head->setSpacing(dp(6));
    head->addWidget(new Label(tr("Log"), TextRole::Section));
    head->addSpacing(dp(2));
    head->addWidget(m_counts, 1);
    head->addWidget(m_hits);
    head->addWidget(m_find);
    head->addWidget(m_case);
    head->addWidget(m_previous);
    head->addWidget(m_next);
    head->addWidget(m_follow);
    auto *const column = new QVBoxLayout(this);
    column->setContentsMargins(1, 0, 1, 1);
    column->setSpacing(0);
    column->addLayout(head);
    column->addWidget(new Hairline);
    column->addWidget(m_view, 1);

    connect(m_find, &QLineEdit::textChanged, this, &LogPanel::startSearch);
    connect(m_case, &QToolButton::toggled, this, &LogPanel::startSearch);
    connect(m_next, &QToolButton::clicked, m_view, &LogView::findNext);
    connect(m_previous, &QToolButton::clicked, m_view, &LogView::findPrevious);
    connect(m_follow, &QPushButton::clicked, m_view, &LogView::setFollowing);
    connect(m_newLines, &QPushButton::clicked, this, [this] { m_view->setFollowing(true); });
    connect(m_view, &LogView::followingChanged, this, [this](bool isFollowing) { m_follow->setChecked(isFollowing); });
    connect(m_view, &LogView::contentChanged, this, &LogPanel::showCounts);
    connect(m_view, &LogView::searchChanged, this, &LogPanel::showHits);
    connect(m_view, &LogView::searchRequested, this, &LogPanel::focusSearch);
    connect(m_view, &LogView::momentChosen, this, &LogPanel::momentChosen);
    m_find->installEventFilter(this);
    showCounts();
    showHits();
}

void LogPanel::setFile(const QString &fileName) { m_view->setFile(fileName); }
void LogPanel::addSizes(const QList<LogSize> &sizes) { m_view->addSizes(sizes); }
void LogPanel::showMoment(qint64 ms) { m_view->showMoment(ms); }
void LogPanel::refresh() { m_view->refresh(); }

void LogPanel::setState(bool isLive, bool isComplete)
{
    m_isLive = isLive;
    m_isComplete = isComplete;
    m_view->setLive(isLive);
    m_view->setEmptyText(isComplete ? tr("The run wrote nothing.") : tr("Nothing written yet"));
    showCounts();
}

void LogPanel::focusSearch()
{
    m_find->setFocus(Qt::ShortcutFocusReason);
    m_find->selectAll();
}

bool LogPanel::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_find && event->type() == QEvent::KeyPress) {
        const auto *const key = static_cast<QKeyEvent *>(event);
        const bool isBack = key->modifiers() & Qt::ShiftModifier;
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter || key->key() == Qt::Key_F3) {
            isBack ? m_view->findPrevious() : m_view->findNext();
            return true;
        }
    }
    return Card::eventFilter(watched, event);
}

void LogPanel::startSearch() { m_view->find(m_find->text(), m_case->isChecked()); }

void LogPanel::showHits()
{
    const bool isSearching = !m_find->text().isEmpty();
    const qint64 count = m_view->hitCount();
    m_previous->setEnabled(count > 0);
    m_next->setEnabled(count > 0);
    QString text;
    if (isSearching && count == 0)
        text = m_view->search().isBusy() ? tr("searching…") : tr("not found");
    else if (isSearching && m_view->search().isFull())
        text = tr("%1 and more").arg(formatCount(count));
    else if (isSearching && m_view->currentHit() >= 0)
        text = tr("%1 of %2").arg(formatCount(m_view->currentHit() + 1), formatCount(count));
    else if (isSearching)
        text = tr("%n hit(s)", nullptr, int(count));
    m_hits->setText(text);
}

void LogPanel::showCounts()
{
    const LogIndex &index = m_view->index();
    QStringList facts;
    if (index.lineCount() > 0)
        facts << tr("%1 lines").arg(formatCount(index.lineCount())) << formatBytes(index.byteCount());
    if (m_isComplete)
        facts << tr("complete");
    m_counts->setText(facts.join(tr(" · ", "between facts")));
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
    m_newLines->move(right - m_newLines->width() - dp(12),
                     m_view->viewport()->geometry().bottom() - m_newLines->height() - dp(10));
    m_newLines->raise();
}

void LogPanel::resizeEvent(QResizeEvent *event)
{
    Card::resizeEvent(event);
    placeNewLines();
}

}  // namespace trainyard
