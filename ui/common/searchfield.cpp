// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/searchfield.h"

#include "ui/common/icons.h"

#include <QAction>
#include <QKeyEvent>

#include <algorithm>

namespace trainyard {
namespace {

constexpr int kIcon = 36;  // with the space around it
constexpr int kRightEdge = 14;

}  // namespace

SearchField::SearchField(const QString &objectName, const QString &placeholder, QWidget *parent) : QLineEdit(parent)
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
    // Beside a placeholder there is no clear button.
    const int whole = fontMetrics().horizontalAdvance(placeholderText()) + dp(kIcon + kRightEdge);
    return {std::clamp(whole, dp(180), dp(360)), QLineEdit::sizeHint().height()};
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
