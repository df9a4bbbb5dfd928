// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/format/internal/npyheader.h"

#include "core/checkpoint/format/internal/formatlimits.h"
#include "core/checkpoint/pickle/picklereading.h"

#include <QtEndian>

#include <utility>

namespace trainyard {

namespace {

constexpr qsizetype kMaxNpyHeaderBytes = 1 << 20;

NpyHeader wrong(const char *complaint)
{
    NpyHeader header;
    header.complaint = complaint;
    return header;
}

// The text after 'key': in the dictionary, up to the end of its value: a text, a list or a tuple.
QByteArrayView valueOf(QByteArrayView dictionary, QByteArrayView key)
{
    const qsizetype at = dictionary.indexOf(key);
    qsizetype begin = at < 0 ? -1 : dictionary.indexOf(':', at + key.size());
    if (begin < 0)
        return {};
    ++begin;
    while (begin < dictionary.size() && dictionary[begin] == ' ')
        ++begin;
    int depth = 0;
    char quote = 0;
    for (qsizetype i = begin; i < dictionary.size(); ++i) {
        const char c = dictionary[i];
        if (quote) {
            quote = c == quote ? char(0) : quote;
        } else if (c == '\'' || c == '"') {
            quote = c;
        } else if (c == '(' || c == '[') {
            ++depth;
        } else if (c == ')' || c == ']') {
            --depth;
        } else if ((c == ',' || c == '}') && depth == 0) {
            return dictionary.sliced(begin, i - begin);
        }
    }
    return {};
}

// "<f4", "|b1", "|O", "<U5"
bool readType(QByteArrayView text, NpyHeader &header)
{
    if (text.startsWith('[')) {
        header.dtype = QStringLiteral("structured");
        header.isObject = text.contains("|O");
        return true;
    }
    if (text.size() < 4 || text.front() != text.back() || (text.front() != '\'' && text.front() != '"'))
        return false;
    text = text.sliced(1, text.size() - 2);
    if (text.startsWith('<') || text.startsWith('>') || text.startsWith('|') || text.startsWith('='))
        text = text.sliced(1);
    const QByteArrayView digits = text.sliced(1).first(std::max<qsizetype>(0, text.sliced(1).indexOf('[')));
    const auto bytes = pickleInteger(text.contains('[') ? digits : text.sliced(1), 10);
    const char kind = text[0];
    if (kind == 'O') {
        header.dtype = QStringLiteral("object");
        header.isObject = true;
        return true;
    }
    if (!bytes || *bytes < 0 || *bytes > (1 << 30))
        return false;
    static constexpr std::pair<char, const char *> kinds[] = {{'f', "float"}, {'i', "int"}, {'u', "uint"}, {'c', "complex"}};
    header.itemBits = quint64(*bytes) * 8 * (kind == 'U' ? 4 : 1);
    for (const auto &[letter, name] : kinds) {
        if (kind == letter)
            header.dtype = QLatin1String(name) + QString::number(header.itemBits);
    }
    if (header.dtype.isEmpty())
        header.dtype = kind == 'b'   ? QStringLiteral("bool")
                       : kind == 'U' ? QStringLiteral("str")
                       : kind == 'S' ? QStringLiteral("bytes")
                       : kind == 'M' ? QStringLiteral("datetime64")
                       : kind == 'm' ? QStringLiteral("timedelta64")
                                     : QStringLiteral("void");
    return true;
}

}  // namespace

NpyHeader readNpyHeader(QByteArrayView bytes)
{
    NpyHeader header;
    if (bytes.size() < 12) {
        header.isCut = true;
        return header;
    }
    if (!bytes.startsWith("\x93NUMPY"))
        return wrong("it does not begin as a NumPy array");
    const bool isLong = bytes[6] != 1;
    if (bytes[6] < 1 || bytes[6] > 3)
        return wrong("a version of NumPy's format that is not known");
    const qsizetype begin = isLong ? 12 : 10;
    const qsizetype length = isLong ? qsizetype(qFromLittleEndian<quint32>(bytes.data() + 8))
                                    : qFromLittleEndian<quint16>(bytes.data() + 8);
    if (length > kMaxNpyHeaderBytes)
        return wrong("its header is too long");
    header.dataOffset = quint64(begin + length);
    if (bytes.size() - begin < length) {
        header.isCut = true;
        return header;
    }
    const QByteArrayView dictionary = bytes.sliced(begin, length);
    QByteArrayView shape = valueOf(dictionary, "'shape'");
    if (!readType(valueOf(dictionary, "'descr'"), header))
        return wrong("its type is not described as NumPy does");
    if (!shape.startsWith('(') || !shape.endsWith(')'))
        return wrong("its shape is not described as NumPy does");
    shape = shape.sliced(1, shape.size() - 2);
    header.elements = 1;
    while (!shape.isEmpty()) {
        const qsizetype comma = shape.indexOf(',');
        const QByteArrayView one = comma < 0 ? shape : shape.first(comma);
        shape = comma < 0 ? QByteArrayView() : shape.sliced(comma + 1);
        const auto size = pickleInteger(one, 10);
        if (!size && one.trimmed().isEmpty() && shape.isEmpty())
            break;
        if (!size || *size < 0 || header.shape.size() >= kMaxDimensions
            || __builtin_mul_overflow(header.elements, quint64(*size), &header.elements))
            return wrong("its shape cannot be");
        header.shape.push_back(*size);
    }
    quint64 bits = 0;
    if (__builtin_mul_overflow(header.elements, std::max<quint64>(1, header.itemBits), &bits))
        return wrong("its shape cannot be");
    return header;
}

}  // namespace trainyard
