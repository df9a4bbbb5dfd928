// SPDX-License-Identifier: GPL-3.0-or-later
// TensorFlow's checkpoint index ("bundle"): a sorted table whose empty key holds the header; every other key holds one tensor's type, shape
// and place in a shard. Sources: tensor_bundle.proto, tensor_shape.proto and types.proto of
// https://github.com/tensorflow/tensorflow/tree/master/tensorflow/core
#include "core/checkpoint/format/internal/bytereader.h"
#include "core/checkpoint/format/internal/fileverdict.h"
#include "core/checkpoint/format/internal/sortedtable.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Format)
};

const QString kTensorIndexFormat = QStringLiteral("TensorFlow index");
constexpr qint64 kMaxTensorIndexBytes = 64 * 1024 * 1024;  // about 100 bytes per tensor: a few hundred thousand
constexpr quint64 kMaxShards = 100'000;

struct TensorFlowType {
    quint64 number;
    const char *name;
    unsigned bits;  // 0: no fixed size
};
constexpr TensorFlowType kTensorFlowTypes[] = {
    {1, "float32", 32},       {2, "float64", 64},   {3, "int32", 32},   {4, "uint8", 8},     {5, "int16", 16},   {6, "int8", 8},
    {7, "string", 0},         {8, "complex64", 64}, {9, "int64", 64},   {10, "bool", 8},     {11, "qint8", 8},   {12, "quint8", 8},
    {13, "qint32", 32},       {14, "bfloat16", 16}, {15, "qint16", 16}, {16, "quint16", 16}, {17, "uint16", 16}, {18, "complex128", 128},
    {19, "float16", 16},      {20, "resource", 0},  {21, "variant", 0}, {22, "uint32", 32},  {23, "uint64", 64}, {24, "float8_e5m2", 8},
    {25, "float8_e4m3fn", 8}, {29, "int4", 0},      {30, "uint4", 0},
};

struct Entry {
    quint64 type = 0, shard = 0, offset = 0, size = 0;
    std::optional<quint32> checksum;
    std::vector<qint64> shape;
    bool hasSlices = false;
};

bool shapeFrom(QByteArrayView bytes, std::vector<qint64> &shape)
{
    ByteReader reader(bytes);
    while (!reader.isAtEnd()) {
        const auto field = nextField(reader);
        if (!field)
            return false;
        if (field->number != 2)
            continue;
        ByteReader dimension(field->bytes);
        qint64 size = 0;  // proto3 leaves zeros out
        while (!dimension.isAtEnd()) {
            const auto inner = nextField(dimension);
            if (!inner)
                return false;
            if (inner->number == 1)
                size = qint64(inner->value);
        }
        if (size < 0)
            return false;
        shape.push_back(size);
    }
    return true;
}

std::optional<Entry> entryFrom(QByteArrayView bytes)
{
    Entry entry;
    ByteReader reader(bytes);
    while (!reader.isAtEnd()) {
        const auto field = nextField(reader);
        if (!field)
            return std::nullopt;
        switch (field->number) {
        case 1: entry.type = field->value; break;
        case 2:
            if (!shapeFrom(field->bytes, entry.shape))
                return std::nullopt;
            break;
        case 3: entry.shard = field->value; break;
        case 4: entry.offset = field->value; break;
        case 5: entry.size = field->value; break;
        case 6: entry.checksum = quint32(field->value); break;
        case 7: entry.hasSlices = true; break;
        default: break;
        }
    }
    return entry;
}

bool isWeight(const QByteArray &key)
{
    for (const char *part : {"OPTIMIZER_SLOT", "optimizer/", "save_counter", "_CHECKPOINTABLE_OBJECT_GRAPH", "global_step"}) {
        if (key.contains(part))
            return false;
    }
    return !key.startsWith("step/");
}

// Keys that may hold the number of steps, the most likely first.
const std::array<const char *, 4> kTensorFlowStepKeys{"step/.ATTRIBUTES/VARIABLE_VALUE", "global_step",
                                                      "optimizer/_iterations/.ATTRIBUTES/VARIABLE_VALUE",
                                                      "optimizer/iter/.ATTRIBUTES/VARIABLE_VALUE"};

QString shardName(const QString &index, quint64 shard, quint64 count)
{
    return index.chopped(6) + QStringLiteral(".data-%1-of-%2").arg(shard, 5, 10, QLatin1Char('0')).arg(count, 5, 10, QLatin1Char('0'));
}

