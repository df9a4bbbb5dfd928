// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"

#include <QCoreApplication>

namespace trainyard {

QString errorCodeName(ErrorCode code)
{
    switch (code) {
    case ErrorCode::InvalidInput: return QStringLiteral("invalid-input");
    case ErrorCode::NotFound: return QStringLiteral("not-found");
    case ErrorCode::AlreadyExists: return QStringLiteral("already-exists");
    case ErrorCode::Unreachable: return QStringLiteral("unreachable");
    case ErrorCode::TimedOut: return QStringLiteral("timed-out");
    case ErrorCode::ConnectionLost: return QStringLiteral("connection-lost");
    case ErrorCode::HostKeyUnknown: return QStringLiteral("host-key-unknown");
    case ErrorCode::HostKeyChanged: return QStringLiteral("host-key-changed");
    case ErrorCode::AuthenticationFailed: return QStringLiteral("authentication-failed");
    case ErrorCode::RemoteCommandFailed: return QStringLiteral("remote-command-failed");
    case ErrorCode::PermissionDenied: return QStringLiteral("permission-denied");
    case ErrorCode::NoSpace: return QStringLiteral("no-space");
    case ErrorCode::NoCapacity: return QStringLiteral("no-capacity");
    case ErrorCode::OverQuota: return QStringLiteral("over-quota");
    case ErrorCode::Unsupported: return QStringLiteral("unsupported");
    case ErrorCode::Corrupt: return QStringLiteral("corrupt");
    case ErrorCode::Io: return QStringLiteral("io");
    case ErrorCode::Cancelled: return QStringLiteral("cancelled");
    }
    Q_UNREACHABLE();
}

int exitStatus(ErrorCode code)
{
    switch (code) {
    case ErrorCode::InvalidInput: return 2;
    case ErrorCode::Unreachable:
    case ErrorCode::TimedOut:
    case ErrorCode::ConnectionLost: return 3;
    case ErrorCode::HostKeyUnknown:
    case ErrorCode::HostKeyChanged:
    case ErrorCode::AuthenticationFailed: return 4;
    case ErrorCode::RemoteCommandFailed: return 5;
    case ErrorCode::Cancelled: return 130;
    default: return 1;
    }
}

Error cancelledError() { return {ErrorCode::Cancelled, QCoreApplication::translate("trainyard::Error", "Cancelled."), {}}; }

Error invalidInput(const QString &what) { return {ErrorCode::InvalidInput, what, {}}; }

Error withStep(Error error, const char *function, const char *file, int line)
{
    const QString path = QString::fromUtf8(file);
    error.steps << QStringLiteral("%1:%2 %3").arg(path.mid(path.lastIndexOf(u'/') + 1), QString::number(line), QString::fromUtf8(function));
    return error;
}

}  // namespace trainyard
