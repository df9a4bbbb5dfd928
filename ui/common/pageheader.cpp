// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/pageheader.h"

#include "ui/common/buttons.h"
#include "ui/common/flowlayout.h"
#include "ui/common/label.h"
#include "ui/common/messagebar.h"

#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace trainyard {
namespace {

constexpr int kMinTitle = 160;
constexpr int kTellingContext = 140;       // less of a longer one tells nothing
constexpr int kHeaderSlack = 8;            // glyphs of fallback fonts and wrappers of fields add to what is asked for
const char kFolded[] = "trainyardFolded";  // set on menu actions that represent a button

// Only fields can be shrunk.
int widthOf(const QWidget *widget, bool isShrunk)
{
    const bool isField = widget->sizePolicy().expandingDirections() & Qt::Horizontal;
    const int width = isField && isShrunk ? widget->minimumSizeHint().width() : widget->sizeHint().width();
    return std::clamp(width, widget->minimumWidth(), std::max(widget->minimumWidth(), widget->maximumWidth()));
}

// Checkable buttons stay visible, to show their state.
bool canFold(const QWidget *widget)
{
    const auto *const button = qobject_cast<const QAbstractButton *>(widget);
    return button && !button->isCheckable();
}

}  // namespace

PageHeader::PageHeader(const QString &title, QWidget *parent)
    : QWidget(parent), m_titleText(title), m_title(new Label(title, TextRole::PageTitle, Ink::Text1, this)),
      m_context(new ElidedLabel(TextRole::Small, Ink::Text3, Qt::ElideRight, this)), m_row(new QHBoxLayout), m_left(new QHBoxLayout),
      m_right(new QHBoxLayout), m_below(new FlowLayout), m_under(new FlowLayout), m_messages(new MessageBar(this))
{
    m_title->setAccessibleName(title);
    m_left->setSpacing(dp(8));
    m_left->addWidget(m_title);
    m_right->setSpacing(dp(8));
    m_row->setSpacing(dp(12));
    m_row->addLayout(m_left);
    m_row->addWidget(m_context, 1);
    // While the context is below, its place would otherwise be shared out between the parts of the title.
    m_row->addSpacerItem(new QSpacerItem(0, 0, QSizePolicy::Expanding));
    m_row->addLayout(m_right);
    m_below->setSpacing(dp(8));
    m_under->setSpacing(dp(8));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(dp(12));
    column->addLayout(m_row);
    column->addLayout(m_below);
    column->addLayout(m_under);
    column->addWidget(m_messages);
    // As high as a page with buttons, so that titles stay in place between pages.
    m_title->setMinimumHeight(dp(32));
}

void PageHeader::setTitle(const QString &title)
{
    if (title == m_titleText)
        return;
    m_titleText = title;
    m_title->setText(title);
    m_title->setAccessibleName(title);
    fit();
}

void PageHeader::setContext(const QString &text) { m_context->setText(text); }

void PageHeader::addBesideTitle(QWidget *widget)
{
    m_beside.append(widget);
    m_left->addWidget(widget, 0, Qt::AlignVCenter);
    widget->installEventFilter(this);
}

void PageHeader::setBreadcrumb(const QString &text, const QString &objectName)
{
    if (m_crumb)
        return;
    auto *crumb = makeButton(objectName, text, ButtonVariant::Link, {}, this);
    connect(crumb, &QPushButton::clicked, this, &PageHeader::breadcrumbClicked);
    m_arrow = new Label(QStringLiteral("›"), TextRole::Body, Ink::Text3, this);
    m_left->insertWidget(0, crumb);
    m_left->insertWidget(1, m_arrow);
    m_crumb = crumb;
}

void PageHeader::addAction(QWidget *widget)
{
    auto *const holder = new QWidget(this);
    auto *const inside = new QHBoxLayout(holder);
    inside->setContentsMargins(0, 0, 0, 0);
    inside->addWidget(widget);
    holder->setSizePolicy(widget->sizePolicy());
    holder->setVisible(!widget->isHidden());
    setUnder(false);
    m_right->insertWidget(int(m_actions.size()), holder);
    m_actions.append(Action{widget, holder, false, {}});
    widget->installEventFilter(this);
}

void PageHeader::setKeys(QAbstractButton *button, const QKeySequence &keys)
{
    for (Action &action : m_actions) {
        if (action.widget == button)
            action.keys = keys;
    }
}

QKeySequence PageHeader::keysOf(const QAbstractButton *button) const
{
    const auto found = std::find_if(m_actions.cbegin(), m_actions.cend(),
                                    [button](const Action &action) { return action.widget == button; });
    return found == m_actions.cend() ? QKeySequence() : found->keys;
}

