// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/retention/verifyplan.h"

#include "core/base/shownpath.h"
#include "core/checkpoint/format/torchfile.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Verification)
};

// "8192+4096": its position in the file, as readers write it if a format has no names for storages.
std::optional<std::pair<qint64, qint64>> extentOf(const QString &storage)
{
    static const QRegularExpression pattern(QStringLiteral("^([0-9]{1,18})\\+([0-9]{1,18})\\z"));
    const auto match = pattern.match(storage);
    if (!match.hasMatch())
        return std::nullopt;
    return std::pair(match.captured(1).toLongLong(), match.captured(2).toLongLong());
}

// TensorFlow's bundles, the only files whose checksums are in another file: CRC-32C, masked (core/checkpoint/format/internal/maskedcrc.h).
// Those of texts also cover the texts' lengths, which are stored elsewhere.
std::optional<quint32> bundleSum(const TensorInfo &tensor)
{
    if (!tensor.checksum || !tensor.file.contains(QLatin1String(".data-")) || tensor.dtype == QLatin1String("string"))
        return std::nullopt;
    const quint32 rotated = *tensor.checksum - 0xa282ead8U;
    return (rotated >> 17) | (rotated << 15);
}

struct Storage {
    std::optional<FloatKind> numbers;
    bool isClear = true;  // all tensors on it are of one kind
    std::vector<const TensorInfo *> tensors;
};

class VerifyPlanner {
    using Kind = VerificationFinding::Kind;

public:
    VerifyPlanner(const Checkpoint &checkpoint, const Inspection &inspection, FileSource &source)
        : m_checkpoint(checkpoint), m_inspection(inspection), m_source(source)
    {
        for (const TensorInfo &tensor : inspection.tensors) {
            Storage &storage = m_storages[tensor.file][tensor.storage];
            const auto numbers = floatKindOf(tensor.dtype);
            storage.isClear = storage.isClear && (storage.tensors.empty() || storage.numbers == numbers);
            storage.numbers = numbers;
            storage.tensors.push_back(&tensor);
        }
    }

    Result<VerificationPlan> plan()
    {
        for (const CheckpointFile &file : m_checkpoint.files) {
            const size_t before = m_plan.tasks.size();
            TRY(const auto zip, isZip(file));
            if (zip) {
                TRY_DO(planZip(file));
            } else {
                planPlain(file);
            }
            std::stable_sort(m_plan.tasks.begin() + qptrdiff(before), m_plan.tasks.end(),
                             [](const RangeTask &a, const RangeTask &b) { return a.offset < b.offset; });
        }
        return std::move(m_plan);
    }

private:
    Result<bool> isZip(const CheckpointFile &file)
    {
        if (file.sizeBytes < 4)
            return false;
        const auto head = m_source.read({FileRange{file.name, 0, 4}});
        if (!head && head.error().code != ErrorCode::NotFound && head.error().code != ErrorCode::PermissionDenied)
            return head.error();
        return head && head->first() == QByteArrayView("PK\3\4");
    }

    void found(Kind kind, const CheckpointFile &file, const QString &label, const QString &text)
    {
        m_plan.findings << VerificationFinding{kind, file.name, label, text};
    }

    Result<void> planZip(const CheckpointFile &file)
    {
        RangeReader reader(m_source, file);
        const FetchedZip zip = fetchZip(reader);
        if (!zip.directory) {
            found(zip.verdict == Verdict::Unknown ? Kind::NotChecked : Kind::Damage, file, {}, zip.reason);
            return {};
        }
        if (zip.directory->complaint())
            found(Kind::Damage, file, QString::fromUtf8(zip.directory->complaintName()), zip.reason);
        const std::vector<ZipEntry> &entries = zip.directory->entries();
        // The headers before the records: thousands, of some hundred bytes each.
        constexpr size_t kBatch = 4096;
        for (size_t start = 0; start < entries.size(); start += kBatch) {
            const size_t end = std::min(entries.size(), start + kBatch);
            QList<FileRange> ranges;
            for (size_t i = start; i < end; ++i)
                ranges << FileRange{file.name, qint64(entries[i].offset), kZipLocalBytes + entries[i].name.size()};
            TRY(const auto headers, m_source.read(ranges));
            for (size_t i = start; i < end; ++i)
                planRecord(file, entries[i], headers[qsizetype(i - start)]);
        }
        return {};
    }

