// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/internal/addresscopy.h"

#include "core/service/machines/transferlinks.h"
#include "core/transport/objectstore/treecopy.h"
#include "core/transport/transfer/markedcopy.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>

namespace trainyard {

namespace {

using Moved = std::function<void(const CopyProgress &)>;

Result<TreeCopyOutcome> copyWithStore(ServiceContext &context, const CopyRequest &request, const Moved &moved, std::stop_token stop)
{
    const CheckpointAddress &from = request.from, &to = request.to;
    TreeCopySpec spec;
    spec.stateFolder = context.paths.objects();
    spec.replaces = request.replaces;
    spec.readsBack = request.readsBack;
    if (from.store && to.store) {
        ObjectStore source(*from.store), target(*to.store);
        spec.path = from.path;
        spec.key = to.path;
        return copyTree(source, target, spec, moved, stop);
    }
    ObjectStore store(to.store ? *to.store : *from.store);
    const CheckpointAddress &other = to.store ? from : to;
    spec.key = to.store ? to.path : from.path;
    spec.path = other.path;
    if (other.machineId == 0)
        return to.store ? pushTree(store, spec, moved, stop) : pullTree(store, spec, moved, stop);
    // The shared connection of this machine, so that passwords are asked for once.
    const auto connection = context.connectTo(other.machineId, stop);
    if (!connection)
        return connection.error();
    return to.store ? pushTreeFrom(**connection, store, spec, moved, stop) : pullTreeTo(**connection, store, spec, moved, stop);
}

Result<TransferOutcome> copyWithMachine(ServiceContext &context, const CopyRequest &request, const Moved &moved, std::stop_token stop)
{
    const CheckpointAddress &from = request.from, &to = request.to;
    const auto linksTo = [&context](qint64 machineId) -> Result<TransferLinks> {
        const auto machine = context.database->machines.find(machineId);
        return machine ? transferLinks(context.connections, *machine, Interaction::Allowed) : Result<TransferLinks>(machine.error());
    };
    const BytesMoved bytes = [&moved](qint64 done, qint64 total) { moved({{}, done, total}); };
    if (from.machineId != 0 && to.machineId != 0) {
        const auto source = linksTo(from.machineId), target = linksTo(to.machineId);
        if (!source || !target)
            return source ? target.error() : source.error();
        const QByteArray name = QCryptographicHash::hash((QString::number(to.machineId) + u'\n' + to.path).toUtf8(),
                                                         QCryptographicHash::Sha256);
        return relay({*source, *target, from.path.toUtf8(), to.path.toUtf8(),
                      context.paths.copies() + QStringLiteral("/to-") + QString::fromLatin1(name.toHex().left(16)), request.replaces},
                     bytes, stop);
    }
    const bool isUpload = to.machineId != 0;
    const auto links = linksTo(isUpload ? to.machineId : from.machineId);
    if (!links)
        return links.error();
    TransferSpec spec;
    spec.direction = isUpload ? TransferDirection::Upload : TransferDirection::Download;
    spec.local = QFile::encodeName(QFileInfo(isUpload ? from.path : to.path).absoluteFilePath());
    spec.remote = (isUpload ? to.path : from.path).toUtf8();
    spec.replaces = request.replaces;
    return copyMarked(spec, *links, bytes, stop);
}

}  // namespace

Result<TransferOutcome> copyBetween(ServiceContext &context, const CopyRequest &request, const Moved &moved, std::stop_token stop)
{
    if (!request.from.store && !request.to.store)
        return copyWithMachine(context, request, moved, stop);
    const auto copied = copyWithStore(context, request, moved, stop);
    return copied ? transferOutcomeOf(*copied) : Result<TransferOutcome>(copied.error());
}

}  // namespace trainyard
