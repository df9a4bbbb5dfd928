// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/clouds/rentedhostkeys.h"

#include "core/service/clouds/consolekeys.h"
#include "core/service/clouds/hostkeyreplacer.h"
#include "core/service/machines/instanceoperations.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

namespace trainyard {

namespace {

struct HostKeyWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::CloudService)
};

constexpr std::chrono::seconds kSettleDeadline{20};

}  // namespace

Result<void> RentedHostKeys::write(const QList<QByteArray> &keys) const
{
    const QByteArray lines = knownHostsOf(m_alias.toUtf8(), keys);
    QDir().mkpath(QFileInfo(m_file).path());
    QSaveFile out(m_file);
    if (out.open(QIODevice::WriteOnly) && out.write(lines) == lines.size() && out.commit())
        return {};
    return Error{ErrorCode::Io, HostKeyWords::tr("%1 cannot be written: check its permissions and the disk.").arg(m_file),
                 out.errorString()};
}

QList<QByteArray> RentedHostKeys::keys() const
{
    QList<QByteArray> found;
    QFile file(m_file);
    if (!file.open(QIODevice::ReadOnly))
        return found;
    const QList<QByteArray> lines = file.readAll().split('\n');
    for (const QByteArray &line : lines) {
        if (const QByteArray key = line.mid(line.indexOf(' ') + 1); line.contains(' ') && !key.isEmpty())
            found << key;
    }
    return found;
}

Result<void> RentedHostKeys::trustOnly(const QString &fingerprint, const QByteArray &made) const
{
    if (made.isEmpty() || fingerprint == fingerprintOf(made))
        return {};
    const QList<QByteArray> known = keys();
    for (const QByteArray &key : known) {
        if (fingerprintOf(key) == fingerprint)
            return known.size() > 1 ? write({key}) : Result<void>();
    }
    return {};
}

Result<bool> settleHostKey(ServiceContext &context, InstanceId id, const std::stop_token &stop)
{
    TRY(const auto instance, context.database->instances.find(id));
    const InstanceOperations operations(*context.database, context.paths, context.providers);
    const RentedHostKeys keys(operations.hostKeysFile(id), InstanceOperations::hostKeyAlias(id));
    const QByteArray made = instance.request.settings.value(QLatin1String(kMadeHostKeySetting)).toLatin1();
    const auto machine = operations.machineOf(id);
    if (made.isEmpty() || !machine || keys.keys().size() < 2)
        return true;
    const auto opened = SshConnection::open(machine->target, {}, QDeadlineTimer(kSettleDeadline), stop,
                                            context.connections->services().reactor);
    if (!opened && (opened.error().code == ErrorCode::HostKeyChanged || opened.error().code == ErrorCode::HostKeyUnknown)) {
        context.connections->drop(machine->id);
        return Error{
            ErrorCode::HostKeyChanged,
            HostKeyWords::tr("The server at %1 has a host key that %2 never had: its connection was closed, and nothing was sent. Give "
                             "the machine back if you did not change the key.")
                .arg(machine->target.display(), machine->name),
            opened.error().detail};
    }
    TRY(const auto connection, opened);
    const QString fingerprint = connection->hostKey().fingerprint;
    if (fingerprint == fingerprintOf(made))
        return false;
    TRY_DO(keys.trustOnly(fingerprint, made));
    // What was proved by the key that is no longer trusted.
    context.connections->drop(machine->id);
    return true;
}

}  // namespace trainyard
