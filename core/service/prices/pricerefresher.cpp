// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/prices/pricerefresher.h"

#include "core/knowledge/catalog/catalog.h"
#include "core/knowledge/catalog/pricecheck.h"
#include "core/service/prices/internal/pricefetcher.h"

#include <QCoreApplication>
#include <QElapsedTimer>

namespace trainyard {

namespace {

constexpr int kProgressMs = 100;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::PriceRefresh)
};

bool isAboutTheServer(const Error &error) { return error.code == ErrorCode::Unreachable || error.code == ErrorCode::TimedOut; }

// A price confirmed today was seen today; older ones that were left unchanged keep their day.
OfferTable seenAgain(const OfferTable &offers, QDate last, QDate today)
{
    OfferTable again;
    for (size_t row = 0; row < offers.size(); ++row) {
        OfferFigures figures = offers.figures(row);
        if (figures.asOf == AsOf(last))
            figures.asOf = AsOf(today);
        std::array<QByteArray, kOfferTextCount> texts;
        std::array<QByteArrayView, kOfferTextCount> views;
        for (size_t i = 0; i < kOfferTextCount; ++i)
            views[i] = texts[i] = offers.text(static_cast<OfferText>(i), row).toUtf8();
        again.append(views, figures);
    }
    return again;
}

// The error, and what is used instead.
Error withPlace(const Error &error, const PriceListState &before)
{
    const QString kept = before.checked.isValid()
                             ? Words::tr("%1: %2 The prices of %3 are kept.")
                                   .arg(before.name, error.what, before.checked.toLocalTime().date().toString(Qt::ISODate))
                             : Words::tr("%1: %2 The built-in prices are kept.").arg(before.name, error.what);
    return {error.code, kept, error.detail};
}

class Refreshing {
public:
    Refreshing(const PriceLists &lists, StateDatabase &store, PriceFetcher &fetcher, const Catalog &builtIn, const RefreshOptions &options)
        : m_lists(lists), m_store(store), m_fetcher(fetcher), m_builtIn(builtIn), m_options(options)
    {
    }

    RefreshOutcome refresh(const PriceFeed &feed, std::stop_token stop, const HttpClient::Progress &progress)
    {
        RefreshOutcome outcome;
        PriceListState &state = outcome.state;
        state = m_lists.state(feed.name);
        const PriceListState before = state;
        state.tried = QDateTime::currentDateTimeUtc();
        state.error.reset();
        state.notes.clear();
        m_trouble.reset();
        const auto done = fetchAndKeep(feed, before, outcome, stop, progress);
        if (done)
            return outcome;
        m_trouble = done.error();
        state = before;
        state.tried = QDateTime::currentDateTimeUtc();
        state.notes.clear();
        fail(state, before, done.error());
        return outcome;
    }

    // Why the last refresh() failed, if it did, without the name of its list.
    const std::optional<Error> &trouble() const { return m_trouble; }

    // Fails without requesting it.
    RefreshOutcome refuse(const PriceFeed &feed, const Error &error)
    {
        RefreshOutcome outcome;
        outcome.state = m_lists.state(feed.name);
        const PriceListState before = outcome.state;
        outcome.state.tried = QDateTime::currentDateTimeUtc();
        fail(outcome.state, before, error);
        return outcome;
    }

private:
    void fail(PriceListState &state, const PriceListState &before, const Error &error)
    {
        state.result = error.isCancelled() ? RefreshResult::Cancelled : RefreshResult::Failed;
        state.error = error.isCancelled() ? std::nullopt : std::optional(withPlace(error, before));
        // Whether or not the failure can be recorded, the first reason is reported.
        if (!m_options.isDryRun)
            static_cast<void>(m_lists.putState(state));
    }

