// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/machines/cardgridaccessible.h"

#include "ui/machines/cardgrid.h"

#include <QAccessibleWidget>
#include <QHash>
#include <QPersistentModelIndex>

namespace trainyard {

namespace {

QRect onScreen(const CardGrid *grid, const QModelIndex &index)
{
    const QRect rect = grid->visualRect(index);
    return {grid->viewport()->mapToGlobal(rect.topLeft()), rect.size()};
}

class CardAccessible : public QAccessibleInterface, public QAccessibleActionInterface {
public:
    CardAccessible(CardGrid *grid, const QModelIndex &index) : m_grid(grid), m_index(index) {}

    bool isValid() const override { return m_grid && m_index.isValid(); }
    QObject *object() const override { return nullptr; }
    QAccessibleInterface *parent() const override { return QAccessible::queryAccessibleInterface(m_grid); }
    QAccessibleInterface *child(int) const override { return nullptr; }
    QAccessibleInterface *childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface *) const override { return -1; }
    QRect rect() const override { return isValid() ? onScreen(m_grid, m_index) : QRect(); }
    QAccessible::Role role() const override { return QAccessible::ListItem; }
    void setText(QAccessible::Text, const QString &) override {}

    QString text(QAccessible::Text what) const override
    {
        if (!isValid())
            return {};
        return what == QAccessible::Name          ? m_index.data(Qt::AccessibleTextRole).toString()
               : what == QAccessible::Description ? m_index.data(Qt::ToolTipRole).toString()
                                                  : QString();
    }

    QAccessible::State state() const override
    {
        QAccessible::State state;
        if (!isValid()) {
            state.invalid = true;
            return state;
        }
        const QModelIndex current = m_grid->currentIndex();
        state.focusable = state.selectable = true;
        state.selected = m_grid->selectionModel()->isSelected(m_index);
        state.focused = m_grid->hasFocus() && current == m_index;
        state.offscreen = !m_grid->viewport()->rect().intersects(m_grid->visualRect(m_index));
        if (const auto isFolded = m_grid->foldedHeading(m_index)) {
            state.expandable = true;
            state.expanded = !*isFolded;
            state.collapsed = *isFolded;
        }
        return state;
    }

    void *interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface *>(this) : nullptr;
    }
    QStringList actionNames() const override { return {pressAction(), setFocusAction()}; }
    QStringList keyBindingsForAction(const QString &) const override { return {}; }
    void doAction(const QString &name) override
    {
        if (!isValid())
            return;
        m_grid->setFocus();
        m_grid->setCurrentIndex(m_index);
        if (name == pressAction())
            Q_EMIT m_grid->activated(m_index);
    }

    const QPersistentModelIndex &index() const { return m_index; }

private:
    QPointer<CardGrid> m_grid;
    QPersistentModelIndex m_index;
};

class GridAccessible : public QAccessibleWidget {
public:
    explicit GridAccessible(CardGrid *grid) : QAccessibleWidget(grid, QAccessible::List) {}
    ~GridAccessible() override
    {
        for (const QAccessible::Id id : std::as_const(m_items))
            QAccessible::deleteAccessibleInterface(id);
    }

    int childCount() const override { return rows(); }

    QAccessibleInterface *child(int row) const override
    {
        if (row < 0 || row >= rows())
            return nullptr;
        const QModelIndex index = grid()->model()->index(row, 0, grid()->rootIndex());
        forgetGone();
        QAccessible::Id &id = m_items[QPersistentModelIndex(index)];
        if (id == 0)
            id = QAccessible::registerAccessibleInterface(new CardAccessible(grid(), index));
        return QAccessible::accessibleInterface(id);
    }

    QAccessibleInterface *childAt(int x, int y) const override
    {
        const QModelIndex index = grid()->indexAt(grid()->viewport()->mapFromGlobal(QPoint(x, y)));
        return index.isValid() ? child(index.row()) : nullptr;
    }

    int indexOfChild(const QAccessibleInterface *item) const override
    {
        for (auto it = m_items.cbegin(); it != m_items.cend(); ++it) {
            if (QAccessible::accessibleInterface(it.value()) == item)
                return it.key().isValid() ? it.key().row() : -1;
        }
        return -1;
    }

    QAccessibleInterface *focusChild() const override
    {
        return grid()->hasFocus() && grid()->currentIndex().isValid() ? child(grid()->currentIndex().row()) : nullptr;
    }

private:
    CardGrid *grid() const { return static_cast<CardGrid *>(widget()); }
    int rows() const { return grid()->model() ? grid()->model()->rowCount(grid()->rootIndex()) : 0; }

    // Removes cards that are no longer in the model.
    void forgetGone() const
    {
        if (m_items.size() <= rows())
            return;
        m_items.removeIf([](const auto &item) {
            if (item.key().isValid())
                return false;
            QAccessible::deleteAccessibleInterface(item.value());
            return true;
        });
    }

    mutable QHash<QPersistentModelIndex, QAccessible::Id> m_items;
};

QAccessibleInterface *make(const QString &, QObject *object)
{
    auto *const grid = qobject_cast<CardGrid *>(object);
    return grid ? new GridAccessible(grid) : nullptr;
}

}  // namespace

void installCardGridAccessibility()
{
    static const bool isInstalled = [] {
        QAccessible::installFactory(make);
        return true;
    }();
    Q_UNUSED(isInstalled)
}

}  // namespace trainyard
