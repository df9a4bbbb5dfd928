// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/format/internal/safetensorsheader.h"

#include "core/checkpoint/format/internal/torchobjects.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QSet>
#include <QVarLengthArray>

#include <algorithm>
#include <array>

namespace trainyard {

namespace {

constexpr int kMaxDepth = 32;
constexpr qsizetype kFewKeys = 4;

struct DataType {
    const char *name, *torch;
    unsigned bits;
};
constexpr std::array<DataType, 22> kDataTypes{{
    {"F32", "float32", 32},
    {"BF16", "bfloat16", 16},
    {"F16", "float16", 16},
    {"BOOL", "bool", 8},
    {"U8", "uint8", 8},
    {"I8", "int8", 8},
    {"U16", "uint16", 16},
    {"I16", "int16", 16},
    {"U32", "uint32", 32},
    {"I32", "int32", 32},
    {"U64", "uint64", 64},
    {"I64", "int64", 64},
    {"F64", "float64", 64},
    {"C64", "complex64", 64},
    {"F8_E5M2", "float8_e5m2", 8},
    {"F8_E4M3", "float8_e4m3fn", 8},
    {"F8_E8M0", "float8_e8m0fnu", 8},
    {"F8_E4M3FNUZ", "float8_e4m3fnuz", 8},
    {"F8_E5M2FNUZ", "float8_e5m2fnuz", 8},
    {"F4", "float4_e2m1fn", 4},
    {"F6_E2M3", "float6_e2m3fn", 6},
    {"F6_E3M2", "float6_e3m2fn", 6},
}};

struct Tensor {
    std::optional<int> dataType;
    std::optional<std::vector<quint64>> shape, offsets;
};

class Scanner {
public:
    Scanner(const QByteArray &json) : m_json(json) {}

    std::optional<SafetensorsHeader> header();
    QString complaint() const { return m_complaint; }

private:
    bool fail(const char *why)
    {
        if (m_complaint.isEmpty())
            m_complaint = QStringLiteral("%1 at byte %2 of the header").arg(QLatin1String(why)).arg(m_at);
        return false;
    }
    char peek() const { return m_at < m_json.size() ? m_json[m_at] : '\0'; }
    void skipBlanks()
    {
        while (m_at < m_json.size() && (peek() == ' ' || peek() == '\n' || peek() == '\r' || peek() == '\t'))
            ++m_at;
    }
    bool take(char c)
    {
        skipBlanks();
        if (peek() != c)
            return false;
        ++m_at;
        return true;
    }
    bool string(QByteArray &out);
    bool numbers(std::vector<quint64> &out);
    bool skipValue(int depth);
    bool metadata(QMap<QString, QString> &out);
    bool tensor(Tensor &out);
    bool account(const QByteArray &name, const Tensor &tensor, SafetensorsHeader &header);

    // Calls `member` after each "key": and rejects duplicate keys.
    template <typename Member>
    bool object(Member member)
    {
        if (!take('{'))
            return fail("expected {");
        if (take('}'))
            return true;
        QVarLengthArray<QByteArray, kFewKeys> few;  // a tensor has three keys, the header thousands
        QSet<QByteArray> many;
        do {
            QByteArray key;
            skipBlanks();
            if (!string(key) || !take(':'))
                return fail("expected a key");
            if (few.contains(key) || many.contains(key))
                return fail("a key stands twice");
            if (few.size() < kFewKeys)
                few.append(key);
            else
                many.insert(key);
            if (!member(key))
                return fail("bad value");
        } while (take(','));
        return take('}') || fail("expected }");
    }

