// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/format/internal/checkpointname.h"
#include "core/checkpoint/format/internal/fileverdict.h"
#include "core/checkpoint/format/torchfile.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Format)
};

constexpr qint64 kSniffBytes = 64;

bool ends(const QString &name, const char *suffix) { return name.endsWith(QLatin1String(suffix), Qt::CaseInsensitive); }

bool looksLikePage(const QByteArray &head)
{
    const QByteArray start = head.trimmed().left(16).toLower();
    return start.startsWith("<!doctype") || start.startsWith("<html") || start.startsWith("<?xml") || start.startsWith("<error");
}

}  // namespace

FileVerdict endsEarly(const QString &format, qint64 size, quint64 needed)
{
    FileVerdict judged;
    judged.format = format;
    judged.verdict = Verdict::Partial;
    judged.reason = Words::tr("The file ends early: %1 of %2 bytes.").arg(QLocale().toString(size), QLocale().toString(needed));
    return judged;
}

FileVerdict breaksRules(const QString &format, const QString &complaint)
{
    FileVerdict judged;
    judged.format = format;
    judged.verdict = Verdict::Corrupt;
    judged.reason = Words::tr("Its list of tensors breaks the format's rules: %1.").arg(complaint);
    return judged;
}

std::optional<FileVerdict> sniffOther(const QByteArray &head)
{
    FileVerdict judged;
    judged.verdict = Verdict::Corrupt;
    if (head.startsWith("version https://git-lfs"))
        judged.reason = Words::tr("It is a Git LFS pointer, not the file itself. Fetch the file with “git lfs pull”.");
    else if (looksLikePage(head))
        judged.reason = Words::tr("It is a web page or an error message, not a checkpoint. Download it again.");
    else if (head.size() >= 16 && head.count('\0') == head.size())
        judged.reason = Words::tr("It begins with zeros only; its content was never written.");
    else
        return std::nullopt;
    return judged;
}

FileVerdict judgeFile(const CheckpointFile &file, FileSource &source, Detail detail)
{
    FileVerdict judged;
    if (file.sizeBytes <= 0) {
        judged.verdict = Verdict::Partial;
        judged.reason = Words::tr("The file is empty.");
        return judged;
    }
    // A safetensors file can only be recognized by its name; the reader's first read also provides the bytes to sniff.
    const bool isSafetensors = ends(file.name, ".safetensors");
    if (isSafetensors) {
        judged = judgeSafetensors(file, source, detail);
        if (judged.verdict == Verdict::Complete || judged.verdict == Verdict::Unknown)
            return judged;
    }
    QList<FileRange> ranges{{file.name, 0, std::min(file.sizeBytes, kSniffBytes)}};
    // A possible zip is inspected from its end, which is requested at the same time.
    if (ends(file.name, ".pt") || ends(file.name, ".pth") || ends(file.name, ".bin") || ends(file.name, ".ckpt"))
        ranges << FileRange{file.name, file.sizeBytes - std::min(file.sizeBytes, kZipFirstTail), std::min(file.sizeBytes, kZipFirstTail)};
    const auto read = source.read(ranges);
    if (!read || read->value(0).size() != ranges[0].length) {
        judged = {};
        judged.reason = read ? Words::tr("The file changed while it was read. Try again in a moment.") : read.error().what;
        return judged;
    }
    const QByteArray head = read->at(0);
    if (const auto other = sniffOther(head))
        return *other;
    if (head.startsWith("GGUF"))
        return judgeGguf(file, source, detail);
    if (head.startsWith("PK\x03\x04") && !isSafetensors)
        return judgeZip(file, source);
    if (head.startsWith("\x89HDF\r\n\x1a\n"))
        return judgeHdf5(file, source, detail);
    if (isSafetensors)
        return judged;
    if (ends(file.name, ".index"))
        return judgeTensorIndex(file, source, detail);
    if (ends(file.name, ".onnx"))
        return judgeOnnx(file, source, detail);
    // A renamed safetensors file: a plausible length followed by the brace.
    if (head.size() > 16 && head.at(8) == '{' && head.at(9) == '"' && littleEndianAt<quint64>(head, 0) <= 100'000'000)
        return judgeSafetensors(file, source, detail);
    // torch's formats from before 1.6 state their required length only in their pickles.
    const TorchKind kind = torchKindOf(head, file.name);
    if (kind == TorchKind::Legacy || kind == TorchKind::Npy || (kind == TorchKind::Pickle && hasKnownExtension(file.name))) {
        if (const auto looked = inspectTorch(file, source)) {
            judged.verdict = looked->verdict;
            judged.reason = looked->reason;
            judged.format = looked->format;
            return judged;
        }
    }
    judged.reason = Words::tr("The format is unknown, so whether the file is complete is unknown.");
    return judged;
}

}  // namespace trainyard
