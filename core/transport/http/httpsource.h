// SPDX-License-Identifier: GPL-3.0-or-later
// What a request sends. A source is read by one request at a time, on the thread that makes it, and from the beginning for each try.
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QFile>

namespace trainyard {

class HttpSource {
public:
    virtual ~HttpSource() = default;
    virtual qint64 size() const = 0;
    // At most `most` bytes (at least one); fewer than requested only at the end. An error ends the request with it.
    virtual Result<QByteArray> read(qint64 offset, qint64 most) = 0;
};

class BytesSource : public HttpSource {
public:
    explicit BytesSource(const QByteArray &bytes) : m_bytes(bytes) {}
    qint64 size() const override { return m_bytes.size(); }
    Result<QByteArray> read(qint64 offset, qint64 most) override { return m_bytes.mid(offset, most); }

private:
    QByteArray m_bytes;
};

// A part of a file. Corrupt if the file became shorter; NotFound, PermissionDenied, Io.
class FilePartSource : public HttpSource {
public:
    FilePartSource(const QString &file, qint64 offset, qint64 size) : m_file(file), m_offset(offset), m_size(size) {}
    qint64 size() const override { return m_size; }
    Result<QByteArray> read(qint64 offset, qint64 most) override;

private:
    QFile m_file;
    const qint64 m_offset, m_size;
};

}  // namespace trainyard
