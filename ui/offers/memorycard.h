// SPDX-License-Identifier: GPL-3.0-or-later
// A short verdict on whether the described training fits the GPUs of the selected offer. Without a description the card offers to ask for
// one.
//
// Object names: memoryCard, memoryVerdict, memoryBar, memoryChange.
#pragma once

#include "core/knowledge/cost/memorymodel.h"
#include "ui/common/card.h"
#include "ui/offers/offerbook.h"

class QGridLayout;
class QPushButton;

namespace trainyard {

class Badge;
class Label;
class MemoryLegend;
class StackedBar;

class MemoryCard : public Card {
    Q_OBJECT
public:
    explicit MemoryCard(QWidget *parent = nullptr);

    void setOffer(const OfferBookPtr &book, std::optional<size_t> offer);
    void setRequest(const MemoryRequest &request);
    const std::optional<MemoryRequest> &request() const { return m_request; }

Q_SIGNALS:
    void changeRequested();

private:
    void count();
    void showParts(const MemoryNeed &need, qint64 room);

    OfferBookPtr m_book;
    std::optional<size_t> m_offer;
    std::optional<MemoryRequest> m_request;
    Badge *m_verdict;
    Label *m_about, *m_sum;
    StackedBar *m_bar;
    MemoryLegend *m_parts;
    QPushButton *m_change;
};

}  // namespace trainyard
