// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/ssh/sftpcodec.h"

#include <QCoreApplication>
#include <QtEndian>

#include <algorithm>

namespace trainyard {

namespace {

constexpr quint32 kHasSize = 1, kHasOwner = 2, kHasPermissions = 4, kHasTimes = 8, kHasExtended = 0x80000000;
constexpr int kMaxExtensions = 64;
constexpr quint32 kMaxAttributeExtensions = 64;

Error corrupt(const QString &detail)
{
    return {ErrorCode::Corrupt,
            QCoreApplication::translate("trainyard::Ssh", "The machine's file transfer (SFTP) sent something unreadable. Check that its "
                                                          "login scripts print nothing."),
            detail};
}

// Reads fields one after the other; once one is missing, all later reads fail too.
class PacketReader {
public:
    explicit PacketReader(QByteArrayView bytes) : m_bytes(bytes) {}

    bool isOk() const { return m_ok; }
    bool isAtEnd() const { return m_bytes.isEmpty(); }
    QByteArrayView rest() const { return m_bytes; }

    quint8 byte()
    {
        const QByteArrayView field = take(1);
        return m_ok ? static_cast<quint8>(field[0]) : quint8(0);
    }
    quint32 number()
    {
        const QByteArrayView field = take(4);
        return m_ok ? qFromBigEndian<quint32>(field.data()) : 0u;
    }
    quint64 longNumber()
    {
        const QByteArrayView field = take(8);
        return m_ok ? qFromBigEndian<quint64>(field.data()) : 0u;
    }
    QByteArrayView view()
    {
        const quint32 length = number();
        return take(length);
    }
    QByteArray string() { return view().toByteArray(); }
    SftpAttributes attributes()
    {
        SftpAttributes result;
        const quint32 flags = number();
        if (flags & kHasSize)
            result.size = longNumber();
        if (flags & kHasOwner)
            longNumber();
        if (flags & kHasPermissions)
            result.mode = number();
        if (flags & kHasTimes) {
            number();
            result.modified = number();
        }
        if (flags & kHasExtended) {
            const quint32 count = number();
            m_ok = m_ok && count <= kMaxAttributeExtensions;
            for (quint32 i = 0; m_ok && i < count; ++i) {
                string();
                string();
            }
        }
        return result;
    }

private:
    QByteArrayView take(quint64 count)
    {
        if (!m_ok || count > static_cast<quint64>(m_bytes.size())) {
            m_ok = false;
            return {};
        }
        const QByteArrayView field = m_bytes.first(static_cast<qsizetype>(count));
        m_bytes = m_bytes.sliced(static_cast<qsizetype>(count));
        return field;
    }

