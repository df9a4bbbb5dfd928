// SPDX-License-Identifier: GPL-3.0-or-later
// Refreshes the price lists on request and shows the progress on the offers page. Nothing is fetched without a request.
#pragma once

#include "core/service/prices/pricerefresh.h"

#include <QObject>

namespace trainyard {

class OffersPage;

class RefreshController : public QObject {
    Q_OBJECT
public:
    // The store must outlive it.
    RefreshController(const Paths &paths, StateDatabase &store, OffersPage *page);

Q_SIGNALS:
    void refreshed();  // some prices have changed

private:
    void start(bool acceptsAll);
    void finish(const Result<QList<RefreshOutcome>> &outcomes);

    OffersPage *m_page;
    PriceRefresh m_refresh;
};

}  // namespace trainyard
