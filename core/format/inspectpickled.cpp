// Formats that can hold code.
#include "core/format/inspectparts.h"

#include "core/format/checkpointname.h"
#include "core/format/trainingstate.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Format)
};

constexpr qint64 kLargestList = 256 * 1024 * 1024;

}  // namespace

Inspection inspectPickled(const CheckpointFile &file, FileSource &source)
{
    const FileVerdict judged = judgeFile(file, source, Detail::Tensors);
    Inspection inspection;
    inspection.format = judged.format;
    inspection.framework = QStringLiteral("PyTorch");
    inspection.verdict = judged.verdict;
    inspection.reason = judged.reason;
    inspection.files << file;
    return inspection;
}

Inspection inspectDistributed(const CheckpointFile &list, const QList<CheckpointFile> &files, FileSource &source)
{
    Inspection inspection;
    inspection.format = QStringLiteral("torch distributed");
    inspection.framework = QStringLiteral("PyTorch distributed");
    inspection.files << list;
    if (list.sizeBytes <= 0 || list.sizeBytes > kLargestList) {
        inspection.verdict = list.sizeBytes <= 0 ? Verdict::Partial : Verdict::Unknown;
        inspection.reason = list.sizeBytes <= 0 ? Words::tr("The file is empty.")
                                                : Words::tr("Its list of tensors is too large to look at from here.");
        return inspection;
    }
    const auto bytes = readExactly(source, list.name, 0, list.sizeBytes);
    if (!bytes) {
        inspection.reason = bytes.error().what;
        return inspection;
    }
    const auto named = piecesNamedIn(*bytes);
    inspection.verdict = named ? Verdict::Complete : Verdict::Partial;
    inspection.reason = named ? Words::tr("Every piece that its list names is there.") : Words::tr("The file ends early.");
    for (const QString &name : named.value_or(QStringList())) {
        const bool isThere = std::any_of(files.begin(), files.end(), [&](const CheckpointFile &file) {
            return file.name == folderOf(list.name) + name && file.sizeBytes > 0;
        });
        if (!isThere)
            worsen(inspection, Verdict::Partial, Words::tr("%1 is missing or empty.").arg(name));
    }
    return inspection;
}

}  // namespace trainyard
