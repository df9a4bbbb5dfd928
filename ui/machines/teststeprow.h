// One step of a connection test. Reached with Tab, read as one sentence by screen readers.
#pragma once

#include "core/machine/connectionreport.h"

#include <QElapsedTimer>
#include <QWidget>

class QPlainTextEdit;
class QPushButton;

namespace trainyard {

class Label;

class TestStepRow : public QWidget {
    Q_OBJECT
public:
    explicit TestStepRow(ConnectionStep step, QWidget *parent = nullptr);

    void setFinding(const StepFinding &finding);
    const StepFinding &finding() const { return m_finding; }
    void showElapsed();                             // of a step that runs

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    StepFinding m_finding;
    QElapsedTimer m_since;
    Label *m_title, *m_sentence, *m_time, *m_remedy, *m_command, *m_detail;
    QPushButton *m_copy;
    QWidget *m_commandBox;
};

}  // namespace trainyard
