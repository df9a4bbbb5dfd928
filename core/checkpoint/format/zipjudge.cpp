// SPDX-License-Identifier: GPL-3.0-or-later
// Judges zip files as far as a listing of many needs it: end record and directory, and which program's zip it is. inspectTorch() reads the
// contents.
#include "core/checkpoint/format/internal/fileverdict.h"
#include "core/checkpoint/format/internal/torchrecords.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Format)
};

// For a comment that hides the end record: covers every place it may be.
constexpr qint64 kWholeTail = 66 * 1024;
// 64 bytes per tensor: a million of them. More is not worth a transfer just for an inspection.
constexpr quint64 kMaxJudgedDirectoryBytes = 64 * 1024 * 1024;

FileVerdict verdictOf(Verdict verdict, const QString &reason)
{
    FileVerdict judged;
    judged.verdict = verdict;
    judged.reason = reason;
    judged.format = QStringLiteral("torch zip");
    return judged;
}

FileVerdict corrupt(const char *complaint)
{
    return verdictOf(Verdict::Corrupt, Words::tr("Its directory breaks the format's rules: %1.").arg(QLatin1String(complaint)));
}

}  // namespace

FileVerdict judgeZip(const CheckpointFile &file, FileSource &source)
{
    ZipEnd end;
    QByteArray tail;
    for (const qint64 wanted : {kZipFirstTail, kWholeTail}) {
        const qint64 length = std::min(file.sizeBytes, wanted);
        const auto bytes = readExactly(source, file.name, file.sizeBytes - length, length);
        if (!bytes)
            return verdictOf(Verdict::Unknown, bytes.error().what);
        tail = *bytes;
        end = findZipEnd(tail, quint64(file.sizeBytes - length));
        if (!end.isMissing && !end.complaint)
            break;
    }
    if (end.isMissing)
        return verdictOf(Verdict::Partial, Words::tr("The file ends early: its directory is missing."));
    if (end.complaint)
        return corrupt(end.complaint);
    if (end.bytes > kMaxJudgedDirectoryBytes)
        return verdictOf(Verdict::Unknown, Words::tr("Its directory is too large to inspect from here."));
    const qint64 tailAt = file.sizeBytes - tail.size();
    const auto bytes = qint64(end.offset) >= tailAt ? Result<QByteArray>(tail.mid(qint64(end.offset) - tailAt, qsizetype(end.bytes)))
                                                    : readExactly(source, file.name, qint64(end.offset), qint64(end.bytes));
    if (!bytes)
        return verdictOf(Verdict::Unknown, bytes.error().what);
    const ZipDirectory directory = ZipDirectory::parse(*bytes, end);
    if (directory.complaint())
        return corrupt(directory.complaint());

    FileVerdict judged = verdictOf(Verdict::Complete, Words::tr("All records are present."));
    const QByteArray top = directory.topFolder().toByteArray();
    const auto &entries = directory.entries();
    if (directory.find(top + "/data.pkl")) {
        const QString refusal = torchRefusal(directory);
        return refusal.isEmpty() ? judged : verdictOf(Verdict::Corrupt, refusal);
    }
    if (directory.find(top + "/model.json"))
        return judged;
    if (directory.find("metadata.json") && directory.find("config.json")) {
        judged.format = QStringLiteral("Keras");
        return judged;
    }
    if (!entries.empty()
        && std::all_of(entries.begin(), entries.end(), [](const ZipEntry &entry) { return entry.name.endsWith(".npy"); })) {
        judged.format = QStringLiteral("npz");
        return judged;
    }
    return judgeOtherZip(directory);
}

FileVerdict judgeOtherZip(const ZipDirectory &directory)
{
    if (isTorchZip(directory))
        return verdictOf(Verdict::Corrupt, Words::tr("It is a zip file without torch's data.pkl, so it is not a torch checkpoint."));
    FileVerdict judged = verdictOf(Verdict::Unknown, Words::tr("It is a zip file, but not one of a known kind of checkpoint."));
    judged.format = QStringLiteral("zip");
    return judged;
}

}  // namespace trainyard
