// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/launchedtask.h"

#include "core/service/runs/localcopy.h"

#include <QCoreApplication>

namespace trainyard {

Result<Task> taskOfRun(const Paths &paths, const RunId &runId)
{
    const LocalCopy copy(paths.runs() + u'/' + runId.text());
    if (!copy.has(QStringLiteral("task.yaml"))) {
        return Error{ErrorCode::NotFound,
                     QCoreApplication::translate("trainyard::RunService",
                                                 "The task of this run is not on this computer. Launch it from its task file."),
                     runId.text()};
    }
    return readTask(copy.read(QStringLiteral("task.yaml"), 0, 1 << 20), copy.path(QStringLiteral("task.yaml")));
}

}  // namespace trainyard
