// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/rent/sweepcontroller.h"

#include "core/service/clouds/keptitems.h"
#include "core/service/runs/services.h"
#include "core/service/runs/whendone.h"
#include "ui/rent/sweepcard.h"

namespace trainyard {

namespace {

constexpr std::chrono::hours kSweepInterval{1};

}  // namespace

SweepController::SweepController(Services &services, SweepCard *card, QObject *parent) : QObject(parent), m_services(services), m_card(card)
{
    m_hourly.setInterval(kSweepInterval);
    connect(&m_hourly, &QTimer::timeout, this, &SweepController::look);
    m_hourly.start();
    connect(card, &SweepCard::checkRequested, this, &SweepController::look);
    connect(card, &SweepCard::releaseRequested, this, &SweepController::release);
    const auto after = [this](const Result<void> &written) {
        if (!written) {
            add(written.error());
            showProblems();
        }
        look();
    };
    connect(card, &SweepCard::keepRequested, this,
            [this, after](const SweepItem &item, const QString &note) { after(keepItem(m_services.paths(), item, note)); });
    connect(card, &SweepCard::unkeepRequested, this, [this, after](const SweepItem &item) { after(unkeepItem(m_services.paths(), item)); });
    look();
}

SweepController::~SweepController() { m_stop.request_stop(); }

void SweepController::look()
{
    const auto accounts = m_services.database().accounts.all();
    m_card->setHasAccounts(accounts && !accounts->isEmpty());
    if (!accounts || accounts->isEmpty())
        return;
    if (m_isLooking) {
        m_isStale = true;
        return;
    }
    m_isLooking = true;
    m_isStale = false;
    m_card->setChecking(true);
    whenDone(m_services.clouds.sweep({}, m_stop.get_token()), this, [this](const Result<SweepReport> &report) {
        m_isLooking = false;
        m_card->setChecking(false);
        if (report)
            m_card->setReport(*report, QDateTime::currentDateTimeUtc());
        else
            add(report.error());
        showProblems();
        if (m_isStale)
            look();
        else
            m_problems.clear();
    });
}

// One after the other: a disk can be in use by a machine before it in the list.
void SweepController::release(QList<SweepItem> items, bool mayBeOthers)
{
    m_card->setReleasing(int(items.size()));
    if (items.isEmpty()) {
        look();
        return;
    }
    const SweepItem next = items.takeFirst();
    whenDone(m_services.clouds.release(next, mayBeOthers, m_stop.get_token()), this,
             [this, items, mayBeOthers](const Result<void> &released) {
                 if (!released)
                     add(released.error());
                 release(items, mayBeOthers);
                 showProblems();
             });
}

void SweepController::add(const Error &problem)
{
    if (!problem.isCancelled() && !m_problems.contains(problem.what))
        m_problems << problem.what;
}

// Those of the things that were given back stay while the accounts are asked again.
void SweepController::showProblems()
{
    if (!m_problems.isEmpty())
        m_card->showProblem(Error{ErrorCode::Io, m_problems.join(u' '), {}});
}

}  // namespace trainyard

#include "moc_sweepcontroller.cpp"
