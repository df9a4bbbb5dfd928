// All that is known of one offer. Opens without blocking.
//
// Object names: offerDialog, offerDialogClose, offerDialogPin, offerDialogCopy.
#pragma once

#include "core/catalog/offerquery.h"
#include "ui/offers/offerbook.h"

#include <QDialog>

namespace trainyard {

class OfferDialog : public QDialog {
    Q_OBJECT
public:
    OfferDialog(const OfferBook &book, size_t offer, const OfferQuery &query, bool isPinned, QWidget *parent = nullptr);

Q_SIGNALS:
    void pinToggled();

protected:
    void paintEvent(QPaintEvent *event) override;
};

}  // namespace trainyard
