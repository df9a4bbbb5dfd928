// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/format/internal/torchrecords.h"

#include "core/base/crc32.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Format)
};

constexpr QByteArrayView kLittle("little"), kBig("big");

QByteArray inTop(const ZipDirectory &directory, const char *name) { return directory.topFolder().toByteArray() + name; }

bool isRecordOf(const ZipEntry &entry, QByteArrayView text) { return entry.bytes == quint64(text.size()) && entry.crc == crc32(text); }

const ZipEntry *versionRecord(const ZipDirectory &directory)
{
    const ZipEntry *record = directory.find(inTop(directory, "/version"));
    return record ? record : directory.find(inTop(directory, "/.data/version"));
}

}  // namespace

const ZipEntry *byteOrderRecord(const ZipDirectory &directory) { return directory.find(inTop(directory, "/byteorder")); }

ByteOrder byteOrderOf(const ZipDirectory &directory)
{
    const ZipEntry *record = byteOrderRecord(directory);
    if (!record || isRecordOf(*record, kLittle))
        return ByteOrder::Little;
    if (isRecordOf(*record, kBig))
        return ByteOrder::Big;
    const bool mayFit = record->bytes == quint64(kLittle.size()) || record->bytes == quint64(kBig.size());
    return record->crc == 0 && mayFit ? ByteOrder::Untold : ByteOrder::Nonsense;
}

ByteOrder byteOrderFrom(QByteArrayView record)
{
    return record == kLittle ? ByteOrder::Little : record == kBig ? ByteOrder::Big : ByteOrder::Nonsense;
}

bool isTorchZip(const ZipDirectory &directory)
{
    // "3
    // "; files of this name in other zips are longer.
    const ZipEntry *version = versionRecord(directory);
    return version && version->bytes <= 3;
}

QString torchRefusal(const ZipDirectory &directory)
{
    if (!versionRecord(directory))
        return Words::tr("%1 is missing.").arg(QString::fromUtf8(inTop(directory, "/version").left(200)));
    return byteOrderOf(directory) == ByteOrder::Nonsense ? byteOrderRefusal(directory) : QString();
}

QString byteOrderRefusal(const ZipDirectory &directory)
{
    return Words::tr("%1 is damaged: it must say “little” or “big”.").arg(QString::fromUtf8(inTop(directory, "/byteorder").left(200)));
}

}  // namespace trainyard
