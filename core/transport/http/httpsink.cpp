// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/http/httpsink.h"

#include <QCoreApplication>

namespace trainyard {

Result<void> BytesSink::begin()
{
    bytes.clear();
    return {};
}

Result<void> BytesSink::write(QByteArrayView more)
{
    bytes.append(more);
    return {};
}

Result<void> FileSink::begin()
{
    m_file.close();
    if (!m_file.open(QIODevice::WriteOnly | QIODevice::Truncate | QIODevice::Unbuffered)
        || !m_file.setPermissions(QFile::ReadOwner | QFile::WriteOwner))
        return error();
    return {};
}

Result<void> FileSink::write(QByteArrayView bytes)
{
    return m_file.write(bytes.data(), bytes.size()) == bytes.size() ? Result<void>() : Result<void>(error());
}

Result<void> FileSink::end()
{
    m_file.close();
    return m_file.error() == QFileDevice::NoError ? Result<void>() : Result<void>(error());
}

Error FileSink::error() const
{
    const auto code = m_file.error() == QFileDevice::ResourceError      ? ErrorCode::NoSpace
                      : m_file.error() == QFileDevice::PermissionsError ? ErrorCode::PermissionDenied
                                                                        : ErrorCode::Io;
    return {code,
            QCoreApplication::translate("trainyard::HttpClient",
                                        "%1 cannot be written: check the space on the disk and the permissions of the folder.")
                .arg(m_file.fileName()),
            m_file.errorString()};
}

}  // namespace trainyard
