// SPDX-License-Identifier: GPL-3.0-or-later
// What the files of one checkpoint say when looked into. Private to this room; pure.
#pragma once

#include "core/checkpoint/format/internal/checkpointgroups.h"

namespace trainyard {

struct FolderScan {
    Verdict verdict = Verdict::Unknown;  // of the worst file
    QString reason, format;
    std::optional<qint64> tensorCount, parameterCount, step;
    std::optional<double> epoch, loss;
    QMap<QString, double> metrics;
    QStringList missing;  // files that others of it name
};

// Little of every file, as FileVerdict's Detail::Summary says.
FolderScan lookInto(const FileGroup &group, FileSource &source);

// By the names: "Lightning", "DeepSpeed"; empty when they do not tell.
QString frameworkOf(const FileGroup &group);

// How much worse than "complete" a verdict is for the whole checkpoint.
int badness(Verdict verdict);

}  // namespace trainyard
