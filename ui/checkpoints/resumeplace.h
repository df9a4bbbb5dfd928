// SPDX-License-Identifier: GPL-3.0-or-later
// The machine on which a run resumes, and where its checkpoint comes from if that is another one. objectNames: "resumeMachine",
// "resumeOrigin".
#pragma once

#include "core/model/machine.h"
#include "core/model/run.h"

#include <QTimer>
#include <QWidget>

class QComboBox;
class QLineEdit;

namespace trainyard {

class Badge;
class FieldRow;
class Label;

class ResumePlace : public QWidget {
    Q_OBJECT
public:
    explicit ResumePlace(const Run &run, QWidget *parent = nullptr);

    // The run's own machine is selected at first; it is offered even if it is no longer in the list.
    void setMachines(const QList<Machine> &machines);

    MachineId machineId() const;
    QString machineName() const;
    bool isElsewhere() const;  // true if it is not the run's own machine
    QString origin() const;    // address of a copy in a store; empty: the checkpoint itself
    bool isRight() const;

Q_SIGNALS:
    void edited();   // immediately: earlier answers are outdated
    void changed();  // a moment after the last key

private:
    void show();

    const Run m_run;
    QComboBox *m_machine;
    QLineEdit *m_origin;
    FieldRow *m_originRow;
    Badge *m_simulated;
    Label *m_help;
    QTimer m_later;
    QList<MachineId> m_simulatedIds;
};

}  // namespace trainyard
