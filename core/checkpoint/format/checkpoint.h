// SPDX-License-Identifier: GPL-3.0-or-later
// Checkpoints among the files of a directory, and whether each is whole. Pure: looks through FileSource, never executes
// or unpickles, trusts no length in a file. A checkpoint is one file, the shards of one model ("-00001-of-00003"), the
// files of one TensorFlow prefix, or a folder in which a trainer wrote one step (core/checkpoint/format/trainerlayout.h). What files
// are known and what each verdict means: docs/checkpoint-formats.md.
#pragma once

#include "core/checkpoint/format/filesource.h"

#include <QList>
#include <QMap>
#include <QString>
#include <QStringList>

#include <optional>

namespace trainyard {

enum class Verdict { Complete, Partial, Corrupt, BeingWritten, Unknown };
QString verdictName(Verdict verdict);  // "complete", "partial", "corrupt", "being-written", "unknown"

struct CheckpointFile {
    QString name;  // relative to the checkpoint directory
    qint64 sizeBytes = 0;
    qint64 modified = 0;  // seconds since 1970, the machine's clock
};

struct Checkpoint {
    QString name;                 // relative to the directory: the main file, or the folder or prefix that is resumed from
    QList<CheckpointFile> files;  // the model's first, then its companions
    qint64 sizeBytes = 0;         // of all files
    qint64 modified = 0;
    std::optional<qint64> step;  // from the state or metadata, else from digits in the name
    std::optional<double> epoch, loss;
    QMap<QString, double> metrics;  // what was measured at this very step, as stored: "eval_accuracy"
    QString format;                 // "safetensors", "torch zip", empty = not recognised
    QString framework;              // who wrote it, where the names tell: "DeepSpeed"; else empty
    std::optional<qint64> tensorCount, parameterCount;
    Verdict verdict = Verdict::Unknown;
    QString reason;                   // one translated sentence beside the verdict
    QStringList missing;              // names of files that are not there
    bool isLookedInto = true;         // false: by the names alone, as there were too many to look into all
    bool isPartlyUnseen = false;      // something of it may not be read: no look at the rest makes it complete
    bool isWithoutOptimizer = false;  // going on from it would begin the optimizer anew
    bool isPinned = false;            // the user wants to keep it; found by core/checkpoint/retention/pins.h
};

// `files`: the directory and what lies below it. `pattern`: shell pattern with * and ? on file or folder names; empty =
// known names. What ends early or lacks a file is BeingWritten while it was modified within 60 s of `now`, else Partial;
// so is what has a temporary name (*.tmp, *.part, tmp-…, .name.abc123). A name that only begins with a dot is judged by what is
// in it, and BeingWritten for as long as well. Newest step first, those without a step last. An
// error of the source makes that checkpoint Unknown with the reason, not the list fail. Names that would leave the
// directory are skipped; a JSON file alone is no checkpoint. Files are read in at most three rounds where they are few,
// and at most 64 MiB in all, the newest steps first.
QList<Checkpoint> findCheckpoints(const QList<CheckpointFile> &files, const QString &pattern, qint64 now, FileSource &source);

// The one to resume from: complete, highest step; without steps the newest. Those without optimizer only when no other is.
std::optional<Checkpoint> latestGood(const QList<Checkpoint> &checkpoints);

}  // namespace trainyard
