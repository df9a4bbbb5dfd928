#include "ui/common/dialog.h"

#include "ui/common/enterkey.h"
#include "ui/theme/theme.h"

#include <QAbstractSpinBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>

#include <algorithm>

namespace trainyard {

Dialog::Dialog(QWidget *parent) : QDialog(parent)
{
    pressButtonsWithEnter();
}

bool Dialog::event(QEvent *event)
{
    // Sent ahead of the key. By the time the key arrives here, what it did elsewhere may have moved the focus.
    if (event->type() == QEvent::ShortcutOverride)
        m_typedInto = focusWidget();
    return QDialog::event(event);
}

void Dialog::keyPressEvent(QKeyEvent *event)
{
    if (!isEnter(*event)) {
        QDialog::keyPressEvent(event);
        return;
    }
    // A key that is held down says it once.
    event->accept();
    const QWidget *const line = focusWidget();
    if (event->isAutoRepeat() || line != m_typedInto || !(qobject_cast<const QLineEdit *>(line) || qobject_cast<const QAbstractSpinBox *>(line)))
        return;
    const QList<QPushButton *> buttons = findChildren<QPushButton *>();
    const auto one = std::find_if(buttons.cbegin(), buttons.cend(),
                                  [this](const QPushButton *button) { return button->isDefault() && button->window() == this && button->isVisible(); });
    if (one != buttons.cend())
        (*one)->click();
}

void Dialog::paintEvent(QPaintEvent *)
{
    QPainter(this).fillRect(rect(), themeOf(this).surface);
}

}  // namespace trainyard
