// SPDX-License-Identifier: GPL-3.0-or-later
// One finding of a machine check: its state as an icon, what was found, why it matters and how to fix it. Reached with Tab, read as one
// sentence by screen readers. objectName: "finding_ID", followed by the GPU's number if it is about one GPU.
#pragma once

#include "core/knowledge/health/healthfinding.h"

#include <QWidget>

namespace trainyard {

class AdviceView;

class FindingRow : public QWidget {
    Q_OBJECT
public:
    explicit FindingRow(const HealthFinding &finding, QWidget *parent = nullptr);

    const HealthFinding &finding() const { return m_finding; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const HealthFinding m_finding;
    AdviceView *m_advice;
};

}  // namespace trainyard
