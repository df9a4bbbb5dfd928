// SPDX-License-Identifier: GPL-3.0-or-later
// Runs offer queries on another thread, one at a time: while one runs, only the newest query waits, and older ones are dropped. Main
// thread.
#pragma once

#include "core/knowledge/catalog/offercondition.h"
#include "ui/offers/offerbook.h"

#include <QFutureWatcher>
#include <QObject>

namespace trainyard {

struct OfferFindings {
    OfferBookPtr book;
    OfferQuery query;
    OfferSelection selection;
    std::optional<Hindrance> hindrance;  // set if nothing was found
    std::optional<Error> problem;        // a name in the query that no offer has
};

class OfferSearch : public QObject {
    Q_OBJECT
public:
    explicit OfferSearch(QObject *parent = nullptr);
    ~OfferSearch() override;

    void ask(OfferBookPtr book, const OfferQuery &query);
    bool isBusy() const { return m_isBusy; }

Q_SIGNALS:
    void found(const trainyard::OfferFindings &findings);  // the answer to the newest query; older ones may be skipped

private:
    struct SearchRequest {
        OfferBookPtr book;
        OfferQuery query;
    };
    void start(SearchRequest request);

    QFutureWatcher<OfferFindings> m_watcher;
    std::optional<SearchRequest> m_next;
    // True until the answer has arrived here. The watcher finishes earlier, and a query started in between would be overtaken.
    bool m_isBusy = false;
};

}  // namespace trainyard
