#include "app/cli/checkpointaddress.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

namespace trainyard {

Result<CheckpointAddress> readCheckpointAddress(Store &store, const QString &text)
{
    CheckpointAddress address;
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
        const auto machine = store.machine(text.left(colon));
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
    return Error{ErrorCode::NotFound,
                 QCoreApplication::translate("trainyard::CheckpointCommands",
                                             "“%1” is no run and no path here. On a machine it is MACHINE:/path.").arg(text), {}};
}

}  // namespace trainyard
