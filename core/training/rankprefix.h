// Which process of a distributed run a log line is from, by what launchers put before it: "[rank3]:" (torchrun with
// PyTorch 2.x, "[rank3]:[E321 …"), "[default3]:" (torchrun's roles), "3: " (srun --label), "[1,3]<stdout>:" (mpirun
// --tag-output). Pure; looks at the first 64 bytes only.
#pragma once

#include <QByteArrayView>

#include <optional>

namespace trainyard {

struct RankPrefix {
    int rank = 0;
    qsizetype size = 0;       // of the prefix, with the blank behind it
};

std::optional<RankPrefix> rankPrefixOf(QByteArrayView line);

// Also "[Rank 3]" anywhere near the beginning, as DeepSpeed writes it behind time and level.
std::optional<int> rankOf(QByteArrayView line);
QByteArrayView withoutRank(QByteArrayView line);      // the line behind its prefix

}  // namespace trainyard