    void planRecord(const CheckpointFile &file, const ZipEntry &entry, const QByteArray &header)
    {
        const QString name = QString::fromUtf8(entry.name);
        if (header.size() < kZipLocalBytes + entry.name.size()) {
            found(Kind::Damage, file, name, Words::tr("the file is truncated"));
            return;
        }
        const ZipLocal local = checkZipLocal(header, entry);
        if (local.complaint) {
            found(Kind::Damage, file, name, Words::tr("the record header before it does not match the file's directory"));
            return;
        }
        if (entry.method != 0 && entry.method != 8) {
            found(Kind::NotChecked, file, name, Words::tr("is packed in an unsupported way"));
            return;
        }
        RangeTask task;
        task.file = file.name;
        task.label = name;
        task.offset = qint64(local.dataOffset);
        task.length = qint64(entry.storedBytes);
        // 0 for a record that contains bytes: torch was configured not to compute it.
        if (entry.crc != 0 || entry.bytes == 0) {
            task.sum = RangeSum::Crc32;
            task.expected = entry.crc;
        } else {
            ++m_plan.withoutSum;
        }
        if (entry.method == 8)
            task.inflatedBytes = qint64(entry.bytes);
        const auto storages = m_storages.constFind(file.name);
        const auto storage = storages == m_storages.constEnd() ? QHash<QString, Storage>::const_iterator() : storages->constFind(name);
        if (storages != m_storages.constEnd() && storage != storages->constEnd() && isRawData(name)) {
            if (storage->isClear && storage->numbers && entry.bytes % quint64(bytesOf(*storage->numbers)) == 0)
                task.numbers = storage->numbers;
            for (const TensorInfo *tensor : storage->tensors) {
                if (tensor->bytes == entry.bytes && entry.method == 0)
                    m_plan.places.insert(tensor->name, TensorPlace{file.name, task.offset, task.length});
            }
        }
        m_plan.tasks.push_back(task);
    }

    // An .npy inside an .npz begins with a header of its own.
    static bool isRawData(const QString &record) { return !record.endsWith(QLatin1String(".npy")); }

    void planPlain(const CheckpointFile &file)
    {
        std::vector<RangeTask> tasks;
        const auto storages = m_storages.value(file.name);
        for (auto storage = storages.cbegin(); storage != storages.cend(); ++storage) {
            const auto extent = extentOf(storage.key());
            if (!extent || extent->first > file.sizeBytes || extent->second > file.sizeBytes - extent->first)
                continue;
            RangeTask task;
            task.file = file.name;
            task.offset = extent->first;
            task.length = extent->second;
            task.label = storage->tensors.front()->name;
            if (const auto sum = bundleSum(*storage->tensors.front())) {
                task.sum = RangeSum::Crc32c;
                task.expected = *sum;
            }
            if (storage->isClear && storage->numbers && task.length % bytesOf(*storage->numbers) == 0)
                task.numbers = storage->numbers;
            for (const TensorInfo *tensor : storage->tensors) {
                if (qint64(tensor->bytes) == task.length)
                    m_plan.places.insert(tensor->name, TensorPlace{file.name, task.offset, task.length});
            }
            tasks.push_back(task);
        }
        std::sort(tasks.begin(), tasks.end(), [](const RangeTask &a, const RangeTask &b) { return a.offset < b.offset; });
        m_plan.withoutSum += tasks.empty() || tasks.front().sum == RangeSum::None;
        // The bytes between them are read too: a disk may have lost those as well.
        qint64 at = 0;
        const auto read = [&](qint64 until) {
            if (until > at)
                m_plan.tasks.push_back({file.name, at, until - at, RangeSum::None, 0, {}, {}, {}});
            at = std::max(at, until);
        };
        for (const RangeTask &task : tasks) {
            if (task.offset < at)
                continue;  // overlaps another: skipped, so that nothing is read a million times
            read(task.offset);
            m_plan.tasks.push_back(task);
            at = std::max(at, task.offset + task.length);
        }
        read(file.sizeBytes);
    }

    const Checkpoint &m_checkpoint;
    const Inspection &m_inspection;
    FileSource &m_source;
    QHash<QString, QHash<QString, Storage>> m_storages;  // by file, then storage
    VerificationPlan m_plan;
};

}  // namespace

Result<VerificationPlan> planVerification(const Checkpoint &checkpoint, const Inspection &inspection, FileSource &source)
{
    return VerifyPlanner(checkpoint, inspection, source).plan();
}

}  // namespace trainyard
