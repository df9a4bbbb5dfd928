// SPDX-License-Identifier: GPL-3.0-or-later
// Reads offers, rate cards and exchange rates for the offers page and writes the user's changes; on worker threads, with the dialogs over
// the window.
#pragma once

#include "core/base/paths.h"
#include "core/base/result.h"
#include "ui/offers/offerbook.h"
#include "ui/offers/ratecarddialog.h"
#include "ui/page/preferences.h"

#include <QFutureWatcher>
#include <QObject>
#include <QPointer>

#include <functional>

namespace trainyard {

class OffersPage;
class StateDatabase;

class OfferController : public QObject {
    Q_OBJECT
public:
    OfferController(const Paths &paths, OffersPage *page);
    ~OfferController() override;

    void load();
    void attach(StateDatabase &store);  // call once; it outlives the page. Enables refreshing prices

private:
    struct Loaded {
        OfferBookPtr book;
        QList<Error> problems;
        std::optional<Error> failure;
    };
    void keep(const std::function<void(OfferState &)> &how) const;
    static Loaded read(const Paths &paths, const StateDatabase *store);  // without a store there are no measurements
    // Returns remarks about the card (cardcheck.h). Without a store, earlier prices are not recorded.
    static Result<QStringList> takeOver(const Paths &paths, StateDatabase *store, const Catalog &known, const RateCardInput &input);
    void show(const Loaded &loaded);
    void importCard();
    void submit(const RateCardInput &input);
    void removeCard(const QString &name);
    void askRate(Currency from, Currency to);
    void changeRates(const std::function<Result<void>(ExchangeRates &)> &change);

    Paths m_paths;
    OffersPage *m_page;
    StateDatabase *m_store = nullptr;  // set once attached
    OfferBookPtr m_book;
    QPointer<RateCardDialog> m_dialog;
    QFutureWatcher<Loaded> m_reading;
    QFutureWatcher<Result<QStringList>> m_writing;
    bool m_isStale = false;  // read again when the read in progress has ended
};

}  // namespace trainyard
