// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/history/internal/packedcolumn.h"

#include <algorithm>

namespace trainyard {
namespace {

enum Kind : char { NothingKnown, AllTheSame, AllKnown, SomeKnown };

void packSigned(qint64 number, QByteArray &out) { packNumber((quint64(number) << 1) ^ quint64(number >> 63), out); }

// Wraps around as the reader does, so that any value is restored.
qint64 difference(qint64 a, qint64 b) { return qint64(quint64(a) - quint64(b)); }
qint64 sum(qint64 a, qint64 b) { return qint64(quint64(a) + quint64(b)); }

}  // namespace

void packNumber(quint64 number, QByteArray &out)
{
    while (number >= 0x80) {
        out += char(number | 0x80);
        number >>= 7;
    }
    out += char(number);
}

void packColumn(const PackedValues &values, QByteArray &out)
{
    size_t known = 0;
    bool isSame = true;
    for (const qint64 value : values) {
        known += value != kAbsent;
        isSame = isSame && value == values.front();
    }
    if (known == 0) {
        out += char(NothingKnown);
        return;
    }
    if (isSame) {
        out += char(AllTheSame);
        packSigned(values.front(), out);
        return;
    }
    out += char(known == values.size() ? AllKnown : SomeKnown);
    if (known < values.size()) {
        for (size_t i = 0; i < values.size(); i += 8) {
            int bits = 0;
            for (size_t bit = 0; bit < std::min<size_t>(8, values.size() - i); ++bit)
                bits |= (values[i + bit] != kAbsent) << bit;
            out += char(bits);
        }
    }
    qint64 before = 0;
    for (const qint64 value : values) {
        if (value == kAbsent)
            continue;
        packSigned(difference(value, before), out);
        before = value;
    }
}

quint64 PackedReader::longNumber()
{
    quint64 number = 0;
    for (int shift = 0; shift < 64 && m_at != m_end; shift += 7) {
        const auto byte = quint8(*m_at++);
        number |= quint64(byte & 0x7f) << shift;
        if (!(byte & 0x80))
            return number;
    }
    m_isFine = false;
    m_at = m_end;
    return 0;
}

QByteArrayView PackedReader::bytes(quint64 count)
{
    if (count > quint64(m_end - m_at)) {
        m_isFine = false;
        m_at = m_end;
        return {};
    }
    const QByteArrayView view(m_at, qsizetype(count));
    m_at += count;
    return view;
}

void PackedReader::column(size_t count, PackedValues &values)
{
    values.clear();
    const quint64 kind = number();
    if (kind == NothingKnown) {
        values.assign(count, kAbsent);
    } else if (kind == AllTheSame) {
        values.assign(count, signedNumber());
    } else if (kind == AllKnown) {
        // Each value takes at least a byte, so a false count cannot use up memory.
        if (count > size_t(m_end - m_at)) {
            m_isFine = false;
            return;
        }
        values.resize(count);
        qint64 before = 0;
        for (qint64 &value : values)
            value = before = sum(before, signedNumber());
    } else if (kind == SomeKnown) {
        const QByteArrayView bits = bytes((count + 7) / 8);
        if (!m_isFine)
            return;
        values.reserve(count);
        qint64 before = 0;
        for (size_t i = 0; i < count; ++i) {
            const bool isKnown = quint8(bits[qsizetype(i / 8)]) >> (i % 8) & 1;
            values.push_back(isKnown ? before = sum(before, signedNumber()) : kAbsent);
        }
    } else {
        m_isFine = false;
    }
}

}  // namespace trainyard
