// SPDX-License-Identifier: GPL-3.0-or-later
// Everything known about one offer. Opens without blocking.
//
// Object names: offerDialog, offerDialogClose, offerDialogPin, offerDialogCopy.
#pragma once

#include "core/knowledge/catalog/offerquery.h"
#include "ui/common/dialog.h"
#include "ui/offers/offerbook.h"

namespace trainyard {

class OfferDialog : public Dialog {
    Q_OBJECT
public:
    // `before`: its earlier prices, as formatted by priceHistory(); may be empty.
    OfferDialog(const OfferBook &book, size_t offer, const OfferQuery &query, const QString &before, bool isPinned,
                QWidget *parent = nullptr);

Q_SIGNALS:
    void pinToggled();
};

}  // namespace trainyard
