// SPDX-License-Identifier: GPL-3.0-or-later
// Random damage to valid input, the same for the same seed. Most useful in a build with sanitizers.
#pragma once

#include <QByteArray>
#include <QByteArrayList>
#include <QElapsedTimer>
#include <QRandomGenerator>

namespace trainyard {

// How long one slot of a fuzz test runs; TRAINYARD_FUZZ_MS changes it.
inline qint64 fuzzMilliseconds()
{
    const int wanted = qEnvironmentVariableIntValue("TRAINYARD_FUZZ_MS");
    return wanted > 0 ? wanted : 1500;
}

inline QByteArray mutated(QByteArray bytes, QRandomGenerator &random, const QByteArrayList &dictionary)
{
    for (int n = 1 + random.bounded(6); n > 0; --n) {
        const qsizetype at = random.bounded(int(bytes.size()) + 1);
        const qsizetype length = std::min<qsizetype>(random.bounded(16), bytes.size() - at);
        switch (random.bounded(7)) {
        case 0: bytes.remove(at, length); break;
        case 1: bytes.insert(at, dictionary[random.bounded(int(dictionary.size()))]); break;
        case 2: bytes.insert(at, bytes.mid(random.bounded(int(bytes.size()) + 1), random.bounded(64))); break;
        case 3: bytes.truncate(at); break;
        case 4: bytes.replace(at, length, QByteArray(length, char(random.bounded(2) ? 0xff : 0x00))); break;
        default:
            if (at < bytes.size())
                bytes[at] = char(random.bounded(256));
        }
    }
    return bytes;
}

}  // namespace trainyard
