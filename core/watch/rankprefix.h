// Which process of a distributed run a log line is from, by what launchers put before it: "[rank3]:" (torchrun with
// PyTorch 2.x, "[rank3]:[E321 …"), "[default3]:" (torchrun's roles), "3: " (srun --label), "[1,3]<stdout>:" (mpirun
// --tag-output), "[Rank 3]" anywhere near the beginning. Pure; looks at the first 64 bytes only.
#pragma once

#include <QByteArray>

#include <optional>

namespace trainyard {

std::optional<int> rankOf(const QByteArray &line);
QByteArray withoutRank(const QByteArray &line);       // the line behind its prefix

}  // namespace trainyard
