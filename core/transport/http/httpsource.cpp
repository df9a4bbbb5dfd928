// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/http/httpsource.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

Result<QByteArray> FilePartSource::read(qint64 offset, qint64 most)
{
    const auto error = [this](ErrorCode code) {
        return Error{code,
                     QCoreApplication::translate("trainyard::HttpClient", "%1 can no longer be read: check that it still exists.")
                         .arg(m_file.fileName()),
                     m_file.errorString()};
    };
    if (!m_file.isOpen() && !m_file.open(QIODevice::ReadOnly | QIODevice::Unbuffered)) {
        return error(!m_file.exists()                                  ? ErrorCode::NotFound
                     : m_file.error() == QFileDevice::PermissionsError ? ErrorCode::PermissionDenied
                                                                       : ErrorCode::Io);
    }
    const qint64 wanted = std::min(most, m_size - offset);
    if (wanted <= 0)
        return QByteArray();
    QByteArray bytes(wanted, Qt::Uninitialized);
    if (!m_file.seek(m_offset + offset))
        return error(ErrorCode::Io);
    const qint64 got = m_file.read(bytes.data(), wanted);
    if (got < 0)
        return error(ErrorCode::Io);
    if (got == 0) {
        return Error{ErrorCode::Corrupt,
                     QCoreApplication::translate("trainyard::HttpClient",
                                                 "%1 became shorter while it was read: try again when it is not being written.")
                         .arg(m_file.fileName()),
                     {}};
    }
    bytes.truncate(got);
    return bytes;
}

}  // namespace trainyard
