// SPDX-License-Identifier: GPL-3.0-or-later
// GGUF versions 2 and 3, little endian: a header of typed values and the tensors' places, then the data, one tensor after the other.
// Sources: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md and, for the sizes of the types, ggml_type and its traits in
// https://github.com/ggml-org/ggml/blob/master/src/ggml.c.
#include "core/checkpoint/format/internal/bytereader.h"
#include "core/checkpoint/format/internal/fileverdict.h"

#include <QCoreApplication>
#include <QSet>

#include <algorithm>
#include <iterator>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Format)
};

const QString kGgufFormat = QStringLiteral("GGUF");
// A header takes a few dozen KiB without a vocabulary, 1 to 8 MiB with one.
constexpr qint64 kGgufFirstRead = 64 * 1024, kMaxHeader = 256 * 1024 * 1024;
constexpr quint32 kMaxGgufDimensions = 8;
constexpr qsizetype kShownValue = 200;  // of a text among the values

struct GgufType {
    quint32 number;
    const char *name;
    quint32 elements, bytes;  // of one block
};
constexpr GgufType kGgufTypes[] = {
    {0, "float32", 1, 4},    {1, "float16", 1, 2},     {2, "Q4_0", 32, 18},    {3, "Q4_1", 32, 20},    {6, "Q5_0", 32, 22},
    {7, "Q5_1", 32, 24},     {8, "Q8_0", 32, 34},      {9, "Q8_1", 32, 36},    {10, "Q2_K", 256, 84},  {11, "Q3_K", 256, 110},
    {12, "Q4_K", 256, 144},  {13, "Q5_K", 256, 176},   {14, "Q6_K", 256, 210}, {15, "Q8_K", 256, 292}, {16, "IQ2_XXS", 256, 66},
    {17, "IQ2_XS", 256, 74}, {18, "IQ3_XXS", 256, 98}, {19, "IQ1_S", 256, 50}, {20, "IQ4_NL", 32, 18}, {21, "IQ3_S", 256, 110},
    {22, "IQ2_S", 256, 82},  {23, "IQ4_XS", 256, 136}, {24, "int8", 1, 1},     {25, "int16", 1, 2},    {26, "int32", 1, 4},
    {27, "int64", 1, 8},     {28, "float64", 1, 8},    {29, "IQ1_M", 256, 56}, {30, "bfloat16", 1, 2}, {34, "TQ1_0", 256, 54},
    {35, "TQ2_0", 256, 66},  {39, "MXFP4", 32, 17},
};

// Bytes of a value of fixed size; 0 = text, list or unknown.
quint64 sizeOfValue(quint32 type)
{
    switch (type) {
    case 0:
    case 1:
    case 7: return 1;
    case 2:
    case 3: return 2;
    case 4:
    case 5:
    case 6: return 4;
    case 10:
    case 11:
    case 12: return 8;
    default: return 0;
    }
}

class Parser {
public:
    Parser(QByteArrayView bytes, Detail detail) : m_reader(bytes), m_detail(detail) {}

    // False: more bytes are needed, or complaint() describes the error.
    bool parse(FileVerdict &judged, const QString &fileName);
    QString complaint() const { return m_complaint; }
    quint64 needed() const { return m_needed; }

private:
    bool fail(const QString &why)
    {
        if (!m_reader.isShort() && m_complaint.isEmpty())
            m_complaint = why;
        return false;
    }
    QByteArrayView text() { return m_reader.bytes(m_reader.number<quint64>()); }
    QByteArrayView shortText()
    {
        const QByteArrayView whole = text();
        return whole.first(std::min(whole.size(), kShownValue));
    }
    bool value(QString &shown);
    bool scalar(quint32 type, QString &shown);
    bool tensors(FileVerdict &judged, quint64 count, const QString &fileName);

    ByteReader m_reader;
    Detail m_detail;
    QString m_complaint;
    quint64 m_alignment = 32, m_needed = 0;
};

