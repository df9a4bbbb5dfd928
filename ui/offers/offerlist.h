// SPDX-License-Identifier: GPL-3.0-or-later
// The offers that fit, as a table with its states, what stands apart below it, and pinned ones side by side in its place.
//
// Object names: offerList, offersStack, offersView, offersNote, offersMayFit, offersRate, compareView …; of the empty list
// offersEmptyButton, offersEmptyLink; actions of the context menu: offerDetailsAction, offerPinAction, offerCopyAction,
// offerLikeAction.
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
    void setBook(const OfferBookPtr &book);  // what is chosen and pinned is looked for in it
    void setFound(const OfferFindings &findings);
    void setHistory(OfferHistory history) { m_history = std::move(history); }
    void choose(size_t offer) { m_current = offer; }  // as soon as it is found
    std::optional<size_t> current() const;            // of the book; none while the list is empty
    std::vector<size_t> pinned() const;               // those that the book has
    void openDetails(size_t offer);                   // of the book
    void showComparison();
    void showTable();

Q_SIGNALS:
    void currentChanged();
    void pinsChanged();
    void orderChosen(trainyard::OfferOrder order);
    void rateRequested();
    void mayFitToggled();  // offers of which it is not known whether they fit: shown or not
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
    QHash<QString, size_t> m_pinnedRows;  // where pinned offers are in the book
    bool m_hasFailed = false;
};

}  // namespace trainyard
