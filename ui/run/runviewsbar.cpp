// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/runviewsbar.h"

#include "core/base/format.h"
#include "ui/common/buttons.h"
#include "ui/common/flowlayout.h"
#include "ui/theme/theme.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalBlocker>

#include <algorithm>
#include <utility>

namespace trainyard {

namespace {

constexpr int kMaxViewName = 40, kMaxSaved = 20;

QList<NamedRunView> builtInViews()
{
    return {{RunViewsBar::tr("All"), {}},
            {RunViewsBar::tr("Active"), {QStringLiteral("active:yes")}},
            {RunViewsBar::tr("Failed"), {QStringLiteral("state:failed")}},
            {RunViewsBar::tr("Pinned"), {QStringLiteral("pinned:yes")}}};
}

}  // namespace

RunViewsBar::RunViewsBar(QWidget *parent)
    : QWidget(parent),
      m_save(makeButton(QStringLiteral("runViewSave"), tr("Save this view…"), ButtonVariant::Link, QStringLiteral("plus"), this)),
      m_name(new QLineEdit(this))
{
    setAccessibleName(tr("Views"));
    auto *const row = new FlowLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(dp(8));
    m_name->setObjectName(QStringLiteral("runViewName"));
    m_name->setPlaceholderText(tr("Name of the view"));
    m_name->setAccessibleName(tr("Name of the view"));
    m_name->setMaxLength(kMaxViewName);
    m_name->setFixedWidth(dp(190));
    m_name->installEventFilter(this);
    m_name->hide();
    connect(m_save, &QPushButton::clicked, this, &RunViewsBar::startNaming);
    connect(m_name, &QLineEdit::returnPressed, this, &RunViewsBar::save);
    rebuild();
}

QList<NamedRunView> RunViewsBar::views() const { return builtInViews() + m_saved; }

void RunViewsBar::setSaved(const QList<NamedRunView> &saved)
{
    if (saved == m_saved)
        return;
    m_saved = saved;
    rebuild();
}

void RunViewsBar::setCurrent(const RunListView &view)
{
    m_current = view;
    showTexts();
}

void RunViewsBar::setCounts(const QList<int> &counts)
{
    if (counts == m_counts)
        return;
    m_counts = counts;
    showTexts();
}

void RunViewsBar::rebuild()
{
    const bool hadFocus = std::any_of(m_buttons.cbegin(), m_buttons.cend(), [](const QPushButton *button) { return button->hasFocus(); });
    for (QPushButton *const button : std::as_const(m_buttons)) {
        button->hide();
        button->deleteLater();
        layout()->removeWidget(button);
    }
    m_buttons.clear();
    layout()->removeWidget(m_save);
    layout()->removeWidget(m_name);
    m_counts.clear();
    const qsizetype count = views().size();
    for (qsizetype i = 0; i < count; ++i) {
        QPushButton *const button = makeButton(QStringLiteral("runView%1").arg(i), {}, ButtonVariant::Normal, {}, this);
        button->setCheckable(true);
        button->installEventFilter(this);
        connect(button, &QPushButton::clicked, this, [this, i] {
            const RunListView view = views().value(i).view;
            showTexts();  // a press of the current one does not release it
            Q_EMIT chosen(view);
        });
        layout()->addWidget(button);
        button->show();
        m_buttons << button;
    }
    layout()->addWidget(m_save);
    layout()->addWidget(m_name);
    if (hadFocus)
        m_buttons.first()->setFocus();
    showTexts();
}

void RunViewsBar::showTexts()
{
    const QList<NamedRunView> all = views();
    bool isKnown = false;
    QWidget *before = nullptr;
    for (qsizetype i = 0; i < m_buttons.size(); ++i) {
        QPushButton *const button = m_buttons[i];
        const QString name = QString(all[i].name).replace(u'&', QLatin1String("&&"));
        // The count is the only text that changes by itself; readers hear it with the name.
        button->setText(i < m_counts.size() ? tr("%1 %2", "a view, its number of runs").arg(name, formatCount(m_counts[i])) : name);
        button->setChecked(all[i].view == m_current);
        isKnown = isKnown || all[i].view == m_current;
        if (before)
            setTabOrder(before, button);
        before = button;
    }
    m_save->setVisible(!isKnown && m_name->isHidden() && m_saved.size() < kMaxSaved);
}

void RunViewsBar::startNaming()
{
    m_name->clear();
    m_name->show();
    m_save->hide();
    m_name->setFocus();
}

void RunViewsBar::stopNaming()
{
    m_name->hide();
    showTexts();
}

// A name that is taken replaces that view.
void RunViewsBar::save()
{
    const QString name = m_name->text().simplified();
    const QList<NamedRunView> builtIn = builtInViews();
    const auto isNamed = [&name](const NamedRunView &view) { return view.name.compare(name, Qt::CaseInsensitive) == 0; };
    if (name.isEmpty() || std::any_of(builtIn.begin(), builtIn.end(), isNamed)) {
        m_name->selectAll();
        return;
    }
    m_saved.removeIf(isNamed);
    m_saved << NamedRunView{name, m_current};
    m_name->hide();
    rebuild();
    m_buttons.last()->setFocus();
    Q_EMIT savedChanged(m_saved);
}

void RunViewsBar::remove(qsizetype index)
{
    const NamedRunView view = m_saved.takeAt(index);
    rebuild();
    Q_EMIT savedChanged(m_saved);
    Q_EMIT removed(view);
}

bool RunViewsBar::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_name) {
        if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape) {
            stopNaming();
            m_save->setFocus();
            return true;
        }
        if (event->type() == QEvent::FocusOut && static_cast<QFocusEvent *>(event)->reason() != Qt::PopupFocusReason
            && m_name->text().isEmpty())
            stopNaming();
        return QWidget::eventFilter(watched, event);
    }
    // Also events of a button that is being destroyed, which is none any more.
    const auto at = std::find(m_buttons.cbegin(), m_buttons.cend(), watched);
    const qsizetype saved = at == m_buttons.cend() ? -1 : (at - m_buttons.cbegin()) - (m_buttons.size() - m_saved.size());
    if (saved >= 0 && event->type() == QEvent::KeyPress && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Delete) {
        remove(saved);
        return true;
    }
    if (saved >= 0 && event->type() == QEvent::ContextMenu) {
        auto *const menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        connect(menu->addAction(tr("Remove this view")), &QAction::triggered, this, [this, saved] { remove(saved); });
        menu->popup(static_cast<QContextMenuEvent *>(event)->globalPos());
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace trainyard

#include "moc_runviewsbar.cpp"
