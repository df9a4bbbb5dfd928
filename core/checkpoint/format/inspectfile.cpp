// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/format/internal/inspectparts.h"

#include "core/checkpoint/format/internal/checkpointname.h"
#include "core/checkpoint/format/internal/folderscan.h"
#include "core/checkpoint/format/internal/trainingstate.h"
#include "core/checkpoint/format/torchfile.h"
#include "core/checkpoint/pickle/picklesafety.h"

#include <QCoreApplication>
#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Format)
};

constexpr qint64 kMaxTree = 32 * 1024 * 1024;
constexpr qsizetype kNamed = 3;
// Covers the lists of nearly every file of up to a thousand tensors.
constexpr qint64 kFileHead = 128 * 1024, kFileTail = 128 * 1024;

bool isNamed(const CheckpointFile &file, std::initializer_list<const char *> endings)
{
    return std::any_of(endings.begin(), endings.end(),
                       [&](const char *ending) { return file.name.endsWith(QLatin1String(ending), Qt::CaseInsensitive); });
}

// A file that looks like a pickle only by its name may have other content.
bool isOther(const QByteArray &head) { return head.startsWith("GGUF") || head.startsWith("\x89HDF") || sniffOther(head.left(64)); }

void takeMetadata(const FileVerdict &judged, Inspection &inspection)
{
    for (auto value = judged.metadata.cbegin(); value != judged.metadata.cend(); ++value) {
        bool isNumber = false;
        const QString key = value.key();
        if (key == QLatin1String("step") || key == QLatin1String("global_step")) {
            const qint64 step = value->toLongLong(&isNumber);
            if (isNumber && step >= 0)
                inspection.step = step;
        } else if (key == QLatin1String("epoch")) {
            const double epoch = value->toDouble(&isNumber);
            if (isNumber)
                inspection.epoch = epoch;
        } else if (key == QLatin1String("loss")) {
            const double loss = value->toDouble(&isNumber);
            if (isNumber)
                inspection.loss = loss;
        }
        inspection.hyperparameters.append({key, value.value()});
    }
}

Safety safetyOf(const CheckpointFile &file, const FileVerdict &judged, QList<Finding> &findings)
{
    static const QStringList kWithoutCode{QStringLiteral("safetensors"), QStringLiteral("GGUF"), QStringLiteral("TensorFlow index"),
                                          QStringLiteral("ONNX"), QStringLiteral("Orbax")};
    if (kWithoutCode.contains(judged.format))
        return Safety::Safe;
    if (judged.format != QLatin1String("HDF5"))
        return Safety::Unknown;
    if (file.name.endsWith(QLatin1String(".weights.h5")))
        return Safety::Safe;
    findings << Finding{Safety::Unknown, QStringLiteral("Lambda"), file.name,
                        Words::tr("A Keras model can contain its own code in Lambda layers; HDF5 files are not searched for it.")};
    return Safety::Unknown;
}

}  // namespace

void worsen(Inspection &inspection, Verdict verdict, const QString &reason)
{
    if (badness(verdict) <= badness(inspection.verdict))
        return;
    inspection.verdict = verdict;
    inspection.reason = reason;
}

Inspection inspectFile(const CheckpointFile &file, FileSource &source)
{
    if (file.sizeBytes > 0 && !isNamed(file, {".safetensors"})) {
        // Zips are read from both ends: everything certain to be needed is requested together.
        QList<FileRange> ranges{{file.name, 0, std::min(file.sizeBytes, kFileHead)}};
        if (file.sizeBytes > kFileHead && !isNamed(file, {".gguf", ".onnx", ".h5", ".index"}))
            ranges << FileRange{file.name, std::max<qint64>(0, file.sizeBytes - kFileTail), std::min(file.sizeBytes, kFileTail)};
        const auto read = source.read(ranges);
        const TorchKind kind = read ? torchKindOf(read->value(0), file.name) : TorchKind::None;
        if (kind == TorchKind::Tar || (kind != TorchKind::None && !isOther(read->value(0))))
            return inspectPickled(file, source);
    }
    FileVerdict judged = judgeFile(file, source, Detail::Tensors);
    Inspection inspection;
    inspection.format = judged.format;
    inspection.verdict = judged.verdict;
    inspection.reason = judged.reason;
    inspection.safety = safetyOf(file, judged, inspection.findings);
    if (judged.verdict == Verdict::Unknown) {
        inspection.safety = graver(inspection.safety, Safety::Unknown);
    } else if (judged.verdict == Verdict::Corrupt && isNamed(file, {".safetensors"})) {
        // It is not one, and PyTorch goes by a file's content, not by its name.
        const auto head = readExactly(source, file.name, 0, std::min(file.sizeBytes, kFileHead));
        if (head && torchKindOf(*head, file.name) != TorchKind::None) {
            const Inspection other = inspectPickled(file, source);
            inspection.safety = graver(other.safety, Safety::Unknown);
            inspection.findings += other.findings;
        } else {
            gradeAsPickle(file, source, inspection);
        }
    }
    if (inspection.safety == Safety::Safe && !isNamed(file, {".safetensors", ".gguf", ".onnx", ".index", ".h5"}))
        gradeAsPickle(file, source, inspection);
    if (judged.parameterCount)
        inspection.parameterCount = quint64(*judged.parameterCount);
    inspection.tensors = std::move(judged.tensors);
    inspection.files << file;
    takeMetadata(judged, inspection);
    return inspection;
}

