// SPDX-License-Identifier: GPL-3.0-or-later
// ONNX: a protocol buffer message whose graph holds the weights. It is read by following the lengths, so that the weights' own bytes are
// skipped. Source: ModelProto, GraphProto and TensorProto in https://github.com/onnx/onnx/blob/main/onnx/onnx.proto
#include "core/checkpoint/format/internal/bytereader.h"
#include "core/checkpoint/format/internal/checkpointname.h"
#include "core/checkpoint/format/internal/fileverdict.h"
#include "core/checkpoint/format/internal/formatlimits.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Format)
};

const QString kOnnxFormat = QStringLiteral("ONNX");
constexpr qint64 kFirstPiece = 4 * 1024, kFirstListPiece = 64 * 1024, kMaxPiece = 4 * 1024 * 1024;
// Each weight that is larger than a piece costs a round to skip it; beyond this limit the wait would be too long.
constexpr int kMaxPieces = 12;
constexpr int kMaxOuterFields = 4096;  // of a model: operator sets, properties, functions
constexpr qint64 kMaxFields = 4'000'000;

struct OnnxType {
    quint64 number;
    const char *name;
    unsigned bits;  // 0: no fixed size
    bool isWeight;  // false: mostly shapes and indices that the graph calculates with
};
constexpr OnnxType kOnnxTypes[] = {{1, "float32", 32, true},
                                   {2, "uint8", 8, true},
                                   {3, "int8", 8, true},
                                   {4, "uint16", 16, true},
                                   {5, "int16", 16, true},
                                   {6, "int32", 32, false},
                                   {7, "int64", 64, false},
                                   {8, "string", 0, false},
                                   {9, "bool", 8, false},
                                   {10, "float16", 16, true},
                                   {11, "float64", 64, true},
                                   {12, "uint32", 32, false},
                                   {13, "uint64", 64, false},
                                   {14, "complex64", 64, true},
                                   {15, "complex128", 128, true},
                                   {16, "bfloat16", 16, true},
                                   {17, "float8_e4m3fn", 8, true},
                                   {18, "float8_e4m3fnuz", 8, true},
                                   {19, "float8_e5m2", 8, true},
                                   {20, "float8_e5m2fnuz", 8, true},
                                   {21, "uint4", 4, true},
                                   {22, "int4", 4, true},
                                   {23, "float4_e2m1fn_x2", 4, true}};

struct Field {
    quint64 number = 0, value = 0;
    quint64 begin = 0, end = 0;  // of its bytes, in the file
    bool isBytes = false;
};

struct Weight {
    quint64 type = 0, rawBytes = 0;
    std::vector<qint64> shape;
    QString name, location;
    qint64 rawAt = -1;
    quint64 offset = 0, length = 0;  // of data in another file
    bool isElsewhere = false;
};

enum class Step { Field, End, Stopped };  // Stopped: m_judged states the reason, or there was too much

class Model {
public:
    Model(const CheckpointFile &file, FileSource &source, Detail detail) : m_file(file), m_source(source), m_detail(detail)
    {
        m_judged.format = kOnnxFormat;
    }

    FileVerdict judge()
    {
        const auto size = quint64(m_file.sizeBytes);
        bool hasGraph = false;
        quint64 at = 0;
        for (int fields = 0;; ++fields) {
            Field field;
            const Step step = next(&at, size, &field);
            if (fields == 0 && (field.number != 1 || field.isBytes) && !m_isUnreadable)
                return told(Verdict::Unknown, Words::tr("The format is unknown, so whether the file is complete is unknown."), {});
            if (step == Step::Stopped)
                return m_judged;
            if (step == Step::End)
                break;
            // ModelProto's fields: 1 to 8, 14, 20, 25, 26; anything else is a different kind of file.
            if (fields > kMaxOuterFields || field.number > 100)
                return breaksRules(kOnnxFormat, QStringLiteral("an outer field of number %1").arg(field.number));
            const bool isGraph = field.number == 7 && field.isBytes;
            hasGraph = hasGraph || isGraph;
            if (isGraph && m_detail == Detail::Tensors && m_isListed && !graph(field))
                return m_judged;
        }
        if (!hasGraph)
            return told(Verdict::Partial, Words::tr("The file ends early: it contains no model."));
        if (m_detail != Detail::Tensors)
            return told(Verdict::Complete, Words::tr("It is complete."));
        m_judged.tensorCount = qint64(m_judged.tensors.size());
        if (!m_isListed)
            return told(Verdict::Complete, Words::tr("It is complete.") + u' ' + Words::tr("Not all of its tensors are listed."));
        m_judged.parameterCount = qint64(std::min<quint64>(m_parameters, quint64(std::numeric_limits<qint64>::max())));
        if (!m_elsewhere.isEmpty())
            return told(Verdict::Unknown, Words::tr("The data of its tensors is in %1, which was not inspected.").arg(m_elsewhere));
        return told(Verdict::Complete, Words::tr("All listed tensors are present."));
    }

private:
    FileVerdict told(Verdict verdict, const QString &reason, const QString &format = kOnnxFormat)
    {
        m_judged.verdict = verdict;
        m_judged.reason = reason;
        m_judged.format = format;
        return m_judged;
    }

