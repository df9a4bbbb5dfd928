// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/focusforward.h"

#include <QFocusEvent>
#include <QPointer>
#include <QWidget>

namespace trainyard {
namespace {

constexpr char kArea[] = "isArea";

class Forwarder : public QObject {
public:
    Forwarder(QWidget *page, QWidget *target) : QObject(page), m_target(target) { page->installEventFilter(this); }

    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::FocusIn && m_target)
            m_target->setFocus(static_cast<QFocusEvent *>(event)->reason());
        return QObject::eventFilter(watched, event);
    }

private:
    QPointer<QWidget> m_target;
};

}  // namespace

void forwardFocus(QWidget *page, QWidget *target) { new Forwarder(page, target); }

void makeArea(QWidget *part) { part->setProperty(kArea, true); }

QList<QWidget *> areasIn(const QWidget *page)
{
    QList<QWidget *> areas;
    for (QWidget *const part : page->findChildren<QWidget *>()) {
        if (part->property(kArea).toBool())
            areas << part;
    }
    return areas;
}

}  // namespace trainyard
