// Asks before a run is stopped. Open it without blocking; accepted means stop. Deletes itself when closed.
// objectNames: "runStopDialog", "runStopConfirm", "runStopCancel".
#pragma once

#include "core/store/records.h"

#include <QDialog>

namespace trainyard {

class StopDialog : public QDialog {
    Q_OBJECT
public:
    explicit StopDialog(const Run &run, QWidget *parent = nullptr);

protected:
    void paintEvent(QPaintEvent *event) override;
};

}  // namespace trainyard
