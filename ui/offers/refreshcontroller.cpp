// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/refreshcontroller.h"

#include "ui/common/messagebar.h"
#include "ui/offers/offerspage.h"

namespace trainyard {

namespace {

const QString kFailed = QStringLiteral("refresh"), kConsent = QStringLiteral("refresh consent"), kGone = QStringLiteral("refresh notes");

}  // namespace

RefreshController::RefreshController(const Paths &paths, StateDatabase &store, OffersPage *page)
    : QObject(page), m_page(page), m_refresh(paths, store)
{
    connect(page, &OffersPage::refreshRequested, this, [this] { start(false); });
    connect(page, &OffersPage::refreshCancelRequested, &m_refresh, &PriceRefresh::cancel);
    connect(page->messageBar(), &MessageBar::actionTriggered, this, [this](const QString &id) {
        if (id == kFailed || id == kConsent)
            start(id == kConsent);
    });
    connect(&m_refresh, &PriceRefresh::progressed, page, [page](const RefreshProgress &progress) {
        page->setRefreshProgress({progress.list, progress.ended, progress.lists, progress.bytes, progress.total});
    });
    connect(&m_refresh, &PriceRefresh::finished, this, &RefreshController::finish);
}

void RefreshController::start(bool acceptsAll)
{
    MessageBar *bar = m_page->messageBar();
    bar->withdraw(kFailed);
    bar->withdraw(kConsent);
    bar->withdraw(kGone);
    RefreshOptions options;
    options.acceptsAll = acceptsAll;
    const auto started = m_refresh.start({}, options);
    if (!started)
        bar->post({kFailed, Tone::Bad, tr("The prices were not refreshed."), started.error().what, started.error().detail, {}});
    else
        m_page->setRefreshing(true);
}

void RefreshController::finish(const Result<QList<RefreshOutcome>> &outcomes)
{
    m_page->setRefreshing(false);
    MessageBar *bar = m_page->messageBar();
    if (!outcomes) {
        if (!outcomes.error().isCancelled())
            bar->post(
                {kFailed, Tone::Bad, tr("The prices were not refreshed."), outcomes.error().what, outcomes.error().detail, tr("Retry")});
        return;
    }
    int failed = 0;
    std::optional<Error> first;
    QStringList doubts, notes;
    bool isChanged = false;
    for (const RefreshOutcome &outcome : *outcomes) {
        isChanged = isChanged || outcome.state.result == RefreshResult::Updated || outcome.state.result == RefreshResult::NotModified;
        if (outcome.needsConsent && outcome.state.error)
            doubts << outcome.state.error->what;
        for (qsizetype i = 0; i < outcome.state.notes.size(); ++i) {
            // The doubtful result comes first (pricecheck.h).
            QStringList &list = i == 0 && outcome.needsConsent ? doubts : notes;
            list << QStringLiteral("%1: %2").arg(outcome.state.name, outcome.state.notes[i]);
        }
        if (!outcome.state.error || outcome.state.error->isCancelled())
            continue;
        ++failed;
        if (!first)
            first = outcome.state.error;
    }
    if (first) {
        bar->post({kFailed, Tone::Warning, tr("%n price list(s) could not be fetched; the existing prices are kept.", nullptr, failed),
                   first->what, first->detail, tr("Retry")});
    }
    if (!doubts.isEmpty()) {
        bar->post({kConsent, Tone::Warning, tr("Some fetched prices look implausible; the existing prices are kept."), doubts.first(),
                   doubts.join(u'\n'), tr("Use anyway")});
    }
    if (!notes.isEmpty())
        bar->post({kGone, Tone::Info, tr("The price lists changed."), notes.first(), notes.join(u'\n'), {}});
    if (isChanged)
        Q_EMIT refreshed();
}

}  // namespace trainyard

#include "moc_refreshcontroller.cpp"
