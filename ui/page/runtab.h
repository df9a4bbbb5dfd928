// SPDX-License-Identifier: GPL-3.0-or-later
// A part of a run's page that another page adds: its tab shows the title, and it fills the page below the tabs. It reads from a machine
// only while it is shown. Main thread.
#pragma once

#include "core/model/run.h"
#include "ui/page/destinations.h"

#include <QDateTime>
#include <QString>
#include <QWidget>

namespace trainyard {

class RunTab : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;

    virtual RunPart part() const = 0;
    virtual QString title() const = 0;  // while it is shown, with a count
    // Called often, also with the same run; `isMachineRemoved`: only the copy on this computer is left.
    virtual void setRun(const Run &run, bool isMachineRemoved) = 0;
    virtual void refresh() = 0;                                         // the user pressed F5
    virtual void showMoment(const QDateTime &when) { Q_UNUSED(when); }  // selects what belongs to it

Q_SIGNALS:
    void titleChanged();
};

}  // namespace trainyard
