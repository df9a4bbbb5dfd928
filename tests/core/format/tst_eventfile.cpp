#include "core/format/eventfile.h"
#include "core/format/maskedcrc.h"
#include "tests/support/functionsource.h"

#include <QFile>
#include <QTest>

#include <cmath>

using namespace trainyard;

namespace {

const QString kTorch = QStringLiteral("torch/events.out.tfevents.1732176000.host.1.0");
const QString kKeras = QStringLiteral("keras/validation/events.out.tfevents.1732176001.host.2.0.v2");

QByteArray contents(const QString &name)
{
    QFile file(QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/training/events/") + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// A file in memory that grows between reads.
struct Growing : FileSource {
    explicit Growing(const QByteArray &content = {}) : bytes(content) {}
    Result<QList<QByteArray>> read(const QList<FileRange> &ranges) override
    {
        QList<QByteArray> pieces;
        for (const FileRange &range : ranges) {
            pieces << bytes.mid(range.offset, range.length);
            readBytes += pieces.last().size();
        }
        return pieces;
    }

    QByteArray bytes;
    qint64 readBytes = 0;
};

QString described(const QList<EventScalar> &scalars)
{
    QStringList parts;
    for (const EventScalar &scalar : scalars)
        parts << QStringLiteral("%1@%2=%3").arg(scalar.tag).arg(scalar.step).arg(scalar.value, 0, 'g', 8);
    return parts.join(u' ');
}

}  // namespace

class TestEventFile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void checksumsAreThoseOfTheFormat()
    {
        // RFC 3720, B.4: CRC-32C of 32 zero bytes is 0x8a9136aa.
        const quint32 crc = 0x8a9136aa;
        QCOMPARE(maskedCrc(QByteArray(32, '\0')), ((crc >> 15) | (crc << 17)) + 0xa282ead8U);
    }

    void simpleValuesAreRead()
    {
        Growing file{contents(kTorch)};
        EventFile events(QStringLiteral("f"));
        const auto read = events.read(file, file.bytes.size());
        QVERIFY(read && events.isCaughtUp() && !events.damagedAt());
        QCOMPARE(events.position(), file.bytes.size());
        QCOMPARE(described(*read), QStringLiteral("Loss/train@0=2.5 lr@0=0.001 Loss/train@10=2.25 lr@10=0.001 Loss/train@20=2 lr@20=0.001 "
            "Loss/train@30=1.75 lr@30=0.001 Loss/train@40=1.5 lr@40=0.001 Loss/train@50=nan"));
        QCOMPARE(read->first().timeMs.value_or(0), 1'732'176'000'500);
    }

    void tensorsOfOneNumberAreRead()
    {
        Growing file{contents(kKeras)};
        EventFile events(QStringLiteral("f"));
        const auto read = events.read(file, file.bytes.size());
        QVERIFY(read.has_value());
        QCOMPARE(described(*read), QStringLiteral("epoch_loss@1=0.75 epoch_loss@2=0.5 double@1=0.1 double@2=-0.1 int@1=-7 "
            "int64@1=1.0995116e+12 half@1=1 half@2=1.5 bfloat16@1=1.5 one of one@1=2"));
        QCOMPARE(events.recordCount(), 17);
    }

    void onlyNewBytesAreReadAndATornTailIsWaitedFor()
    {
        const QByteArray whole = contents(kTorch);
        QList<EventScalar> found;
        Growing file;
        EventFile events(QStringLiteral("f"));
        for (qsizetype size = 0; size <= whole.size(); ++size) {
            file.bytes = whole.first(size);
            const auto read = events.read(file, size);
            QVERIFY(read && events.isCaughtUp() && !events.damagedAt());
            found += *read;
        }
        QCOMPARE(found.size(), 11);
        file.readBytes = 0;
        QVERIFY(events.read(file, whole.size())->isEmpty());
        QCOMPARE(file.readBytes, 0);
    }

    void damagedDataCostOneRecordAndAreSaidOnce()
    {
        Growing file{contents(kTorch)};
        EventFile whole(QStringLiteral("f"));
        QCOMPARE(whole.read(file, file.bytes.size())->size(), 11);
        // The second record's data.
        const qsizetype second = 12 + qsizetype(quint8(file.bytes[0])) + 4;
        file.bytes[second + 14] = char(file.bytes[second + 14] ^ 1);
        EventFile events(QStringLiteral("f"));
        QCOMPARE(events.read(file, file.bytes.size())->size(), 10);
        QCOMPARE(events.damagedAt().value_or(-1), second);
        QVERIFY(!events.isStopped());
    }

    void aDamagedLengthEndsTheReading()
    {
        Growing file{contents(kTorch)};
        const qsizetype second = 12 + qsizetype(quint8(file.bytes[0])) + 4;
        file.bytes[second + 3] = 1;      // 16 MiB, were it believed
        EventFile events(QStringLiteral("f"));
        QCOMPARE(events.read(file, file.bytes.size())->size(), 0);
        QCOMPARE(events.damagedAt().value_or(-1), second);
        QVERIFY(events.isStopped());
        QVERIFY(events.read(file, file.bytes.size() + 100)->isEmpty());
    }

    void largeRecordsAreNotRead()
    {
        // A length of 100 MiB with its right checksum.
        QByteArray head(8, '\0');
        head[3] = 6;
        head[2] = 64;
        const quint32 crc = maskedCrc(head);
        for (int i = 0; i < 4; ++i)
            head += char(crc >> (8 * i));
        const qint64 size = 12 + (qint64(6) << 24) + (64 << 16) + 4;
        const QByteArray after = contents(kTorch);
        FunctionSource source([&](const QString &, qint64 offset, qint64 length) -> Result<QByteArray> {
            return offset < size ? head + QByteArray(qsizetype(length) - 12, 'x') : after.mid(offset - size, length);
        });
        EventFile events(QStringLiteral("f"));
        QList<EventScalar> found;
        do {
            const auto read = events.read(source, size + after.size());
            QVERIFY(read.has_value());
            found += *read;
        } while (!events.isCaughtUp());
        QCOMPARE(found.size(), 11);
        QVERIFY(source.bytesRead < 3'000'000);
    }

    void aReadersErrorIsPassedOn()
    {
        FunctionSource source([](const QString &, qint64, qint64) -> Result<QByteArray> {
            return Error{ErrorCode::Io, QStringLiteral("gone"), {}};
        });
        EventFile events(QStringLiteral("f"));
        QCOMPARE(events.read(source, 100).error().code, ErrorCode::Io);
    }
};

QTEST_APPLESS_MAIN(TestEventFile)
#include "tst_eventfile.moc"
