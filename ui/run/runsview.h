// SPDX-License-Identifier: GPL-3.0-or-later
// The run list view: a double click opens, a click on the box ticks, a click on the arrow shows the attempts, one on a group folds it. Keyboard:
// Enter opens, Space ticks, Right and Left show and hide attempts and groups, the menu key requests the menu; keys of KeyFor that act on
// runs are passed on.
#pragma once

#include "ui/common/keytable.h"

#include <QPainter>
#include <QTreeView>

namespace trainyard {

class RunsView : public QTreeView {
    Q_OBJECT
public:
    explicit RunsView(QWidget *parent = nullptr);

    void layOutLater() { scheduleDelayedItemsLayout(); }  // once for all changes until then

Q_SIGNALS:
    void opened(const QModelIndex &index);
    void keyUsed(trainyard::KeyFor key, const QModelIndex &index);  // one that acts on runs
    void copyRequested();                                           // of the selected rows
    void menuRequested(const QModelIndex &index, const QPoint &globalPosition);

protected:
    void mousePressEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void drawRow(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    enum class Part { None, Row, Tick, Fold };
    Part partAt(const QPoint &position) const;
    void tick(const QModelIndex &index);
    static bool isGroup(const QModelIndex &index);

    QPersistentModelIndex m_pressed;
    Part m_pressedPart = Part::None;
};

}  // namespace trainyard
