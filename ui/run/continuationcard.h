// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a resumed run goes on where the earlier attempt was: one line with a badge, hidden while nothing can be said, and
// soon after it is known that all is well.
// objectName: "runContinuation".
#pragma once

#include "core/checkpoint/resume/curvecontinuation.h"
#include "core/observe/trainlog/trainingseries.h"
#include "ui/common/card.h"

#include <QElapsedTimer>

#include <optional>

namespace trainyard {

class Badge;
class Label;

class ContinuationCard : public Card {
    Q_OBJECT
public:
    explicit ContinuationCard(QWidget *parent = nullptr);

    // What is compared with; nullopt: the run was not resumed.
    void setEarlier(std::optional<double> resumeStep, const QList<QPointF> &loss);
    // The run's own loss so far; any rate. Once kContinuationEnough values were compared the answer stays.
    void compare(const TrainingSeries &loss);
    const ContinuationVerdict &verdict() const { return m_verdict; }

private:
    void showVerdict();
    void leaveWhenQuiet();

    std::optional<double> m_resumeStep;
    QList<QPointF> m_earlier;
    qint64 m_compared = -1;  // values of the run then
    ContinuationVerdict m_verdict;
    QElapsedTimer m_goodSince;
    Badge *m_badge;
    Label *m_sentence;
};

}  // namespace trainyard
