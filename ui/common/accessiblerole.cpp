// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/accessiblerole.h"

#include <QAbstractButton>
#include <QAccessibleWidget>
#include <QLabel>

namespace trainyard {

namespace {

constexpr const char *kRole = "trainyardAccessibleRole";

class RoleAccessible : public QAccessibleWidget {
public:
    RoleAccessible(QWidget *widget, QAccessible::Role role) : QAccessibleWidget(widget, role) {}

    QString text(QAccessible::Text what) const override
    {
        const QString said = QAccessibleWidget::text(what);
        if (what != QAccessible::Name || !said.isEmpty())
            return said;
        if (const auto *const label = qobject_cast<QLabel *>(widget()))
            return label->text();
        return button() ? button()->text() : said;
    }

    QAccessible::State state() const override
    {
        QAccessible::State state = QAccessibleWidget::state();
        if (button() && button()->isCheckable()) {
            const bool isTab = role() == QAccessible::PageTab;
            state.selectable = isTab;
            state.selected = isTab && button()->isChecked();
            state.checkable = !isTab;
            state.checked = !isTab && button()->isChecked();
        }
        return state;
    }

    QStringList actionNames() const override
    {
        return button() ? QStringList{pressAction()} + QAccessibleWidget::actionNames() : QAccessibleWidget::actionNames();
    }

    void doAction(const QString &name) override
    {
        if (button() && name == pressAction())
            button()->click();
        else
            QAccessibleWidget::doAction(name);
    }

    QStringList keyBindingsForAction(const QString &name) const override
    {
        if (button() && name == pressAction() && !button()->shortcut().isEmpty())
            return {button()->shortcut().toString()};
        return QAccessibleWidget::keyBindingsForAction(name);
    }

private:
    QAbstractButton *button() const { return qobject_cast<QAbstractButton *>(widget()); }
};

QAccessibleInterface *makeRoleAccessible(const QString &, QObject *object)
{
    const QVariant role = object->property(kRole);
    auto *const widget = qobject_cast<QWidget *>(object);
    return widget && role.isValid() ? new RoleAccessible(widget, QAccessible::Role(role.toInt())) : nullptr;
}

}  // namespace

void setAccessibleRole(QWidget *widget, QAccessible::Role role)
{
    static const bool isInstalled = [] {
        QAccessible::installFactory(makeRoleAccessible);
        return true;
    }();
    Q_UNUSED(isInstalled)
    widget->setProperty(kRole, int(role));
}

}  // namespace trainyard
