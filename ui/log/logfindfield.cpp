// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/log/logfindfield.h"

#include "ui/common/buttons.h"
#include "ui/common/icons.h"
#include "ui/common/label.h"

#include <QAction>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QToolButton>

namespace trainyard {

LogFindField::LogFindField(QWidget *parent)
    : QLineEdit(parent), m_tools(new QWidget(this)), m_hits(new Label(TextRole::Small, Ink::Text3)),
      m_case(makeToggle(QStringLiteral("logFindCase"), QStringLiteral("Aa"), tr("Match case"))),
      m_expression(makeToggle(QStringLiteral("logFindExpression"), QStringLiteral(".*"), tr("Regular expression"))),
      m_previous(makeIconButton(QStringLiteral("logFindPrevious"), QStringLiteral("chevron-up"), tr("Previous match (Shift+F3)"))),
      m_next(makeIconButton(QStringLiteral("logFindNext"), QStringLiteral("chevron-down"), tr("Next match (F3)")))
{
    setObjectName(QStringLiteral("logFind"));
    setPlaceholderText(tr("Find in the log"));
    setAccessibleName(tr("Find in the log"));
    setMaxLength(LogMatcher::kMaxQuery);
    addAction(icon(QStringLiteral("search"), Ink::Text3), QLineEdit::LeadingPosition)->setText(accessibleName());
    m_tools->setCursor(Qt::ArrowCursor);
    m_hits->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    auto *const row = new QHBoxLayout(m_tools);
    row->setContentsMargins(0, dp(2), dp(3), dp(2));
    row->setSpacing(0);
    row->addWidget(m_hits, 1);
    row->addSpacing(dp(6));
    for (QToolButton *button : {m_case, m_expression, m_previous, m_next}) {
        button->setFixedSize(dp(24), dp(24));
        row->addWidget(button);
    }
    connect(this, &QLineEdit::textChanged, this, &LogFindField::queryChanged);
    connect(m_case, &QToolButton::toggled, this, &LogFindField::queryChanged);
    connect(m_expression, &QToolButton::toggled, this, &LogFindField::queryChanged);
    connect(m_next, &QToolButton::clicked, this, &LogFindField::nextRequested);
    connect(m_previous, &QToolButton::clicked, this, &LogFindField::previousRequested);
    setHits({}, false);
}

QToolButton *LogFindField::makeToggle(const QString &objectName, const QString &sign, const QString &name)
{
    auto *const button = new QToolButton;
    button->setObjectName(objectName);
    button->setText(sign);
    button->setFont(textFont(TextRole::Label));
    button->setCheckable(true);
    button->setToolTip(name);
    button->setAccessibleName(name);
    button->setAutoRaise(true);
    return button;
}

LogQuery LogFindField::query() const { return {text(), m_case->isChecked(), m_expression->isChecked()}; }

void LogFindField::setHits(const QString &words, bool hasHits)
{
    m_hits->setText(words);
    m_hits->setVisible(!words.isEmpty());  // an empty label takes space too
    m_previous->setEnabled(hasHits);
    m_next->setEnabled(hasHits);
    // Space for growing numbers, so that the text does not jump with each of them.
    const int room = words.isEmpty()
                         ? 0
                         : std::max(m_hits->sizeHint().width(), m_hits->fontMetrics().horizontalAdvance(QStringLiteral("000 of 000")));
    const int width = room + dp(6) + 4 * dp(24) + dp(3);
    setTextMargins(0, 0, width, 0);
    m_tools->setGeometry(this->width() - width, 0, width, height());
}

void LogFindField::keyPressEvent(QKeyEvent *event)
{
    const bool isBack = event->modifiers() & Qt::ShiftModifier;
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_F3:
        if (isBack)
            Q_EMIT previousRequested();
        else
            Q_EMIT nextRequested();
        return;
    case Qt::Key_Escape:
        if (!text().isEmpty()) {
            clear();
            return;
        }
        break;
    default: break;
    }
    QLineEdit::keyPressEvent(event);
}

void LogFindField::resizeEvent(QResizeEvent *event)
{
    QLineEdit::resizeEvent(event);
    m_tools->setGeometry(width() - textMargins().right(), 0, textMargins().right(), height());
}

}  // namespace trainyard

#include "moc_logfindfield.cpp"