FileVerdict judgeTable(const QByteArray &table, const CheckpointFile &file, Detail detail, std::optional<FileRange> &stepPlace)
{
    QString complaint;
    const auto entries = parseSortedTable(table, &complaint);
    if (!entries)
        return breaksRules(kTensorIndexFormat, complaint);
    FileVerdict judged;
    judged.format = kTensorIndexFormat;
    if (entries->empty() || !entries->front().first.isEmpty())
        return breaksRules(kTensorIndexFormat, QStringLiteral("the header is missing"));
    ByteReader header(entries->front().second);
    quint64 shards = 0;
    while (!header.isAtEnd()) {
        const auto field = nextField(header);
        if (!field)
            return breaksRules(kTensorIndexFormat, QStringLiteral("the header is damaged"));
        if (field->number == 1)
            shards = field->value;
        if (field->number == 2 && field->value != 0)
            return breaksRules(kTensorIndexFormat, QStringLiteral("another order of bytes"));
    }
    if (shards == 0 || shards > kMaxShards)
        return breaksRules(kTensorIndexFormat, QStringLiteral("%1 shards").arg(shards));
    judged.shardCount = shards;
    quint64 parameters = 0;
    qint64 count = 0;
    size_t stepRank = kTensorFlowStepKeys.size();
    for (size_t i = 1; i < entries->size(); ++i) {
        const auto &[key, value] = (*entries)[i];
        const auto entry = entryFrom(value);
        if (!entry || entry->shard >= shards)
            return breaksRules(kTensorIndexFormat, QStringLiteral("an entry is damaged"));
        if (entry->hasSlices)
            continue;  // its pieces have entries of their own
        const auto type = std::find_if(std::begin(kTensorFlowTypes), std::end(kTensorFlowTypes),
                                       [&](const TensorFlowType &t) { return t.number == entry->type; });
        if (type == std::end(kTensorFlowTypes))
            return breaksRules(kTensorIndexFormat, QStringLiteral("the unknown type %1").arg(entry->type));
        quint64 elements = 1, bytes = 0, end = 0;
        for (const qint64 size : entry->shape) {
            if (__builtin_mul_overflow(elements, quint64(size), &elements))
                return breaksRules(kTensorIndexFormat, QStringLiteral("a shape too large"));
        }
        if (__builtin_mul_overflow(elements, quint64(type->bits / 8), &bytes) || (type->bits > 0 && bytes != entry->size))
            return breaksRules(kTensorIndexFormat, QStringLiteral("a tensor whose place does not fit its shape"));
        if (__builtin_add_overflow(entry->offset, entry->size, &end))
            return breaksRules(kTensorIndexFormat, QStringLiteral("a tensor beyond any file"));
        quint64 &needed = judged.shardBytes[quint32(entry->shard)];
        needed = std::max(needed, end);
        const bool isData = key != "_CHECKPOINTABLE_OBJECT_GRAPH";
        count += isData ? 1 : 0;
        if (isData && isWeight(key) && __builtin_add_overflow(parameters, elements, &parameters))
            return breaksRules(kTensorIndexFormat, QStringLiteral("too many elements"));
        const QString shard = shardName(file.name, entry->shard, shards);
        const size_t rank = size_t(std::find(kTensorFlowStepKeys.begin(), kTensorFlowStepKeys.end(), key) - kTensorFlowStepKeys.begin());
        if (rank < stepRank && entry->type == 9 && entry->size == 8) {
            stepRank = rank;
            stepPlace = FileRange{shard, qint64(std::min<quint64>(entry->offset, quint64(std::numeric_limits<qint64>::max()))), 8};
        }
        if (detail == Detail::Tensors && isData) {
            judged.tensors.push_back({QString::fromUtf8(key), entry->shape, QLatin1String(type->name), entry->size, shard,
                                      QStringLiteral("%1+%2").arg(entry->offset).arg(entry->size), entry->checksum});
        }
    }
    judged.tensorCount = count;
    judged.parameterCount = qint64(std::min<quint64>(parameters, quint64(std::numeric_limits<qint64>::max())));
    judged.verdict = Verdict::Complete;
    judged.reason = Words::tr("All listed tensors are present.");
    return judged;
}

}  // namespace

FileVerdict judgeTensorIndex(const CheckpointFile &file, FileSource &source, Detail detail)
{
    FileVerdict judged;
    judged.format = kTensorIndexFormat;
    if (file.sizeBytes > kMaxTensorIndexBytes) {
        judged.reason = Words::tr("Its index is too large to inspect from here.");
        return judged;
    }
    const auto table = readExactly(source, file.name, 0, file.sizeBytes);
    if (!table) {
        judged.reason = table.error().what;
        return judged;
    }
    if (!hasTableFooter(*table)) {
        judged.verdict = Verdict::Partial;
        judged.reason = Words::tr("The file ends early, within its list of tensors.");
        return judged;
    }
    std::optional<FileRange> stepPlace;
    judged = judgeTable(*table, file, detail, stepPlace);
    if (stepPlace && detail == Detail::Tensors) {
        const auto step = readExactly(source, stepPlace->name, stepPlace->offset, stepPlace->length);
        if (step)
            judged.metadata.insert(QStringLiteral("step"), QString::number(littleEndianAt<qint64>(*step, 0)));
    }
    return judged;
}

}  // namespace trainyard
