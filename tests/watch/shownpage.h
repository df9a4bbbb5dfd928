// SPDX-License-Identifier: GPL-3.0-or-later
// What the run page currently shows, read from its own widgets. Main thread only.
#pragma once

#include "ui/charts/plotchart.h"
#include "ui/run/factsbar.h"

class QWidget;

namespace trainyard {

struct ShownPage {
    static ShownPage of(const QWidget *window);

    bool isThere = false;
    Fact gpuBusy, advances, progress, remaining;
    QString link, state;  // badges
    bool isLinkLive = false, isStateStale = false;
    QList<PlotGap> gaps;   // of the GPU utilization chart
    int alerts = 0;        // in the row of events
    QString continuation;  // the card's badge; empty: hidden

    std::optional<qint64> step() const;
    std::optional<double> stepsPerSecond() const;
    struct Range {
        double least = 0, most = 0;  // seconds
    };
    std::optional<Range> remainingSeconds() const;
};

}  // namespace trainyard
