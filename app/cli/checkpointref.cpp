// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/checkpointref.h"

#include "core/model/objectstoreconfig.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::CheckpointCommands)
};

}  // namespace

Result<CheckpointRef> readCheckpointRef(Services &services, const QString &text, const QString &storeName)
{
    StateDatabase &database = services.database();
    if (isStoreAddress(text)) {
        const auto parsed = parseStoreAddress(text);
        const auto store = parsed ? services.stores.find(*parsed, storeName) : parsed.error();
        return store ? CheckpointRef::at(Location::inBucket(store->name, text)) : Result<CheckpointRef>(store.error());
    }
    const bool isHome = text == QLatin1String("~") || text.startsWith(QLatin1String("~/"));
    if (isHome || text.startsWith(u'/') || text.startsWith(u'.'))
        return CheckpointRef::at(Location::here(isHome ? QDir::homePath() + text.mid(1) : text));
    if (const auto run = findRun(database, text))
        return CheckpointRef::ofRun(run->id);
    const qsizetype colon = text.indexOf(u':');
    if (colon > 0 && colon + 1 < text.size()) {
        const auto machine = database.machines.find(text.left(colon));
        return machine ? CheckpointRef::at(Location::onMachine(machine->id, text.mid(colon + 1))) : Result<CheckpointRef>(machine.error());
    }
    if (QFileInfo::exists(text))
        return CheckpointRef::at(Location::here(text));
    return Error{
        ErrorCode::NotFound,
        Words::tr(
            "“%1” is neither a run nor a path on this computer. Write MACHINE:/path for a path on a machine and s3://bucket/key for a "
            "store.")
            .arg(text),
        {}};
}

}  // namespace trainyard
