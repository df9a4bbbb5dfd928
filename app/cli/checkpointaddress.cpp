// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/checkpointaddress.h"

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

Result<CheckpointAddress> readCheckpointAddress(Services &services, const QString &text, const QString &storeName)
{
    StateDatabase &store = services.database();
    CheckpointAddress address;
    if (isStoreAddress(text)) {
        const auto parsed = parseStoreAddress(text);
        if (!parsed)
            return parsed.error();
        const auto found = services.stores.find(*parsed, storeName);
        if (!found)
            return found.error();
        address.store = *found;
        address.path = parsed->key;
        return address;
    }
    const bool isHome = text == QLatin1String("~") || text.startsWith(QLatin1String("~/"));
    if (isHome || text.startsWith(u'/') || text.startsWith(u'.')) {
        address.path = isHome ? QDir::homePath() + text.mid(1) : text;
        return address;
    }
    if (const auto run = findRun(store, text)) {
        address.runId = run->id;
        return address;
    }
    const qsizetype colon = text.indexOf(u':');
    if (colon > 0 && colon + 1 < text.size()) {
        const auto machine = store.machines.find(text.left(colon));
        if (!machine)
            return machine.error();
        address.machineId = machine->id;
        address.path = text.mid(colon + 1);
        return address;
    }
    if (QFileInfo::exists(text)) {
        address.path = text;
        return address;
    }
    return Error{
        ErrorCode::NotFound,
        Words::tr(
            "“%1” is neither a run nor a path on this computer. Write MACHINE:/path for a path on a machine and s3://bucket/key for a "
            "store.")
            .arg(text),
        {}};
}

}  // namespace trainyard
