// SPDX-License-Identifier: GPL-3.0-or-later
// The files of a run, as a part of its page: its directory on the machine, with its working folder and its checkpoints as further places.
// Main thread.
#pragma once

#include "ui/page/runtab.h"

namespace trainyard {

class FileBrowser;
class FileController;
class FleetController;
class Placeholder;
class Services;

class RunFilesTab : public RunTab {
    Q_OBJECT
public:
    RunFilesTab(Services &services, FleetController &fleet, QWidget *window, QWidget *parent);

    RunPart part() const override { return RunPart::Files; }
    QString title() const override;
    void setRun(const Run &run, bool isMachineRemoved) override;
    void refresh() override;
    FileController *control() const { return m_control; }

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void begin();

    FileBrowser *m_browser;
    FileController *m_control;
    Placeholder *m_placeholder;
    RunId m_runId;
    RunNode m_node;
    QByteArray m_directory;  // of the run, once it was read: with its links resolved
    qsizetype m_count = -1;  // entries in it
    bool m_isBegun = false;
};

}  // namespace trainyard