    Step stop(const FileVerdict &judged)
    {
        m_judged = judged;
        return Step::Stopped;
    }

    bool broken(const char *complaint)
    {
        stop(breaksRules(kOnnxFormat, QLatin1String(complaint)));
        return false;
    }

    // The bytes from `at` on, at least `length` of them; fewer only at the file's end.
    QByteArrayView bytesAt(quint64 at, qint64 length)
    {
        const auto offset = qint64(at);
        length = std::min(length, m_file.sizeBytes - offset);
        if (offset < m_pieceAt || offset + length > m_pieceAt + m_piece.size()) {
            if (m_pieces >= kMaxPieces && m_detail == Detail::Tensors) {
                m_isListed = false;
                if (m_pieces >= kMaxPieces + 2) {  // for the rest of the model outside the graph
                    m_isUnreadable = true;
                    told(Verdict::Unknown, Words::tr("It is too large to inspect from here."));
                    return {};
                }
            }
            const qint64 largest = m_detail == Detail::Tensors && m_isListed ? std::min(kFirstListPiece << m_pieces, kMaxPiece)
                                                                             : kFirstPiece;
            ++m_pieces;
            const auto read = readExactly(m_source, m_file.name, offset, std::min(m_file.sizeBytes - offset, std::max(largest, length)));
            if (!read) {
                m_isUnreadable = true;
                told(Verdict::Unknown, read.error().what);
                return {};
            }
            m_piece = *read;
            m_pieceAt = offset;
        }
        return QByteArrayView(m_piece).sliced(offset - m_pieceAt);
    }

    // The field at `at` of a message that ends at `end`.
    Step next(quint64 *at, quint64 end, Field *field)
    {
        if (*at >= end)
            return Step::End;
        // A key and a length take at most 20 bytes.
        QByteArrayView bytes = bytesAt(*at, 20);
        if (bytes.isEmpty())
            return Step::Stopped;
        bytes = bytes.first(qsizetype(std::min<quint64>(quint64(bytes.size()), end - *at)));
        const ProtoHead head = protoHead(bytes);
        field->number = head.number;
        if (head.fault == ProtoHead::Fault::Kind)
            return stop(breaksRules(kOnnxFormat, QStringLiteral("a field of a kind that there is not")));
        if (head.fault == ProtoHead::Fault::Short || ++m_fields > kMaxFields)
            return stop(breaksRules(kOnnxFormat, QStringLiteral("a field without number or length")));
        field->value = head.value;
        field->isBytes = head.isBytes;
        field->begin = *at + quint64(head.size);
        const quint64 length = head.length;
        if (__builtin_add_overflow(field->begin, length, &field->end))
            return stop(breaksRules(kOnnxFormat, QStringLiteral("a field longer than a file can be")));
        if (field->end > end)
            return stop(end == quint64(m_file.sizeBytes) ? endsEarly(kOnnxFormat, m_file.sizeBytes, field->end)
                                                         : breaksRules(kOnnxFormat, QStringLiteral("a field longer than what holds it")));
        *at = field->end;
        return Step::Field;
    }

    // False: nothing is left to continue with.
    bool graph(const Field &whole)
    {
        quint64 at = whole.begin;
        for (Field field; m_isListed; field = {}) {
            const Step step = next(&at, whole.end, &field);
            if (step != Step::Field)
                return step == Step::End;
            if (field.number != 5 || !field.isBytes)
                continue;
            if (m_judged.tensors.size() >= kMaxTensors)
                m_isListed = false;
            else if (!weight(field))
                return false;
        }
        return true;
    }

    QByteArray text(const Field &field, qint64 most = kMaxName)
    {
        const qint64 length = std::min<qint64>(qint64(field.end - field.begin), most);
        const QByteArrayView bytes = length > 0 ? bytesAt(field.begin, length) : QByteArrayView();
        return bytes.first(std::min<qsizetype>(length, bytes.size())).toByteArray();
    }

