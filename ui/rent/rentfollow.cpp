// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/rent/rentfollow.h"

#include "core/agent/rentalwatch.h"
#include "core/base/seentext.h"
#include "core/service/clouds/cloudservice.h"
#include "core/service/clouds/giveback.h"
#include "ui/rent/rentwords.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

struct FollowWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::RentDesk)
};

RentStage stageAt(InstanceState state)
{
    switch (state) {
    case InstanceState::Requested: return RentStage::Request;
    case InstanceState::AnswersSsh: return RentStage::HostKey;
    case InstanceState::HostKeyChecked: return RentStage::Gpus;
    case InstanceState::GpusAnswer: return RentStage::Check;
    case InstanceState::Checked:
    case InstanceState::Ready: return RentStage::Ready;
    default: return RentStage::Boot;
    }
}

std::optional<Machine> machineFor(const StateDatabase &database, InstanceId id)
{
    const auto machines = database.machines.all();
    for (const Machine &one : machines ? *machines : QList<Machine>()) {
        if (one.instanceId == id)
            return one;
    }
    return std::nullopt;
}

bool isBeingGivenBack(const Instance &instance)
{
    return instance.state == InstanceState::Terminating || (instance.state != InstanceState::Gone && isAskedBack(instance));
}

}  // namespace

bool goesOn(const StateDatabase &database, const Instance &instance)
{
    RentalLook look;
    look.instance = instance;
    look.wasReady = wasOnceReady(database, instance);
    return isBeingGivenBack(instance) || isBeingRented(look);
}

RentGoing goingOf(const StateDatabase &database, const Instance &instance)
{
    const InstanceRequest &request = instance.request;
    RentGoing going;
    going.isFollowed = true;
    going.instanceId = instance.id;
    going.order.account = request.account;
    going.order.name = request.name;
    going.order.isSpot = request.isSpot;
    going.order.end = request.end;
    going.order.places << RentPlace{request.type,
                                    request.region,
                                    request.offerId,
                                    request.perHour,
                                    request.billingStep,
                                    request.billingMinimum,
                                    request.settings.value(QLatin1String(kGpusOrderedSetting)).toInt()};
    going.began = instance.requested;
    const auto kind = cloudKind(request.providerKind);
    //: provider, type, region, way of buying
    going.what = FollowWords::tr("%1 %2 · %3 · %4")
                     .arg(kind ? kind->name : request.providerKind, seenText(request.type), seenText(request.region),
                          request.isSpot ? FollowWords::tr("spot") : FollowWords::tr("on demand"));
    const auto account = database.accounts.find(request.account);
    going.isSimulated = account && isStandIn(*account);
    if (const auto all = database.instances.all())
        going.usual = readyTime(*all, request.providerKind, request.type);
    takeState(going, database, instance);
    return going;
}

void takeState(RentGoing &going, const StateDatabase &database, const Instance &now)
{
    const auto machine = machineFor(database, now.id);
    if (machine)
        going.machineId = machine->id;
    if (now.state == InstanceState::Gone)
        return;
    if (isBeingGivenBack(now)) {
        going.phase = RentGoing::Phase::GivingBack;
        going.stage = RentStage::GiveBack;
        return;
    }
    if (!isUp(now.state) && now.state != InstanceState::Requested)
        return;
    // Once it has an address, it is among the machines.
    going.stage = now.state == InstanceState::Booting && machine ? RentStage::Ssh : stageAt(now.state);
    for (int stage = 0; stage < int(going.stage); ++stage) {
        RentStep &step = going.steps[RentStage(stage)];
        if (step.isDone)
            continue;
        step.stage = RentStage(stage);
        step.isDone = true;
        step.sinceRequest = std::chrono::milliseconds(std::max<qint64>(0, now.requested.msecsTo(now.since)));
        if (step.stage == RentStage::Request)
            step.evidence = now.providerId;
        else if (step.stage == RentStage::Boot && machine)
            step.evidence = machine->target.host;
    }
}

}  // namespace trainyard
