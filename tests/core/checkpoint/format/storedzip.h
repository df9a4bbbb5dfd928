// SPDX-License-Identifier: GPL-3.0-or-later
// A zip with uncompressed records, as PyTorch writes it or nearly so.
#pragma once

#include "core/base/crc32.h"

#include <QByteArray>
#include <QList>
#include <QPair>
#include <QtEndian>

namespace trainyard {

struct StoredZip {
    QList<QPair<QByteArray, QByteArray>> records;
    quint16 flags = 0;          // 8: sizes and checksum follow the data
    bool hasLocalSizes = true;  // else its local headers say zero
    bool hasChecksums = true;

    QByteArray bytes() const
    {
        QByteArray out, directory;
        const auto number = [](auto value) {
            QByteArray little(sizeof(value), '\0');
            qToLittleEndian(value, little.data());
            return little;
        };
        for (const auto &[name, data] : records) {
            const quint32 crc = hasChecksums ? crc32(data) : 0, size = quint32(data.size());
            const auto sizes = [&](bool isTold) {
                return number(isTold ? crc : 0u) + number(isTold ? size : 0u) + number(isTold ? size : 0u);
            };
            const QByteArray common = number(quint16(20)) + number(flags) + QByteArray(6, '\0');  // stored, no time
            directory += "PK\x01\x02" + number(quint16(20)) + common + sizes(true) + number(quint16(name.size())) + QByteArray(12, '\0')
                         + number(quint32(out.size())) + name;
            out += "PK\x03\x04" + common + sizes(hasLocalSizes) + number(quint16(name.size())) + QByteArray(2, '\0') + name + data;
        }
        const auto count = number(quint16(records.size()));
        return out + directory + "PK\x05\x06" + QByteArray(4, '\0') + count + count + number(quint32(directory.size()))
               + number(quint32(out.size())) + QByteArray(2, '\0');
    }
};

}  // namespace trainyard
