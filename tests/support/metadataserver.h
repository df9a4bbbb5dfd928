// SPDX-License-Identifier: GPL-3.0-or-later
// A fake of a cloud's metadata service on 127.0.0.1: returns the given answer for a path, 404 for any other. It runs on its own thread, so
// that tests may wait.
#pragma once

#include <QByteArray>
#include <QByteArrayList>
#include <QHash>
#include <QString>

#include <atomic>
#include <mutex>
#include <thread>

namespace trainyard {

class MetadataServer {
public:
    MetadataServer();
    ~MetadataServer();
    MetadataServer(const MetadataServer &) = delete;
    MetadataServer &operator=(const MetadataServer &) = delete;

    QString url() const;

    // If the request lacks `header`, the answer is `refusal`; empty = none needed. The path is without its query.
    void answer(const QByteArray &path, const QByteArray &body, const QByteArray &header = {},
                const QByteArray &refusal = QByteArrayLiteral("401 Unauthorized"));
    // This many of the next requests for the path get no answer until the client gives up.
    void hold(const QByteArray &path, int times);
    void forget(const QByteArray &path);
    QByteArrayList requests() const;  // "GET /path?query", in order

private:
    struct Answer {
        QByteArray body, header, refusal;
    };
    void serve();
    QByteArray replyTo(const QByteArray &request);  // empty = send no answer yet
    void waitForEnd(int client) const;

    int m_socket = -1;
    quint16 m_port = 0;
    mutable std::mutex m_guard;
    QHash<QByteArray, Answer> m_answers;
    QHash<QByteArray, int> m_held;
    QByteArrayList m_requests;
    std::atomic<bool> m_isEnding = false;
    std::thread m_thread;
};

}  // namespace trainyard
