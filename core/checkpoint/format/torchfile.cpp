// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/format/torchfile.h"

#include "core/checkpoint/format/internal/torchreaders.h"

#include <QCoreApplication>

#include <cmath>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Format)
};

// The number 0x1950a86a20f9469cfc6c as torch.save pickled it before 1.6, for protocols 0 to 5.
constexpr QByteArrayView kPickledMagic = "\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19";
constexpr QByteArrayView kTextMagic = "L119547037146038801333356L";

bool hasEnding(const QString &name, std::initializer_list<const char *> endings)
{
    return std::any_of(endings.begin(), endings.end(),
                       [&](const char *ending) { return name.endsWith(QLatin1String(ending), Qt::CaseInsensitive); });
}

}  // namespace

TorchKind torchKindOf(QByteArrayView head, const QString &name)
{
    if (head.startsWith("PK\x03\x04"))
        return TorchKind::Zip;
    // torch.load tries tar before the formats below, whatever else the file begins like.
    const bool isTorchs = hasEnding(name, {".pt", ".pth", ".bin", ".ckpt", ".tar"}) || name.contains(QLatin1String(".distcp["));
    if (isTorchs && isTarHeader(head))
        return TorchKind::Tar;
    if (head.startsWith("\x93NUMPY"))
        return TorchKind::Npy;
    // After PROTO, and a FRAME of protocol 4 and later.
    if (head.first(std::min<qsizetype>(head.size(), 40)).contains(kPickledMagic) || head.startsWith(kTextMagic))
        return isTarHeader(head) ? TorchKind::Tar : TorchKind::Legacy;
    if (head.size() >= 512 && head.sliced(257, 5) == "ustar" && isTorchs)
        return TorchKind::Tar;
    const bool isPickle = head.size() >= 2 && head[0] == '\x80' && head[1] >= 2 && head[1] <= 5;
    if (isPickle || (hasEnding(name, {".pkl", ".pickle", ".p"}) && !head.isEmpty()))
        return TorchKind::Pickle;
    return TorchKind::None;
}

std::optional<Inspection> inspectTorch(const CheckpointFile &file, FileSource &source)
{
    RangeReader reader(source, file);
    return inspectTorch(reader);
}

std::optional<Inspection> inspectTorch(RangeReader &reader)
{
    std::optional<Inspection> inspection;
    if (const auto fetched = reader.fetchEnds(); !fetched) {
        inspection.emplace();
        setVerdict(*inspection, Verdict::Unknown, fetched.error().what);
    } else {
        switch (torchKindOf(reader.bytes(0, 1024), reader.file().name)) {
        case TorchKind::None: break;
        case TorchKind::Zip: inspection = inspectZip(reader); break;
        case TorchKind::Legacy: inspection = inspectLegacy(reader); break;
        case TorchKind::Tar: inspection = inspectTar(reader); break;
        case TorchKind::Npy: inspection = inspectNpy(reader); break;
        case TorchKind::Pickle: inspection = inspectPickleFile(reader); break;
        }
    }
    if (inspection) {
        orderFindings(inspection->findings);
        inspection->files = {reader.file()};
        reader.count(*inspection);
    }
    return inspection;
}

QString shownName(QByteArrayView name) { return QString::fromUtf8(name.first(std::min<qsizetype>(name.size(), 200))); }

void setVerdict(Inspection &inspection, Verdict verdict, const QString &reason)
{
    inspection.verdict = verdict;
    inspection.reason = reason;
}

QString brokenPickle(const QString &name, const Pickle &pickle)
{
    return Words::tr("%1 is damaged: %2.").arg(name, QLatin1String(pickle.complaint()));
}

void addNote(Inspection &inspection, Safety severity, const QString &place, const QString &text, const QString &name)
{
    inspection.findings << Finding{severity, name, place, text};
    inspection.safety = graver(inspection.safety, severity);
}

void addGrade(Inspection &inspection, const Pickle &pickle, const QString &place, PickleUse use, qsizetype most)
{
    PickleGrade grade = gradePickle(pickle, place, use);
    inspection.findings << grade.findings;
    inspection.safety = graver(inspection.safety, grade.safety);
    if (pickle.end() == PickleEnd::Stopped && most > pickle.endOffset())
        addNote(inspection, Safety::Safe, place,
                Words::tr("%n byte(s) follow after its end.", nullptr, int(std::min<qsizetype>(most - pickle.endOffset(), 1 << 30))));
}

void addRefusals(Inspection &inspection, const Pickle &pickle, const QString &place)
{
    const QStringList reasons = torchRefusals(pickle);
    if (!reasons.isEmpty()) {
        addNote(
            inspection, Safety::Safe, place,
            Words::tr("torch.load refuses this file by default (weights_only), because of %1.").arg(reasons.join(QStringLiteral(", "))));
    }
}

void addObjects(Inspection &inspection, TorchObjects &&objects, const Pickle &pickle, const QString &file)
{
    readTorchFacts(pickle, inspection);
    inspection.parameterCount = countParameters(objects);
    inspection.tensors.reserve(objects.tensors.size());
    for (TorchTensor &tensor : objects.tensors) {
        tensor.info.file = file;
        inspection.tensors.push_back(std::move(tensor.info));
    }
    if (!objects.isWhole)
        addNote(inspection, Safety::Unknown, file, Words::tr("It contains more tensors than are listed here."));
}

void takeCount(Inspection &inspection, const TorchTensor &tensor, QByteArrayView bytes)
{
    const QString text = scalarText(bytes, tensor.info.dtype);
    if (text.isEmpty())
        return;
    if (tensor.info.name.isEmpty()) {
        inspection.hyperparameters.append({QStringLiteral("value"), text});
        return;
    }
    // Exact up to 2^53; no training takes more steps.
    const double value = text.toDouble();
    if (!inspection.step && value >= 0 && value <= 9e15 && value == std::floor(value))
        inspection.step = qint64(value);
}

void takeMeasure(Inspection &inspection, const TorchTensor &tensor, QByteArrayView bytes)
{
    bool isNumber = false;
    const double value = scalarText(bytes, tensor.info.dtype).toDouble(&isNumber);
    if (!isNumber || inspection.metrics.contains(tensor.info.name))
        return;
    inspection.metrics.insert(tensor.info.name, value);
    if (tensor.info.name == QLatin1String("loss") || (!inspection.loss && tensor.info.name.endsWith(QLatin1String("loss"))))
        inspection.loss = value;
}

Result<Pickle> readPickleAt(RangeReader &reader, qint64 offset)
{
    Pickle pickle = Pickle::read(reader.bytes(offset, reader.size()));
    // Most end within the known bytes; the others are long, and many requests cost more than reading too much.
    for (qint64 length = 4 << 20;
         pickle.end() == PickleEnd::CutOff && reader.bytes(offset, length).size() < reader.size() - offset && length <= 256 << 20;
         length *= 8) {
        TRY_DO(reader.fetch({{offset, length}}));
        pickle = Pickle::read(reader.bytes(offset, length));
    }
    return pickle;
}

}  // namespace trainyard