QAbstractButton *PageHeader::buttonFor(const QKeySequence &keys) const
{
    const QList<QAbstractButton *> all = buttons();
    const auto found = std::find_if(all.cbegin(), all.cend(), [&](const QAbstractButton *button) { return keysOf(button) == keys; });
    return found == all.cend() ? nullptr : *found;
}

void PageHeader::setMore(QToolButton *more)
{
    m_more = more;
    m_more->setPopupMode(QToolButton::InstantPopup);
    m_right->addWidget(m_more);
    connect(m_more->menu(), &QMenu::aboutToShow, this, &PageHeader::fillMore);
}

QList<QAbstractButton *> PageHeader::buttons() const
{
    QList<QAbstractButton *> all;
    for (const Action &action : m_actions) {
        if (auto *const button = qobject_cast<QAbstractButton *>(action.widget); button && !button->isHidden())
            all << button;
    }
    return all;
}

QList<QAction *> PageHeader::moreActions() const
{
    QList<QAction *> all = m_more && !m_isOwnMore ? m_more->menu()->actions() : QList<QAction *>();
    all.removeIf(
        [](const QAction *action) { return !action->isVisible() || action->isSeparator() || action->property(kFolded).isValid(); });
    return all;
}

QSize PageHeader::minimumSizeHint() const { return {dp(kMinTitle), QWidget::minimumSizeHint().height()}; }

bool PageHeader::event(QEvent *event)
{
    const bool isHandled = QWidget::event(event);
    if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Show)
        fit();
    return isHandled;
}

// Pages show and hide their actions and badges themselves.
bool PageHeader::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::ShowToParent || event->type() == QEvent::HideToParent)
        fit();
    return QWidget::eventFilter(watched, event);
}

void PageHeader::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    // Not from here: the page's layout is placing its parts, and a part that appears would have it begin anew within that, and then go on with
    // positions of before.
    QCoreApplication::postEvent(this, new QEvent(QEvent::LayoutRequest));
}

// Width of all actions and "…", with `folded` of the foldable ones in the menu.
int PageHeader::actionsWidth(qsizetype folded, bool isShrunk) const
{
    const int gap = m_right->spacing();
    int width = 0;
    qsizetype gone = 0;
    for (const Action &action : m_actions) {
        if (!action.widget || action.widget->isHidden())
            continue;
        if (gone < folded && canFold(action.widget))
            ++gone;
        else
            width += widthOf(action.widget, isShrunk) + gap;
    }
    if (const int more = moreWidth(folded); more > 0)
        width += more + gap;
    return std::max(0, width - gap);
}

int PageHeader::moreWidth(qsizetype folded) const
{
    if (m_more && (!m_isOwnMore || folded > 0))
        return m_more->sizeHint().width();
    return folded > 0 ? dp(32) : 0;
}

void PageHeader::fit()
{
    if (m_isFitting || !isVisible())
        return;
    m_isFitting = true;
    const QFontMetrics metrics(m_title->font());
    const int whole = metrics.horizontalAdvance(m_titleText) + 1, least = std::min(whole, dp(kMinTitle));
    int before = 0, beside = 0, foldable = 0;
    if (m_crumb)
        before = m_crumb->sizeHint().width() + m_arrow->sizeHint().width() + 2 * m_left->spacing();
    for (const QWidget *const widget : std::as_const(m_beside))
        beside += widget->isHidden() ? 0 : widget->sizeHint().width() + m_left->spacing();
    for (const Action &action : std::as_const(m_actions))
        foldable += action.widget && !action.widget->isHidden() && canFold(action.widget);
    // The primary action stays visible.
    const qsizetype most = std::max(0, foldable - 1);
    const int context = m_context->text().isEmpty() ? 0 : std::min(m_context->sizeHint().width(), dp(kTellingContext));
    const auto needed = [&](bool isBelow, qsizetype folded, bool isShrunk) {
        const int actions = actionsWidth(folded, isShrunk);
        return dp(kHeaderSlack) + before + (isBelow ? least : least + beside + context + m_row->spacing())
               + (actions > 0 ? actions + m_row->spacing() : 0);
    };
    // Fields shrink only when there is nothing left to fold.
    const auto foldedOf = [&](bool isBelow) {
        qsizetype folded = 0;
        while (folded < most && needed(isBelow, folded, false) > width())
            ++folded;
        return folded;
    };
    bool isBelow = false;
    qsizetype folded = foldedOf(false);
    if (needed(false, folded, true) > width() && (beside > 0 || context > 0)) {
        isBelow = true;
        folded = foldedOf(true);
    }
    // In a line of their own, if even the shared one has no space for the fields.
    const bool isUnder = needed(isBelow, folded, true) > width() && actionsWidth(folded, true) > 0;
    if (isUnder) {
        folded = 0;
        while (folded < most && actionsWidth(folded, true) - moreWidth(folded) - m_right->spacing() > width())
            ++folded;
        isBelow = before + least + beside + context + 2 * m_row->spacing() + moreWidth(folded) > width();
    }
    setBelow(isBelow);
    setUnder(isUnder);
    fold(folded);
    m_context->setMinimumWidth(isBelow || isUnder ? 0 : context);
    int taken = isUnder ? before + (isBelow ? 0 : beside + context + m_row->spacing()) + m_row->spacing() + moreWidth(folded)
                        : needed(isBelow, folded, true) - least;
    // Fields take what is left before a long title or the rest of a long context does.
    int spare = isUnder ? 0 : std::max(0, width() - least - taken);
    for (const Action &action : std::as_const(m_actions)) {
        if (!action.widget || action.widget->isHidden())
            continue;
        const int shrunk = widthOf(action.widget, true), more = std::clamp(widthOf(action.widget, false) - shrunk, 0, spare);
        action.holder->setMinimumWidth(shrunk + more);
        spare -= more;
        taken += more;
    }
    const int room = std::max(least, width() - taken);
    m_title->setText(whole <= room ? m_titleText : metrics.elidedText(m_titleText, Qt::ElideRight, room));
    m_title->setToolTip(whole <= room ? QString() : m_titleText.toHtmlEscaped());
    m_isFitting = false;
}

