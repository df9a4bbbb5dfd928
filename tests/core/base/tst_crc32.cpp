// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/crc32.h"

#include <QRandomGenerator>
#include <QTest>

using namespace trainyard;

class TestCrc32 : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // "123456789": the check values of both in the catalogue of CRC algorithms; 32 bytes: RFC 3720, appendix B.4.
    void agreesWithPublishedValues()
    {
        QCOMPARE(crc32("123456789"), 0xcbf43926u);
        QCOMPARE(crc32c("123456789"), 0xe3069283u);
        QCOMPARE(crc32c(QByteArray(32, '\0')), 0x8a9136aau);
        QCOMPARE(crc32c(QByteArray(32, '\xff')), 0x62a8ab43u);
        QCOMPARE(crc32(QByteArrayView()), 0u);
        QCOMPARE(crc32c(QByteArrayView()), 0u);
    }

    void fastWayAgreesWithThePortableOneAtEveryLengthAndPlace()
    {
        QRandomGenerator random(7);
        QByteArray bytes(4096, Qt::Uninitialized);
        for (char &c : bytes)
            c = char(random.generate());
        for (int length = 0; length < 700; ++length) {
            const QByteArrayView view = QByteArrayView(bytes).sliced(length % 17, length);
            const quint32 before = random.generate();
            QCOMPARE(crc32(view, before), portableCrc32(view, before));
            QCOMPARE(crc32c(view, before), portableCrc32c(view, before));
        }
    }

    void piecesOneAfterTheOtherAreTheWhole()
    {
        QByteArray bytes(100'000, 'x');
        for (qsizetype i = 0; i < bytes.size(); ++i)
            bytes[i] = char(i * i >> 3);
        quint32 zip = 0, castagnoli = 0;
        for (qsizetype at = 0, piece = 1; at < bytes.size(); at += piece, piece = piece * 3 + 1) {
            zip = crc32(QByteArrayView(bytes).sliced(at, std::min(piece, bytes.size() - at)), zip);
            castagnoli = crc32c(QByteArrayView(bytes).sliced(at, std::min(piece, bytes.size() - at)), castagnoli);
        }
        QCOMPARE(zip, portableCrc32(bytes));
        QCOMPARE(castagnoli, portableCrc32c(bytes));
    }
};

QTEST_GUILESS_MAIN(TestCrc32)
#include "tst_crc32.moc"
