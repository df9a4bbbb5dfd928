// SPDX-License-Identifier: GPL-3.0-or-later
// HDF5 (Keras' .h5), measured by its superblock. Source: https://docs.hdfgroup.org/hdf5/develop/_f_m_t3.html (Disk Format: Level 0A).
#include "core/checkpoint/format/internal/bytereader.h"
#include "core/checkpoint/format/internal/fileverdict.h"
#include "core/checkpoint/format/internal/hdf5list.h"
#include "core/checkpoint/format/internal/torchobjects.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Format)
};

constexpr qint64 kSuperblock = 128, kHdf5Head = 64 * 1024;

FileVerdict unreadable(const QString &format, const QString &why)
{
    FileVerdict judged;
    judged.format = format;
    judged.reason = why;
    return judged;
}

// Floating-point numbers in the model's groups: Keras stores its optimizer next to them.
std::optional<qint64> countWeights(const std::vector<TensorInfo> &tensors)
{
    const std::vector<bool> counts = tensorsThatCount(tensors, u'/');
    quint64 sum = 0;
    for (size_t i = 0; i < tensors.size(); ++i) {
        if (!counts[i] || !tensors[i].dtype.contains(QLatin1String("float")))
            continue;
        quint64 elements = 1;
        for (const qint64 size : tensors[i].shape)
            elements *= quint64(size);  // was checked before
        if (__builtin_add_overflow(sum, elements, &sum) || sum > quint64(std::numeric_limits<qint64>::max()))
            return std::nullopt;
    }
    return qint64(sum);
}

}  // namespace

FileVerdict judgeHdf5(const CheckpointFile &file, FileSource &source, Detail detail)
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
        return unreadable(format, Words::tr("It is an unknown kind of HDF5 file."));
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
        judged.reason = Words::tr("It is still open for writing, or was never closed by the program that wrote it.");
        return judged;
    }
    judged.verdict = Verdict::Complete;
    judged.reason = Words::tr("The file has the length that it states.");
    if (detail != Detail::Tensors)
        return judged;
    // After the superblock's addresses, versions 0 and 1 have an entry of a symbol table; it is the entry's second field.
    if (version <= 1) {
        address();
        address();
    }
    Hdf5Root root{offsetBytes, quint8(head->at(version <= 1 ? 14 : 10)), address()};
    if (reader.isShort() || (root.lengthBytes != 8 && root.lengthBytes != 4))
        return breaksRules(format, QStringLiteral("its superblock"));
    RangeReader ranges(source, file, kHdf5Head, 0);
    const auto fetched = ranges.fetchEnds();
    Hdf5List list = fetched ? listHdf5(ranges, root) : Hdf5List();
    if (!fetched || !list.unreadable.isEmpty())
        return unreadable(format, fetched ? list.unreadable : fetched.error().what);
    if (list.complaint)
        return breaksRules(format, QLatin1String(list.complaint));
    judged.tensorCount = qint64(list.tensors.size());
    if (list.isWhole)
        judged.parameterCount = countWeights(list.tensors);
    else
        judged.reason += u' ' + Words::tr("Not all of its tensors are listed.");
    judged.tensors = std::move(list.tensors);
    return judged;
}

}  // namespace trainyard
