// The row of facts under a run's title: label above, value large, context below, parted by hairlines. A fact may
// carry a lamp or a progress bar. Each cell keeps its width while values change.
#pragma once

#include "ui/common/card.h"

#include <QList>

namespace trainyard {

enum class Lamp { None, On, Attention, Unknown };

struct Fact {
    QString label, value, suffix, context;
    Lamp lamp = Lamp::None;
    double progress = -1;       // 0 to 1; negative: no bar
    double forecast = -1;       // with `progress`: hatched up to there; 0 to 1
    Lamp barTone = Lamp::None;  // Attention: the bar is past what it should be
    int weight = 10;            // share of the width
    QString detail;             // the whole sentence: tooltip, and what a screen reader says
    bool isPast = false;        // as it was when the machine was last heard: grey
    bool operator==(const Fact &) const = default;
};

class FactsBar : public Card {
    Q_OBJECT
public:
    explicit FactsBar(QWidget *parent = nullptr);

    void setFacts(const QList<Fact> &facts);
    const QList<Fact> &facts() const { return m_facts; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    QList<Fact> m_facts;
};

}  // namespace trainyard