void PageHeader::setBelow(bool isBelow)
{
    if (isBelow == m_isBelow)
        return;
    m_isBelow = isBelow;
    m_row->removeWidget(m_context);
    for (QWidget *const widget : std::as_const(m_beside)) {
        isBelow ? m_left->removeWidget(widget) : m_below->removeWidget(widget);
        isBelow ? m_below->addWidget(widget) : m_left->addWidget(widget, 0, Qt::AlignVCenter);
    }
    if (isBelow) {
        m_below->addWidget(m_context);
    } else {
        m_below->removeWidget(m_context);
        m_row->insertWidget(1, m_context, 1);
    }
}

void PageHeader::setUnder(bool isUnder)
{
    if (isUnder == m_isUnder)
        return;
    m_isUnder = isUnder;
    // The "…" button stays beside the title, at the right end.
    for (int at = 0; isUnder && at < m_right->count();) {
        if (m_right->itemAt(at)->widget() == m_more)
            ++at;
        else
            m_under->addItem(m_right->takeAt(at));
    }
    for (int at = 0; !isUnder && m_under->count() > 0; ++at)
        m_right->insertItem(at, m_under->takeAt(0));
}

void PageHeader::fold(qsizetype many)
{
    if (many > 0 && !m_more) {
        QToolButton *const more = makeIconButton(QStringLiteral("headerMore"), QStringLiteral("more"), tr("More actions"), this);
        more->setMenu(new QMenu(more));
        m_isOwnMore = true;
        setMore(more);
    }
    for (Action &action : m_actions) {
        const bool isShown = action.widget && !action.widget->isHidden();
        action.isFolded = isShown && many > 0 && canFold(action.widget);
        many -= action.isFolded;
        if (action.holder->isHidden() == (isShown && !action.isFolded))
            action.holder->setVisible(isShown && !action.isFolded);
    }
    if (m_isOwnMore)
        m_more->setVisible(std::any_of(m_actions.begin(), m_actions.end(), [](const Action &action) { return action.isFolded; }));
}

void PageHeader::fillMore()
{
    QMenu *const menu = m_more->menu();
    menu->setToolTipsVisible(true);
    const QList<QAction *> before = menu->actions();
    for (QAction *const action : before) {
        if (!action->property(kFolded).isValid())
            continue;
        menu->removeAction(action);
        if (!action->menu())
            action->deleteLater();
    }
    QAction *const first = menu->actions().value(0);
    bool isAny = false;
    for (const Action &action : std::as_const(m_actions)) {
        auto *const push = action.isFolded ? qobject_cast<QPushButton *>(action.widget) : nullptr;
        auto *const button = action.isFolded ? qobject_cast<QAbstractButton *>(action.widget) : nullptr;
        if (!button)
            continue;
        QAction *const entry = push && push->menu() ? push->menu()->menuAction() : new QAction(menu);
        entry->setText(button->text().isEmpty() ? button->accessibleName() : button->text());
        entry->setIcon(button->icon());
        entry->setEnabled(button->isEnabled());
        entry->setToolTip(button->toolTip());
        entry->setProperty(kFolded, true);
        if (!entry->menu())
            connect(entry, &QAction::triggered, button, &QAbstractButton::click);
        menu->insertAction(first, entry);
        isAny = true;
    }
    if (!isAny || !first)
        return;
    QAction *const line = menu->insertSeparator(first);
    line->setProperty(kFolded, true);
}

}  // namespace trainyard

#include "moc_pageheader.cpp"
