// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the checkpoints among the files of a directory and judges whether each is complete. Pure: reads through FileSource, never executes
// or unpickles anything, trusts no length in a file. A checkpoint is one file, the shards of one model ("-00001-of-00003"), the files of
// one TensorFlow prefix, or a folder in which a trainer wrote one step (core/checkpoint/format/trainerlayout.h). The known files and the
// meaning of each verdict: docs/checkpoint-formats.md.
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
    QString name;                 // relative to the directory: the main file, or the folder or prefix to resume from
    QList<CheckpointFile> files;  // the model's first, then its companions
    qint64 sizeBytes = 0;         // of all files
    qint64 modified = 0;
    std::optional<qint64> step;  // from the state or metadata, else from digits in the name
    std::optional<double> epoch, loss;
    QMap<QString, double> metrics;  // measured at exactly this step, as stored: "eval_accuracy"
    QString format;                 // "safetensors", "torch zip", empty = not recognised
    QString framework;              // the writer, if the names show it: "DeepSpeed"; else empty
    std::optional<qint64> tensorCount, parameterCount;
    Verdict verdict = Verdict::Unknown;
    QString reason;                   // one translated sentence that explains the verdict
    QStringList missing;              // names of files that are missing
    bool isLookedInto = true;         // false: judged by names alone, because there were too many to inspect all
    bool isPartlyUnseen = false;      // part of it is not readable: inspecting the rest cannot make it complete
    bool isWithoutOptimizer = false;  // resuming from it would restart the optimizer
    bool isPinned = false;            // the user wants to keep it; found by core/checkpoint/retention/pins.h
};

// `files`: the directory and everything below it. `pattern`: shell pattern with * and ? on file or folder names; empty = known names. A
// checkpoint that is cut off or lacks a file is BeingWritten while it was modified within 60 s of `now`, else Partial; the same holds for
// temporary names (*.tmp, *.part, tmp-…, .name.abc123). A name that only begins with a dot is judged by its content, and is BeingWritten
// for the same time. Newest step first, those without a step last. An error of the source makes that checkpoint Unknown with the reason;
// the list itself does not fail. Names that would leave the directory are skipped; a JSON file alone is not a checkpoint. Files are read in
// at most three rounds if they are few, and at most 64 MiB in all, the newest steps first.
QList<Checkpoint> findCheckpoints(const QList<CheckpointFile> &files, const QString &pattern, qint64 now, FileSource &source);

// The one to resume from: complete, highest step; without steps the newest. One without optimizer only if there is no other.
std::optional<Checkpoint> latestGood(const QList<Checkpoint> &checkpoints);

}  // namespace trainyard
