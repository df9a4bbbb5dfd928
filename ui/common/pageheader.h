// SPDX-License-Identifier: GPL-3.0-or-later
// Title left, its context beside it, actions right, the primary one rightmost; the message bar below. If space is short, actions move into
// the "…" menu, leftmost first; if that is not enough, fields shrink, then badges and context move below the title, and then the actions too;
// finally the title is shortened. objectName of the "…" button, unless setMore() supplied one: "headerMore".
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
    // Placed directly after the title: badges and chips.
    void addBesideTitle(QWidget *widget);
    // Placed before the title: the parent page, "Runs ›".
    void setBreadcrumb(const QString &text, const QString &objectName);
    // From left to right; the last one is the primary. Buttons can move into the "…" menu; fields and checkable buttons stay.
    void addAction(QWidget *widget);
    using QWidget::addAction;
    // The keys that trigger this action wherever the focus is on the page; the command palette shows them.
    void setKeys(QAbstractButton *button, const QKeySequence &keys);
    QKeySequence keysOf(const QAbstractButton *button) const;
    QAbstractButton *buttonFor(const QKeySequence &keys) const;  // one of buttons(); nullptr: none has these keys
    // A "…" button with a menu of the page's own, at the right end. Actions that do not fit are added at the top of its menu.
    void setMore(QToolButton *more);
    MessageBar *messageBar() const { return m_messages; }
    // The push-button actions that the page currently shows, including those folded into the menu.
    QList<QAbstractButton *> buttons() const;
    QList<QAction *> moreActions() const;  // the page's own entries in the "…" menu

    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void breadcrumbClicked();

protected:
    bool event(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    // An action and its wrapper: hiding the wrapper leaves the visibility that the page set on the action unchanged.
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
    int actionsWidth(qsizetype folded, bool isShrunk) const;  // shrunk: the fields as narrow as they can be
    int moreWidth(qsizetype folded) const;                    // 0 where there is none

    QString m_titleText;
    Label *m_title;
    ElidedLabel *m_context;
    QHBoxLayout *m_row, *m_left, *m_right;
    FlowLayout *m_below, *m_under;  // for badges and context, and for the actions
    QWidget *m_crumb = nullptr, *m_arrow = nullptr;
    QList<QWidget *> m_beside;
    QList<Action> m_actions;
    QToolButton *m_more = nullptr;
    bool m_isOwnMore = false, m_isBelow = false, m_isUnder = false, m_isFitting = false;
    MessageBar *m_messages;
};

}  // namespace trainyard
