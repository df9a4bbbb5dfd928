// A view that lays equal cards out in as many columns as fit, stretched to fill the width. Only what is visible is
// painted. Arrow keys move in two dimensions; Enter and double click activate.
#pragma once

#include <QAbstractItemView>

namespace trainyard {

class CardGrid : public QAbstractItemView {
    Q_OBJECT
public:
    explicit CardGrid(QWidget *parent = nullptr);

    void setCardSize(int minimumWidth, int height);
    void setGap(int gap);
    int columns() const { return m_columns; }

    QRect visualRect(const QModelIndex &index) const override;
    void scrollTo(const QModelIndex &index, ScrollHint hint = EnsureVisible) override;
    QModelIndex indexAt(const QPoint &point) const override;

Q_SIGNALS:
    void cardPressed(const QModelIndex &index, const QPoint &inCard);

protected:
    QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;
    int horizontalOffset() const override { return 0; }
    int verticalOffset() const override;
    bool isIndexHidden(const QModelIndex &index) const override;
    void setSelection(const QRect &rect, QItemSelectionModel::SelectionFlags flags) override;
    QRegion visualRegionForSelection(const QItemSelection &selection) const override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void updateGeometries() override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void rowsInserted(const QModelIndex &parent, int start, int end) override;
    void reset() override;
    bool viewportEvent(QEvent *event) override;

private:
    int rowCount() const;
    void arrange();

    int m_minimumWidth = 300, m_height = 230, m_gap = 12;
    int m_columns = 1;
    QPersistentModelIndex m_hovered;
};

}  // namespace trainyard
