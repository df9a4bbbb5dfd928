// Checkpoints among the files of a directory, and whether each is whole. Pure: looks through FileReader, never
// executes or unpickles, trusts no length in a file. Formats read: safetensors (header rules of the reference
// implementation) with an optional JSON state of the same stem; torch.save zip (.pt .pth .ckpt .bin): end record
// and directory, and data.pkl present. Shards ("-00001-of-00003") are one checkpoint; files that trainers write beside
// the one model of a folder (optimizer.pt, trainer_state.json …) are its companions. Everything else: Verdict::Unknown.
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <functional>
#include <optional>

namespace trainyard {

enum class Verdict { Complete, Partial, Corrupt, BeingWritten, Unknown };
QString verdictName(Verdict verdict);    // "complete", "partial", "corrupt", "being-written", "unknown"

struct CheckpointFile {
    QString name;            // relative to the checkpoint directory
    qint64 sizeBytes = 0;
    qint64 modified = 0;     // seconds since 1970, the machine's clock
};

struct Checkpoint {
    QString name;                     // main file's name relative to the directory
    QList<CheckpointFile> files;      // main file first, then its companions
    qint64 sizeBytes = 0;             // of all files
    qint64 modified = 0;
    std::optional<qint64> step;       // from the state or metadata, else from digits in the name
    std::optional<double> loss;
    QString format;                   // "safetensors", "torch zip", empty = not recognised
    std::optional<qint64> tensorCount, parameterCount;
    Verdict verdict = Verdict::Unknown;
    QString reason;                   // one translated sentence beside the verdict
};

// Reads `length` bytes at `offset` of the named file; fewer only at its end.
using FileReader = std::function<Result<QByteArray>(const QString &name, qint64 offset, qint64 length)>;

// `pattern`: shell pattern with * and ? on file or folder names; empty = known extensions. Temporary names (*.tmp, *.part,
// leading dot) and files that end early are reported as BeingWritten when modified within 60 s of `now`, else Partial.
// Newest step first, those without a step last. A reader error makes that checkpoint Unknown with the reason, not the
// list fail. Names that would leave the directory are skipped; a JSON file alone is no checkpoint.
QList<Checkpoint> findCheckpoints(const QList<CheckpointFile> &files, const QString &pattern, qint64 now,
                                  const FileReader &reader);

// The one to resume from: complete, highest step; without steps the newest.
std::optional<Checkpoint> latestGood(const QList<Checkpoint> &checkpoints);

}  // namespace trainyard
