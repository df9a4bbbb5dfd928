// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/namecompleter.h"

#include "ui/theme/theme.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QCoreApplication>
#include <QLineEdit>
#include <QMouseEvent>
#include <QScreen>
#include <QStringListModel>

#include <algorithm>

namespace trainyard {

namespace {

class NameCompleter : public QCompleter {
public:
    NameCompleter(const QStringList &names, QLineEdit *field) : QCompleter(names, field), m_field(field)
    {
        setCaseSensitivity(Qt::CaseInsensitive);
        setFilterMode(Qt::MatchContains);
        setMaxVisibleItems(10);
    }

    QStringList splitPath(const QString &path) const override { return {path.section(u',', -1).trimmed()}; }

    QString pathFromIndex(const QModelIndex &index) const override
    {
        const QString before = m_field->text().section(u',', 0, -2);
        return before.isEmpty() ? QCompleter::pathFromIndex(index) : before + QStringLiteral(", ") + QCompleter::pathFromIndex(index);
    }

protected:
    // Beside the field: below it, the pop-up would cover the next fields, and a click on them would pick a suggestion.
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::MouseButtonPress && watched == popup()
            && !popup()->rect().contains(static_cast<QMouseEvent *>(event)->pos())) {
            popup()->hide();
            passOn(*static_cast<QMouseEvent *>(event));
            return true;
        }
        const bool isPlaced = event->type() == QEvent::Show || event->type() == QEvent::Move || event->type() == QEvent::Resize;
        if (isPlaced && watched == popup() && popup()->isVisible())
            putBeside();
        return QCompleter::eventFilter(watched, event);
    }

private:
    // X11 swallows the click that closes a pop-up: the next input would go into the field that the user has left.
    void passOn(const QMouseEvent &click) const
    {
        const QPoint at = click.globalPosition().toPoint();
        QWidget *target = m_field->window()->childAt(m_field->window()->mapFromGlobal(at));
        if (!target)
            return;
        if (target->isEnabled() && (target->focusPolicy() & Qt::ClickFocus))
            target->setFocus(Qt::MouseFocusReason);
        for (const QEvent::Type type : {QEvent::MouseButtonPress, QEvent::MouseButtonRelease}) {
            const bool isPress = type == QEvent::MouseButtonPress;
            QMouseEvent passed(type, target->mapFromGlobal(QPointF(at)), click.globalPosition(), click.button(),
                               isPress ? click.buttons() : Qt::NoButton, click.modifiers());
            QCoreApplication::sendEvent(target, &passed);
        }
    }

    void putBeside()
    {
        QWidget *list = popup();
        const QRect screen = m_field->screen()->availableGeometry();
        QPoint at = m_field->mapToGlobal(QPoint(m_field->width() + dp(6), 0));
        if (at.x() + list->width() > screen.right())
            at.setX(m_field->mapToGlobal(QPoint(0, 0)).x() - dp(6) - list->width());
        at.setY(std::max(screen.top(), std::min(at.y(), screen.bottom() - list->height())));
        if (at.x() >= screen.left() && at != list->pos())
            list->move(at);
    }

    QLineEdit *m_field;
};

}  // namespace

void completeNames(QLineEdit *field, const QStringList &names)
{
    if (auto *before = dynamic_cast<NameCompleter *>(field->completer())) {
        static_cast<QStringListModel *>(before->model())->setStringList(names);
        return;
    }
    field->setCompleter(new NameCompleter(names, field));
}

}  // namespace trainyard
