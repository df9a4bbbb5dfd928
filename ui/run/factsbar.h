// SPDX-License-Identifier: GPL-3.0-or-later
// The facts under a run's title: label above, value large, context below, separated by hairlines. A fact may have a lamp or a progress bar.
// The facts are in one row if all of them are readable there, else in several. Each cell keeps its width while values change; it only grows
// for a value longer than any before. Folded, they are one line: as many labels and values as fit, the others in the tooltip of its end.
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
    double forecast = -1;       // with `progress`: hatched up to here; 0 to 1
    Lamp barTone = Lamp::None;  // Attention: the bar is past its expected value; Unknown: it does not grow any more
    int weight = 10;            // share of the width
    QString detail;             // the whole sentence: tooltip, and text for screen readers
    bool isPast = false;        // as of the machine's last answer: grey
    bool operator==(const Fact &) const = default;
};

class FactsBar : public Card, public PaintedList {
    Q_OBJECT
public:
    explicit FactsBar(QWidget *parent = nullptr);

    void setFacts(const QList<Fact> &facts);
    const QList<Fact> &facts() const { return m_facts; }
    void setFolded(bool isFolded);
    bool isFolded() const { return m_isFolded; }
    int unfoldedHeight(int width) const;
    // The position of each fact, in an unfolded bar of this width.
    QList<QRect> cells(int width) const;
    // The width at which a fact is fully readable.
    static int widthOf(const Fact &fact);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

    int paintedCount() const override { return int(m_facts.size()); }
    QString paintedName(int index) const override;
    QRect paintedRect(int index) const override { return places().value(index); }

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    int columnsIn(int width) const;
    QList<QRect> places() const;     // of each fact, as it is shown now; those that do not fit into the line share its end
    QList<QRect> lineParts() const;  // folded: of the first facts, as many as fit
    QRect restOfLine(const QList<QRect> &parts) const;
    void paintLine();

    QList<Fact> m_facts;
    bool m_isFolded = false;
    QHash<QString, int> m_widest;  // by label: the most needed so far
};

}  // namespace trainyard
