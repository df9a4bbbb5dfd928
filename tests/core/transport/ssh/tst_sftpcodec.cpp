// SPDX-License-Identifier: GPL-3.0-or-later
// SFTP bytes, correct and hostile.
#include "core/transport/ssh/sftpcodec.h"

#include <QRandomGenerator>
#include <QTest>
#include <QtEndian>

using namespace trainyard;

class TestSftpCodec : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void requestIsLaidOutAsTheDraftSays();
    void framerPutsPiecesTogether();
    void framerRefusesImpossibleLengths();
    void decodesStatus();
    void decodesHandleAndData();
    void decodesNames();
    void decodesVersion();
    void decodesSpace();
    void everyTruncationIsRefused_data();
    void everyTruncationIsRefused();
    void hostileCountsAreRefused_data();
    void hostileCountsAreRefused();
    void randomBytesNeverBreakAnything();
    void flippedBytesNeverBreakAnything();
};

namespace {

QByteArray number(quint32 value)
{
    QByteArray bytes(4, Qt::Uninitialized);
    qToBigEndian(value, bytes.data());
    return bytes;
}
QByteArray longNumber(quint64 value)
{
    QByteArray bytes(8, Qt::Uninitialized);
    qToBigEndian(value, bytes.data());
    return bytes;
}
QByteArray string(const QByteArray &text) { return number(static_cast<quint32>(text.size())) + text; }
QByteArray head(SftpType type, quint32 id) { return QByteArray(1, static_cast<char>(type)) + number(id); }

QByteArray fullAttributes()
{
    return number(0x8000000f) + longNumber(1234567890123) + number(0) + number(1) + number(0100644) + number(1) + number(1700000000)
           + number(1) + string("ext") + string("value");
}
QByteArray namePacket()
{
    return head(SftpType::Name, 5) + number(2) + string("a\n'$(x)") + string("-rw") + fullAttributes() + string("\xe6\xa8\xa1\xe5\x9e\x8b")
           + string("long") + number(0);
}

}  // namespace

void TestSftpCodec::requestIsLaidOutAsTheDraftSays()
{
    QCOMPARE(SftpRequest::init().toHex(), QByteArray("000000050100000003"));
    const QByteArray packet = SftpRequest(SftpType::Open, 7).string(QByteArrayView("f")).number(SftpWrite | SftpCreate).mode(0640).packet();
    QCOMPARE(packet.toHex(), QByteArray("00000016"
                                        "03"
                                        "00000007"
                                        "0000000166"
                                        "0000000a"
                                        "00000004"
                                        "000001a0"));
    QCOMPARE(SftpRequest(SftpType::Read, 1).longNumber(0x123456789a).packet().toHex(), QByteArray("0000000d"
                                                                                                  "05"
                                                                                                  "00000001"
                                                                                                  "000000123456789a"));
}

void TestSftpCodec::framerPutsPiecesTogether()
{
    QByteArray stream;
    for (int i = 1; i <= 300; ++i)
        stream += number(static_cast<quint32>(i)) + QByteArray(i, static_cast<char>(i));
    for (const qsizetype step : {1, 3, 4096}) {
        SftpFramer framer;
        int seen = 0;
        for (qsizetype at = 0; at < stream.size(); at += step) {
            framer.append(QByteArrayView(stream).sliced(at, std::min(step, stream.size() - at)));
            for (;;) {
                const auto packet = framer.next();
                QVERIFY(packet);
                if (!packet->has_value())
                    break;
                ++seen;
                QCOMPARE(**packet, QByteArray(seen, static_cast<char>(seen)));
            }
        }
        QCOMPARE(seen, 300);
    }
}

void TestSftpCodec::framerRefusesImpossibleLengths()
{
    for (const quint32 length : {0u, kSftpLargestPacket + 1, 0x7fffffffu, 0xffffffffu}) {
        SftpFramer framer;
        framer.append(number(length) + "x");
        const auto packet = framer.next();
        QVERIFY(!packet);
        QCOMPARE(packet.error().code, ErrorCode::Corrupt);
    }
}

void TestSftpCodec::decodesStatus()
{
    const auto reply = decodeSftpReply(head(SftpType::Status, 9) + number(3) + string("no") + string("en"));
    QVERIFY(reply);
    QCOMPARE(reply->id, 9u);
    QCOMPARE(reply->status, 3u);
    QCOMPARE(reply->bytes, QByteArray("no"));
    QVERIFY(decodeSftpReply(head(SftpType::Status, 9) + number(3)));
}

void TestSftpCodec::decodesHandleAndData()
{
    const auto handle = decodeSftpReply(head(SftpType::Handle, 1) + string(QByteArray("h\0x", 3)));
    QVERIFY(handle);
    QCOMPARE(handle->bytes, QByteArray("h\0x", 3));
    QVERIFY(!decodeSftpReply(head(SftpType::Handle, 1) + string("")));
    QVERIFY(!decodeSftpReply(head(SftpType::Handle, 1) + string(QByteArray(257, 'h'))));
    const auto data = decodeSftpReply(head(SftpType::Data, 1) + string(QByteArray(32768, '\xff')));
    QVERIFY(data);
    QCOMPARE(data->bytes.size(), 32768);
}

