// SPDX-License-Identifier: GPL-3.0-or-later
// Title left, its context beside it, actions right, the primary one rightmost; the message bar below. Where there is no
// room for all of that, actions go into the menu of "…", those on the left first; where even that is not enough, badges
// and context go below the title, and then the actions too; at last the title is shortened. objectName of "…", unless setMore() brought one:
// "headerMore".
#pragma once

#include <QHash>
#include <QKeySequence>
#include <QPointer>
#include <QWidget>

class QAbstractButton;
class QAction;
class QHBoxLayout;
class QToolButton;

namespace trainyard {

class ElidedLabel;
class FlowLayout;
class Label;
class MessageBar;

class PageHeader : public QWidget {
    Q_OBJECT
public:
    explicit PageHeader(const QString &title, QWidget *parent = nullptr);

    void setTitle(const QString &title);
    void setContext(const QString &text);
    // Directly after the title: badges and chips.
    void addBesideTitle(QWidget *widget);
    // Before the title: where this page belongs, "Runs ›".
    void setBreadcrumb(const QString &text, const QString &objectName);
    // From left to right; the last one is the primary. Buttons can go into the menu of "…"; fields, and buttons that are on
    // or off, stay.
    void addAction(QWidget *widget);
    using QWidget::addAction;
    // The keys that press this action wherever the focus is on the page: the command palette shows them.
    void setKeys(QAbstractButton *button, const QKeySequence &keys);
    QKeySequence keysOf(const QAbstractButton *button) const;
    QAbstractButton *buttonFor(const QKeySequence &keys) const;  // of buttons(); nullptr: none has these keys
    // A "…" with a menu of the page's own, at the right end. What has no room stands at the top of its menu.
    void setMore(QToolButton *more);
    MessageBar *messageBar() const { return m_messages; }
    // Of the actions, those that are pressed and that the page shows now, folded away or not.
    QList<QAbstractButton *> buttons() const;
    QList<QAction *> moreActions() const;  // the page's own ones in the menu of "…"

    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void breadcrumbClicked();

protected:
    bool event(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    // An action and what it lies in: hiding that one leaves what the page wants of the action alone.
    struct Action {
        QPointer<QWidget> widget;
        QWidget *holder = nullptr;
        bool isFolded = false;
        QKeySequence keys = {};
    };
    void fit();
    void fold(qsizetype many);
    void setBelow(bool isBelow);
    void setUnder(bool isUnder);
    void fillMore();
    int actionsWidth(qsizetype folded) const;
    int moreWidth(qsizetype folded) const;  // 0 where there is none

    QString m_titleText;
    Label *m_title;
    ElidedLabel *m_context;
    QHBoxLayout *m_row, *m_left, *m_right;
    FlowLayout *m_below, *m_under;  // of badges and context, and of the actions
    QWidget *m_crumb = nullptr, *m_arrow = nullptr;
    QList<QWidget *> m_beside;
    QList<Action> m_actions;
    QToolButton *m_more = nullptr;
    bool m_isOwnMore = false, m_isBelow = false, m_isUnder = false, m_isFitting = false;
    MessageBar *m_messages;
};

}  // namespace trainyard
