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

    // AlreadyExists, and none goes, when one of them may still go on. What lay there for more than a week goes for good.
    Result<void> remove(const QStringList &lineages);
    Result<void> restore(const QStringList &lineages);
    // For good; what they cost stays counted. Io when a copy cannot be removed: then it stays there.
    QFuture<Result<void>> erase(const QStringList &lineages);

Q_SIGNALS:
    void changed();

private:
    ServiceContext &m_context;
};

}  // namespace trainyard
