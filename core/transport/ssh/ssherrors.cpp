// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/ssh/ssherrors.h"

#include <QCoreApplication>

namespace trainyard {

Error timedOutError(const QString &detail)
{
    return {ErrorCode::TimedOut, QCoreApplication::translate("trainyard::Ssh", "The machine did not answer in time. Try again."), detail};
}

Error connectionLostError(const QString &detail)
{
    return {ErrorCode::ConnectionLost,
            QCoreApplication::translate("trainyard::Ssh",
                                        "The connection to the machine was lost. Runs on it continue; reconnect to see them."),
            detail};
}

Error sftpBrokenError(const QString &detail)
{
    return {
        ErrorCode::Corrupt,
        QCoreApplication::translate("trainyard::Ssh", "The machine's file transfer (SFTP) violated the protocol. Reconnect and try again."),
        detail};
}

Error unreachableError(const QString &what, const QString &detail) { return {ErrorCode::Unreachable, what, detail}; }

}  // namespace trainyard
