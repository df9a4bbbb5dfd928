// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/retention/checkpointdiff.h"

#include <QHash>

#include <algorithm>

namespace trainyard {

namespace {

using Index = QHash<QString, int>;

Index indexOf(const std::vector<TensorInfo> &tensors)
{
    Index index;
    index.reserve(qsizetype(tensors.size()));
    for (size_t i = 0; i < tensors.size(); ++i)
        index.insert(tensors[i].name, int(i));
    return index;
}

// The text before the left's first name in one of the right's, if it also precedes nearly all the others.
std::optional<QString> addedPrefix(const std::vector<TensorInfo> &shorter, const std::vector<TensorInfo> &longer, const Index &longerNames)
{
    if (shorter.empty())
        return std::nullopt;
    const QString &first = shorter.front().name;
    int tries = 16;  // crafted names could all match the first
    for (const TensorInfo &candidate : longer) {
        if (candidate.name.size() <= first.size() || !candidate.name.endsWith(u'.' + first))
            continue;
        if (tries-- == 0)
            break;
        const QString prefix = candidate.name.chopped(first.size());
        const auto fitting = std::count_if(shorter.begin(), shorter.end(),
                                           [&](const TensorInfo &tensor) { return longerNames.contains(prefix + tensor.name); });
        if (quint64(fitting) * 10 >= shorter.size() * 9)  // a new head on an old body still counts
            return prefix;
    }
    return std::nullopt;
}

std::optional<PrefixDifference> prefixDifference(const std::vector<TensorInfo> &left, const Index &leftNames,
                                                 const std::vector<TensorInfo> &right, const Index &rightNames)
{
    const auto common = std::count_if(left.begin(), left.end(), [&](const TensorInfo &t) { return rightNames.contains(t.name); });
    if (common > 0)
        return std::nullopt;
    if (const auto prefix = addedPrefix(left, right, rightNames))
        return PrefixDifference{*prefix, true};
    if (const auto prefix = addedPrefix(right, left, leftNames))
        return PrefixDifference{*prefix, false};
    return std::nullopt;
}

TensorDifferenceKind kindOf(const TensorInfo &left, const TensorInfo &right)
{
    if (left.shape != right.shape)
        return TensorDifferenceKind::Reshaped;
    if (left.dtype != right.dtype)
        return TensorDifferenceKind::Retyped;
    if (!left.checksum || !right.checksum)
        return TensorDifferenceKind::Alike;
    return *left.checksum == *right.checksum ? TensorDifferenceKind::Same : TensorDifferenceKind::Changed;
}

QList<ParameterDifference> compareParameters(const QList<QPair<QString, QString>> &left, const QList<QPair<QString, QString>> &right)
{
    QHash<QString, QString> rest;
    for (const auto &[name, value] : right)
        rest.insert(name, value);
    QList<ParameterDifference> all;
    for (const auto &[name, value] : left) {
        const auto other = rest.constFind(name);
        all << ParameterDifference{name, value, other == rest.constEnd() ? std::nullopt : std::optional(*other)};
        rest.remove(name);
    }
    for (const auto &[name, value] : right) {
        if (rest.remove(name))
            all << ParameterDifference{name, {}, value};
    }
    return all;
}

}  // namespace

QString tensorDifferenceName(TensorDifferenceKind kind)
{
    switch (kind) {
    case TensorDifferenceKind::Same: return QStringLiteral("same");
    case TensorDifferenceKind::Changed: return QStringLiteral("changed");
    case TensorDifferenceKind::Alike: return QStringLiteral("alike");
    case TensorDifferenceKind::Reshaped: return QStringLiteral("reshaped");
    case TensorDifferenceKind::Retyped: return QStringLiteral("retyped");
    case TensorDifferenceKind::Added: return QStringLiteral("added");
    case TensorDifferenceKind::Removed: return QStringLiteral("removed");
    }
    return {};
}

int CheckpointDiff::count(TensorDifferenceKind kind) const
{
    return int(std::count_if(tensors.begin(), tensors.end(), [kind](const TensorDifference &one) { return one.kind == kind; }));
}

bool CheckpointDiff::fits() const
{
    return !prefix && std::none_of(tensors.begin(), tensors.end(), [](const TensorDifference &one) {
        return one.kind >= TensorDifferenceKind::Reshaped;
    });
}

CheckpointDiff compareCheckpoints(const Inspection &left, const Inspection &right)
{
    const Index leftNames = indexOf(left.tensors), rightNames = indexOf(right.tensors);
    CheckpointDiff diff;
    diff.prefix = prefixDifference(left.tensors, leftNames, right.tensors, rightNames);
    const QString onLeft = diff.prefix && !diff.prefix->isOnRight ? diff.prefix->prefix : QString();
    const QString onRight = diff.prefix && diff.prefix->isOnRight ? diff.prefix->prefix : QString();

    std::vector<bool> isMatched(right.tensors.size());
    diff.tensors.reserve(left.tensors.size());
    for (size_t i = 0; i < left.tensors.size(); ++i) {
        const TensorInfo &tensor = left.tensors[i];
        TensorDifference one{TensorDifferenceKind::Removed, tensor.name, int(i), -1};
        const bool isWrapped = tensor.name.startsWith(onLeft);
        const auto other = isWrapped ? rightNames.constFind(onRight + tensor.name.mid(onLeft.size())) : rightNames.constEnd();
        if (other != rightNames.constEnd()) {
            one.right = *other;
            one.kind = kindOf(tensor, right.tensors[size_t(*other)]);
            isMatched[size_t(*other)] = true;
        }
        diff.tensors.push_back(one);
    }
    for (size_t i = 0; i < right.tensors.size(); ++i) {
        if (!isMatched[i])
            diff.tensors.push_back({TensorDifferenceKind::Added, right.tensors[i].name, -1, int(i)});
    }
    diff.parameters = compareParameters(left.hyperparameters, right.hyperparameters);
    return diff;
}

}  // namespace trainyard