    const QByteArray &m_json;
    qsizetype m_at = 0;
    QString m_complaint;
};

bool Scanner::string(QByteArray &out)
{
    if (peek() != '"')
        return fail("expected a string");
    const qsizetype start = ++m_at;
    bool hasEscapes = false;
    for (; m_at < m_json.size() && m_json[m_at] != '"'; ++m_at) {
        if (static_cast<unsigned char>(m_json[m_at]) < 0x20)
            return fail("control character in a string");
        if (m_json[m_at] == '\\') {
            hasEscapes = true;
            ++m_at;
        }
    }
    if (m_at >= m_json.size())
        return fail("string without end");
    out = m_json.mid(start, m_at - start);
    ++m_at;
    if (!hasEscapes)
        return true;
    const QJsonArray decoded = QJsonDocument::fromJson("[\"" + out + "\"]").array();
    if (decoded.size() != 1)
        return fail("bad escape");
    out = decoded.first().toString().toUtf8();
    return true;
}

// Unsigned decimal integers only: the reference implementation accepts nothing else.
bool Scanner::numbers(std::vector<quint64> &out)
{
    if (!take('['))
        return fail("expected [");
    if (take(']'))
        return true;
    do {
        skipBlanks();
        const qsizetype start = m_at;
        while (peek() >= '0' && peek() <= '9')
            ++m_at;
        bool isNumber = false;
        const QByteArray digits = m_json.mid(start, std::min<qsizetype>(m_at - start, 21));
        out.push_back(digits.toULongLong(&isNumber));
        if (!isNumber || (digits.size() > 1 && digits[0] == '0'))
            return fail("expected a whole number");
    } while (take(','));
    return take(']') || fail("expected ]");
}

bool Scanner::skipValue(int depth)
{
    skipBlanks();
    if (depth > kMaxDepth)
        return fail("nested too deeply");
    if (peek() == '"') {
        QByteArray ignored;
        return string(ignored);
    }
    if (peek() == '{')
        return object([&](const QByteArray &) { return skipValue(depth + 1); });
    if (take('[')) {
        if (take(']'))
            return true;
        do {
            if (!skipValue(depth + 1))
                return false;
        } while (take(','));
        return take(']') || fail("expected ]");
    }
    const qsizetype start = m_at;
    while (m_at < m_json.size() && (std::isalnum(static_cast<unsigned char>(peek())) || peek() == '-' || peek() == '+' || peek() == '.'))
        ++m_at;
    return m_at > start || fail("expected a value");
}

bool Scanner::metadata(QMap<QString, QString> &out)
{
    skipBlanks();
    return object([&](const QByteArray &key) {
        QByteArray value;
        skipBlanks();
        if (!string(value))
            return false;
        out.insert(QString::fromUtf8(key), QString::fromUtf8(value));
        return true;
    });
}

bool Scanner::tensor(Tensor &out)
{
    return object([&](const QByteArray &key) {
        skipBlanks();
        if (key == "dtype") {
            QByteArray name;
            if (!string(name))
                return false;
            const auto known = std::find_if(kDataTypes.begin(), kDataTypes.end(), [&](const DataType &type) { return name == type.name; });
            if (known == kDataTypes.end())
                return fail("unknown data type");
            out.dataType = int(known - kDataTypes.begin());
            return true;
        }
        if (key == "shape")
            return numbers(out.shape.emplace());
        if (key == "data_offsets")
            return numbers(out.offsets.emplace());
        return skipValue(0);
    });
}

bool Scanner::account(const QByteArray &name, const Tensor &tensor, SafetensorsHeader &header)
{
    if (!tensor.dataType || !tensor.shape || !tensor.offsets || tensor.offsets->size() != 2)
        return fail("a tensor without type, shape or place");
    SafetensorsTensor out;
    quint64 elements = 1, bits = 0;
    out.shape.reserve(tensor.shape->size());
    for (quint64 size : *tensor.shape) {
        if (__builtin_mul_overflow(elements, size, &elements) || size > quint64(std::numeric_limits<qint64>::max()))
            return fail("a shape too large");
        out.shape.push_back(qint64(size));
    }
    const quint64 begin = tensor.offsets->at(0), end = tensor.offsets->at(1);
    if (__builtin_mul_overflow(elements, quint64(kDataTypes[size_t(*tensor.dataType)].bits), &bits) || bits % 8 != 0)
        return fail("a shape that fills no whole bytes");
    if (end < begin || end - begin != bits / 8)
        return fail("a tensor whose place does not fit its shape");
    if (!isKnownBuffer(QString::fromUtf8(name)) && __builtin_add_overflow(header.parameterCount, elements, &header.parameterCount))
        return fail("too many elements");
    out.name = name;
    out.begin = begin;
    out.end = end;
    out.dataType = *tensor.dataType;
    header.tensors.push_back(std::move(out));
    return true;
}

std::optional<SafetensorsHeader> Scanner::header()
{
    SafetensorsHeader header;
    if (!m_json.startsWith('{')) {
        fail("expected {");
        return std::nullopt;
    }
    const bool isFine = object([&](const QByteArray &name) {
        if (name == "__metadata__")
            return metadata(header.metadata);
        Tensor one;
        return tensor(one) && account(name, one, header);
    });
    skipBlanks();
    if (!isFine || (m_at != m_json.size() && !fail("more after the end")))
        return std::nullopt;
    std::sort(header.tensors.begin(), header.tensors.end(),
              [](const auto &a, const auto &b) { return a.begin != b.begin ? a.begin < b.begin : a.end < b.end; });
    for (const SafetensorsTensor &tensor : header.tensors) {
        if (tensor.begin != header.dataBytes) {
            fail("a hole or an overlap between tensors");
            return std::nullopt;
        }
        header.dataBytes = tensor.end;
    }
    return header;
}

}  // namespace

QString safetensorsDtype(int dataType) { return QLatin1String(kDataTypes[size_t(dataType)].torch); }

std::optional<SafetensorsHeader> parseSafetensorsHeader(const QByteArray &json, QString *complaint)
{
    if (!QUtf8StringView(json.constData(), json.size()).isValidUtf8()) {
        *complaint = QStringLiteral("the header is not UTF-8");
        return std::nullopt;
    }
    Scanner scanner(json);
    auto header = scanner.header();
    *complaint = scanner.complaint();
    return header;
}

}  // namespace trainyard
