// SPDX-License-Identifier: GPL-3.0-or-later
// Pinned offers side by side, in place of the list. Delete removes the column of the current cell; Escape goes back.
//
// Object names: comparePanel, compareView, compareBackButton, compareClearButton.
#pragma once

#include "core/knowledge/catalog/offerquery.h"
#include "ui/offers/offerbook.h"

#include <QWidget>

class QTableView;

namespace trainyard {

class CompareModel;
class Label;

class ComparePanel : public QWidget {
    Q_OBJECT
public:
    explicit ComparePanel(QWidget *parent = nullptr);

    void setOffers(OfferBookPtr book, const std::vector<size_t> &offers, const OfferQuery &query);

Q_SIGNALS:
    void backRequested();
    void unpinRequested(size_t offer);
    void unpinAllRequested();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void fitColumns();

    CompareModel *m_model;
    QTableView *m_view;
    Label *m_title;
};

}  // namespace trainyard
