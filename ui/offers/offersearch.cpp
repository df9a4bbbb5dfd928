// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/offersearch.h"

#include <QtConcurrentRun>

#include <utility>

namespace trainyard {

namespace {

OfferFindings answer(const OfferBookPtr &book, const OfferQuery &query)
{
    OfferFindings findings{book, query, {}, {}, {}};
    auto selection = select(book->catalog, query, book->rates);
    if (selection)
        findings.selection = std::move(*selection);
    else
        findings.problem = selection.error();
    if (findings.selection.rows.empty())
        findings.hindrance = worstHindrance(book->catalog, query, book->rates);
    return findings;
}

}  // namespace

OfferSearch::OfferSearch(QObject *parent) : QObject(parent)
{
    connect(&m_watcher, &QFutureWatcherBase::finished, this, [this] {
        m_isBusy = false;
        if (m_next)
            start(*std::exchange(m_next, std::nullopt));
        else
            Q_EMIT found(m_watcher.result());
    });
}

OfferSearch::~OfferSearch() { m_watcher.waitForFinished(); }

void OfferSearch::ask(OfferBookPtr book, const OfferQuery &query)
{
    SearchRequest request{std::move(book), query};
    if (m_isBusy)
        m_next = std::move(request);
    else
        start(std::move(request));
}

void OfferSearch::start(SearchRequest request)
{
    m_isBusy = true;
    m_watcher.setFuture(QtConcurrent::run([request = std::move(request)] { return answer(request.book, request.query); }));
}

}  // namespace trainyard

#include "moc_offersearch.cpp"
