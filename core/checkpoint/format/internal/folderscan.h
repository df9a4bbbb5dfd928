// SPDX-License-Identifier: GPL-3.0-or-later
// The result of inspecting the files of one checkpoint. Private to this folder; pure.
#pragma once

#include "core/checkpoint/format/internal/checkpointgroups.h"

namespace trainyard {

struct FolderScan {
    Verdict verdict = Verdict::Unknown;  // of the worst file
    QString reason, format;
    std::optional<qint64> tensorCount, parameterCount, step;
    std::optional<double> epoch, loss;
    QMap<QString, double> metrics;
    QStringList missing;  // files that other files of it refer to
};

// Reads little of every file, as FileVerdict's Detail::Summary.
FolderScan lookInto(const FileGroup &group, FileSource &source);

// From the names: "Lightning", "DeepSpeed"; empty if they do not show it.
QString frameworkOf(const FileGroup &group);

// Ranks how much worse than "complete" a verdict is for the whole checkpoint.
int badness(Verdict verdict);

}  // namespace trainyard
