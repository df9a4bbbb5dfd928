// SPDX-License-Identifier: GPL-3.0-or-later
// Which checkpoints are found and kept. objectNames: "taskKeepLast", "taskKeepBest", "taskKeepBy", "taskKeepBetter", "taskKeepEvery",
// "taskPattern", "taskSignal", "taskManifests".
#pragma once

#include "ui/launch/formsection.h"

#include <QList>

namespace trainyard {

class CheckpointSection : public FormSection {
    Q_OBJECT
public:
    explicit CheckpointSection(QWidget *parent = nullptr);

    void refresh(const Task &task) override;

private:
    QList<QWidget *> m_controls;
};

}  // namespace trainyard
