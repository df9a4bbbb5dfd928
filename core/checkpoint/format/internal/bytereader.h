// SPDX-License-Identifier: GPL-3.0-or-later
// Reads untrusted bytes: every read reports whether the bytes were there. Little endian. Private to this folder; pure.
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
    // Stays true once bytes were missing.
    bool isShort() const { return m_isShort; }

    template <typename T>
    T number()
    {
        const QByteArrayView raw = bytes(sizeof(T));
        return raw.isEmpty() ? T() : qFromLittleEndian<T>(raw.data());
    }
    // Seven bits per byte, as in protocol buffers and LevelDB.
    quint64 varint();
    QByteArrayView rest() const { return m_bytes.sliced(m_at); }
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
    quint64 value = 0;     // of varints and fixed-size numbers
    QByteArrayView bytes;  // of everything with a length
};

std::optional<ProtoField> nextField(ByteReader &reader);

// The start of a field, before its bytes: the value of a varint, or the number of bytes that follow. Reads 20 bytes at most.
struct ProtoHead {
    enum class Fault { None, Short, Kind };  // cut off, or without a field number; a group, or an invalid wire type

    Fault fault = Fault::None;
    quint32 number = 0;
    bool isBytes = false;  // length-delimited
    quint64 value = 0, length = 0;
    qsizetype size = 0;  // of the head itself
};
ProtoHead protoHead(QByteArrayView bytes);

}  // namespace trainyard
