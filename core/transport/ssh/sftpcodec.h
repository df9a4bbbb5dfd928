// SPDX-License-Identifier: GPL-3.0-or-later
// SFTP version 3 on the wire (draft-ietf-secsh-filexfer-02; OpenSSH's extensions as in its PROTOCOL file). Pure: bytes in, values out,
// any thread. Nothing a server sends is trusted: every length is checked against the bytes present, and packets and lists are capped.
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QList>

#include <optional>

namespace trainyard {

enum class SftpType : quint8 {
    Init = 1,
    Version = 2,
    Open = 3,
    Close = 4,
    Read = 5,
    Write = 6,
    Lstat = 7,
    Fstat = 8,
    Setstat = 9,
    Fsetstat = 10,
    Opendir = 11,
    Readdir = 12,
    Remove = 13,
    Mkdir = 14,
    Rmdir = 15,
    Realpath = 16,
    Stat = 17,
    Rename = 18,
    Readlink = 19,
    Symlink = 20,
    Status = 101,
    Handle = 102,
    Data = 103,
    Name = 104,
    Attributes = 105,
    Extended = 200,
    ExtendedReply = 201,
};

enum class SftpStatus : quint32 {
    Ok = 0,
    Eof = 1,
    NoSuchFile = 2,
    PermissionDenied = 3,
    Failure = 4,
    BadMessage = 5,
    NoConnection = 6,
    ConnectionLost = 7,
    Unsupported = 8,
};

enum SftpOpenFlag : quint32 { SftpRead = 1, SftpWrite = 2, SftpAppend = 4, SftpCreate = 8, SftpTruncate = 16, SftpExclusive = 32 };

constexpr quint32 kSftpLargestPacket = 256 * 1024 + 1024;  // OpenSSH's own limit plus space for the header

struct SftpAttributes {
    std::optional<quint64> size;
    std::optional<quint32> mode;
    std::optional<quint32> modified;
};

struct SftpName {
    QByteArray name;
    SftpAttributes attributes;
};

struct SftpReply {
    SftpType type = SftpType::Status;
    quint32 id = 0;                // Version: the protocol version
    quint32 status = 0;            // Status
    QByteArray bytes;              // Status: the message; Handle, Data, ExtendedReply: the content
    QList<SftpName> names;         // Name
    SftpAttributes attributes;     // Attributes
    QList<QByteArray> extensions;  // Version: "name" of each
};

// Cuts the byte stream into packets (without their length field).
class SftpFramer {
public:
    void append(QByteArrayView bytes);
    // nullopt: more bytes are needed. Corrupt: a length that no honest server sends; the stream is unusable.
    Result<std::optional<QByteArray>> next();

private:
    QByteArray m_buffer;
    qsizetype m_offset = 0;
};

// Borrow: the content of a Data reply points into `packet` and is valid as long as that is.
enum class SftpContent { Copy, Borrow };
Result<SftpReply> decodeSftpReply(QByteArrayView packet, SftpContent content = SftpContent::Copy);

// Free space from a statvfs@openssh.com reply, in bytes for an ordinary user, and free inodes.
struct SftpSpace {
    quint64 bytes = 0;
    quint64 files = 0;
};
Result<SftpSpace> decodeSftpSpace(QByteArrayView reply);

// From a limits@openssh.com reply; 0 = not reported by the server.
struct SftpLimits {
    quint64 packet = 0;
    quint64 read = 0;
    quint64 write = 0;
    quint64 handles = 0;
};
Result<SftpLimits> decodeSftpLimits(QByteArrayView reply);

// Builds one request: length, type, id, then the fields in order.
class SftpRequest {
public:
    // `expected`: bytes of all fields, if known, to allocate them once.
    SftpRequest(SftpType type, quint32 id, qsizetype expected = 0);
    SftpRequest &number(quint32 value);
    SftpRequest &longNumber(quint64 value);
    SftpRequest &string(QByteArrayView bytes);
    SftpRequest &mode(int mode);                          // attributes holding permissions only
    SftpRequest &modeAndTime(int mode, qint64 modified);  // both times become `modified`, seconds since 1970
    SftpRequest &time(qint64 modified);
    SftpRequest &noAttributes() { return number(0); }
    // Adds a string of `length` bytes, which the caller fills in before adding anything else.
    char *space(qsizetype length);
    QByteArray packet();  // complete, with its length; call once, at the end

    static QByteArray init() { return QByteArray("\0\0\0\5\1\0\0\0\3", 9); }

private:
    QByteArray m_bytes;
};

}  // namespace trainyard
