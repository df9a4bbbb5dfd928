// Formats that are recognised and measured, not listed: HDF5 (Keras' .h5) by its superblock, and ONNX by the lengths of
// its outermost fields. Sources: https://docs.hdfgroup.org/hdf5/develop/_f_m_t3.html (Disk Format: Level 0A) and
// https://github.com/onnx/onnx/blob/main/onnx/onnx.proto (ModelProto).
#include "core/format/bytereader.h"
#include "core/format/fileverdict.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Format)
};

constexpr qint64 kSuperblock = 64, kOnnxPiece = 4 * 1024;
constexpr int kMostFields = 4096;            // of a model: operator sets, properties, functions
constexpr quint32 kGraphField = 7;

FileVerdict unreadable(const QString &format, const QString &why)
{
    FileVerdict judged;
    judged.format = format;
    judged.reason = why;
    return judged;
}

}  // namespace

FileVerdict judgeHdf5(const CheckpointFile &file, FileSource &source)
{
    const QString format = QStringLiteral("HDF5");
    if (file.sizeBytes < 48)
        return endsEarly(format, file.sizeBytes, 48);
    const auto head = readExactly(source, file.name, 0, std::min(file.sizeBytes, kSuperblock));
    if (!head)
        return unreadable(format, head.error().what);
    const int version = quint8(head->at(8));
    const int offsetBytes = quint8(head->at(version <= 1 ? 13 : 9));
    if (version > 3 || (offsetBytes != 8 && offsetBytes != 4))
        return unreadable(format, Words::tr("It is an HDF5 file of a kind that is not known here."));
    // Base address, then (versions 0 and 1) free space or (2 and 3) extension, then the end of the file.
    const qsizetype base = version == 0 ? 24 : version == 1 ? 28 : 12;
    ByteReader reader(QByteArrayView(*head).sliced(base));
    const auto address = [&] { return offsetBytes == 8 ? reader.number<quint64>() : quint64(reader.number<quint32>()); };
    const quint64 start = address();
    address();
    quint64 end = 0;
    if (__builtin_add_overflow(start, address(), &end) || reader.isShort() || start != 0)
        return breaksRules(format, QStringLiteral("its superblock"));
    if (end > quint64(file.sizeBytes))
        return endsEarly(format, file.sizeBytes, end);
    FileVerdict judged;
    judged.format = format;
    if (version == 3 && (quint8(head->at(11)) & 1)) {
        judged.verdict = Verdict::Partial;
        judged.reason = Words::tr("It is still open for writing, or whoever wrote it never closed it.");
        return judged;
    }
    judged.verdict = Verdict::Complete;
    judged.reason = Words::tr("The file is as long as it says. Its tensors are not listed.");
    return judged;
}

FileVerdict judgeOnnx(const CheckpointFile &file, FileSource &source)
{
    const QString format = QStringLiteral("ONNX");
    qint64 at = 0;
    bool hasGraph = false;
    QByteArray piece;
    qint64 pieceAt = 0;
    for (int fields = 0; at < file.sizeBytes; ++fields) {
        if (fields > kMostFields)
            return breaksRules(format, QStringLiteral("more than %1 outer fields").arg(kMostFields));
        // A key and a length take 15 bytes at most.
        const qint64 wanted = std::min<qint64>(20, file.sizeBytes - at);
        if (at < pieceAt || at + wanted > pieceAt + piece.size()) {
            const auto read = readExactly(source, file.name, at, std::min(file.sizeBytes - at, kOnnxPiece));
            if (!read)
                return unreadable(format, read.error().what);
            piece = *read;
            pieceAt = at;
        }
        ByteReader reader(QByteArrayView(piece).sliced(at - pieceAt));
        const quint64 key = reader.varint(), number = key >> 3;
        // ModelProto's fields: 1 to 8, 14, 20, 25, 26; anything else is another file.
        if (reader.isShort() || number == 0 || number > 100 || (fields == 0 && key != 0x08))
            return fields == 0 ? unreadable({}, Words::tr("Its format is not known here, so nobody can say whether it is whole."))
                               : breaksRules(format, QStringLiteral("an outer field of number %1").arg(number));
        quint64 length = 0;
        switch (key & 7) {
        case 0: reader.varint(); break;
        case 1: length = 8; break;
        case 2: length = reader.varint(); break;
        case 5: length = 4; break;
        default: return breaksRules(format, QStringLiteral("an outer field of kind %1").arg(key & 7));
        }
        if (reader.isShort())
            return breaksRules(format, QStringLiteral("a field without length"));
        hasGraph = hasGraph || number == kGraphField;
        const quint64 begin = quint64(at) + quint64(reader.at());
        quint64 end = 0;
        if (__builtin_add_overflow(begin, length, &end))
            return breaksRules(format, QStringLiteral("a field longer than a file can be"));
        if (end > quint64(file.sizeBytes))
            return endsEarly(format, file.sizeBytes, end);
        at = qint64(end);
    }
    FileVerdict judged;
    judged.format = format;
    judged.verdict = hasGraph ? Verdict::Complete : Verdict::Partial;
    judged.reason = hasGraph ? Words::tr("Every outer part is there. Its tensors are not listed.")
                             : Words::tr("The file ends early: it holds no model.");
    return judged;
}

}  // namespace trainyard
