// SPDX-License-Identifier: GPL-3.0-or-later
// What the task file changes about alerts, to read. objectName: "taskAlertTexts".
#pragma once

#include "ui/launch/formsection.h"

class QLabel;

namespace trainyard {

class AlertsSection : public FormSection {
    Q_OBJECT
public:
    explicit AlertsSection(QWidget *parent = nullptr);

    void refresh(const Task &task) override;

private:
    QLabel *m_texts;
};

}  // namespace trainyard
