// SPDX-License-Identifier: GPL-3.0-or-later
// What loading a checkpoint would do: the safety verdict, and each finding with its location. Texts come from files and are shown as plain
// text with control characters made visible. objectName: "inspectorFindings".
#pragma once

#include "core/checkpoint/format/inspection.h"

#include <QScrollArea>

namespace trainyard {

class SafetyPanel : public QScrollArea {
    Q_OBJECT
public:
    explicit SafetyPanel(QWidget *parent = nullptr);

    void setInspection(const Inspection *inspection);  // null: not inspected
};

}  // namespace trainyard
