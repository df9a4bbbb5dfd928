// SPDX-License-Identifier: GPL-3.0-or-later
// One step of a connection test. Reached with Tab, read as one sentence by screen readers.
#pragma once

#include "core/service/machines/connectionreport.h"

#include <QElapsedTimer>
#include <QWidget>

namespace trainyard {

class AdviceView;
class Label;

class TestStepRow : public QWidget {
    Q_OBJECT
public:
    explicit TestStepRow(ConnectionStep step, QWidget *parent = nullptr);

    void setFinding(const StepFinding &finding);
    const StepFinding &finding() const { return m_finding; }
    void showElapsed();  // for a running step

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    StepFinding m_finding;
    QElapsedTimer m_since;
    Label *m_title;
    AdviceView *m_advice;
    Label *m_time;
};

}  // namespace trainyard
