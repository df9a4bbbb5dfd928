// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/enterkey.h"

#include <QAbstractButton>
#include <QApplication>
#include <QCheckBox>
#include <QKeyEvent>
#include <QPointer>
#include <QRadioButton>

namespace trainyard {

namespace {

// Filters the key before the button and its parents: a field or a list around it would handle the key itself.
class EnterKey : public QObject {
public:
    using QObject::QObject;

    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() != QEvent::KeyPress || watched != QApplication::focusWidget())
            return false;
        auto *const button = qobject_cast<QAbstractButton *>(watched);
        auto *const key = static_cast<QKeyEvent *>(event);
        if (!button || qobject_cast<QCheckBox *>(button) || qobject_cast<QRadioButton *>(button) || !isEnter(*key))
            return false;
        // Auto-repeat of a held key triggers nothing more.
        if (!key->isAutoRepeat() && !button->property(kIgnoresEnterProperty).toBool())
            button->click();
        return true;
    }
};

}  // namespace

bool isEnter(const QKeyEvent &event)
{
    return (event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter) && (event.modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
}

void pressButtonsWithEnter()
{
    static QPointer<EnterKey> installed;
    if (installed)
        return;
    installed = new EnterKey(qApp);
    qApp->installEventFilter(installed);
}

}  // namespace trainyard