    Result<void> fetchAndKeep(const PriceFeed &feed, const PriceListState &before, RefreshOutcome &outcome, std::stop_token stop,
                              const HttpClient::Progress &progress)
    {
        PriceListState &state = outcome.state;
        const auto kept = m_lists.offers(feed.name);
        const QDate today = QDate::currentDate();
        // The server may answer "not modified" only about a list that we have.
        TRY(const auto fetched, m_fetcher.fetch(feed, kept ? before.documents : QList<ListedDocument>(), today, stop, progress));
        state.checked = state.tried;
        if (fetched.isNotModified) {
            if (!kept)
                return Error{ErrorCode::Corrupt, Words::tr("The server reports no change, but there were no earlier prices."), {}};
            state.result = RefreshResult::NotModified;
            state.offers = static_cast<qint64>(kept->size());
            if (m_options.isDryRun)
                return {};
            const QDate last = before.checked.toLocalTime().date();
            return last == today ? m_lists.putState(state) : m_lists.put(seenAgain(*kept, last, today), state);
        }
        TRY(const auto checked,
            checkPrices(fetched.offers, kept ? &*kept : nullptr, m_builtIn.offers(), fetched.end, m_options.acceptsAll));
        outcome.needsConsent = checked.needsConsent();
        if (checked.refusal)
            return *checked.refusal;
        state.result = RefreshResult::Updated;
        state.changed = state.tried;
        state.documents = fetched.documents;
        state.offers = static_cast<qint64>(checked.offers.size());
        // A list not known to be whole counts as whole when it has everything that the one before had.
        state.isWhole = feed.isOfWholeProvider() && (fetched.end == ListEnd::Marked || m_options.acceptsAll || before.isWhole);
        state.notes = checked.notes;
        outcome.changed = checked.changed;
        if (m_options.isDryRun)
            return {};
        // The history first: what is recorded twice is skipped, what is replaced can no longer be recorded.
        TRY_DO(m_store.prices.add(checked.changes));
        return m_lists.put(checked.offers, state);
    }

    const PriceLists &m_lists;
    StateDatabase &m_store;
    PriceFetcher &m_fetcher;
    const Catalog &m_builtIn;
    const RefreshOptions m_options;
    std::optional<Error> m_trouble;
};

}  // namespace

PriceRefresher::PriceRefresher(const Paths &paths, StateDatabase &store, const PriceEndpoints &endpoints, const HttpLimits &limits)
    : m_paths(paths), m_store(store), m_endpoints(endpoints), m_limits(limits)
{
}

Result<QList<RefreshOutcome>> PriceRefresher::run(const QList<PriceFeed> &feeds, const RefreshOptions &options, std::stop_token stop,
                                                  const Reports &reports)
{
    TRY(const auto builtIn, Catalog::parse(builtInCatalogFiles()));
    const PriceLists lists(m_paths);
    TRY(const auto lock, lists.lock());
    const QByteArray userAgent = "Trainyard/" + QCoreApplication::applicationVersion().toUtf8();
    PriceFetcher fetcher(builtIn, m_endpoints, m_limits, lists.scratchFile(QStringLiteral("refresh")), userAgent);
    Refreshing refreshing(lists, m_store, fetcher, builtIn, options);

    QList<RefreshOutcome> outcomes;
    QHash<QString, Error> unreachable;
    QElapsedTimer sinceReport;
    RefreshProgress progress;
    progress.lists = static_cast<int>(feeds.size());
    for (const PriceFeed &feed : feeds) {
        progress.list = feed.name;
        progress.bytes = 0;
        progress.total = -1;
        if (reports.progressed)
            reports.progressed(progress);
        sinceReport.start();
        const auto report = [&](qint64 bytes, qint64 total) {
            if (!reports.progressed || sinceReport.elapsed() < kProgressMs)
                return;
            sinceReport.restart();
            progress.bytes = bytes;
            progress.total = total;
            reports.progressed(progress);
        };
        const auto known = unreachable.constFind(priceFeedGroup(feed.kind));
        const RefreshOutcome outcome = known != unreachable.cend() ? refreshing.refuse(feed, *known)
                                                                   : refreshing.refresh(feed, stop, report);
        if (refreshing.trouble() && isAboutTheServer(*refreshing.trouble()))
            unreachable.insert(priceFeedGroup(feed.kind), *refreshing.trouble());
        ++progress.ended;
        outcomes << outcome;
        if (reports.ended)
            reports.ended(outcome);
        if (stop.stop_requested())
            break;
    }
    return outcomes;
}

QList<PriceFeed> usualPriceFeeds(const PriceLists &lists)
{
    const QStringList fetched = lists.names();
    QList<PriceFeed> usual;
    const QList<PriceFeed> all = priceFeeds();
    for (const PriceFeed &feed : all) {
        if (feed.isUsual || fetched.contains(feed.name))
            usual << feed;
    }
    return usual;
}

}  // namespace trainyard
