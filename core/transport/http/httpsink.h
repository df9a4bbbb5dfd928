// SPDX-License-Identifier: GPL-3.0-or-later
// Where the body of an answer goes. A sink is used by one request at a time, on the thread that makes it.
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QFile>

namespace trainyard {

class HttpSink {
public:
    virtual ~HttpSink() = default;
    virtual Result<void> begin() = 0;                      // at the start of each try: discards what came before
    virtual Result<void> write(QByteArrayView bytes) = 0;  // an error ends the request with it
    virtual Result<void> end() { return {}; }              // the body is complete
};

class BytesSink : public HttpSink {
public:
    Result<void> begin() override;
    Result<void> write(QByteArrayView bytes) override;

    QByteArray bytes;
};

// Readable only by its owner. NoSpace, PermissionDenied, Io.
class FileSink : public HttpSink {
public:
    explicit FileSink(const QString &file) : m_file(file) {}
    Result<void> begin() override;
    Result<void> write(QByteArrayView bytes) override;
    Result<void> end() override;

private:
    Error error() const;

    QFile m_file;
};

}  // namespace trainyard
