// What machines cost: needs on the left, the offers that fit on the right, pinned ones side by side. Plain values in,
// wishes out; queries are answered on another thread, so typing never waits.
//
// Object names: offersPage, offersFilter, offersOrder, offersCurrency, offersCompare, offersImport, offersNeeds (in narrow
// windows), offersStack, offersNote, offersRate, offersView; of the empty list offersEmptyButton, offersEmptyLink; actions
// of the context menu: offerPinAction, offerDetailsAction, offerCopyAction, offerLikeAction.
// Keyboard: / goes to the filter, Down from there to the list; on a row Space pins, Enter opens the details, Ctrl+C copies.
#pragma once

#include "core/base/error.h"
#include "ui/offers/offersearch.h"

#include <QHash>
#include <QWidget>

class QComboBox;
class QPushButton;
class QStackedWidget;

namespace trainyard {

class ComparePanel;
class ElidedLabel;
class MessageBar;
class NeedsPanel;
class OfferTableModel;
class OfferTableView;
class PageHeader;
class Placeholder;
class SearchField;

class OffersPage : public QWidget {
    Q_OBJECT
public:
    explicit OffersPage(QWidget *parent = nullptr);

    void setLoading();
    void setBook(const OfferBookPtr &book, const QList<Error> &problems);
    void setError(const Error &error);               // nothing could be read
    void setCurrency(Currency currency);
    const OfferQuery &query() const { return m_query; }
    NeedsPanel *needs() const { return m_needs; }
    MessageBar *messageBar() const;

Q_SIGNALS:
    void reloadRequested();
    void importRequested();
    void rateRequested(trainyard::Currency from, trainyard::Currency to);
    void currencyChosen(trainyard::Currency currency);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *makeList();
    void wire();
    void ask();
    void showFound(const OfferFindings &findings);
    void showCurrent();
    void showEmpty(const OfferFindings &findings);
    void showNote(const OfferSelection &found);
    void showPins();
    void leaveEmpty(bool isAll);
    void openDetails(size_t offer);
    void showMenu(size_t offer, const QPoint &at);
    void findLike(size_t offer);
    void fitToWidth();
    std::vector<size_t> pinnedOffers();

    PageHeader *m_header;
    SearchField *m_filter;
    QComboBox *m_order, *m_currency;
    QPushButton *m_needsButton, *m_compare, *m_import, *m_rate;
    NeedsPanel *m_needs;
    QWidget *m_needsSide;
    QStackedWidget *m_stack;
    OfferTableModel *m_model;
    OfferTableView *m_view;
    ComparePanel *m_comparePanel;
    Placeholder *m_placeholder;
    ElidedLabel *m_note;
    OfferSearch m_search;
    OfferBookPtr m_book;
    OfferQuery m_query;
    std::optional<Hindrance> m_hindrance;
    std::optional<size_t> m_current;                 // of m_book
    QHash<QString, size_t> m_pinnedRows;             // where pinned offers are in m_book
    bool m_hasFailed = false;
};

}  // namespace trainyard
