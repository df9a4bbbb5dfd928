// SPDX-License-Identifier: GPL-3.0-or-later
// Which process of a distributed run a log line is from, by what launchers put before it: "[rank3]:" (torchrun with
// PyTorch 2.x, "[rank3]:[E321 …"), "[default3]:" (torchrun's roles), "3: " (srun --label), "[1,3]<stdout>:" and
// "[name@1,3]<stdout>:" (mpirun --tag-output), "[Rank 3]" (DeepSpeed), "rank 3: ". Pure; looks at the first 64 bytes only.
// Sources: https://pytorch.org/docs/stable/elastic/run.html, https://slurm.schedmd.com/srun.html (--label),
// https://docs.open-mpi.org (mpirun --tag-output).
#pragma once

#include <QByteArrayView>

#include <optional>

namespace trainyard {

struct RankPrefix {
    static constexpr int kMaxRanks = 8192;  // what says a higher one is no rank

    int rank = 0;
    qsizetype size = 0;  // of the prefix, with the blank behind it
};

// isFirst: nothing stands before it in its line; elsewhere a bare number is none.
std::optional<RankPrefix> rankPrefixOf(QByteArrayView line, bool isFirst = true);

// Also "[Rank 3]" anywhere near the beginning, as DeepSpeed writes it behind time and level.
std::optional<int> rankOf(QByteArrayView line);
QByteArrayView withoutRank(QByteArrayView line);  // the line behind its prefix

}  // namespace trainyard
