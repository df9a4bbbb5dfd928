// SPDX-License-Identifier: GPL-3.0-or-later
// A terminal for screen readers: a text with the rows that are shown, in which the cursor moves. The history is not part of it: scrolling
// brings it.
#include "ui/terminal/terminalview.h"

#include <QAccessibleWidget>

namespace trainyard {
namespace {

class TerminalAccessible : public QAccessibleWidget, public QAccessibleTextInterface {
public:
    explicit TerminalAccessible(TerminalView *view) : QAccessibleWidget(view, QAccessible::Terminal), m_view(view) {}

    void *interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::TextInterface ? static_cast<QAccessibleTextInterface *>(this) : QAccessibleWidget::interface_cast(type);
    }
    QAccessible::State state() const override
    {
        QAccessible::State state = QAccessibleWidget::state();
        state.multiLine = true;
        return state;
    }
    QString text(QAccessible::Text what) const override
    {
        return what == QAccessible::Value ? m_view->screenText() : QAccessibleWidget::text(what);
    }

    void selection(int, int *begin, int *end) const override { *begin = *end = 0; }
    int selectionCount() const override { return 0; }
    void addSelection(int, int) override {}
    void removeSelection(int) override {}
    void setSelection(int, int, int) override {}
    int cursorPosition() const override { return m_view->cursorOffset(); }
    void setCursorPosition(int) override {}  // it is the program's
    QString text(int begin, int end) const override { return m_view->screenText().mid(begin, end - begin); }
    int characterCount() const override { return int(m_view->screenText().size()); }
    QRect characterRect(int offset) const override
    {
        const QString before = m_view->screenText().left(offset);
        const QRect cell = m_view->cellRect({int(before.count(u'\n')), int(before.size() - before.lastIndexOf(u'\n') - 1)});
        return {m_view->viewport()->mapToGlobal(cell.topLeft()), cell.size()};
    }
    int offsetAtPoint(const QPoint &) const override { return -1; }
    void scrollToSubstring(int, int) override {}
    QString attributes(int, int *begin, int *end) const override
    {
        *begin = 0;
        *end = characterCount();
        return {};
    }

private:
    TerminalView *m_view;
};

QAccessibleInterface *makeTerminalAccessible(const QString &, QObject *object)
{
    auto *const view = qobject_cast<TerminalView *>(object);
    return view ? new TerminalAccessible(view) : nullptr;
}

}  // namespace

void installTerminalAccessibility()
{
    static const bool isInstalled = [] {
        QAccessible::installFactory(makeTerminalAccessible);
        return true;
    }();
    Q_UNUSED(isInstalled)
}

}  // namespace trainyard
