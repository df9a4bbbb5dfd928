// SPDX-License-Identifier: GPL-3.0-or-later
// A view that arranges equal cards in as many columns as fit, stretched to fill the width. Heading rows take a line of their own. Only what
// is visible is painted. Arrow keys move in two dimensions; Enter and double click activate. Left and Right on a heading request folding
// and unfolding; Enter, Space and a click request the opposite of its current state.
#pragma once

#include <QAbstractItemView>

#include <optional>

namespace trainyard {

class CardGrid : public QAbstractItemView {
    Q_OBJECT
public:
    explicit CardGrid(QWidget *parent = nullptr);

    void setCardSize(int minimumWidth, int height);
    void setGap(int gap);
    // Rows for which `role` is true are headings of this height; `foldedRole` tells whether a heading is folded.
    void setHeadings(int role, int foldedRole, int height);
    std::optional<bool> foldedHeading(const QModelIndex &index) const;  // nullopt: it is a card
    int columns() const { return m_columns; }

    QRect visualRect(const QModelIndex &index) const override;
    void scrollTo(const QModelIndex &index, ScrollHint hint = EnsureVisible) override;
    QModelIndex indexAt(const QPoint &point) const override;

Q_SIGNALS:
    void cardPressed(const QModelIndex &index, const QPoint &inCard);
    void headingToggled(const QModelIndex &index);
    void headingFoldRequested(const QModelIndex &index, bool isFolded);

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
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;
    void rowsInserted(const QModelIndex &parent, int start, int end) override;
    void reset() override;
    bool viewportEvent(QEvent *event) override;

private:
    // A heading, or cards side by side; its position counts from the top of the content.
    struct Line {
        int top = 0, height = 0, firstRow = 0, count = 0;
        bool isHeading = false;
    };
    int rowCount() const;
    void arrange();
    bool isHeading(const QModelIndex &index) const;
    qsizetype lineOfRow(int row) const;    // -1 = none
    qsizetype lineAt(int contentY) const;  // the last one that begins at or above
    int rowIn(qsizetype line, int column) const;

    QList<Line> m_lines;
    int m_headingRole = -1, m_foldedRole = -1, m_headingHeight = 0, m_wantedColumn = 0;
    int m_minimumWidth = 300, m_height = 230, m_gap = 12;
    int m_columns = 1;
    QPersistentModelIndex m_hovered;
};

}  // namespace trainyard
