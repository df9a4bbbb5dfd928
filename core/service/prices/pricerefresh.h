// SPDX-License-Identifier: GPL-3.0-or-later
// A background refresh of the price lists for a window, with progress and cancelling. Nothing is fetched unless start() is called. Lives in
// the thread that made it (with an event loop); signals arrive there.
#pragma once

#include "core/base/executor.h"
#include "core/service/prices/pricerefresher.h"

#include <QObject>

#include <stop_token>

namespace trainyard {

class PriceRefresh : public QObject {
    Q_OBJECT
public:
    // The database must outlive it.
    PriceRefresh(const Paths &paths, StateDatabase &store, QObject *parent = nullptr);
    ~PriceRefresh() override;  // cancels and joins

    bool isRunning() const { return m_isRunning; }
    QList<PriceListState> states() const;  // of the usual lists and all that were fetched; reads small files

    // Names as for priceFeedsNamed(); none: the usual ones. False while one is running. InvalidInput.
    Result<void> start(const QStringList &names = {}, const RefreshOptions &options = {});
    void cancel();  // finished() follows

Q_SIGNALS:
    void progressed(const trainyard::RefreshProgress &progress);  // at most ten times a second
    void listEnded(const trainyard::RefreshOutcome &outcome);
    void finished(const trainyard::Result<QList<trainyard::RefreshOutcome>> &outcomes);

private:
    static Executor::Options oneThread()
    {
        Executor::Options options;
        options.maxThreads = 1;
        return options;
    }

    const Paths m_paths;
    StateDatabase &m_store;
    bool m_isRunning = false;
    std::stop_source m_cancel;
    Executor m_worker{"prices", oneThread()};  // last: waits for its task before the other members are destroyed
};

}  // namespace trainyard
