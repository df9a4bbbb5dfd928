// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/ssh/internal/sftpreader.h"

#include "core/transport/ssh/internal/sftptransfer.h"

namespace trainyard {

SftpReader::SftpReader(std::shared_ptr<SessionLoop> loop, std::shared_ptr<SftpLink> link, QByteArray handle, QString path)
    : m_loop(std::move(loop)), m_link(std::move(link)), m_handle(std::move(handle)), m_path(std::move(path))
{
    m_link->attach();
}

SftpReader::~SftpReader()
{
    m_link->closeHandle(m_handle);
    m_link->detach();
}

Result<QByteArray> SftpReader::readRange(qint64 offset, qint64 length, QDeadlineTimer deadline, std::stop_token stop)
{
    SftpExchange exchange(m_link, deadline, std::move(stop));
    QByteArray content;
    const auto got = sftpRead(exchange, m_handle, m_path, offset, length, [&](qint64 at, const QByteArray &bytes) -> Result<void> {
        if (content.size() < at + bytes.size())
            content.resize(static_cast<qsizetype>(at + bytes.size()));
        std::copy(bytes.begin(), bytes.end(), content.data() + at);
        return {};
    });
    if (!got)
        return got.error();
    if (*got < content.size())
        content.truncate(static_cast<qsizetype>(*got));
    return content;
}

}  // namespace trainyard
