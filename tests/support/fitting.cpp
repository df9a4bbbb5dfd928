// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fitting.h"

#include "core/base/translation.h"
#include "ui/common/placeholder.h"
#include "ui/common/standardicons.h"
#include "ui/theme/theme.h"
#include "ui/theme/thememanager.h"
#include "ui/theme/trainyardstyle.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTabBar>
#include <QToolButton>

#include <algorithm>

namespace trainyard {
namespace {

constexpr int kRail = 84, kStrip = 44;  // of the window, at 100 %
constexpr int kSlack = 1;               // px: widths are rounded

QString nameOf(const QWidget *widget)
{
    QString name = widget->objectName();
    if (name.isEmpty())
        name = QLatin1String(widget->metaObject()->className());
    for (const QWidget *above = widget->parentWidget(); above; above = above->parentWidget()) {
        if (!above->objectName().isEmpty() && !above->objectName().startsWith(QLatin1String("qt_")))
            return above->objectName() + QLatin1Char('/') + name;
    }
    return name;
}

// The nearest one that scrolls down, if `area` does as well.
const QScrollArea *scrolledAround(const QScrollArea *area)
{
    const auto scrolls = [](const QScrollArea *one) { return one->verticalScrollBar()->maximum() > 0; };
    if (!scrolls(area))
        return nullptr;
    for (const QWidget *above = area->parentWidget(); above; above = above->parentWidget()) {
        if (const auto *const around = qobject_cast<const QScrollArea *>(above); around && scrolls(around))
            return around;
    }
    return nullptr;
}

class Finder {
public:
    Finder(Sideways sideways, Nested nested) : m_sideways(sideways), m_nested(nested) {}

    QStringList found;

    void look(QWidget *widget)
    {
        measure(widget);
        // Cells are left to their delegates and can be scrolled to; the placeholder of an empty list is checked.
        if (auto *const view = qobject_cast<QAbstractItemView *>(widget)) {
            for (Placeholder *const placeholder : view->viewport()->findChildren<Placeholder *>(QString(), Qt::FindDirectChildrenOnly)) {
                if (!placeholder->isHidden())
                    look(placeholder);
            }
            return;
        }
        if (qobject_cast<QComboBox *>(widget) || qobject_cast<QAbstractSpinBox *>(widget) || qobject_cast<QScrollBar *>(widget))
            return;
        const QList<QWidget *> children = widget->findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly);
        for (QWidget *const child : children) {
            if (child->isHidden() || child->isWindow())
                continue;
            place(widget, child);
            look(child);
        }
        if (widget->layout())
            keepApart(children);
        auto *const area = qobject_cast<QScrollArea *>(widget);
        if (area && m_sideways == Sideways::Never && area->horizontalScrollBar()->maximum() > 0)
            say(area, QStringLiteral("is %1 px wider than what it is shown in").arg(area->horizontalScrollBar()->maximum()));
        if (const QScrollArea *const around = area && m_nested == Nested::Refused ? scrolledAround(area) : nullptr)
            say(area, QStringLiteral("scrolls inside %1, which scrolls too").arg(nameOf(around)));
    }

private:
    void say(const QWidget *widget, const QString &what) { found << QStringLiteral("%1: %2").arg(nameOf(widget), what); }

    void need(const QWidget *widget, const QString &text, QSize needed)
    {
        if (needed.width() > widget->width() + kSlack)
            say(widget, QStringLiteral("“%1” needs %2 px and has %3").arg(text).arg(needed.width()).arg(widget->width()));
        if (needed.height() > widget->height() + kSlack)
            say(widget, QStringLiteral("“%1” needs a height of %2 px and has %3").arg(text).arg(needed.height()).arg(widget->height()));
    }

    void measure(QWidget *widget)
    {
        const QFontMetrics metrics(widget->font());
        if (auto *const label = qobject_cast<QLabel *>(widget)) {
            if (label->text().isEmpty())
                return;
            if (label->wordWrap())
                need(label, label->text(), {0, label->heightForWidth(label->width())});
            else if (label->textFormat() != Qt::RichText)
                need(label, label->text(), metrics.size(0, label->text()));
        } else if (auto *const tabs = qobject_cast<QTabBar *>(widget)) {
            const QList<QToolButton *> arrows = tabs->findChildren<QToolButton *>();
            if (m_sideways == Sideways::Never
                && std::any_of(arrows.begin(), arrows.end(), [](const QToolButton *arrow) { return arrow->isVisible(); }))
                say(tabs, QStringLiteral("not all tabs are shown"));
        } else if (auto *const push = qobject_cast<QPushButton *>(widget)) {
            need(push, push->text(), {push->sizeHint().width(), metrics.height()});
        } else if (auto *const button = qobject_cast<QAbstractButton *>(widget)) {
            const auto *const tool = qobject_cast<QToolButton *>(button);
            const bool isIcon = tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly && !tool->icon().isNull();
            if (!button->text().isEmpty() && !isIcon)
                need(button, button->text(), metrics.size(Qt::TextShowMnemonic, button->text()));
            else
                need(button, button->accessibleName(), button->iconSize().boundedTo({dp(16), dp(16)}));
        } else if (auto *const box = qobject_cast<QComboBox *>(widget)) {
            need(box, box->currentText(), {metrics.horizontalAdvance(box->currentText()) + dp(24), metrics.height()});
        } else if (auto *const edit = qobject_cast<QLineEdit *>(widget)) {
            need(edit, edit->placeholderText(), {0, metrics.height()});
        }
    }

