#include "core/format/maskedcrc.h"

#include <array>

namespace trainyard {
namespace {

// The polynomial 0x1EDC6F41, bits reversed.
constexpr quint32 kPolynomial = 0x82f63b78;

constexpr std::array<quint32, 256> table()
{
    std::array<quint32, 256> entries{};
    for (quint32 i = 0; i < 256; ++i) {
        quint32 value = i;
        for (int bit = 0; bit < 8; ++bit)
            value = (value >> 1) ^ (value & 1 ? kPolynomial : 0);
        entries[i] = value;
    }
    return entries;
}

constexpr std::array<quint32, 256> kTable = table();

}  // namespace

quint32 maskedCrc(QByteArrayView bytes)
{
    quint32 crc = ~quint32(0);
    for (const char c : bytes)
        crc = kTable[(crc ^ quint8(c)) & 0xff] ^ (crc >> 8);
    crc = ~crc;
    return ((crc >> 15) | (crc << 17)) + 0xa282ead8U;
}

}  // namespace trainyard