bool Parser::scalar(quint32 type, QString &shown)
{
    switch (type) {
    case 0: shown = QString::number(m_reader.number<quint8>()); break;
    case 1: shown = QString::number(qint8(m_reader.number<quint8>())); break;
    case 2: shown = QString::number(m_reader.number<quint16>()); break;
    case 3: shown = QString::number(m_reader.number<qint16>()); break;
    case 4: shown = QString::number(m_reader.number<quint32>()); break;
    case 5: shown = QString::number(m_reader.number<qint32>()); break;
    case 6: shown = QString::number(double(m_reader.number<float>())); break;
    case 7: shown = m_reader.number<quint8>() ? QStringLiteral("true") : QStringLiteral("false"); break;
    case 8: shown = QString::fromUtf8(shortText()); break;
    case 10: shown = QString::number(m_reader.number<quint64>()); break;
    case 11: shown = QString::number(m_reader.number<qint64>()); break;
    case 12: shown = QString::number(m_reader.number<double>()); break;
    default: return fail(QStringLiteral("a value of the unknown type %1").arg(type));
    }
    return !m_reader.isShort();
}

bool Parser::value(QString &shown)
{
    const auto type = m_reader.number<quint32>();
    if (type != 9)
        return scalar(type, shown);
    const auto inner = m_reader.number<quint32>();
    const auto count = m_reader.number<quint64>();
    if (m_reader.isShort())
        return false;
    if (inner == 8) {
        // Each text takes at least eight bytes, so the loop ends with the bytes.
        for (quint64 i = 0; i < count && !m_reader.isShort(); ++i)
            text();
    } else {
        quint64 bytes = 0;
        if (sizeOfValue(inner) == 0)
            return fail(QStringLiteral("a list of the unknown type %1").arg(inner));
        if (__builtin_mul_overflow(count, sizeOfValue(inner), &bytes))
            return fail(QStringLiteral("a list too long"));
        m_reader.bytes(bytes);
    }
    shown = QStringLiteral("[%1]").arg(count);
    return !m_reader.isShort();
}

bool Parser::tensors(FileVerdict &judged, quint64 count, const QString &fileName)
{
    quint64 next = 0, parameters = 0;  // where the next tensor must start
    QSet<QByteArray> names;
    std::vector<std::pair<quint64, quint64>> places;
    for (quint64 i = 0; i < count; ++i) {
        const QByteArray name = text().toByteArray();
        const auto dimensions = m_reader.number<quint32>();
        if (m_reader.isShort())
            return false;
        if (dimensions > kMaxGgufDimensions)
            return fail(QStringLiteral("a tensor of %1 dimensions").arg(dimensions));
        TensorInfo tensor;
        quint64 elements = 1, firstSize = 1;
        for (quint32 d = 0; d < dimensions; ++d) {
            const auto size = m_reader.number<quint64>();
            if (size > quint64(std::numeric_limits<qint64>::max()) || __builtin_mul_overflow(elements, size, &elements))
                return fail(QStringLiteral("a shape too large"));
            firstSize = d == 0 ? size : firstSize;
            tensor.shape.insert(tensor.shape.begin(), qint64(size));  // the fastest dimension comes first in the file
        }
        const auto number = m_reader.number<quint32>();
        const auto offset = m_reader.number<quint64>();
        if (m_reader.isShort())
            return false;
        const auto type = std::find_if(std::begin(kGgufTypes), std::end(kGgufTypes), [&](const GgufType &t) { return t.number == number; });
        if (type == std::end(kGgufTypes))
            return fail(QStringLiteral("the unknown tensor type %1").arg(number));
        if (firstSize % type->elements != 0)
            return fail(QStringLiteral("a row that fills no whole blocks"));
        quint64 padded = 0;
        if (__builtin_mul_overflow(elements / type->elements, quint64(type->bytes), &tensor.bytes)
            || __builtin_add_overflow(tensor.bytes, m_alignment - 1, &padded))
            return fail(QStringLiteral("a tensor too large"));
        padded -= padded % m_alignment;
        if (offset != next)
            return fail(QStringLiteral("a hole or an overlap between tensors"));
        if (__builtin_add_overflow(next, padded, &next) || __builtin_add_overflow(parameters, elements, &parameters))
            return fail(QStringLiteral("more data than a file can hold"));
        if (names.contains(name))
            return fail(QStringLiteral("a name stands twice"));
        names.insert(name);
        m_needed = offset + tensor.bytes;
        if (m_detail == Detail::Tensors) {
            tensor.name = QString::fromUtf8(name);
            tensor.dtype = QLatin1String(type->name);
            tensor.file = fileName;
            places.emplace_back(offset, tensor.bytes);
            judged.tensors.push_back(std::move(tensor));
        }
    }
    quint64 start = 0;
    if (__builtin_add_overflow(quint64(m_reader.at()), m_alignment - 1, &start))
        return fail(QStringLiteral("an alignment too large"));
    start -= start % m_alignment;
    if (count == 0)
        start = quint64(m_reader.at());
    if (__builtin_add_overflow(m_needed, start, &m_needed))
        return fail(QStringLiteral("more data than a file can hold"));
    for (size_t i = 0; i < judged.tensors.size(); ++i)
        judged.tensors[i].storage = QStringLiteral("%1+%2").arg(start + places[i].first).arg(places[i].second);
    judged.tensorCount = qint64(count);
    judged.parameterCount = qint64(std::min<quint64>(parameters, quint64(std::numeric_limits<qint64>::max())));
    return true;
}

