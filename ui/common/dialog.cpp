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
}

void Dialog::keyPressEvent(QKeyEvent *event)
{
    if (!isEnter(*event)) {
        QDialog::keyPressEvent(event);
        return;
    }
    // A key that is held down says it once.
    event->accept();
    if (event->isAutoRepeat() || pressFocusedButton(this))
        return;
    if (!qobject_cast<QLineEdit *>(focusWidget()) && !qobject_cast<QAbstractSpinBox *>(focusWidget()))
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
