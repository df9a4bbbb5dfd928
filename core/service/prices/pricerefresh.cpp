// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/prices/pricerefresh.h"

#include <QCoreApplication>

namespace trainyard {

PriceRefresh::PriceRefresh(const Paths &paths, StateDatabase &store, QObject *parent) : QObject(parent), m_paths(paths), m_store(store) {}

PriceRefresh::~PriceRefresh() { cancel(); }

QList<PriceListState> PriceRefresh::states() const
{
    const PriceLists lists(m_paths);
    QList<PriceListState> states;
    const QList<PriceFeed> feeds = usualPriceFeeds(lists);
    for (const PriceFeed &feed : feeds)
        states << lists.state(feed.name);
    return states;
}

Result<void> PriceRefresh::start(const QStringList &names, const RefreshOptions &options)
{
    if (m_isRunning)
        return Error{ErrorCode::AlreadyExists, tr("Prices are already being refreshed: wait until this is done."), {}};
    TRY(const auto feeds, names.isEmpty() ? Result<QList<PriceFeed>>(usualPriceFeeds(PriceLists(m_paths))) : priceFeedsNamed(names));
    m_isRunning = true;
    m_cancel = {};
    m_worker.post([this, wanted = feeds, options, stop = m_cancel.get_token()](std::stop_token) {
        // Events already queued for a destroyed object are dropped, and the thread has ended by then.
        PriceRefresher::Reports reports;
        reports.progressed = [this](const RefreshProgress &progress) {
            QMetaObject::invokeMethod(
                this, [this, progress] { Q_EMIT progressed(progress); }, Qt::QueuedConnection);
        };
        reports.ended = [this](const RefreshOutcome &outcome) {
            QMetaObject::invokeMethod(
                this, [this, outcome] { Q_EMIT listEnded(outcome); }, Qt::QueuedConnection);
        };
        PriceRefresher refresher(m_paths, m_store, PriceEndpoints::of(m_paths));
        const auto outcomes = refresher.run(wanted, options, stop, reports);
        QMetaObject::invokeMethod(
            this,
            [this, outcomes] {
                m_isRunning = false;
                Q_EMIT finished(outcomes);
            },
            Qt::QueuedConnection);
    });
    return {};
}

void PriceRefresh::cancel() { m_cancel.request_stop(); }

}  // namespace trainyard

#include "moc_pricerefresh.cpp"