bool Parser::parse(FileVerdict &judged, const QString &fileName)
{
    m_reader.bytes(4);
    const auto version = m_reader.number<quint32>();
    const auto tensorCount = m_reader.number<quint64>(), valueCount = m_reader.number<quint64>();
    if (m_reader.isShort())
        return false;
    if (version != 2 && version != 3)
        return fail(QStringLiteral("version %1").arg(version));
    // A tensor takes at least 24 bytes, a value 13.
    if (tensorCount > quint64(kMaxHeader) / 24 || valueCount > quint64(kMaxHeader) / 13)
        return fail(QStringLiteral("%1 tensors and %2 values").arg(tensorCount).arg(valueCount));
    for (quint64 i = 0; i < valueCount; ++i) {
        const QByteArray key = shortText().toByteArray();
        QString shown;
        if (!value(shown))
            return false;
        if (key == "general.alignment") {
            m_alignment = shown.toULongLong();
            if (m_alignment == 0 || m_alignment > (1u << 20) || (m_alignment & (m_alignment - 1)) != 0)
                return fail(QStringLiteral("an alignment of %1").arg(shown));
        }
        if (key == "split.count" && shown.toULongLong() > 1)
            judged.shardCount = shown.toULongLong();
        judged.metadata.insert(QString::fromUtf8(key), shown);
    }
    return tensors(judged, tensorCount, fileName);
}

}  // namespace

FileVerdict judgeGguf(const CheckpointFile &file, FileSource &source, Detail detail)
{
    QByteArray prefix;
    for (qint64 wanted = kGgufFirstRead;; wanted *= 4) {
        const qint64 length = std::min({file.sizeBytes, wanted, kMaxHeader});
        const auto more = readExactly(source, file.name, prefix.size(), length - prefix.size());
        if (!more) {
            FileVerdict judged;
            judged.format = kGgufFormat;
            judged.reason = more.error().what;
            return judged;
        }
        prefix += *more;
        if (prefix.size() >= 8 && littleEndianAt<quint32>(prefix, 4) > 0xffff) {
            FileVerdict judged;
            judged.format = kGgufFormat;
            judged.reason = Words::tr("It is a GGUF file with the other byte order, which is not supported.");
            return judged;
        }
        FileVerdict judged;
        judged.format = kGgufFormat;
        Parser parser(prefix, detail);
        if (parser.parse(judged, file.name)) {
            if (parser.needed() > quint64(file.sizeBytes)) {
                const FileVerdict early = endsEarly(kGgufFormat, file.sizeBytes, parser.needed());
                judged.verdict = early.verdict;
                judged.reason = early.reason;
            } else {
                judged.verdict = Verdict::Complete;
                judged.reason = Words::tr("All listed tensors are present.");
            }
            return judged;
        }
        if (!parser.complaint().isEmpty())
            return breaksRules(kGgufFormat, parser.complaint());
        if (length == file.sizeBytes) {
            judged = {};
            judged.format = kGgufFormat;
            judged.verdict = Verdict::Partial;
            judged.reason = Words::tr("The file ends early, within its list of tensors.");
            return judged;
        }
        if (length >= kMaxHeader)
            return breaksRules(kGgufFormat, QStringLiteral("a header of more than %1 bytes").arg(kMaxHeader));
    }
}

}  // namespace trainyard
