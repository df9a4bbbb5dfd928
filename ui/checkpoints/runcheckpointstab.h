// SPDX-License-Identifier: GPL-3.0-or-later
// The checkpoints of a run, as a part of its page: the Checkpoints page narrowed to this run. Main thread.
#pragma once

#include "ui/page/runtab.h"

namespace trainyard {

class CheckpointFinder;
class CheckpointsPage;

class RunCheckpointsTab : public RunTab {
    Q_OBJECT
public:
    explicit RunCheckpointsTab(CheckpointFinder &finder, QWidget *parent);

    RunPart part() const override { return RunPart::Checkpoints; }
    QString title() const override;
    void setRun(const Run &run, bool isMachineRemoved) override;
    void refresh() override;
    void showMoment(const QDateTime &when) override;
    CheckpointsPage *page() const { return m_page; }

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    CheckpointFinder &m_finder;
    CheckpointsPage *m_page;
    QString m_lineage;
};

}  // namespace trainyard
