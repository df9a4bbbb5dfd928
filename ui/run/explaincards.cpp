// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/explaincards.h"

#include "ui/common/accessiblerole.h"
#include "ui/common/badge.h"
#include "ui/common/buttons.h"
#include "ui/common/card.h"
#include "ui/common/label.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QHBoxLayout>
#include <QPushButton>
#include <QResizeEvent>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace trainyard {
namespace {

constexpr int kNarrow = 700;  // if narrower, the button is below the text

}  // namespace

ExplainCards::ExplainCards(QWidget *parent) : QScrollArea(parent), m_inner(new QWidget), m_rows(new QVBoxLayout(m_inner))
{
    setObjectName(QStringLiteral("explainCards"));
    setAccessibleRole(this, QAccessible::Pane);
    setAccessibleName(tr("What went wrong"));
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);  // the page scrolls
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setSpacing(dp(8));
    setWidget(m_inner);
    m_inner->setAutoFillBackground(false);
    viewport()->setAutoFillBackground(false);
    hide();
}

void ExplainCards::startAnew()
{
    m_dismissed.clear();
    m_open.clear();
    m_closed.clear();
    setCards({}, false);
}

void ExplainCards::setCards(const QList<ExplainCard> &cards, bool hasEnded)
{
    if (cards == m_cards && hasEnded == m_hasEnded)
        return;
    m_cards = cards;
    m_hasEnded = hasEnded;
    build();
}

QString ExplainCards::textOf(const ExplainCard &card)
{
    QStringList lines{card.what, card.why,
                      card.todo, card.command.isEmpty() ? QString() : QStringLiteral("$ ") + card.command,
                      card.line, card.link.isEmpty() ? card.source : QStringLiteral("%1 <%2>").arg(card.source, card.link)};
    lines.removeAll(QString());
    return lines.join(u'\n');
}

void ExplainCards::build()
{
    while (QLayoutItem *const item = m_rows->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    int number = 0;
    for (const ExplainCard &card : std::as_const(m_cards)) {
        if (!m_dismissed.contains(card.rule))
            m_rows->addWidget(makeRow(card, number++));
    }
    setVisible(number > 0);
    updateGeometry();
}

QWidget *ExplainCards::makeRow(const ExplainCard &card, int number)
{
    const bool isError = card.severity == ExplainSeverity::Error;
    const bool isOpen = m_open.contains(card.rule) || (number == 0 && isError && m_hasEnded && !m_closed.contains(card.rule));
    auto *const row = new Card;
    row->setOutline(isError ? Tone::Bad : Tone::Warning);
    auto *const column = new QVBoxLayout(row);
    column->setContentsMargins(dp(14), dp(8), dp(8), dp(8));
    column->setSpacing(dp(4));
    auto *const head = new QHBoxLayout;
    head->setSpacing(dp(8));
    head->addWidget(new Badge({isError ? Tone::Bad : Tone::Warning, QStringLiteral("triangle"), isError ? tr("Error") : tr("Note")}));
    auto *const what = makeSelectableProse(card.what, TextRole::Strong, Ink::Text1);
    head->addWidget(what, 1);
    QStringList facts;
    if (card.count > 1)
        facts << tr("%n lines", nullptr, card.count);
    if (card.ranks.size() > 4)
        facts << tr("%n ranks", nullptr, int(card.ranks.size()));
    else if (!card.ranks.isEmpty()) {
        QStringList ranks;
        for (const int rank : card.ranks)
            ranks << QString::number(rank);
        facts << tr("rank %1").arg(ranks.join(QStringLiteral(", ")));
    }
    if (!facts.isEmpty())
        head->addWidget(new Label(facts.join(tr(" · ", "between facts")), TextRole::Small, Ink::Text3));
    const QString suffix = QString::number(number);
    QPushButton *line = nullptr;
    if (card.offset >= 0) {
        line = makeButton(QStringLiteral("explainLine") + suffix, tr("Show the line"));
        connect(line, &QPushButton::clicked, this, [this, offset = card.offset] { Q_EMIT lineRequested(offset); });
    }
    if (line && !m_isNarrow)
        head->addWidget(line);
    auto *const copy = makeIconButton(QStringLiteral("explainCopy") + suffix, QStringLiteral("copy"), tr("Copy this finding"));
    connect(copy, &QToolButton::clicked, this, [card] { QApplication::clipboard()->setText(textOf(card)); });
    head->addWidget(copy);
    auto *const open = makeIconButton(QStringLiteral("explainOpen") + suffix,
                                      isOpen ? QStringLiteral("chevron-up") : QStringLiteral("chevron-down"),
                                      isOpen ? tr("Close") : tr("Cause and fix"));
    connect(open, &QToolButton::clicked, this, [this, rule = card.rule, isOpen] {
        if (isOpen) {
            m_open.remove(rule);
            m_closed.insert(rule);
        } else {
            m_open.insert(rule);
            m_closed.remove(rule);
        }
        build();
    });
    head->addWidget(open);
    auto *const dismiss = makeIconButton(QStringLiteral("explainDismiss") + suffix, QStringLiteral("close"), tr("Dismiss"));
    connect(dismiss, &QToolButton::clicked, this, [this, rule = card.rule] {
        m_dismissed.insert(rule);
        build();
    });
    head->addWidget(dismiss);
    column->addLayout(head);
    if (isOpen)
        addExplanation(card, column);
    if (line && m_isNarrow)
        column->addWidget(line, 0, Qt::AlignLeft);
    return row;
}

void ExplainCards::addExplanation(const ExplainCard &card, QVBoxLayout *column)
{
    if (!card.why.isEmpty())
        column->addWidget(makeSelectableProse(card.why, TextRole::Body, Ink::Text2));
    if (!card.todo.isEmpty())
        column->addWidget(makeSelectableProse(card.todo, TextRole::Body, Ink::Text1));
    if (!card.command.isEmpty())
        column->addWidget(makeSelectableProse(card.command, TextRole::Code, Ink::Text1));
    if (!card.line.isEmpty())
        column->addWidget(makeSelectableProse(card.line, TextRole::Code, Ink::Text3));
    if (!card.source.isEmpty())
        column->addWidget(makeSelectableProse(
            tr("Based on: %1").arg(card.link.isEmpty() ? card.source : QStringLiteral("%1, %2").arg(card.source, card.link)),
            TextRole::Small, Ink::Text3));
}

// A scroll area does not report layout changes of its content: new rows have a size only once they are shown, after build().
bool ExplainCards::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_inner && event->type() == QEvent::LayoutRequest)
        updateGeometry();
    return QScrollArea::eventFilter(watched, event);
}

void ExplainCards::resizeEvent(QResizeEvent *event)
{
    QScrollArea::resizeEvent(event);
    if (std::exchange(m_isNarrow, width() < dp(kNarrow)) != m_isNarrow)
        build();
    if (event->size().width() != event->oldSize().width())
        updateGeometry();  // wrapped texts are higher in less space
}

QSize ExplainCards::sizeHint() const
{
    const int room = std::max(width(), dp(300));
    const int wanted = m_rows->hasHeightForWidth() ? m_rows->heightForWidth(room) : m_rows->sizeHint().height();
    return {dp(700), wanted};  // the page scrolls
}

QSize ExplainCards::minimumSizeHint() const { return {dp(300), sizeHint().height()}; }

}  // namespace trainyard

#include "moc_explaincards.cpp"
