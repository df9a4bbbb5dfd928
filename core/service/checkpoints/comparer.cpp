// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/checkpoints/comparer.h"

#include "core/base/shownpath.h"
#include "core/checkpoint/retention/verifyplan.h"

#include <algorithm>

namespace trainyard {

namespace {

constexpr qint64 kComparedPiece = 8 * 1024 * 1024;  // from each side; holds a whole number of values of every kind

struct Pair {
    size_t index = 0;
    TensorPlace left, right;
    FloatKind leftKind = FloatKind::Float32, rightKind = FloatKind::Float32;
};

// Equal checksums need no reading.
bool mayDiffer(TensorDifferenceKind kind)
{
    return kind == TensorDifferenceKind::Changed || kind == TensorDifferenceKind::Alike || kind == TensorDifferenceKind::Retyped;
}

class Measurer {
public:
    Measurer(ComparedCheckpoints &compared, FileSource &left, FileSource &right, const CompareProgress &progress, std::stop_token stop)
        : m_compared(compared), m_left(left), m_right(right), m_progress(progress), m_stop(std::move(stop))
    {
    }

    Result<void> measure(const VerificationPlan &left, const VerificationPlan &right, const QString &only)
    {
        m_compared.statistics.resize(m_compared.diff.tensors.size());
        std::vector<Pair> pairs;
        qint64 total = 0;
        for (size_t i = 0; i < m_compared.diff.tensors.size(); ++i) {
            const TensorDifference &one = m_compared.diff.tensors[i];
            if (!mayDiffer(one.kind) || !one.name.contains(only))
                continue;
            const auto pair = paired(i, left, right);
            if (!pair) {
                ++m_compared.unmeasured;
                continue;
            }
            total += pair->left.length + pair->right.length;
            pairs.push_back(*pair);
        }
        for (const Pair &pair : pairs) {
            TRY_DO(measure(pair, total));
        }
        return {};
    }

private:
    std::optional<Pair> paired(size_t index, const VerificationPlan &left, const VerificationPlan &right) const
    {
        const TensorDifference &one = m_compared.diff.tensors[index];
        const TensorInfo &a = m_compared.leftSeen.tensors[size_t(one.left)], &b = m_compared.rightSeen.tensors[size_t(one.right)];
        const auto leftKind = floatKindOf(a.dtype), rightKind = floatKindOf(b.dtype);
        const auto leftPlace = left.places.constFind(a.name), rightPlace = right.places.constFind(b.name);
        if (!leftKind || !rightKind || leftPlace == left.places.constEnd() || rightPlace == right.places.constEnd()
            || leftPlace->length / bytesOf(*leftKind) != rightPlace->length / bytesOf(*rightKind))
            return std::nullopt;
        return Pair{index, *leftPlace, *rightPlace, *leftKind, *rightKind};
    }

    Result<void> measure(const Pair &pair, qint64 total)
    {
        ChangeMeter meter(pair.leftKind, pair.rightKind);
        const qint64 leftWidth = bytesOf(pair.leftKind), rightWidth = bytesOf(pair.rightKind);
        const qint64 count = pair.left.length / leftWidth, most = kComparedPiece / std::max(leftWidth, rightWidth);
        for (qint64 at = 0; at < count; at += most) {
            if (m_stop.stop_requested())
                return cancelledError();
            const qint64 some = std::min(most, count - at);
            TRY(const auto before, readExactly(m_left, pair.left.file, pair.left.offset + at * leftWidth, some * leftWidth));
            TRY(const auto after, readExactly(m_right, pair.right.file, pair.right.offset + at * rightWidth, some * rightWidth));
            meter.feed(before, after);
            m_compared.bytesRead += before.size() + after.size();
            if (m_progress)
                m_progress(m_compared.bytesRead, total);
        }
        m_compared.statistics[pair.index] = meter.statistics();
        return {};
    }

    ComparedCheckpoints &m_compared;
    FileSource &m_left, &m_right;
    const CompareProgress &m_progress;
    const std::stop_token m_stop;
};

// An empty list does not mean an empty checkpoint: two that could not be read would be equal.
std::optional<Error> unlisted(const Checkpoint &checkpoint, const Inspection &seen)
{
    if (!seen.tensors.empty() || (seen.verdict == Verdict::Complete && seen.parameterCount))
        return std::nullopt;
    return Error{ErrorCode::Corrupt, shownPath(checkpoint.name) + QStringLiteral(": ") + seen.reason, {}};
}

}  // namespace

Result<ComparedCheckpoints> compareCheckpoints(CheckpointFolder &leftFolder, const Checkpoint &left, CheckpointFolder &rightFolder,
                                               const Checkpoint &right, const CompareOptions &options, const CompareProgress &progress,
                                               std::stop_token stop)
{
    ComparedCheckpoints compared;
    compared.left = left;
    compared.right = right;
    compared.leftSeen = inspectCheckpoint(left, *leftFolder.source);
    if (stop.stop_requested())
        return cancelledError();
    compared.rightSeen = inspectCheckpoint(right, *rightFolder.source);
    if (stop.stop_requested())
        return cancelledError();
    if (const auto error = unlisted(left, compared.leftSeen))
        return *error;
    if (const auto error = unlisted(right, compared.rightSeen))
        return *error;
    compared.diff = compareCheckpoints(compared.leftSeen, compared.rightSeen);
    if (!options.readsNumbers)
        return compared;
    TRY(const auto leftPlan, planVerification(left, compared.leftSeen, *leftFolder.source));
    TRY(const auto rightPlan, planVerification(right, compared.rightSeen, *rightFolder.source));
    Measurer measurer(compared, *leftFolder.source, *rightFolder.source, progress, stop);
    TRY_DO(measurer.measure(leftPlan, rightPlan, options.only));
    return compared;
}

}  // namespace trainyard
