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
    int weight = 10;            // share of the width
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
    void paintEvent(QPaintEvent *event) override;

private:
    QList<Fact> m_facts;
};

}  // namespace trainyard
