// SPDX-License-Identifier: GPL-3.0-or-later
// What loading a checkpoint would do: the verdict on its safety and each finding with its place. Texts come from files: plain
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
