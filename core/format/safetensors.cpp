#include "core/format/fileverdict.h"
#include "core/format/safetensorsheader.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Format)
};

// The reference implementation's limit.
constexpr quint64 kMaxHeaderBytes = 100'000'000;
// One read of this size holds the whole header of nearly every published model.
constexpr qint64 kFirstRead = 128 * 1024;

FileVerdict corrupt(const QString &complaint)
{
    return {Verdict::Corrupt, Words::tr("Its list of tensors breaks the format's rules: %1.").arg(complaint),
            QStringLiteral("safetensors"), {}, {}, {}};
}

FileVerdict endsEarly(qint64 size, quint64 needed)
{
    return {Verdict::Partial,
            Words::tr("The file ends early: %1 of %2 bytes.").arg(QLocale().toString(size), QLocale().toString(needed)),
            QStringLiteral("safetensors"), {}, {}, {}};
}

}  // namespace

Result<QByteArray> readExactly(const FileReader &reader, const QString &name, qint64 offset, qint64 length)
{
    auto bytes = reader(name, offset, length);
    if (bytes && bytes->size() > length)
        bytes->truncate(length);
    if (bytes && bytes->size() < length)
        return Error{ErrorCode::Corrupt, Words::tr("The file changed while it was read: look again in a moment."), {}};
    return bytes;
}

FileVerdict judgeSafetensors(const CheckpointFile &file, const FileReader &reader)
{
    FileVerdict judged;
    judged.format = QStringLiteral("safetensors");
    if (file.sizeBytes < 8)
        return endsEarly(file.sizeBytes, 8);
    auto head = readExactly(reader, file.name, 0, std::min(file.sizeBytes, kFirstRead));
    if (!head) {
        judged.reason = head.error().what;
        return judged;
    }
    const quint64 headerBytes = littleEndianAt<quint64>(*head, 0);
    if (headerBytes > kMaxHeaderBytes || headerBytes < 2)
        return corrupt(QStringLiteral("a header of %1 bytes").arg(headerBytes));
    if (head->size() > 8 && head->at(8) != '{')
        return corrupt(QStringLiteral("the header does not begin with {"));
    const quint64 afterHeader = 8 + headerBytes;
    if (afterHeader > quint64(file.sizeBytes))
        return endsEarly(file.sizeBytes, afterHeader);
    QByteArray json = head->mid(8, qsizetype(headerBytes));
    if (quint64(json.size()) < headerBytes) {
        const auto rest = readExactly(reader, file.name, head->size(), qint64(afterHeader) - head->size());
        if (!rest) {
            judged.reason = rest.error().what;
            return judged;
        }
        json += *rest;
    }

    QString complaint;
    const auto header = parseSafetensorsHeader(json, &complaint);
    if (!header)
        return corrupt(complaint);
    quint64 needed = 0;
    if (__builtin_add_overflow(afterHeader, header->dataBytes, &needed))
        return corrupt(QStringLiteral("more data than a file can hold"));
    if (quint64(file.sizeBytes) < needed) {
        judged = endsEarly(file.sizeBytes, needed);
    } else if (quint64(file.sizeBytes) > needed) {
        judged = corrupt(QStringLiteral("%1 bytes more than it lists").arg(quint64(file.sizeBytes) - needed));
    } else {
        judged.verdict = Verdict::Complete;
        judged.reason = Words::tr("Every listed tensor is there.");
    }
    judged.tensorCount = qint64(header->extents.size());
    if (header->parameterCount <= quint64(std::numeric_limits<qint64>::max()))
        judged.parameterCount = qint64(header->parameterCount);
    judged.metadata = header->metadata;
    return judged;
}

}  // namespace trainyard
