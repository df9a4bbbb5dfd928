#include "core/resume/curvecontinuation.h"

#include "core/base/format.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <vector>

namespace trainyard {

namespace {

constexpr int kLeast = 3;          // values before anything is said
constexpr int kMost = 50;          // values looked at: later ones say nothing about the start
constexpr int kNeighbours = 5;     // on each side, for the middle of a stretch
constexpr int kSpreadOver = 200;   // earlier values around the checkpoint
constexpr size_t kTrendOver = 60;  // the last earlier values, for where they lead
constexpr int kLeastEarlier = 5;
constexpr double kNormal = 1.4826; // from the median distance to the standard deviation of normally spread values

double median(std::vector<double> values)
{
    const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

// The earlier loss at a step: the middle of the values around it.
double levelAt(const std::vector<QPointF> &before, size_t at)
{
    const size_t from = at > kNeighbours ? at - kNeighbours : 0, to = std::min(before.size(), at + kNeighbours + 1);
    std::vector<double> values;
    for (size_t i = from; i < to; ++i)
        values.push_back(before[i].y());
    return median(std::move(values));
}

size_t nearest(const std::vector<QPointF> &before, double step)
{
    const auto after = std::lower_bound(before.begin(), before.end(), step, [](const QPointF &p, double s) { return p.x() < s; });
    if (after == before.end())
        return before.size() - 1;
    const auto at = size_t(after - before.begin());
    return at > 0 && step - before[at - 1].x() < before[at].x() - step ? at - 1 : at;
}

// What may be expected behind the end of the earlier curve: between its last level and where its last stretch leads. A loss
// that falls goes on falling, but nobody knows how fast.
class Beyond {
public:
    explicit Beyond(const std::vector<QPointF> &before) : m_level(levelAt(before, before.size() - 1)), m_end(before.back().x())
    {
        const size_t half = std::min(before.size(), kTrendOver) / 2, from = before.size() - 2 * half;
        const auto middleOf = [&](size_t first) {
            std::vector<double> values;
            for (size_t i = first; i < first + half; ++i)
                values.push_back(before[i].y());
            return median(std::move(values));
        };
        const double apart = before[from + half].x() - before[from].x();
        m_slope = half > 0 && apart > 0 ? (middleOf(from + half) - middleOf(from)) / apart : 0;
        // The level is that of some steps before the end.
        m_level += m_slope * (m_end - before[before.size() - 1 - std::min<size_t>(kNeighbours, before.size() - 1) / 2].x());
    }

    double end() const { return m_end; }
    double differenceOf(const QPointF &point) const
    {
        const double led = m_level + m_slope * (point.x() - m_end);
        return point.y() - std::clamp(point.y(), std::min(m_level, led), std::max(m_level, led));
    }

private:
    double m_level, m_end, m_slope = 0;
};

double spreadAround(const std::vector<QPointF> &before, size_t middle)
{
    const size_t from = middle > kSpreadOver / 2 ? middle - kSpreadOver / 2 : 0;
    const size_t to = std::min(before.size(), from + kSpreadOver);
    std::vector<double> distances;
    for (size_t i = from; i < to; ++i)
        distances.push_back(std::abs(before[i].y() - levelAt(before, i)));
    return median(std::move(distances)) * kNormal;
}

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
        return Words::tr("The loss is %1 higher than before at step %2; %3 would be usual. The optimizer's state may not have been loaded, "
                    "or the learning rate is another.").arg(amount, step, formatNumber(verdict.tolerance, 4));
    case Continuation::Lower:
        return Words::tr("The loss is %1 lower than before at step %2; %3 would be usual. The data loader may have restarted from the beginning.")
            .arg(amount, step, formatNumber(verdict.tolerance, 4));
    case Continuation::FromStart:
        return Words::tr("The steps count from %1, not from %2: the checkpoint was not loaded, or not its step.")
            .arg(step, formatCount(qint64(resumeStep)));
    case Continuation::Broken:
        return Words::tr("The loss is no longer a number at step %1; it was one before.").arg(step);
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
    case Continuation::FromStart: return QStringLiteral("from-start");
    case Continuation::Broken: return QStringLiteral("broken");
    }
    return {};
}

ContinuationVerdict compareContinuation(const QList<QPointF> &beforeAll, const QList<QPointF> &nowAll, double resumeStep)
{
    std::vector<QPointF> before;
    for (const QPointF &point : beforeAll) {
        if (std::isfinite(point.x()) && std::isfinite(point.y()))
            before.push_back(point);
    }
    ContinuationVerdict verdict;
    const auto decide = [&](Continuation kind) {
        verdict.kind = kind;
        verdict.sentence = sentenceOf(verdict, resumeStep);
        return verdict;
    };
    if (nowAll.size() < kLeast || before.size() < kLeastEarlier)
        return verdict;
    // Some write the step of the checkpoint once more, and some report only every hundredth: half of it is none of these.
    if (resumeStep >= 2 && nowAll.first().x() < resumeStep / 2 && nowAll.first().x() < before.back().x()) {
        verdict.step = nowAll.first().x();
        verdict.compared = int(nowAll.size());
        return decide(Continuation::FromStart);
    }
    const Beyond beyond(before);
    std::vector<double> differences;
    int broken = 0;
    for (const QPointF &point : nowAll) {
        if (point.x() < resumeStep)
            continue;
        if (verdict.compared == kMost)
            break;
        verdict.step = point.x();
        ++verdict.compared;
        if (!std::isfinite(point.y()))
            ++broken;
        else
            differences.push_back(point.x() > beyond.end() ? beyond.differenceOf(point) : point.y() - levelAt(before, nearest(before, point.x())));
    }
    if (verdict.compared < kLeast)
        return verdict;
    if (differences.size() < kLeast)
        return broken > 0 ? decide(Continuation::Broken) : verdict;
    verdict.difference = median(differences);
    const size_t middle = nearest(before, resumeStep);
    const double spread = spreadAround(before, middle), level = std::abs(levelAt(before, middle));
    // Three standard errors of a difference of two means, never less than the spread itself; a curve that is smooth to the
    // last digit still differs by the order of the data.
    verdict.tolerance = spread * std::max(1.0, 3 * std::sqrt(2.0 / double(differences.size()))) + level * 0.005;
    return decide(verdict.difference > verdict.tolerance ? Continuation::Higher
                  : verdict.difference < -verdict.tolerance ? Continuation::Lower : Continuation::AsBefore);
}

}  // namespace trainyard
