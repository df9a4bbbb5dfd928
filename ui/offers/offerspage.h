// SPDX-License-Identifier: GPL-3.0-or-later
// The prices of machines: requirements on the left with the memory that the training takes, matching offers on the right, and below them
// the cost of a run on the selected one. Takes plain values, emits requests; queries run on another thread, so typing never waits.
//
// Object names: offersPage, offersFilter, offersOrder, offersPrecision (of that order alone), offersCurrency, offersCompare, offersImport,
// offersRefresh, offersWatch, offersNeeds (in narrow windows); the parts name theirs. Keyboard: / goes to the filter, Down from there to the list; on a
// row Space pins, Enter opens the details, Ctrl+C copies.
#pragma once

#include "core/base/error.h"
#include "core/knowledge/cost/offerprices.h"
#include "core/service/clouds/rentableoffer.h"
#include "ui/offers/offerlist.h"
#include "ui/offers/offersearch.h"
#include "ui/offers/ownhardware.h"
#include "ui/offers/refreshbar.h"

#include <QMap>
#include <QStringList>
#include <QWidget>

class QComboBox;
class QPushButton;

namespace trainyard {

class EstimatePanel;
class MemoryCard;
class MessageBar;
class NeedsPanel;
class PageHeader;
class SearchField;

class OffersPage : public QWidget {
    Q_OBJECT
public:
    explicit OffersPage(QWidget *parent = nullptr);

    void setLoading();
    void setBook(const OfferBookPtr &book, const QList<Error> &problems);
    void setError(const Error &error);  // nothing could be read
    void setCurrency(Currency currency);
    void setNeeds(const QMap<QString, QString> &texts);  // as emitted by leftWith()
    void setOwnHardware(const OwnTexts &texts);          // as emitted by ownHardwareGiven(); invalid ones are ignored
    const OfferQuery &query() const { return m_query; }
    void setHistory(const OfferHistory &history);  // earlier prices of offers
    // Clouds that machines can be rented from, and those of them with an account.
    void setClouds(const QStringList &known, const QStringList &withAccount);
    void setRefreshable();  // call when refreshRequested() is connected
    void setRefreshing(bool isRefreshing);
    void setRefreshProgress(const RefreshView &view);
    MessageBar *messageBar() const;
    const OfferBookPtr &book() const { return m_book; }  // including the user's own hardware; nullptr before it is set
    std::optional<RentableOffer> currentRentable() const { return rentable(); }
    void focusEstimate();                // unfolds it
    void openOffer(const QString &key);  // shows its details, by offerKey(); no effect if it is gone

Q_SIGNALS:
    void bookChanged();
    void reloadRequested();
    void importRequested();
    void watchRequested();  // for capacity
    void rateRequested(trainyard::Currency from, trainyard::Currency to);
    void currencyChosen(trainyard::Currency currency);
    void rentRequested(const trainyard::RentableOffer &offer);
    // Add a machine rented at the current offer, if its price is known.
    void connectRequested(const std::optional<trainyard::HourlyOffer> &offer);
    void ownHardwareGiven(const trainyard::OwnTexts &texts);
    void leftWith(const QMap<QString, QString> &needs);  // the page is no longer visible
    void refreshRequested();
    void refreshCancelRequested();

protected:
    void resizeEvent(QResizeEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void makeLayout();
    void wire();
    void ask();
    void setOrder(OfferOrder order);
    void showFound(const OfferFindings &findings);
    void showCurrent();
    void showRentVerb();
    std::optional<RentableOffer> rentable() const;
    void connectAt(size_t offer);
    void showPins();
    void clear(OfferCondition condition);
    void clearAll();
    void openMemory();
    void openOwn();
    void useBook();
    void fitToSize();

    PageHeader *m_header;
    SearchField *m_filter;
    QComboBox *m_order, *m_precision, *m_currency;
    QPushButton *m_needsButton, *m_compare, *m_import, *m_watch, *m_refresh;
    NeedsPanel *m_needs;
    MemoryCard *m_memory;
    QWidget *m_side = nullptr;
    OfferList *m_list;
    EstimatePanel *m_estimate;
    RefreshBar *m_refreshBar;
    OfferSearch m_search;
    OfferBookPtr m_read;  // as passed to setBook()
    OfferBookPtr m_book;  // including the user's own hardware, if known
    QStringList m_clouds, m_cloudsWithAccount;
    OfferQuery m_query;
    OwnTexts m_own;
    bool m_isOwnNew = false;             // entered just now, not found yet
    std::optional<bool> m_isFoldWanted;  // set by the user; otherwise the height decides
};

}  // namespace trainyard
