// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/internal/addresscopy.h"

#include "core/service/machines/copynotes.h"
#include "core/service/machines/transferlinks.h"
#include "core/storage/database/objectstorefile.h"
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
    const Location &from = request.from, &to = request.to;
    const auto source = from.isInBucket() ? bucketPlaceOf(context.paths, from) : BucketPlace();
    const auto target = to.isInBucket() ? bucketPlaceOf(context.paths, to) : BucketPlace();
    if (!source || !target)
        return source ? target.error() : source.error();
    TreeCopySpec spec;
    spec.stateFolder = context.paths.objects();
    spec.replaces = request.replaces;
    spec.readsBack = request.readsBack;
    if (from.isInBucket() && to.isInBucket()) {
        ObjectStore left(source->store), right(target->store);
        spec.path = source->key;
        spec.key = target->key;
        return copyTree(left, right, spec, moved, stop);
    }
    const BucketPlace &place = to.isInBucket() ? *target : *source;
    ObjectStore store(place.store);
    const Location &other = to.isInBucket() ? from : to;
    spec.key = place.key;
    spec.path = other.path;
    if (other.isHere())
        return to.isInBucket() ? pushTree(store, spec, moved, stop) : pullTree(store, spec, moved, stop);
    // The shared connection of this machine, so that passwords are asked for once.
    TRY(const auto connection, context.connectTo(other.machine, stop));
    return to.isInBucket() ? pushTreeFrom(*connection, store, spec, moved, stop) : pullTreeTo(*connection, store, spec, moved, stop);
}

Result<TransferOutcome> copyWithMachine(ServiceContext &context, const CopyRequest &request, const Moved &moved, std::stop_token stop)
{
    const Location &from = request.from, &to = request.to;
    const auto linksTo = [&context](MachineId machineId) -> Result<TransferLinks> {
        const auto machine = context.database->machines.find(machineId);
        return machine ? transferLinks(context.connections, *machine, Interaction::Allowed) : Result<TransferLinks>(machine.error());
    };
    const BytesMoved bytes = [&moved](qint64 done, qint64 total) { moved({{}, done, total}); };
    if (from.isOnMachine() && to.isOnMachine()) {
        const auto source = linksTo(from.machine), target = linksTo(to.machine);
        if (!source || !target)
            return source ? target.error() : source.error();
        const QByteArray name = QCryptographicHash::hash((QString::number(to.machine.number()) + u'\n' + to.path).toUtf8(),
                                                         QCryptographicHash::Sha256);
        return relay({*source, *target, from.path.toUtf8(), to.path.toUtf8(),
                      context.paths.copies() + QStringLiteral("/to-") + QString::fromLatin1(name.toHex().left(16)), request.replaces},
                     bytes, stop);
    }
    const bool isUpload = to.isOnMachine();
    TRY(const auto links, linksTo(isUpload ? to.machine : from.machine));
    TransferSpec spec;
    spec.direction = isUpload ? TransferDirection::Upload : TransferDirection::Download;
    spec.local = QFile::encodeName(QFileInfo(isUpload ? from.path : to.path).absoluteFilePath());
    spec.remote = (isUpload ? to.path : from.path).toUtf8();
    spec.replaces = request.replaces;
    return copyMarked(spec, links, bytes, stop);
}

}  // namespace

Result<TransferOutcome> copyBetween(ServiceContext &context, const CopyRequest &request, const Moved &moved, std::stop_token stop)
{
    const QDateTime began = QDateTime::currentDateTimeUtc();
    Result<TransferOutcome> outcome = TransferOutcome();
    if (!request.from.isInBucket() && !request.to.isInBucket()) {
        outcome = copyWithMachine(context, request, moved, stop);
    } else {
        const auto copied = copyWithStore(context, request, moved, stop);
        outcome = copied ? transferOutcomeOf(*copied) : Result<TransferOutcome>(copied.error());
    }
    if (outcome && request.from.isOnMachine() && !request.to.isOnMachine()) {
        noteCopy(context.paths, {request.from.machine, request.from.path,
                                 request.to.isHere() ? QFileInfo(request.to.path).absoluteFilePath() : request.to.path, began});
    }
    return outcome;
}

}  // namespace trainyard
