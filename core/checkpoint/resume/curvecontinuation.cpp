// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/resume/curvecontinuation.h"

#include "core/base/format.h"
#include "core/checkpoint/resume/internal/earliercurve.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <vector>

namespace trainyard {

namespace {

constexpr qsizetype kMinNow = 3;       // for verdicts without a comparison: other steps, no numbers
constexpr size_t kMin = 5;             // values before a level is judged
constexpr size_t kPairs = 8;           // values at the same steps before these are judged
constexpr size_t kPairsForOrder = 16;  // before their ups and downs can be distinguished from chance
constexpr size_t kWindow = 10;         // the latest values, for the level
// Measured on the demo trainer, in units of the curve's spread (docs/resuming.md): a correct resume differs by 0, one that lost the
// optimizer's state by 3 or more, a learning rate three times as high by 0.8 or more.
constexpr double kSame = 0.1, kMoved = 0.6;
constexpr double kLevelTolerance = 0.003;       // of the level
constexpr double kAlike = 0.5, kUnlike = 0.35;  // correlation of ups and downs; by chance of 16 values one in ten is above 0.35
constexpr int kMaxShift = 3;                    // steps
// In a row: before a verdict, and before a good verdict turns bad or a bad one good.
constexpr int kSay = 3, kTurn = 8;

double correlation(const std::vector<double> &a, const std::vector<double> &b)
{
    double ab = 0, aa = 0, bb = 0;
    for (size_t i = 0; i < a.size(); ++i) {
        ab += a[i] * b[i];
        aa += a[i] * a[i];
        bb += b[i] * b[i];
    }
    return aa > 0 && bb > 0 ? ab / std::sqrt(aa * bb) : 1;  // smooth curves have no ups and downs to compare
}

// Values at the same steps, or a few steps apart.
struct Pairs {
    std::vector<double> before, now, differences;

    Pairs(const EarlierCurve &earlier, const std::vector<QPointF> &values, size_t count, int shift = 0)
    {
        for (size_t i = 0; i < count; ++i) {
            const auto then = earlier.at(values[i].x() + shift);
            if (!then)
                continue;
            before.push_back(*then);
            now.push_back(values[i].y());
            differences.push_back(values[i].y() - *then);
        }
    }
    size_t size() const { return now.size(); }
    double apart() const
    {
        std::vector<double> sizes = differences;
        for (double &size : sizes)
            size = std::abs(size);
        return medianOf(std::move(sizes));
    }
    bool isOneSided(double side) const
    {
        const auto same = std::count_if(differences.begin(), differences.end(), [side](double d) { return d * side > 0; });
        return double(same) >= 0.8 * double(size());
    }
};

struct Opinion {
    Continuation kind = Continuation::TooEarly;
    double difference = 0, tolerance = 0;
};

Opinion byLevel(const EarlierCurve &earlier, const std::vector<QPointF> &now, size_t count)
{
    if (count < kMin)
        return {};
    const size_t window = std::min(count, kWindow);
    std::vector<double> values;
    for (size_t i = count - window; i < count; ++i)
        values.push_back(now[i].y());
    const auto reach = earlier.reach(window, now[count - 1 - window / 2].x());
    const double difference = medianOf(std::move(values)) - reach.before;
    return {difference > reach.most    ? Continuation::Higher
            : difference < reach.least ? Continuation::Lower
                                       : Continuation::AsBefore,
            difference, difference < 0 ? -reach.least : reach.most};
}

Opinion byPairs(const EarlierCurve &earlier, const std::vector<QPointF> &now, size_t count)
{
    const Pairs pairs(earlier, now, count);
    const double spread = earlier.spread(), tolerance = kMoved * spread + kLevelTolerance * std::abs(earlier.level());
    const double apart = pairs.apart(), difference = medianOf(pairs.differences);
    if (apart <= kSame * spread)
        return {Continuation::AsBefore, difference, tolerance};
    if (pairs.size() < kPairs)
        return {};
    for (int shift = -kMaxShift; shift <= kMaxShift; ++shift) {
        const Pairs other(earlier, now, count, shift);
        if (shift != 0 && other.size() >= kPairs && other.apart() <= kSame * spread && other.apart() < apart / 3)
            return {Continuation::Shifted, double(shift), tolerance};
    }
    const double alike = correlation(residuals(pairs.now), residuals(pairs.before));
    if (alike >= kAlike) {
        if (std::abs(difference) <= tolerance || !pairs.isOneSided(difference))
            return {Continuation::AsBefore, difference, tolerance};
        return {difference > 0 ? Continuation::Higher : Continuation::Lower, difference, tolerance};
    }
    Opinion opinion = byLevel(earlier, now, count);
    if (opinion.kind == Continuation::AsBefore)
        opinion.kind = pairs.size() >= kPairsForOrder && alike < kUnlike ? Continuation::OtherOrder : Continuation::TooEarly;
    return opinion;
}

Opinion opinionOf(const EarlierCurve &earlier, const std::vector<QPointF> &now, size_t count)
{
    const bool hasPairs = now[std::min(count, kPairs) - 1].x() <= earlier.lastStep()
                          && Pairs(earlier, now, count).size() >= std::min(count, kMin);
    return hasPairs ? byPairs(earlier, now, count) : byLevel(earlier, now, count);
}

// A verdict stays until several values in a row indicate another one.
class Judgement {
public:
    void take(const Opinion &opinion)
    {
        if (opinion.kind == Continuation::TooEarly)
            return;
        m_inRow = opinion.kind == m_last ? m_inRow + 1 : 1;
        m_last = opinion.kind;
        const bool isGood = opinion.kind == Continuation::AsBefore;
        const bool isFirst = m_said.kind == Continuation::TooEarly;
        if (opinion.kind == m_said.kind || (isFirst && (isGood || m_inRow >= kSay)) || m_inRow >= kTurn)
            m_said = opinion;
    }
    const Opinion &said() const { return m_said; }

private:
    Opinion m_said;
    Continuation m_last = Continuation::TooEarly;
    int m_inRow = 0;
};

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::CurveContinuation)
};

