// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/format/internal/fileverdict.h"
#include "core/checkpoint/format/internal/safetensorsheader.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Format)
};

const QString kSafetensorsFormat = QStringLiteral("safetensors");
// The reference implementation's limit.
constexpr quint64 kMaxSafetensorsHeaderBytes = 100'000'000;
// One read of this size covers the whole header of nearly every published model; when thousands are inspected, a second round requests the
// exact length instead.
constexpr qint64 kSafetensorsFirstRead = 128 * 1024, kFirstGlance = 4 * 1024;

}  // namespace

FileVerdict judgeSafetensors(const CheckpointFile &file, FileSource &source, Detail detail)
{
    FileVerdict judged;
    judged.format = kSafetensorsFormat;
    if (file.sizeBytes < 8)
        return endsEarly(kSafetensorsFormat, file.sizeBytes, 8);
    const qint64 first = std::min(file.sizeBytes, detail == Detail::Tensors ? kSafetensorsFirstRead : kFirstGlance);
    auto head = readExactly(source, file.name, 0, first);
    if (!head) {
        judged.reason = head.error().what;
        return judged;
    }
    const quint64 headerBytes = littleEndianAt<quint64>(*head, 0);
    if (headerBytes > kMaxSafetensorsHeaderBytes || headerBytes < 2)
        return breaksRules(kSafetensorsFormat, QStringLiteral("a header of %1 bytes").arg(headerBytes));
    if (head->size() > 8 && head->at(8) != '{')
        return breaksRules(kSafetensorsFormat, QStringLiteral("the header does not begin with {"));
    const quint64 afterHeader = 8 + headerBytes;
    if (afterHeader > quint64(file.sizeBytes))
        return endsEarly(kSafetensorsFormat, file.sizeBytes, afterHeader);
    QByteArray json = head->mid(8, qsizetype(headerBytes));
    if (quint64(json.size()) < headerBytes) {
        const auto rest = readExactly(source, file.name, head->size(), qint64(afterHeader) - head->size());
        if (!rest) {
            judged.reason = rest.error().what;
            return judged;
        }
        json += *rest;
    }

    QString complaint;
    const auto header = parseSafetensorsHeader(json, &complaint);
    if (!header)
        return breaksRules(kSafetensorsFormat, complaint);
    quint64 needed = 0;
    if (__builtin_add_overflow(afterHeader, header->dataBytes, &needed))
        return breaksRules(kSafetensorsFormat, QStringLiteral("more data than a file can hold"));
    if (quint64(file.sizeBytes) < needed) {
        judged = endsEarly(kSafetensorsFormat, file.sizeBytes, needed);
    } else if (quint64(file.sizeBytes) > needed) {
        judged = breaksRules(kSafetensorsFormat, QStringLiteral("%1 bytes more than it lists").arg(quint64(file.sizeBytes) - needed));
    } else {
        judged.verdict = Verdict::Complete;
        judged.reason = Words::tr("All listed tensors are present.");
    }
    judged.tensorCount = qint64(header->tensors.size());
    if (header->parameterCount <= quint64(std::numeric_limits<qint64>::max()))
        judged.parameterCount = qint64(header->parameterCount);
    judged.metadata = header->metadata;
    if (detail != Detail::Summary) {
        judged.tensors.reserve(header->tensors.size());
        for (const SafetensorsTensor &tensor : header->tensors) {
            judged.tensors.push_back(
                {QString::fromUtf8(tensor.name), tensor.shape, safetensorsDtype(tensor.dataType), tensor.end - tensor.begin, file.name,
                 QStringLiteral("%1+%2").arg(afterHeader + tensor.begin).arg(tensor.end - tensor.begin), std::nullopt});
        }
    }
    return judged;
}

}  // namespace trainyard
