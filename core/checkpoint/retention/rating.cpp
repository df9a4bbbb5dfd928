// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/retention/rating.h"

#include <QRegularExpression>

namespace trainyard {

namespace {

// Lightning writes the monitored value into the file's name.
std::optional<double> namedValue(const QString &name, const QString &metric)
{
    const QRegularExpression pattern(
        QStringLiteral("(?:^|[-/ ])%1=(-?[0-9]+(?:\\.[0-9]+)?(?:[eE][-+]?[0-9]+)?)(?![0-9])").arg(QRegularExpression::escape(metric)));
    const auto match = pattern.match(name);
    return match.hasMatch() ? std::optional(match.captured(1).toDouble()) : std::nullopt;
}

}  // namespace

std::optional<double> ratingOf(const Checkpoint &checkpoint, const QString &metric)
{
    if (metric.isEmpty())
        return checkpoint.loss;
    const auto measured = checkpoint.metrics.constFind(metric);
    if (measured != checkpoint.metrics.constEnd())
        return *measured;
    if (const auto named = namedValue(checkpoint.name, metric))
        return named;
    return metric == QLatin1String("loss") ? checkpoint.loss : std::nullopt;
}

std::optional<double> lossAmong(const QMap<QString, double> &metrics)
{
    for (const char *name : {"loss", "train_loss", "training_loss", "val_loss", "valid_loss", "eval_loss"}) {
        if (const auto value = metrics.constFind(QLatin1String(name)); value != metrics.constEnd())
            return *value;
    }
    return std::nullopt;
}

}  // namespace trainyard
