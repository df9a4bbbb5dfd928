// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/format/eventfile.h"
#include "core/checkpoint/format/internal/maskedcrc.h"
#include "tests/support/functionsource.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <QtEndian>

#include <cmath>
#include <limits>

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
            firstByte = std::min(firstByte, range.offset);
        }
        return pieces;
    }

    QByteArray bytes;
    qint64 readBytes = 0, firstByte = std::numeric_limits<qint64>::max();
};

QString described(const QList<EventScalar> &scalars)
{
    QStringList parts;
    for (const EventScalar &scalar : scalars)
        parts << QStringLiteral("%1@%2=%3").arg(scalar.tag).arg(scalar.step).arg(scalar.value, 0, 'g', 8);
    return parts.join(u' ');
}

// The output of a real writer, and its input (tests/data/training/tensorboard).
struct Written {
    QString name;
    QByteArray bytes;
    QList<EventScalar> scalars;  // a killed writer did not write all of them
    bool isKilled = false;
    std::optional<qint64> purgeStep;
};

const QList<Written> &realFiles()
{
    static const QList<Written> files = [] {
        const QString folder = QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/training/tensorboard/");
        QFile expected(folder + QStringLiteral("expected.json"));
        QList<Written> read;
        if (!expected.open(QIODevice::ReadOnly))
            return read;
        const QJsonArray all = QJsonDocument::fromJson(expected.readAll()).array();
        for (const QJsonValue &one : all) {
            Written written;
            written.name = one[u"file"].toString();
            written.isKilled = one[u"isKilled"].toBool();
            if (one[u"purgeStep"].isDouble()) {
                written.purgeStep = one[u"purgeStep"].toInteger();
                written.scalars.append({{}, *written.purgeStep, 0, std::nullopt});
            }
            QFile file(folder + written.name);
            written.bytes = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
            const QJsonArray scalars = one[u"scalars"].toArray();
            for (const QJsonValue &scalar : scalars) {
                double value = scalar[2].isString() ? scalar[2].toString().toDouble() : scalar[2].toDouble();
                if (!scalar[4].toBool())  // the writer stores single precision
                    value = double(float(value));
                written.scalars.append({scalar[0].toString(), scalar[1].toInteger(), value,
                                        scalar[3].isDouble() ? std::optional(qint64(scalar[3].toDouble() * 1000)) : std::nullopt});
            }
            read.append(written);
        }
        return read;
    }();
    return files;
}

// Checks that the first `count` of the given scalars were read, in this order; returns the difference.
QString difference(const QList<EventScalar> &read, const QList<EventScalar> &given, qsizetype count)
{
    if (read.size() != count)
        return QStringLiteral("%1 scalars, not %2").arg(read.size()).arg(count);
    for (qsizetype i = 0; i < count; ++i) {
        const EventScalar &a = read[i], &b = given[i];
        const bool isSame = a.tag == b.tag && a.step == b.step
                            && (std::isnan(b.value) ? std::isnan(a.value)
                                                    : !(a.value < b.value) && !(a.value > b.value) && !std::isnan(a.value))
                            && (!b.timeMs || a.timeMs == b.timeMs);
        if (!isSame)
            return QStringLiteral("%1: read %2, given %3").arg(QString::number(i), described({a}), described({b}));
    }
    return {};
}

