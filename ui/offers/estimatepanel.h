// SPDX-License-Identifier: GPL-3.0-or-later
// The cost of a run on the selected offer: the inputs, a bar, and each line with quantity, price, source and age. Folds to its total.
//
// Object names: estimatePanel, estimateFold, estimateTotal, estimateBar, estimateHours, estimateMachines, estimateDisk, estimateObject,
// estimateEgress, estimateMargin, estimateWrite, estimateRestart (the last two of spot), estimateAdvice, estimateOwn, estimateCopy,
// estimateConnect, estimateRent, estimateLine0 …; in lines that lack a figure estimateGive<n>, and while it is given estimateFigure
#pragma once

#include "ui/common/card.h"
#include "ui/offers/estimateview.h"

#include <QHash>

class QBoxLayout;
class QHBoxLayout;
class QLineEdit;
class QPushButton;
class QToolButton;

namespace trainyard {

class ElidedLabel;
class Label;
class StackedBar;

class EstimatePanel : public Card {
    Q_OBJECT
public:
    explicit EstimatePanel(QWidget *parent = nullptr);

    // Without an offer the panel states that none is selected.
    void setOffer(const OfferBookPtr &book, std::optional<size_t> offer, Currency currency);
    // The verb for renting it, "Rent…"; empty: it cannot be rented here.
    void setRentVerb(const QString &verb);
    void setFolded(bool isFolded);
    bool isFolded() const { return m_isFolded; }
    const EstimateInputs &inputs() const { return m_inputs; }

Q_SIGNALS:
    void connectRequested();
    void rentRequested();
    void rateRequested();             // a price is in a currency without an exchange rate
    void ownRequested();              // the user wants to enter the cost of own hardware
    void foldToggled(bool isFolded);  // by the user

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    QLineEdit *addField(QHBoxLayout *row, const QString &objectName, const QString &label, const QString &text, const QString &name);
    void read(bool isFinal);
    void count();
    void showLines(const EstimateView &view);
    QWidget *makeLine(const EstimateViewLine &line, int index);
    // Shown in place of a missing amount and its price: a control for entering it.
    QWidget *makeRemedy(const EstimateViewLine &line, int index, QWidget *parent);
    QWidget *makeFigure(const EstimateViewLine &line, QWidget *parent);
    void edit(CostPart part);
    void take(const EstimateViewLine &line, const QString &text);
    GivenFigures given() const;

    OfferBookPtr m_book;
    std::optional<size_t> m_offer;
    Currency m_currency = Currency::USD;
    EstimateInputs m_inputs;
    // Disks and traffic cost the same on all machines of a provider; the price per hour belongs to one offer.
    QHash<QString, GivenFigures> m_givenByProvider, m_givenByOffer;
    std::optional<CostPart> m_edited;  // whose figure is being entered
    EstimateView m_view;
    QToolButton *m_fold;
    ElidedLabel *m_name, *m_without;
    Label *m_total, *m_advice;
    QWidget *m_body, *m_lines, *m_spotFields;
    StackedBar *m_bar;
    QLineEdit *m_hours, *m_machines, *m_disk, *m_object, *m_egress, *m_margin, *m_write, *m_restart;
    QPushButton *m_own, *m_copy, *m_connect, *m_rent;
    QBoxLayout *m_foot;
    bool m_isFolded = false;
};

}  // namespace trainyard
