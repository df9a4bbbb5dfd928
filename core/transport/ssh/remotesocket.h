// SPDX-License-Identifier: GPL-3.0-or-later
// A byte stream from the machine to a TCP port or a Unix socket that it can reach: what a tunnel is made of.
//
// Any thread; nothing here waits. Memory is bounded on both sides: unread bytes above a limit stop the channel (the session's other
// channels continue), and write() takes no more than its queue holds. Destroying it closes the stream immediately; unsent bytes are
// dropped.
#pragma once

#include "core/base/error.h"
#include "core/model/remoteendpoint.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QString>

namespace trainyard {

class RemoteSocket {
public:
    enum class Stage {
        Opening,
        Open,
        Closed,  // the other side is gone; bytes that came before may still be read
        Failed,  // error() says why: NotFound (nothing listens there), PermissionDenied (the server forbids
                 // forwarding), ConnectionLost
    };

    virtual ~RemoteSocket() = default;
    virtual Stage stage() const = 0;
    virtual Error error() const = 0;
    // Everything that has arrived; may be empty.
    virtual QByteArray read() = 0;
    // The other side will send no more, and everything it sent has been read.
    virtual bool isAtEnd() const = 0;
    // Returns how many bytes were accepted; 0 if the queue is full or the other side no longer reads.
    virtual qsizetype write(QByteArrayView bytes) = 0;
    // Sends end of file after everything written. Reading continues.
    virtual void finishWriting() = 0;
};

}  // namespace trainyard