    QByteArrayView m_bytes;
    bool m_ok = true;
};

}  // namespace

void SftpFramer::append(QByteArrayView bytes)
{
    if (m_offset > 0 && m_offset == m_buffer.size()) {
        m_buffer.resize(0);
        m_offset = 0;
    } else if (m_offset > static_cast<qsizetype>(4 * kSftpLargestPacket)) {
        m_buffer.remove(0, m_offset);
        m_offset = 0;
    }
    m_buffer.append(bytes);
}

Result<std::optional<QByteArray>> SftpFramer::next()
{
    const qsizetype available = m_buffer.size() - m_offset;
    if (available < 4)
        return std::optional<QByteArray>();
    const quint32 length = qFromBigEndian<quint32>(m_buffer.constData() + m_offset);
    if (length == 0 || length > kSftpLargestPacket)
        return corrupt(QStringLiteral("packet length %1").arg(length));
    if (available - 4 < static_cast<qsizetype>(length))
        return std::optional<QByteArray>();
    std::optional<QByteArray> packet = m_buffer.mid(m_offset + 4, static_cast<qsizetype>(length));
    m_offset += 4 + static_cast<qsizetype>(length);
    return packet;
}

Result<SftpReply> decodeSftpReply(QByteArrayView packet, SftpContent content)
{
    PacketReader reader(packet);
    SftpReply reply;
    const quint8 type = reader.byte();
    reply.type = static_cast<SftpType>(type);
    reply.id = reader.number();
    switch (reply.type) {
    case SftpType::Version:
        while (reader.isOk() && !reader.isAtEnd() && reply.extensions.size() < kMaxExtensions) {
            reply.extensions << reader.string();
            reader.string();
        }
        break;
    case SftpType::Status:
        reply.status = reader.number();
        // Servers of the first drafts omit the message.
        if (reader.isOk() && !reader.isAtEnd())
            reply.bytes = reader.string().left(1024);
        break;
    case SftpType::Handle:
        reply.bytes = reader.string();
        if (reply.bytes.isEmpty() || reply.bytes.size() > 256)  // the draft's limit
            return corrupt(QStringLiteral("handle of %1 bytes").arg(reply.bytes.size()));
        break;
    case SftpType::Data: {
        const QByteArrayView data = reader.view();
        reply.bytes = content == SftpContent::Copy ? data.toByteArray() : QByteArray::fromRawData(data.data(), data.size());
        break;
    }
    case SftpType::Name: {
        const quint32 count = reader.number();
        for (quint32 i = 0; reader.isOk() && i < count; ++i) {
            SftpName name;
            name.name = reader.string();
            reader.string();  // the line of `ls -l`
            name.attributes = reader.attributes();
            if (reader.isOk())
                reply.names << name;
        }
        break;
    }
    case SftpType::Attributes: reply.attributes = reader.attributes(); break;
    case SftpType::ExtendedReply: reply.bytes = reader.rest().toByteArray(); break;
    default: return corrupt(QStringLiteral("reply type %1").arg(type));
    }
    if (!reader.isOk())
        return corrupt(QStringLiteral("reply type %1 is cut short").arg(type));
    return reply;
}

Result<SftpSpace> decodeSftpSpace(QByteArrayView bytes)
{
    PacketReader reader(bytes);
    reader.longNumber();  // block size
    const quint64 fragment = reader.longNumber();
    reader.longNumber();  // blocks
    reader.longNumber();  // free blocks
    const quint64 available = reader.longNumber();
    const quint64 files = reader.longNumber();
    reader.longNumber();  // free inodes for root
    const quint64 freeFiles = reader.longNumber();
    if (!reader.isOk())
        return corrupt(QStringLiteral("statvfs reply is cut short"));
    quint64 space = 0;
    if (__builtin_mul_overflow(fragment, available, &space))
        space = ~quint64(0);
    // File systems without fixed inodes report 0 of 0.
    return SftpSpace{space, files == 0 ? 1 : freeFiles};
}

Result<SftpLimits> decodeSftpLimits(QByteArrayView bytes)
{
    PacketReader reader(bytes);
    SftpLimits limits;
    limits.packet = reader.longNumber();
    limits.read = reader.longNumber();
    limits.write = reader.longNumber();
    limits.handles = reader.longNumber();
    if (!reader.isOk())
        return corrupt(QStringLiteral("limits reply is cut short"));
    return limits;
}

SftpRequest::SftpRequest(SftpType type, quint32 id, qsizetype expected)
{
    m_bytes.reserve(9 + expected);
    number(0);  // the length, filled in at the end
    m_bytes.append(static_cast<char>(type));
    number(id);
}

SftpRequest &SftpRequest::number(quint32 value)
{
    const quint32 wire = qToBigEndian(value);
    m_bytes.append(reinterpret_cast<const char *>(&wire), 4);
    return *this;
}

SftpRequest &SftpRequest::longNumber(quint64 value)
{
    const quint64 wire = qToBigEndian(value);
    m_bytes.append(reinterpret_cast<const char *>(&wire), 8);
    return *this;
}

SftpRequest &SftpRequest::string(QByteArrayView bytes)
{
    number(static_cast<quint32>(bytes.size()));
    m_bytes.append(bytes);
    return *this;
}

SftpRequest &SftpRequest::mode(int mode)
{
    number(kHasPermissions);
    return number(static_cast<quint32>(mode & 07777));
}

SftpRequest &SftpRequest::modeAndTime(int mode, qint64 modified)
{
    number(kHasPermissions | kHasTimes);
    number(static_cast<quint32>(mode & 07777));
    const auto wire = static_cast<quint32>(std::clamp<qint64>(modified, 0, 0xffffffff));
    return number(wire).number(wire);
}

SftpRequest &SftpRequest::time(qint64 modified)
{
    const auto wire = static_cast<quint32>(std::clamp<qint64>(modified, 0, 0xffffffff));
    return number(kHasTimes).number(wire).number(wire);
}

char *SftpRequest::space(qsizetype length)
{
    number(static_cast<quint32>(length));
    const qsizetype start = m_bytes.size();
    m_bytes.resize(start + length);
    return m_bytes.data() + start;
}

QByteArray SftpRequest::packet()
{
    qToBigEndian(static_cast<quint32>(m_bytes.size() - 4), m_bytes.data());
    return std::move(m_bytes);
}

}  // namespace trainyard
