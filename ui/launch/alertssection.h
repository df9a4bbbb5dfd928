// SPDX-License-Identifier: GPL-3.0-or-later
// What is different about alerts for this run. objectNames: those of AlertRows for "taskAlerts".
#pragma once

#include "ui/launch/formsection.h"

namespace trainyard {

class AlertsSection : public FormSection {
    Q_OBJECT
public:
    explicit AlertsSection(QWidget *parent = nullptr);
};

}  // namespace trainyard
