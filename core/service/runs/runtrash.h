// SPDX-License-Identifier: GPL-3.0-or-later
// The trash of runs: records and copies on this computer, of all attempts; machines are not asked. Main thread; what waits is done on
// the context's pool.
#pragma once

#include "core/service/machines/servicecontext.h"

#include <QObject>

namespace trainyard {

class RunTrash : public QObject {
    Q_OBJECT
public:
    explicit RunTrash(ServiceContext &context) : m_context(context) {}

    // AlreadyExists, and none is removed, when one of them may still be active. What was in the trash for more than a week is erased.
    Result<void> remove(const QStringList &lineages);
    Result<void> restore(const QStringList &lineages);
    // Permanent; their costs stay counted. Io when a copy cannot be removed: then it stays there.
    QFuture<Result<void>> erase(const QStringList &lineages);

Q_SIGNALS:
    void changed();

private:
    ServiceContext &m_context;
};

}  // namespace trainyard
