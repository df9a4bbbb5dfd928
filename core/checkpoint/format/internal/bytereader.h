// SPDX-License-Identifier: GPL-3.0-or-later
// Walks over bytes that nobody vouches for: every read says whether it was there. Little endian. Private to this room; pure.
#pragma once

#include <QByteArrayView>
#include <QtEndian>

#include <optional>

namespace trainyard {

class ByteReader {
public:
    explicit ByteReader(QByteArrayView bytes) : m_bytes(bytes) {}

    qsizetype at() const { return m_at; }
    qsizetype left() const { return m_bytes.size() - m_at; }
    bool isAtEnd() const { return left() == 0; }
    // Once something was missing, everything is.
    bool isShort() const { return m_isShort; }

    template <typename T>
    T number()
    {
        const QByteArrayView raw = bytes(sizeof(T));
        return raw.isEmpty() ? T() : qFromLittleEndian<T>(raw.data());
    }
    // Seven bits a byte, as protocol buffers and LevelDB have them.
    quint64 varint()
    {
        quint64 value = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            const auto byte = number<quint8>();
            if (m_isShort)
                return 0;
            value |= quint64(byte & 0x7f) << shift;
            if (!(byte & 0x80))
                return value;
        }
        m_isShort = true;
        return 0;
    }
    QByteArrayView bytes(quint64 count)
    {
        if (m_isShort || count > quint64(left())) {
            m_isShort = true;
            return {};
        }
        const QByteArrayView found = m_bytes.sliced(m_at, qsizetype(count));
        m_at += qsizetype(count);
        return found;
    }

private:
    QByteArrayView m_bytes;
    qsizetype m_at = 0;
    bool m_isShort = false;
};

// One field of a protocol buffer message; groups are refused.
struct ProtoField {
    quint32 number = 0;
    quint64 value = 0;     // of varints and fixed numbers
    QByteArrayView bytes;  // of everything with a length
};

inline std::optional<ProtoField> nextField(ByteReader &reader)
{
    const quint64 key = reader.varint();
    ProtoField field;
    field.number = quint32(key >> 3);
    switch (key & 7) {
    case 0: field.value = reader.varint(); break;
    case 1: field.value = reader.number<quint64>(); break;
    case 2: field.bytes = reader.bytes(reader.varint()); break;
    case 5: field.value = reader.number<quint32>(); break;
    default: return std::nullopt;
    }
    if (reader.isShort() || field.number == 0)
        return std::nullopt;
    return field;
}

}  // namespace trainyard