    bool weight(const Field &whole)
    {
        Weight made;
        quint64 at = whole.begin;
        for (Field field;; field = {}) {
            const Step step = next(&at, whole.end, &field);
            if (step == Step::Stopped)
                return false;
            if (step == Step::End)
                break;
            switch (field.number) {
            case 1:
                if (!dimensions(field, made.shape))
                    return m_isUnreadable ? false : broken("a shape too large");
                break;
            case 2: made.type = field.value; break;
            case 8: made.name = QString::fromUtf8(text(field)); break;
            case 9:
                made.rawAt = qint64(field.begin);
                made.rawBytes = field.end - field.begin;
                break;
            case 13: elsewhere(text(field, 4 * kMaxName), made); break;
            case 14: made.isElsewhere = field.value == 1; break;
            default: break;
            }
            if (m_isUnreadable)
                return false;
        }
        return keep(made);
    }

    bool dimensions(const Field &field, std::vector<qint64> &shape)
    {
        const auto add = [&shape](quint64 size) {
            shape.push_back(qint64(size));
            return qint64(size) >= 0 && shape.size() <= kMaxDimensions;
        };
        if (!field.isBytes)
            return add(field.value);
        const QByteArray packed = text(field);
        ByteReader reader(packed);
        while (!reader.isAtEnd()) {
            const quint64 size = reader.varint();
            if (reader.isShort() || !add(size))
                return false;
        }
        return field.end - field.begin <= quint64(kMaxName);
    }

    // One of several pairs of words: location, offset, length.
    static void elsewhere(const QByteArray &entry, Weight &made)
    {
        ByteReader reader(entry);
        QByteArray key, value;
        while (!reader.isAtEnd()) {
            const auto field = nextField(reader);
            if (!field)
                return;
            (field->number == 1 ? key : value) = field->bytes.toByteArray();
        }
        if (key == "location")
            made.location = QString::fromUtf8(value);
        else if (key == "offset")
            made.offset = value.toULongLong();
        else if (key == "length")
            made.length = value.toULongLong();
    }

    bool keep(const Weight &made)
    {
        const auto type = std::find_if(std::begin(kOnnxTypes), std::end(kOnnxTypes),
                                       [&](const OnnxType &t) { return t.number == made.type; });
        quint64 elements = 1, bits = 0;
        bool fits = true, isNone = false;
        for (const qint64 size : made.shape) {
            fits = !__builtin_mul_overflow(elements, quint64(size), &elements) && fits;
            isNone = isNone || size == 0;
        }
        elements = isNone ? 0 : elements;
        TensorInfo tensor;
        tensor.name = made.name;
        tensor.shape = made.shape;
        tensor.file = m_file.name;
        if (type != std::end(kOnnxTypes)) {
            tensor.dtype = QLatin1String(type->name);
            fits = !__builtin_mul_overflow(elements, quint64(type->bits), &bits) && fits;
            tensor.bytes = bits / 8 + (bits % 8 ? 1 : 0);
        }
        if (!fits && !isNone)
            return broken("a shape too large");
        const bool isMeasured = type != std::end(kOnnxTypes) && type->bits > 0;
        if (made.isElsewhere) {
            if (!isInside(made.location)) {
                told(Verdict::Corrupt, Words::tr("It refers to a file outside its folder."));
                return false;
            }
            if (isMeasured && made.length > 0 && made.length != tensor.bytes)
                return broken("a tensor whose place does not fit its shape");
            tensor.file = folderOf(m_file.name) + made.location;
            tensor.storage = QStringLiteral("%1+%2").arg(made.offset).arg(made.length > 0 ? made.length : tensor.bytes);
            m_elsewhere = m_elsewhere.isEmpty() ? made.location : m_elsewhere;
        } else if (made.rawAt >= 0) {
            if (isMeasured && made.rawBytes != tensor.bytes)
                return broken("a tensor whose place does not fit its shape");
            tensor.storage = QStringLiteral("%1+%2").arg(made.rawAt).arg(made.rawBytes);
        }
        if (type != std::end(kOnnxTypes) && type->isWeight && __builtin_add_overflow(m_parameters, elements, &m_parameters))
            return broken("too many elements");
        m_judged.tensors.push_back(std::move(tensor));
        return true;
    }

    const CheckpointFile &m_file;
    FileSource &m_source;
    const Detail m_detail;
    FileVerdict m_judged;
    QByteArray m_piece;
    qint64 m_pieceAt = 0, m_fields = 0;
    int m_pieces = 0;
    quint64 m_parameters = 0;
    QString m_elsewhere;
    bool m_isListed = true, m_isUnreadable = false;
};

}  // namespace

FileVerdict judgeOnnx(const CheckpointFile &file, FileSource &source, Detail detail) { return Model(file, source, detail).judge(); }

}  // namespace trainyard