Inspection inspectOrbaxTree(const CheckpointFile &file, FileSource &source)
{
    Inspection inspection;
    inspection.format = QStringLiteral("Orbax");
    inspection.framework = QStringLiteral("Orbax");
    inspection.safety = Safety::Safe;
    const auto text = file.sizeBytes > 0 && file.sizeBytes <= kMaxTree ? readExactly(source, file.name, 0, file.sizeBytes)
                                                                       : Result<QByteArray>(QByteArray());
    if (!text) {
        inspection.reason = text.error().what;
        return inspection;
    }
    const QJsonDocument document = QJsonDocument::fromJson(*text);
    const QJsonObject tree = document.object()[QLatin1String("tree_metadata")].toObject();
    if (!document.isObject()) {
        inspection.verdict = Verdict::Partial;
        inspection.reason = Words::tr("It is not a list of tensors, or only the beginning of one.");
        return inspection;
    }
    quint64 parameters = 0;
    bool isCounted = true;
    for (auto entry = tree.begin(); entry != tree.end(); ++entry) {
        const QJsonObject value = entry.value().toObject();
        const QJsonValue shape = value[QLatin1String("value_metadata")].toObject()[QLatin1String("write_shape")];
        QStringList path;
        const QJsonArray keys = value[QLatin1String("key_metadata")].toArray();
        for (const QJsonValue &key : keys)
            path << key.toObject()[QLatin1String("key")].toVariant().toString();
        if (!shape.isArray())
            continue;  // a plain number or text next to the arrays
        TensorInfo tensor;
        tensor.name = path.isEmpty() ? entry.key() : path.join(u'.');
        tensor.file = file.name;
        tensor.storage = tensor.name;
        quint64 elements = 1;
        const QJsonArray sizes = shape.toArray();
        for (const QJsonValue &size : sizes) {
            const auto whole = stepFrom(size.toDouble(-1));
            if (!whole || __builtin_mul_overflow(elements, quint64(*whole), &elements)) {
                inspection.verdict = Verdict::Corrupt;
                inspection.reason = Words::tr("Its list of tensors breaks the format's rules: %1.").arg(QStringLiteral("a shape"));
                return inspection;
            }
            tensor.shape.push_back(*whole);
        }
        const bool isModel = !path.value(0).startsWith(QLatin1String("opt")) && !path.value(0).startsWith(QLatin1String("batch_stats"));
        if (isModel && __builtin_add_overflow(parameters, elements, &parameters))
            isCounted = false;
        inspection.tensors.push_back(std::move(tensor));
    }
    inspection.verdict = Verdict::Complete;
    inspection.reason = Words::tr("It has its final name, and all its files are present.");
    if (isCounted)
        inspection.parameterCount = parameters;
    return inspection;
}

void checkShardIndex(const ShardIndex &index, Inspection &inspection)
{
    if (!index.isRead)
        return;
    const QString folder = folderOf(index.file);
    QHash<QString, QString> places;
    for (const TensorInfo &tensor : inspection.tensors)
        places.insert(tensor.name, tensor.file);
    QStringList wrong, lacking;
    QSet<QString> shards;
    for (const auto &[tensor, file] : index.tensors) {
        const auto place = places.constFind(tensor);
        shards.insert(folder + file);
        if (place == places.constEnd())
            lacking << tensor;
        else if (*place != folder + file)
            wrong << tensor;
    }
    const bool isAllRead = std::all_of(shards.begin(), shards.end(), [&](const QString &shard) {
        return std::any_of(inspection.files.begin(), inspection.files.end(),
                           [&](const CheckpointFile &file) { return file.name == shard; });
    });
    const auto named = [](const QStringList &names) {
        return names.mid(0, kNamed).join(QStringLiteral(", ")) + (names.size() > kNamed ? QStringLiteral(" …") : QString());
    };
    if (!wrong.isEmpty())
        worsen(inspection, Verdict::Corrupt,
               Words::tr("%n tensor(s) are in another file than the index says: %1.", nullptr, int(wrong.size())).arg(named(wrong)));
    else if (!lacking.isEmpty() && isAllRead && inspection.verdict == Verdict::Complete)
        worsen(inspection, Verdict::Partial,
               Words::tr("%n tensor(s) of the index are in none of its files: %1.", nullptr, int(lacking.size())).arg(named(lacking)));
}

}  // namespace trainyard