    void keepApart(const QList<QWidget *> &siblings)
    {
        for (qsizetype i = 0; i < siblings.size(); ++i) {
            for (qsizetype j = i + 1; j < siblings.size(); ++j) {
                const QWidget *const one = siblings[i], *const other = siblings[j];
                if (one->isHidden() || other->isHidden() || one->isWindow() || other->isWindow())
                    continue;
                const QRect both = one->geometry() & other->geometry();
                if (both.width() > kSlack && both.height() > kSlack)
                    say(one, QStringLiteral("lies on %1, by %2 × %3 px").arg(nameOf(other)).arg(both.width()).arg(both.height()));
            }
        }
    }

    // A widget in a layout must have the room it needs, and lie within its parent or be reachable by scrolling.
    void place(QWidget *parent, QWidget *child)
    {
        if (child->size().isEmpty() && child->minimumSizeHint().isEmpty())
            return;
        auto *const area = parent->parentWidget() ? qobject_cast<QAbstractScrollArea *>(parent->parentWidget()) : nullptr;
        const bool isScrolled = area && area->viewport() == parent;
        const bool isAcross = isScrolled && area->horizontalScrollBarPolicy() != Qt::ScrollBarAlwaysOff;
        const bool isDown = isScrolled && area->verticalScrollBarPolicy() != Qt::ScrollBarAlwaysOff;
        const QRect inside = child->geometry();
        if (!isAcross && (inside.left() < -kSlack || inside.right() >= parent->width() + kSlack))
            say(child,
                QStringLiteral("lies from %1 to %2 px in a width of %3").arg(inside.left()).arg(inside.right()).arg(parent->width()));
        if (!isDown && (inside.top() < -kSlack || inside.bottom() >= parent->height() + kSlack))
            say(child,
                QStringLiteral("lies from %1 to %2 px in a height of %3").arg(inside.top()).arg(inside.bottom()).arg(parent->height()));
        // A stack asks for the room of its largest page, including pages that are not shown.
        if (!parent->layout() || qobject_cast<QStackedWidget *>(child) || qobject_cast<QLabel *>(child)
            || qobject_cast<QAbstractButton *>(child))
            return;
        // A fixed minimum takes precedence, as in layouts.
        QSize least = child->minimumSizeHint();
        if (child->minimumWidth() > 0)
            least.setWidth(child->minimumWidth());
        if (child->minimumHeight() > 0)
            least.setHeight(child->minimumHeight());
        const int high = child->minimumHeight() > 0                      ? child->minimumHeight()
                         : child->hasHeightForWidth() && child->layout() ? child->layout()->minimumHeightForWidth(child->width())
                                                                         : least.height();
        const QSizePolicy policy = child->sizePolicy();
        if (policy.horizontalPolicy() != QSizePolicy::Ignored && least.width() > child->width() + kSlack)
            say(child, QStringLiteral("needs a width of %1 px and has %2").arg(least.width()).arg(child->width()));
        if (policy.verticalPolicy() != QSizePolicy::Ignored && high > child->height() + kSlack)
            say(child, QStringLiteral("needs a height of %1 px and has %2").arg(high).arg(child->height()));
    }

    const Sideways m_sideways;
    const Nested m_nested;
};

}  // namespace

ProgramLook::ProgramLook(double textZoom, const QString &language) : m_theme(std::make_unique<ThemeManager>(*qApp))
{
    m_theme->setLocale(QLocale(installTranslation(*qApp, language)));
    m_theme->setTextZoom(textZoom);
    if (auto *const style = qobject_cast<TrainyardStyle *>(QApplication::style()))
        style->setIconMaker(standardIcon);
}

ProgramLook::~ProgramLook()
{
    m_theme->setTextZoom(1.0);
    installTranslation(*qApp, QStringLiteral("en"));
}

void ProgramLook::setDark(bool isDark) { m_theme->setMode(isDark ? ThemeMode::Dark : ThemeMode::Light); }

PageRoom::PageRoom(QWidget *page, QSize size) : m_room(std::make_unique<QWidget>()), m_page(page)
{
    m_room->setMinimumSize(1, 1);
    m_page->setParent(m_room.get());
    m_page->show();
    resize(size);
    m_room->show();
    QCoreApplication::processEvents();
}

PageRoom::~PageRoom() { m_page->setParent(nullptr); }

void PageRoom::resize(QSize size)
{
    m_room->resize(size);
    m_page->setGeometry(QRect(QPoint(), size));
    // Layouts that depend on their own width settle in a few rounds.
    for (int i = 0; i < 3; ++i)
        QCoreApplication::processEvents();
}

QSize pageSize(QSize window, double textZoom) { return window - QSize(qRound(kRail * textZoom), qRound(kStrip * textZoom)); }

QStringList cutOff(QWidget *window, Sideways sideways, Nested nested)
{
    Finder finder(sideways, nested);
    finder.look(window);
    return finder.found;
}

}  // namespace trainyard
