// SPDX-License-Identifier: GPL-3.0-or-later
// Which process of a distributed run wrote a log line, from the prefix that launchers add: "[rank3]:" (torchrun with PyTorch 2.x,
// "[rank3]:[E321 …"), "[default3]:" (torchrun's roles), "3: " (srun --label), "[1,3]<stdout>:" and "[name@1,3]<stdout>:" (mpirun
// --tag-output), "[Rank 3]" (DeepSpeed), "rank 3: ". Pure; reads the first 64 bytes only.
// Sources: https://pytorch.org/docs/stable/elastic/run.html, https://slurm.schedmd.com/srun.html (--label),
// https://docs.open-mpi.org (mpirun --tag-output).
#pragma once

#include <QByteArrayView>

#include <optional>

namespace trainyard {

struct RankPrefix {
    static constexpr int kMaxRanks = 8192;  // a higher number is not a rank

    int rank = 0;
    qsizetype size = 0;  // of the prefix, with the blank after it
};

// isFirst: it is at the start of its line; elsewhere a bare number does not count.
std::optional<RankPrefix> rankPrefixOf(QByteArrayView line, bool isFirst = true);

// Also "[Rank 3]" anywhere near the beginning, as DeepSpeed writes it after time and level.
std::optional<int> rankOf(QByteArrayView line);
QByteArrayView withoutRank(QByteArrayView line);  // the line after its prefix

}  // namespace trainyard
