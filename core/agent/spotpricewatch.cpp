// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/agent/spotpricewatch.h"

#include "core/agent/actingtimer.h"
#include "core/service/runs/services.h"
#include "core/service/runs/whendone.h"

#include <algorithm>

namespace trainyard {

namespace {

using namespace std::chrono_literals;
constexpr auto kPriceInterval = 30s;  // costs a query; the clouds are asked far more rarely

}  // namespace

SpotPriceWatch::SpotPriceWatch(Services &services, QObject *parent, Clock clock)
    : QObject(parent), m_services(services), m_clock(std::move(clock))
{
    m_timer.setInterval(kPriceInterval);
    connect(&m_timer, &QTimer::timeout, this, &SpotPriceWatch::look);
}

void SpotPriceWatch::setActing(bool isActing)
{
    if (startsActing(m_timer, isActing))
        look();
}

void SpotPriceWatch::look()
{
    const ClockJumpDetector::Reading reading = m_clock();
    const QDateTime now = QDateTime::fromMSecsSinceEpoch(m_guard.steady(reading).count(), Qt::UTC);
    if (!m_timer.isActive())
        return;
    const auto rentals = m_services.database().rentals.all();
    const auto instances = rentals ? m_services.database().instances.all() : Result<QList<Instance>>(rentals.error());
    if (!instances)
        return;  // the next look tries again
    const auto pricingOf = [this](const QString &kind) {
        AccountRecord account;
        account.providerKind = kind;
        return m_services.clouds.capabilitiesOf(account).spotPricing;
    };
    const QList<PriceQuestion> questions = priceQuestions(*rentals, *instances, pricingOf, now);
    for (const PriceQuestion &question : questions) {
        auto known = m_places.find(question.key());
        if (known == m_places.end()) {
            known = m_places.insert(question.key(), {});
            // A program that is started again and again does not ask more often.
            const std::chrono::milliseconds since(question.seen.isValid() ? std::max<qint64>(0, question.seen.msecsTo(now)) : kRound / 1ms);
            known->due = reading.boot + kRound - std::min<std::chrono::milliseconds>(kRound, since);
        }
        if (!known->isAsked && reading.boot >= known->due)
            ask(question);
    }
}

void SpotPriceWatch::ask(const PriceQuestion &question)
{
    m_places[question.key()].isAsked = true;
    const QDateTime when = QDateTime::fromMSecsSinceEpoch(m_guard.steady(m_clock()).count(), Qt::UTC);
    whenDone(m_services.clouds.followPrices(question, when), this, [this, question](const Result<QList<PriceRise>> &rises) {
        Place &place = m_places[question.key()];
        place.isAsked = false;
        if (!rises && rises.error().isCancelled())
            return;
        place.pause = rises ? std::chrono::milliseconds(kRound) : std::min<std::chrono::milliseconds>(kLongest, 2 * place.pause);
        place.due = m_clock().boot + place.pause;
        const QString problem = rises ? QString() : rises.error().what;
        if (std::exchange(place.problem, problem) != problem && !rises)
            Q_EMIT failed(question.filter.account, rises.error());
        for (const PriceRise &rise : rises ? *rises : QList<PriceRise>()) {
            //: a machine, two prices
            Q_EMIT rose(rise.machine, tr("%1 costs %2 per hour now, up from %3").arg(rise.machine, rise.now.text(), rise.before.text()));
        }
        Q_EMIT followed();
    });
}

}  // namespace trainyard

#include "moc_spotpricewatch.cpp"
