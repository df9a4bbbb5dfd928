// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/checkpointtransfers.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

using Kind = Location::Kind;

QString joined(const QString &folder, const QString &name) { return folder.endsWith(u'/') ? folder + name : folder + u'/' + name; }

QString lastName(QString path)
{
    while (path.size() > 1 && path.endsWith(u'/'))
        path.chop(1);
    return path.mid(path.lastIndexOf(u'/') + 1);
}

struct Item {
    QString from, to;  // below the source; below the target
};

QList<Item> itemsOf(const Checkpoint &checkpoint, const QString &base)
{
    if (checkpoint.name == QLatin1String("."))
        return {{{}, lastName(base)}};
    const QString inside = checkpoint.name + u'/';
    const bool isFolder = !checkpoint.files.isEmpty()
                          && std::all_of(checkpoint.files.begin(), checkpoint.files.end(),
                                         [&inside](const CheckpointFile &file) { return file.name.startsWith(inside); });
    if (isFolder)
        return {{checkpoint.name, lastName(checkpoint.name)}};
    QList<Item> items;
    for (const CheckpointFile &file : checkpoint.files)
        items << Item{file.name, file.name};
    if (items.isEmpty())
        items << Item{checkpoint.name, lastName(checkpoint.name)};
    return items;
}

}  // namespace

Result<CheckpointTransfers> transfersFor(const FoundCheckpoint &found, const Location &target)
{
    const Kind source = found.source.folder.kind;
    if (source == target.kind) {
        return Error{
            ErrorCode::Unsupported,
            QCoreApplication::translate("trainyard::CheckpointTransfers", "It cannot go there directly: copy it to this computer first."),
            {}};
    }
    const QString &base = found.source.folder.path;
    CheckpointTransfers copies;
    const bool hasMachine = source == Kind::OnMachine || target.kind == Kind::OnMachine;
    const bool hasStore = source == Kind::InBucket || target.kind == Kind::InBucket;
    if (hasMachine)
        copies.machineId = source == Kind::OnMachine ? found.source.folder.machine : target.machine;
    if (hasStore)
        copies.store = source == Kind::InBucket ? found.source.folder.store : target.store;
    for (const Item &item : itemsOf(found.checkpoint, base)) {
        const QString from = item.from.isEmpty() ? base : joined(base, item.from);
        const QString to = joined(target.path, item.to);
        TransferSpec spec;
        spec.isCheckpoint = true;
        spec.onlyChanged = false;
        spec.store = copies.store;
        const auto put = [&spec](Kind kind, const QString &path) {
            switch (kind) {
            case Kind::ThisComputer: spec.local = path.toUtf8(); break;
            case Kind::OnMachine: spec.remote = remotePathOf(path); break;
            case Kind::InBucket: spec.storeAddress = path; break;
            }
        };
        put(source, from);
        put(target.kind, to);
        // Seen from the store where there is one, else from the machine.
        const Kind there = hasStore ? Kind::InBucket : Kind::OnMachine;
        spec.direction = target.kind == there ? TransferDirection::Upload : TransferDirection::Download;
        copies.specs << spec;
    }
    return copies;
}

}  // namespace trainyard
