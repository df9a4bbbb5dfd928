// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a resumed run continues where the earlier attempt was: one line with a badge, hidden while nothing is known, and again soon after
// the comparison succeeded. objectName: "runContinuation".
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

    // The values to compare with; nullopt: the run was not resumed.
    void setEarlier(std::optional<double> resumeStep, const QList<QPointF> &loss);
    // The run's own loss so far; can be called at any rate. Once kContinuationEnough values were compared, the answer is final.
    void compare(const TrainingSeries &loss);
    const ContinuationVerdict &verdict() const { return m_verdict; }

private:
    void showVerdict();
    void leaveWhenQuiet();

    std::optional<double> m_resumeStep;
    QList<QPointF> m_earlier;
    qint64 m_compared = -1;  // number of the run's values then
    ContinuationVerdict m_verdict;
    QElapsedTimer m_goodSince;
    Badge *m_badge;
    Label *m_sentence;
};

}  // namespace trainyard
