#include "ui/common/enterkey.h"

#include <QAbstractButton>
#include <QCheckBox>
#include <QKeyEvent>
#include <QRadioButton>

namespace trainyard {

bool isEnter(const QKeyEvent &event)
{
    return (event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter)
           && (event.modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
}

bool pressFocusedButton(const QWidget *window)
{
    auto *const button = qobject_cast<QAbstractButton *>(window->focusWidget());
    if (!button || qobject_cast<QCheckBox *>(button) || qobject_cast<QRadioButton *>(button))
        return false;
    button->click();
    return true;
}

}  // namespace trainyard
