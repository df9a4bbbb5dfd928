// SPDX-License-Identifier: GPL-3.0-or-later
// An offer and a rental for tests; the prices are made up.
#pragma once

#include "core/model/accountrecord.h"
#include "core/model/instance.h"
#include "core/service/clouds/rentableoffer.h"
#include "ui/rent/rentgoing.h"

namespace trainyard {

inline Money sampleMoney(const char *amount) { return *Money::parse(amount, Currency::USD); }

inline RentableOffer sampleOffer()
{
    RentableOffer offer;
    offer.providerKind = QStringLiteral("aws");
    offer.providerName = QStringLiteral("AWS");
    offer.gpu = QStringLiteral("L4 24GB");
    offer.gpus = 1;
    offer.vcpus = 4;
    offer.memoryMiB = 16 * 1024;
    RentPlace place;
    place.type = QStringLiteral("g6.xlarge");
    place.region = QStringLiteral("us-east-1");
    place.offerId = QStringLiteral("aws/g6.xlarge/us-east-1/on-demand");
    place.perHour = sampleMoney("0.8048");
    place.gpus = 1;
    offer.onDemand = place;
    place.offerId = QStringLiteral("aws/g6.xlarge/us-east-1/spot");
    place.perHour = sampleMoney("0.3621");
    offer.spot = place;
    offer.interrupted = QStringLiteral(">20 %");
    offer.spotNotice = std::chrono::minutes(2);
    offer.diskName = QStringLiteral("gp3");
    offer.diskPerGBMonth = sampleMoney("0.08");
    return offer;
}

inline AccountRecord sampleAccount(const QString &endpoint = {})
{
    AccountRecord account;
    account.name = QStringLiteral("work");
    account.providerKind = QStringLiteral("aws");
    account.region = QStringLiteral("us-east-1");
    account.source = CredentialSource::Environment;
    account.settings.insert(QLatin1String(kOwnAddressSetting), QStringLiteral("203.0.113.7/32"));
    if (!endpoint.isEmpty())
        account.settings.insert(QStringLiteral("endpoint"), endpoint);
    return account;
}

// Four stages are over, and the fifth has run for six seconds.
inline RentGoing sampleGoing(const QDateTime &now)
{
    RentGoing going;
    going.number = 1;
    going.order.account = QStringLiteral("work");
    going.order.name = QStringLiteral("aws-l4");
    going.order.places << *sampleOffer().onDemand;
    going.order.end.at = now.addSecs(12 * 3600);
    going.order.end.spent = sampleMoney("25.00");
    going.order.end.idle = std::chrono::minutes(30);
    going.what = QStringLiteral("AWS g6.xlarge · 1 × L4 24GB · us-east-1 · on demand");
    going.began = now.addSecs(-72);
    going.stage = RentStage::Gpus;
    qint64 since = 0;
    const auto done = [&](RentStage stage, int seconds, const char *evidence) {
        since += seconds * 1000;
        RentStep step;
        step.stage = stage;
        step.isDone = true;
        step.evidence = QLatin1String(evidence);
        step.took = std::chrono::seconds(seconds);
        step.sinceRequest = std::chrono::milliseconds(since);
        going.steps.insert(stage, step);
    };
    done(RentStage::Request, 2, "i-0b6d2f83c1a9e4750");
    done(RentStage::Boot, 21, "198.51.100.24");
    done(RentStage::Ssh, 34, "SHA256:q8vWm2DsZk1f0oLr6mF9c3nXtVbYhJwEaGpTzY7k");
    done(RentStage::HostKey, 9, "SHA256:q8vWm2DsZk1f0oLr6mF9c3nXtVbYhJwEaGpTzY7k");
    return going;
}

}  // namespace trainyard
