// SPDX-License-Identifier: GPL-3.0-or-later
// What a task asks of a cluster's scheduler, Slurm: its section `slurm` (docs/task-file.md). Value type, pure.
#pragma once

#include "core/base/result.h"

#include <QString>
#include <QStringList>

namespace trainyard {

struct SlurmOptions {
    QString partition, account, qos;  // empty = what the cluster chooses for the user
    int cpus = 0;                     // 0 = what the cluster gives without being asked; likewise the memory
    qint64 memory = 0;                // bytes
    QStringList options;              // further options of sbatch, as written, one each: "--constraint=a100"

    bool operator==(const SlurmOptions &) const = default;
};

inline constexpr int kMostSlurmCpus = 100'000;

// A name of a partition, an account or a quality of service; several partitions are separated by commas.
bool isSlurmName(const QString &text);
// InvalidInput with a sentence: the text is not one option of sbatch, or it is one that Trainyard sets itself or cannot follow.
Result<void> checkSlurmOption(const QString &option);
// "--gres" of "--gres=gpu:2".
QString slurmOptionName(const QString &option);
// InvalidInput for the first of all that is not valid.
Result<void> checkSlurmOptions(const SlurmOptions &options);

}  // namespace trainyard
