// SPDX-License-Identifier: GPL-3.0-or-later
// The log for screen readers: a read-only text that contains the line under the cursor. The full text is not an option for a log of
// millions of lines.
#include "ui/log/logview.h"

#include <QAccessibleWidget>

namespace trainyard {
namespace {

class LogAccessible : public QAccessibleWidget, public QAccessibleTextInterface {
public:
    explicit LogAccessible(LogView *view) : QAccessibleWidget(view, QAccessible::EditableText), m_view(view) {}

    void *interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::TextInterface ? static_cast<QAccessibleTextInterface *>(this) : QAccessibleWidget::interface_cast(type);
    }
    QAccessible::State state() const override
    {
        QAccessible::State state = QAccessibleWidget::state();
        state.readOnly = true;
        state.multiLine = false;
        return state;
    }
    QString text(QAccessible::Text what) const override { return what == QAccessible::Value ? line() : QAccessibleWidget::text(what); }

    void selection(int, int *begin, int *end) const override { *begin = *end = 0; }
    int selectionCount() const override { return 0; }
    void addSelection(int, int) override {}
    void removeSelection(int) override {}
    void setSelection(int, int, int) override {}
    int cursorPosition() const override { return 0; }
    void setCursorPosition(int) override {}
    QString text(int begin, int end) const override { return line().mid(begin, end - begin); }
    int characterCount() const override { return int(line().size()); }
    QRect characterRect(int) const override { return {}; }
    int offsetAtPoint(const QPoint &) const override { return -1; }
    void scrollToSubstring(int, int) override {}
    QString attributes(int, int *begin, int *end) const override
    {
        *begin = 0;
        *end = characterCount();
        return {};
    }

private:
    QString line() const
    {
        const qint64 cursor = m_view->cursorLine();
        return m_view->spokenLine(cursor >= 0 ? cursor : m_view->index().lineCount() - 1);
    }

    LogView *m_view;
};

QAccessibleInterface *make(const QString &, QObject *object)
{
    auto *const view = qobject_cast<LogView *>(object);
    return view ? new LogAccessible(view) : nullptr;
}

}  // namespace

void installLogAccessibility()
{
    static const bool isInstalled = [] {
        QAccessible::installFactory(make);
        return true;
    }();
    Q_UNUSED(isInstalled)
}

}  // namespace trainyard
