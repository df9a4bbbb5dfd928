// SPDX-License-Identifier: GPL-3.0-or-later
// The matching offers as a table with its states, the offers listed separately below it, and the pinned offers side by side in its place.
//
// Object names: offerList, offersStack, offersView, offersNote, offersMayFit, offersRate, compareView …; of the empty list
// offersEmptyButton, offersEmptyLink; actions of the context menu: offerDetailsAction, offerPinAction, offerCopyAction, offerLikeAction.
#pragma once

#include "core/base/error.h"
#include "core/knowledge/catalog/seenprice.h"
#include "ui/common/card.h"
#include "ui/offers/offersearch.h"

#include <QHash>

#include <functional>

class QPushButton;
class QStackedWidget;

namespace trainyard {

class ComparePanel;
class ElidedLabel;
class OfferTableModel;
class OfferTableView;
class Placeholder;

// Prices seen of all offers of an instance type (offerSeller(), offerShape()), oldest first. Blocking, but short.
using OfferHistory = std::function<QList<SeenPrice>(const QString &seller, const QString &shape)>;

class OfferList : public Card {
    Q_OBJECT
public:
    explicit OfferList(QWidget *parent = nullptr);

    void setLoading();
    void setError(const Error &error);       // nothing could be read
    void setBook(const OfferBookPtr &book);  // the selected and pinned offers are looked up in it
    void setFound(const OfferFindings &findings);
    void setHistory(OfferHistory history) { m_history = std::move(history); }
    void choose(size_t offer) { m_current = offer; }  // selected once it is found
    std::optional<size_t> current() const;            // in the book; nullopt while the list is empty
    std::vector<size_t> pinned() const;               // those that are in the book
    void openDetails(size_t offer);                   // in the book
    void showComparison();
    void showTable();

Q_SIGNALS:
    void currentChanged();
    void pinsChanged();
    void orderChosen(trainyard::OfferOrder order);
    void rateRequested();
    void mayFitToggled();  // offers that may or may not fit: shown or hidden
    void reloadRequested();
    void importRequested();
    void clearRequested(trainyard::OfferCondition condition);
    void clearAllRequested();
    void likeRequested(const QString &gpu, qint32 gpus);
    void connectRequested(size_t offer);

private:
    void wire();
    void showEmpty(const OfferFindings &findings);
    void showCurrent();
    void togglePin(size_t offer);
    void showPins();
    void leaveEmpty();
    void showMenu(size_t offer, const QPoint &at);

    QStackedWidget *m_stack;
    OfferTableModel *m_model;
    OfferTableView *m_view;
    ComparePanel *m_compare;
    Placeholder *m_placeholder;
    ElidedLabel *m_note;
    QPushButton *m_mayFit, *m_rate;
    OfferHistory m_history;
    OfferBookPtr m_book;
    OfferQuery m_query;
    std::optional<Hindrance> m_hindrance;
    std::optional<size_t> m_current;
    QHash<QString, size_t> m_pinnedRows;  // positions of the pinned offers in the book
    bool m_hasFailed = false;
};

}  // namespace trainyard
