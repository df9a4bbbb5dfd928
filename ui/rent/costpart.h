// SPDX-License-Identifier: GPL-3.0-or-later
// What renting costs: a bar, its lines, each hour, the most that it can be, and when it ends.
//
// Object names: rentTotal, rentBar, rentEachHour, rentNeverMore, rentLeftOut, rentEndsBy, rentUsuallyReady
#pragma once

#include "core/model/rentend.h"
#include "core/service/clouds/rentableoffer.h"
#include "core/service/clouds/rentchecks.h"

#include <QWidget>

class QGridLayout;

namespace trainyard {

class Label;
class StackedBar;

struct RentCostView {
    RentCosts costs;
    int hours = 0, diskGiB = 0;
    RentEnd end;
    QString diskName, from;          // whence the price is
    std::optional<Money> most;       // nullopt: no limit, or one that depends on the runs
    std::optional<ReadyTime> ready;  // of earlier machines of this type
};

class RentCostPart : public QWidget {
    Q_OBJECT
public:
    explicit RentCostPart(QWidget *parent = nullptr);

    void setView(const RentCostView &view, const QDateTime &now);

private:
    struct Line {
        QWidget *mark;
        Label *name, *how, *amount;
    };
    Line addLine(QGridLayout *grid, int row, const QString &name, int series);
    Label *addSum(QGridLayout *grid, int row, Label *name, const char *objectName);

    Label *m_title, *m_total, *m_from, *m_eachHourName;
    StackedBar *m_bar;
    Line m_machine, m_disk, m_address;
    Label *m_eachHour, *m_neverMore, *m_leftOut, *m_endsBy, *m_ready;
};

}  // namespace trainyard
