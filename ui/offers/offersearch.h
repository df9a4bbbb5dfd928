// SPDX-License-Identifier: GPL-3.0-or-later
// Answers queries about offers on another thread, one at a time: while one is being answered the newest query waits, and
// those before it are forgotten. Main thread.
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
    std::optional<Hindrance> hindrance;  // when nothing was found
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
    void found(const trainyard::OfferFindings &findings);  // the answer to the newest query; older ones may be left out

private:
    struct SearchRequest {
        OfferBookPtr book;
        OfferQuery query;
    };
    void start(SearchRequest request);

    QFutureWatcher<OfferFindings> m_watcher;
    std::optional<SearchRequest> m_next;
    // Until the answer has arrived here: the watcher's own word is earlier, and a query between the two would be overtaken.
    bool m_isBusy = false;
};

}  // namespace trainyard
