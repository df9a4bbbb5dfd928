// SPDX-License-Identifier: GPL-3.0-or-later
// Shared by the tests and benchmarks of transfers: files with content that is easy to generate and to recognise, and links to a private
// sshd, directly or through a relay.
#pragma once

#include "core/transport/transfer/transferjob.h"
#include "tests/support/roughlink.h"
#include "tests/support/sshdfixture.h"

#include <QDir>
#include <QFile>
#include <QRandomGenerator>

#include <mutex>

namespace trainyard {

inline QByteArray noise(qint64 size, quint32 seed)
{
    QRandomGenerator random(seed);
    QByteArray bytes((size + 3) / 4 * 4, Qt::Uninitialized);
    random.fillRange(reinterpret_cast<quint32 *>(bytes.data()), bytes.size() / 4);
    bytes.truncate(size);
    return bytes;
}

inline bool writeFile(const QByteArray &path, const QByteArray &content)
{
    QFile file(QString::fromUtf8(path));
    return file.open(QIODevice::WriteOnly | QIODevice::Truncate) && file.write(content) == content.size();
}

inline QByteArray readFile(const QByteArray &path)
{
    QFile file(QString::fromUtf8(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// As the connection pool does it: one shared connection, reopened when it is dead.
class TestLinks {
public:
    explicit TestLinks(const SshTarget &target) : m_target(target) {}

    TransferLinks links()
    {
        return {[this](QDeadlineTimer deadline, std::stop_token stop) -> Result<std::shared_ptr<SshConnection>> {
                    const std::lock_guard guard(m_mutex);
                    if (m_shared && m_shared->isAlive())
                        return m_shared;
                    auto opened = SshConnection::open(m_target, {}, deadline, stop);
                    if (opened)
                        m_shared = *opened;
                    return opened;
                },
                [this](QDeadlineTimer deadline, std::stop_token stop) { return openFileConnection(m_target, {}, deadline, stop); }};
    }

private:
    const SshTarget m_target;
    std::mutex m_mutex;
    std::shared_ptr<SshConnection> m_shared;
};

}  // namespace trainyard