QString sentenceOf(const ContinuationVerdict &verdict, double resumeStep)
{
    const QString step = formatCount(qint64(verdict.step)), amount = formatNumber(std::abs(verdict.difference), 4);
    switch (verdict.kind) {
    case Continuation::TooEarly: return {};
    case Continuation::AsBefore:
        return Words::tr("The loss continues where it was: within %1 of the earlier attempt up to step %2.")
            .arg(formatNumber(verdict.tolerance, 4), step);
    case Continuation::Higher:
        return Words::tr("The loss is %1 higher than before at step %2; up to %3 would be normal. The optimizer state may not have been "
                         "loaded, or the learning rate differs.")
            .arg(amount, step, formatNumber(verdict.tolerance, 4));
    case Continuation::Lower:
        return Words::
            tr("The loss is %1 lower than before at step %2; up to %3 would be normal. The data loader may have restarted from the beginning.")
                .arg(amount, step, formatNumber(verdict.tolerance, 4));
    case Continuation::OtherOrder:
        return Words::
            tr("The loss continues at the same level up to step %1, but goes up and down at other steps than before: the data comes in a different order.")
                .arg(step);
    case Continuation::Shifted:
        return (verdict.difference > 0
                    ? Words::tr(
                        "The losses match the earlier attempt's at step numbers higher by %1: the step counter is behind after resuming.")
                    : Words::tr(
                        "The losses match the earlier attempt's at step numbers lower by %1: data is repeated, or the step counter is ahead after resuming."))
            .arg(formatCount(qint64(std::abs(verdict.difference))));
    case Continuation::FromStart:
        return Words::tr("The steps count from %1, not from %2: the checkpoint was not loaded, or not its step.")
            .arg(step, formatCount(qint64(resumeStep)));
    case Continuation::Broken: return Words::tr("The loss is no longer a number at step %1; it was one before.").arg(step);
    }
    return {};
}

}  // namespace

QString continuationName(Continuation kind)
{
    switch (kind) {
    case Continuation::TooEarly: return QStringLiteral("too-early");
    case Continuation::AsBefore: return QStringLiteral("as-before");
    case Continuation::Higher: return QStringLiteral("higher");
    case Continuation::Lower: return QStringLiteral("lower");
    case Continuation::OtherOrder: return QStringLiteral("other-order");
    case Continuation::Shifted: return QStringLiteral("shifted");
    case Continuation::FromStart: return QStringLiteral("from-start");
    case Continuation::Broken: return QStringLiteral("broken");
    }
    return {};
}

ContinuationVerdict compareContinuation(const QList<QPointF> &before, const QList<QPointF> &nowAll, double resumeStep)
{
    ContinuationVerdict verdict;
    const auto decide = [&](Continuation kind) {
        verdict.kind = kind;
        verdict.sentence = sentenceOf(verdict, resumeStep);
        return verdict;
    };
    const EarlierCurve earlier(before, resumeStep);
    if (nowAll.size() < kMinNow || !earlier.isEnough())
        return verdict;
    // Some log the step of the checkpoint once more, and some report only every hundredth: below half of it, neither applies.
    if (resumeStep >= 2 && nowAll.first().x() < resumeStep / 2 && nowAll.first().x() < earlier.lastStep()) {
        verdict.step = nowAll.first().x();
        verdict.compared = int(nowAll.size());
        return decide(Continuation::FromStart);
    }
    std::vector<QPointF> now;
    int broken = 0;
    for (const QPointF &point : nowAll) {
        if (point.x() < resumeStep)
            continue;
        if (verdict.compared == kContinuationEnough)
            break;
        verdict.step = point.x();
        ++verdict.compared;
        if (std::isfinite(point.y()))
            now.push_back(point);
        else
            ++broken;
    }
    if (verdict.compared < kMinNow)
        return verdict;
    if (now.size() < size_t(kMinNow))
        return broken > 0 ? decide(Continuation::Broken) : verdict;
    Judgement judgement;
    for (size_t count = kMin; count <= now.size(); ++count)
        judgement.take(opinionOf(earlier, now, count));
    const Opinion &said = judgement.said();
    verdict.difference = said.difference;
    verdict.tolerance = said.tolerance;
    return decide(said.kind);
}

}  // namespace trainyard