// The start of each record, and the end.
QList<qsizetype> records(const QByteArray &bytes)
{
    QList<qsizetype> starts{0};
    while (starts.last() + 16 <= bytes.size()) {
        const qsizetype next = starts.last() + 16 + qFromLittleEndian<qint64>(bytes.constData() + starts.last());
        if (next > bytes.size())
            break;
        starts.append(next);
    }
    return starts;
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
        file.bytes[second + 3] = 1;  // 16 MiB, if it were believed
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

    void whatRealWritersWroteIsReadAsTheyWereGivenIt_data()
    {
        QTest::addColumn<int>("at");
        QVERIFY(realFiles().size() > 10);
        for (int i = 0; i < realFiles().size(); ++i)
            QTest::newRow(qPrintable(realFiles()[i].name)) << i;
    }
    void whatRealWritersWroteIsReadAsTheyWereGivenIt()
    {
        QFETCH(int, at);
        const Written &written = realFiles()[at];
        Growing file{written.bytes};
        EventFile events(QStringLiteral("f"));
        const auto read = events.read(file, file.bytes.size());
        QVERIFY(read && events.isCaughtUp() && !events.damagedAt() && !events.isStopped());
        const qsizetype count = written.isKilled ? read->size() : written.scalars.size();
        QCOMPARE(difference(*read, written.scalars, count), QString());
        QCOMPARE(events.position(), qint64(records(written.bytes).last()));
        if (written.isKilled)
            QVERIFY2(count >= 300 && count < written.scalars.size(), qPrintable(QString::number(count)));
        const bool isTorn = written.name.startsWith(QLatin1String("killed-x/"));
        QCOMPARE(events.position() == written.bytes.size(), !isTorn);
    }

    void aFileTornAnywhereIsReadToItsLastWholeRecord_data() { whatRealWritersWroteIsReadAsTheyWereGivenIt_data(); }
    void aFileTornAnywhereIsReadToItsLastWholeRecord()
    {
        QFETCH(int, at);
        const Written &written = realFiles()[at];
        const QList<qsizetype> starts = records(written.bytes);
        Growing growing;
        EventFile events(QStringLiteral("f"));
        QList<EventScalar> found;
        qsizetype whole = 0;
        for (qsizetype size = 0;; size = std::min(size + 97, qsizetype(written.bytes.size()))) {
            while (whole + 1 < starts.size() && starts[whole + 1] <= size)
                ++whole;
            Growing torn{written.bytes.first(size)};
            EventFile fresh(QStringLiteral("f"));
            const auto once = fresh.read(torn, size);
            QVERIFY(once && fresh.isCaughtUp() && !fresh.damagedAt());
            QCOMPARE(fresh.position(), qint64(starts[whole]));
            QCOMPARE(difference(*once, written.scalars, once->size()), QString());

            // The same file as it grows: nothing before the awaited record is read again.
            growing.bytes = torn.bytes;
            growing.readBytes = 0;
            growing.firstByte = size;
            const qint64 before = events.position();
            const auto more = events.read(growing, size);
            QVERIFY(more && events.isCaughtUp() && !events.damagedAt());
            QVERIFY(growing.firstByte >= std::min<qint64>(before, size) && growing.readBytes <= size - before);
            QCOMPARE(events.position(), fresh.position());
            found += *more;
            QCOMPARE(difference(found, *once, once->size()), QString());
            growing.readBytes = 0;
            QVERIFY(events.read(growing, size)->isEmpty());
            if (size - events.position() >= 12)  // once a record's length is known, the file is not read until the record is complete
                QCOMPARE(growing.readBytes, 0);
            if (size == written.bytes.size())
                break;
        }
        QVERIFY(!found.isEmpty() || written.scalars.isEmpty());
    }

    void aFlippedBitCostsItsRecordOrWhatFollowsAndIsSaid_data() { whatRealWritersWroteIsReadAsTheyWereGivenIt_data(); }
    void aFlippedBitCostsItsRecordOrWhatFollowsAndIsSaid()
    {
        QFETCH(int, at);
        const Written &written = realFiles()[at];
        const QList<qsizetype> starts = records(written.bytes);
        // The number of scalars before each record.
        QList<qsizetype> before;
        for (const qsizetype start : starts) {
            Growing file{written.bytes.first(start)};
            EventFile events(QStringLiteral("f"));
            before << events.read(file, start)->size();
        }
        const qsizetype step = std::max<qsizetype>(1, written.bytes.size() / 600);
        for (qsizetype flipped = 0; flipped < starts.last(); flipped += step) {
            const qsizetype record = std::upper_bound(starts.begin(), starts.end(), flipped) - starts.begin() - 1;
            Growing file{written.bytes};
            file.bytes[flipped] = char(file.bytes[flipped] ^ (1 << (flipped % 8)));
            EventFile events(QStringLiteral("f"));
            const auto read = events.read(file, file.bytes.size());
            QVERIFY(read && events.isCaughtUp());
            QCOMPARE(events.damagedAt().value_or(-1), qint64(starts[record]));
            QList<EventScalar> kept = written.scalars.first(before[record]);
            QCOMPARE(events.isStopped(), flipped - starts[record] < 12);
            if (!events.isStopped())
                kept += written.scalars.sliced(before[record + 1], before.last() - before[record + 1]);
            QCOMPARE(difference(*read, kept, kept.size()), QString());
        }
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
