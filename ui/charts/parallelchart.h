// SPDX-License-Identifier: GPL-3.0-or-later
// Runs as lines over parallel axes, coloured by the last axis but with points where an axis has too few values for a pattern. Each axis is a
// slider (ParallelAxis) that leaves only the runs in its stretch. Main thread. objectName: "parallelChart".
#pragma once

#include "core/observe/report/runvariables.h"

#include <QList>
#include <QStringList>
#include <QWidget>

namespace trainyard {

class ParallelAxis;

// A colour for a place on an axis, 0 to 1: two hues that both looks and most kinds of colour blindness tell apart.
QColor rampColour(const QWidget *widget, double place);

class ParallelChart : public QWidget {
    Q_OBJECT
public:
    static constexpr int kPattern = 5;  // fewer values of the metric are points

    explicit ParallelChart(QWidget *parent = nullptr);

    // `colour`: the variable that colours the lines; an index into `axes`, or -1.
    void setContent(const QStringList &runs, const QList<RunVariable> &axes, int colour);
    void setEmphasis(int run);  // -1: none
    QList<int> left() const;    // the runs that all stretches take
    QStringList order() const;  // keys of the axes, from the left
    void clearStretches();
    bool isTooFew() const;
    const QList<ParallelAxis *> &axes() const { return m_axes; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void leftChanged();
    void orderChanged();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void place();
    void tellLeft();
    void moveAxis(ParallelAxis *axis, int to);
    const RunVariable *colourBy() const;

    QStringList m_runs;
    QList<ParallelAxis *> m_axes;
    QString m_colourKey;
    int m_emphasis = -1;
    ParallelAxis *m_dragged = nullptr;
};

}  // namespace trainyard
