// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/paintedlist.h"

#include <QAccessibleWidget>
#include <QHash>
#include <QWidget>

namespace trainyard {
namespace {

class Item : public QAccessibleInterface {
public:
    Item(QWidget *widget, int index) : m_widget(widget), m_index(index) {}

    bool isValid() const override { return list() && m_index < list()->paintedCount(); }
    QObject *object() const override { return nullptr; }
    QAccessibleInterface *parent() const override { return QAccessible::queryAccessibleInterface(m_widget); }
    QAccessibleInterface *child(int) const override { return nullptr; }
    QAccessibleInterface *childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface *) const override { return -1; }
    QAccessible::Role role() const override { return QAccessible::ListItem; }
    QString text(QAccessible::Text what) const override
    {
        return what == QAccessible::Name && list() ? list()->paintedName(m_index) : QString();
    }
    void setText(QAccessible::Text, const QString &) override {}
    QRect rect() const override
    {
        const QRect box = list() ? list()->paintedRect(m_index) : QRect();
        return {m_widget->mapToGlobal(box.topLeft()), box.size()};
    }
    QAccessible::State state() const override
    {
        QAccessible::State state;
        state.readOnly = true;
        state.invisible = !m_widget->isVisible();
        state.focusable = m_widget->focusPolicy() != Qt::NoFocus;
        state.focused = m_widget->hasFocus() && list() && list()->paintedCurrent() == m_index;
        return state;
    }

private:
    const PaintedList *list() const { return dynamic_cast<const PaintedList *>(m_widget); }

    QWidget *m_widget;
    int m_index;
};

class List : public QAccessibleWidget {
public:
    explicit List(QWidget *widget) : QAccessibleWidget(widget, QAccessible::List) {}
    ~List() override
    {
        for (const QAccessible::Id id : std::as_const(m_items))
            QAccessible::deleteAccessibleInterface(id);
    }

    int childCount() const override { return list() ? list()->paintedCount() : 0; }
    QAccessibleInterface *child(int index) const override
    {
        if (index < 0 || index >= childCount())
            return nullptr;
        auto found = m_items.constFind(index);
        if (found == m_items.constEnd())
            found = m_items.insert(index, QAccessible::registerAccessibleInterface(new Item(widget(), index)));
        return QAccessible::accessibleInterface(*found);
    }
    int indexOfChild(const QAccessibleInterface *item) const override
    {
        for (auto i = m_items.cbegin(); i != m_items.cend(); ++i) {
            if (QAccessible::accessibleInterface(i.value()) == item)
                return i.key();
        }
        return -1;
    }
    QAccessibleInterface *childAt(int x, int y) const override
    {
        const QPoint at = widget()->mapFromGlobal(QPoint(x, y));
        for (int i = 0; i < childCount(); ++i) {
            if (list()->paintedRect(i).contains(at))
                return child(i);
        }
        return nullptr;
    }
    QAccessibleInterface *focusChild() const override { return child(list() ? list()->paintedCurrent() : -1); }

private:
    const PaintedList *list() const { return dynamic_cast<const PaintedList *>(widget()); }

    mutable QHash<int, QAccessible::Id> m_items;
};

QAccessibleInterface *makeListAccessible(const QString &, QObject *object)
{
    auto *const widget = dynamic_cast<PaintedList *>(object) ? qobject_cast<QWidget *>(object) : nullptr;
    return widget ? new List(widget) : nullptr;
}

}  // namespace

void tellPaintedFocus(QWidget *widget, int index)
{
    QAccessibleEvent event(widget, QAccessible::Focus);
    event.setChild(index);
    QAccessible::updateAccessibility(&event);
}

void installPaintedLists()
{
    static const bool isInstalled = [] {
        QAccessible::installFactory(makeListAccessible);
        return true;
    }();
    Q_UNUSED(isInstalled)
}

}  // namespace trainyard
