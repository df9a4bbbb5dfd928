// SPDX-License-Identifier: GPL-3.0-or-later
// The offer table: shows the columns that fit, dropping the least important first; the column sorted by always stays. Hover highlights the
// whole row. A click on the header of a price column sorts by that price.
//
// Keyboard on a row: Space pins, Enter opens the details, Ctrl+C copies the row.
#pragma once

#include "core/knowledge/catalog/offerquery.h"

#include <QTableView>

namespace trainyard {

class OfferTableModel;

class OfferTableView : public QTableView {
    Q_OBJECT
public:
    explicit OfferTableView(QWidget *parent = nullptr);

    void setOffers(OfferTableModel *model);
    int hoveredRow() const { return m_hoveredRow; }
    void copyCurrent() const;

    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void orderChosen(trainyard::OfferOrder order);
    void pinToggled(size_t offer);
    void detailsRequested(size_t offer);
    void menuRequested(size_t offer, const QPoint &global);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void fitColumns();
    void showOrder();
    void setHoveredRow(int row);

    OfferTableModel *m_offers = nullptr;
    int m_hoveredRow = -1;
};

}  // namespace trainyard