void TestSftpCodec::decodesNames()
{
    const auto reply = decodeSftpReply(namePacket());
    QVERIFY(reply);
    QCOMPARE(reply->names.size(), 2);
    QCOMPARE(reply->names[0].name, QByteArray("a\n'$(x)"));
    QCOMPARE(*reply->names[0].attributes.size, 1234567890123u);
    QCOMPARE(*reply->names[0].attributes.mode, 0100644u);
    QCOMPARE(*reply->names[0].attributes.modified, 1700000000u);
    QCOMPARE(QString::fromUtf8(reply->names[1].name), QStringLiteral("模型"));
    QVERIFY(!reply->names[1].attributes.size);
}

void TestSftpCodec::decodesVersion()
{
    const auto reply = decodeSftpReply(head(SftpType::Version, 3) + string("posix-rename@openssh.com") + string("1") + string("x")
                                       + string(""));
    QVERIFY(reply);
    QCOMPARE(reply->id, 3u);
    QCOMPARE(reply->extensions, QList<QByteArray>({"posix-rename@openssh.com", "x"}));
}

void TestSftpCodec::decodesSpace()
{
    QByteArray reply;
    for (const quint64 value : {4096, 1024, 100, 50, 40, 10, 5, 4, 0, 0, 255})
        reply += longNumber(value);
    const auto space = decodeSftpSpace(reply);
    QVERIFY(space);
    QCOMPARE(space->bytes, 40960u);
    QCOMPARE(space->files, 4u);
    QVERIFY(!decodeSftpSpace(reply.left(20)));
    const QByteArray huge = QByteArray(88, '\xff');
    QCOMPARE(decodeSftpSpace(huge)->bytes, ~quint64(0));
}

void TestSftpCodec::everyTruncationIsRefused_data()
{
    QTest::addColumn<QByteArray>("packet");
    QTest::newRow("handle") << head(SftpType::Handle, 1) + string("handle");
    QTest::newRow("data") << head(SftpType::Data, 1) + string("some bytes");
    QTest::newRow("names") << namePacket();
    QTest::newRow("attributes") << head(SftpType::Attributes, 1) + fullAttributes();
}

void TestSftpCodec::everyTruncationIsRefused()
{
    QFETCH(QByteArray, packet);
    QVERIFY(decodeSftpReply(packet));
    for (qsizetype size = 0; size < packet.size(); ++size) {
        const QByteArray cut = packet.left(size);  // a copy, so that reading past its end is detected
        const auto reply = decodeSftpReply(cut);
        QVERIFY2(!reply, qPrintable(QString::number(size)));
        QCOMPARE(reply.error().code, ErrorCode::Corrupt);
    }
}

void TestSftpCodec::hostileCountsAreRefused_data()
{
    QTest::addColumn<QByteArray>("packet");
    QTest::newRow("four thousand million names") << head(SftpType::Name, 1) + number(0xffffffff) + string("a");
    QTest::newRow("name longer than the packet") << head(SftpType::Name, 1) + number(1) + number(0xfffffff0) + "a";
    QTest::newRow("data longer than the packet") << head(SftpType::Data, 1) + number(0xffffffff) + "a";
    QTest::newRow("many attribute extensions") << head(SftpType::Attributes, 1) + number(0x80000000) + number(0xffffffff);
    QTest::newRow("unknown type") << QByteArray(1, '\x63') + number(1);
    QTest::newRow("a request as reply") << head(SftpType::Open, 1) + string("x") + number(0) + number(0);
    QTest::newRow("extension name without value") << head(SftpType::Version, 3) + string("x");
}

void TestSftpCodec::hostileCountsAreRefused()
{
    QFETCH(QByteArray, packet);
    const auto reply = decodeSftpReply(packet);
    QVERIFY(!reply);
    QCOMPARE(reply.error().code, ErrorCode::Corrupt);
}

void TestSftpCodec::randomBytesNeverBreakAnything()
{
    QRandomGenerator random(20240607);
    const QByteArray types = QByteArray::fromHex("0265666768c9");
    for (int round = 0; round < 100'000; ++round) {
        QByteArray packet(random.bounded(80), Qt::Uninitialized);
        for (char &c : packet)
            c = static_cast<char>(random.bounded(4) ? random.bounded(4) : random.bounded(256));
        if (!packet.isEmpty())
            packet[0] = types[random.bounded(types.size())];
        const auto reply = decodeSftpReply(packet);
        if (reply)
            QVERIFY(reply->bytes.size() <= packet.size() && reply->names.size() <= packet.size());
        SftpFramer framer;
        framer.append(packet);
        for (int i = 0; i <= packet.size(); ++i) {
            const auto next = framer.next();
            if (!next || !next->has_value())
                break;
        }
    }
}

void TestSftpCodec::flippedBytesNeverBreakAnything()
{
    QRandomGenerator random(7);
    const QByteArray packet = namePacket();
    for (int round = 0; round < 50'000; ++round) {
        QByteArray changed = packet;
        for (int i = random.bounded(1, 4); i > 0; --i)
            changed[random.bounded(changed.size())] = static_cast<char>(random.bounded(256));
        const auto reply = decodeSftpReply(changed);
        if (reply)
            QVERIFY(reply->names.size() <= 22);  // a name takes at least 12 bytes
    }
}

QTEST_GUILESS_MAIN(TestSftpCodec)
#include "tst_sftpcodec.moc"
