// SPDX-License-Identifier: GPL-3.0-or-later
// Integers in few bytes: differences between neighbours, zigzag, seven bits per byte. Reading trusts nothing: damaged bytes make `isFine`
// false and never lead outside the buffer. Internal to core/storage/history; pure. The format: docs/history.md.
#pragma once

#include <QByteArray>

#include <limits>
#include <vector>

namespace trainyard {

inline constexpr qint64 kAbsent = std::numeric_limits<qint64>::min();
using PackedValues = std::vector<qint64>;

void packNumber(quint64 number, QByteArray &out);
void packColumn(const PackedValues &values, QByteArray &out);

class PackedReader {
public:
    explicit PackedReader(QByteArrayView bytes) : m_at(bytes.begin()), m_end(bytes.end()) {}

    bool isFine() const { return m_isFine; }
    bool isAtEnd() const { return m_at == m_end; }
    quint64 number()
    {
        if (m_at != m_end && !(*m_at & 0x80))  // most are short
            return quint8(*m_at++);
        return longNumber();
    }
    QByteArrayView bytes(quint64 count);              // empty and not fine if there are fewer
    void column(size_t count, PackedValues &values);  // `count` of them, or fewer and not fine

private:
    quint64 longNumber();
    qint64 signedNumber()
    {
        const quint64 zigzag = number();
        return qint64(zigzag >> 1) ^ -qint64(zigzag & 1);
    }

    const char *m_at, *m_end;
    bool m_isFine = true;
};

}  // namespace trainyard
