// SPDX-License-Identifier: GPL-3.0-or-later
// The GPUs of a machine as check boxes, each with its number and who computes on it. One that others hold cannot be ticked, but one that the
// task chose all the same can be unticked. One Tab stop; arrows move, Space ticks, Shift with a click, an arrow or Space does so for a range.
// objectNames of the chips: "gpuChip" and the number.
#pragma once

#include "core/service/machines/gpuchoice.h"

#include <QList>
#include <QStringList>
#include <QWidget>

namespace trainyard {

class GpuChip;

class GpuChips : public QWidget {
    Q_OBJECT
public:
    explicit GpuChips(QWidget *parent = nullptr);

    void setDevices(const QList<GpuDevice> &devices, bool areHoldersKnown);
    // As the task names them: numbers or UUIDs, also such as this machine lacks. Emits nothing.
    void setChosen(const QStringList &gpus);
    QStringList chosen() const { return m_chosen; }
    bool hasHeld() const;
    QStringList freeNumbers() const;

Q_SIGNALS:
    void edited();  // by the user

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void show(GpuChip *chip);
    void take();
    void tickRange(int to, bool isOn);
    void move(int from, int step, bool isRange);
    bool isChosen(const GpuDevice &device) const;

    QList<GpuDevice> m_devices;
    QList<GpuChip *> m_chips;
    QStringList m_chosen;
    bool m_areHoldersKnown = false;
    int m_anchor = 0;  // where a range begins
};

}  // namespace trainyard
