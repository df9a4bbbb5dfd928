// SPDX-License-Identifier: GPL-3.0-or-later
// The facts under a run's title: label above, value large, context below, parted by hairlines. A fact may carry a lamp or a
// progress bar. In one row where there is room to read them all, else in several. Each cell keeps its width while values
// change; it only grows for one that is longer than any before.
#pragma once

#include "ui/common/card.h"
#include "ui/common/paintedlist.h"

#include <QHash>
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

class FactsBar : public Card, public PaintedList {
    Q_OBJECT
public:
    explicit FactsBar(QWidget *parent = nullptr);

    void setFacts(const QList<Fact> &facts);
    const QList<Fact> &facts() const { return m_facts; }
    // Where each of them is, in a bar of this width.
    QList<QRect> cells(int width) const;
    // The width in which a fact can be read whole.
    static int widthOf(const Fact &fact);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

    int paintedCount() const override { return int(m_facts.size()); }
    QString paintedName(int index) const override;
    QRect paintedRect(int index) const override { return cells(width()).value(index); }

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    int columnsIn(int width) const;

    QList<Fact> m_facts;
    QHash<QString, int> m_widest;  // by label: what was needed so far
};

}  // namespace trainyard
