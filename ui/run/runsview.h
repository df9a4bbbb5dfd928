// SPDX-License-Identifier: GPL-3.0-or-later
// The run list view: a click opens, a click on the box ticks, a click on the arrow shows the attempts. Keyboard: Enter opens, Space ticks,
// Delete asks to delete, Right and Left show and hide attempts, the menu key requests the menu.
#pragma once

#include <QTreeView>

namespace trainyard {

class RunsView : public QTreeView {
    Q_OBJECT
public:
    explicit RunsView(QWidget *parent = nullptr);

Q_SIGNALS:
    void opened(const QModelIndex &index);
    void deleteRequested(const QModelIndex &index);
    void menuRequested(const QModelIndex &index, const QPoint &globalPosition);

protected:
    void mousePressEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    enum class Part { None, Row, Tick, Fold };
    Part partAt(const QPoint &position) const;
    void tick(const QModelIndex &index);

    QPersistentModelIndex m_pressed;
    Part m_pressedPart = Part::None;
};

}  // namespace trainyard
