// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/searchfield.h"

#include "ui/common/icons.h"

#include <QAction>
#include <QKeyEvent>
#include <QRegularExpression>

#include <algorithm>

namespace trainyard {
namespace {

constexpr int kIcon = 36;  // with the space around it

}  // namespace

SearchField::SearchField(const QString &objectName, const QString &placeholder, QWidget *parent)
    : QLineEdit(parent), m_placeholder(placeholder)
{
    setObjectName(objectName);
    setPlaceholderText(placeholder);
    setAccessibleName(placeholder);
    // Screen readers see both as buttons and read their texts.
    addAction(icon(QStringLiteral("search"), Ink::Text3), QLineEdit::LeadingPosition)->setText(placeholder);
    QAction *clearAction = addAction(icon(QStringLiteral("close"), Ink::Text3), QLineEdit::TrailingPosition);
    clearAction->setText(tr("Clear"));
    clearAction->setVisible(false);
    connect(clearAction, &QAction::triggered, this, &QLineEdit::clear);
    connect(this, &QLineEdit::textChanged, clearAction, [clearAction](const QString &text) { clearAction->setVisible(!text.isEmpty()); });
}

QSize SearchField::sizeHint() const
{
    // The placeholder must be fully readable between the two icons.
    return {std::clamp(fontMetrics().horizontalAdvance(m_placeholder) + dp(2 * kIcon), dp(200), dp(320)), QLineEdit::sizeHint().height()};
}

void SearchField::resizeEvent(QResizeEvent *event)
{
    QLineEdit::resizeEvent(event);
    static const QRegularExpression wordEnd(QStringLiteral("[ ,，、]"));
    // The clear button is not there as long as the placeholder is.
    const bool isWhole = fontMetrics().horizontalAdvance(m_placeholder) + dp(kIcon + 10) <= width();
    setPlaceholderText(isWhole ? m_placeholder : m_placeholder.left(m_placeholder.indexOf(wordEnd)));
}

void SearchField::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape && !text().isEmpty()) {
        clear();
        event->accept();
        return;
    }
    QLineEdit::keyPressEvent(event);
}

}  // namespace trainyard

#include "moc_searchfield.cpp"
