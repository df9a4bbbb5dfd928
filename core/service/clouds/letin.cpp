// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/clouds/letin.h"

#include "core/service/clouds/rentorder.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

struct LetInWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::CloudService)
};

QString addressOf(const Instance &instance) { return instance.request.settings.value(QLatin1String(kOwnAddressSetting)); }

bool isThere(const Instance &instance)
{
    return isUp(instance.state) || instance.state == InstanceState::Stopping || instance.state == InstanceState::Stopped;
}

bool sharesRule(const ProviderCapabilities &can, const Instance &one, const Instance &other)
{
    if (one.id == other.id)
        return true;
    const InstanceRequest &a = one.request, &b = other.request;
    const bool isSameAccount = a.account == b.account && !addressOf(other).isEmpty();
    switch (can.sshRule) {
    case SshRuleScope::Machine: return false;
    case SshRuleScope::Region: return isSameAccount && a.region == b.region;
    case SshRuleScope::Account: return isSameAccount;
    }
    Q_UNREACHABLE();
}

}  // namespace

Result<LetIn> planLetIn(const StateDatabase &database, const MachineProviders &providers, InstanceId id, const QString &address)
{
    LetIn plan;
    TRY(plan.now, allowedFrom(address));
    TRY(const auto instance, database.instances.find(id));
    TRY(const auto provider, providers.find(instance.request.providerKind));
    const ProviderCapabilities can = provider->capabilities();
    plan.id = id;
    plan.name = instance.request.name;
    if (!can.canLetIn) {
        return Error{ErrorCode::Unsupported,
                     LetInWords::tr("%1 has no firewall for its machines: SSH answers everyone there, and only your key logs in.")
                         .arg(provider->name()),
                     {}};
    }
    if (!isThere(instance))
        return invalidInput(LetInWords::tr("%1 is not there at its provider: `yard cloud list` shows its state.").arg(plan.name));
    plan.before = addressOf(instance);
    if (plan.before.isEmpty()) {
        return Error{ErrorCode::Unsupported,
                     LetInWords::tr("%1 was rented without SSH from outside: rent another one with --from.").arg(plan.name),
                     {}};
    }
    const QDateTime noted = QDateTime::fromString(instance.request.settings.value(QLatin1String(kLetInSinceSetting)), Qt::ISODate);
    plan.since = noted.isValid() ? noted.toUTC() : instance.requested;
    TRY(const auto live, database.instances.live());
    for (const Instance &other : live) {
        if (other.id != id && isThere(other) && sharesRule(can, instance, other))
            plan.others << other.request.name;
    }
    return plan;
}

Result<void> noteLetIn(StateDatabase &database, const ProviderCapabilities &capabilities, const Instance &instance, const QString &address)
{
    const QString now = QDateTime::currentDateTimeUtc().toString(Qt::ISODate);
    TRY(const auto live, database.instances.live());
    for (const Instance &other : live) {
        if (!sharesRule(capabilities, instance, other) || addressOf(other) == address)
            continue;
        TRY_DO(database.instances.update(other.id, [&](Instance &one) {
            one.request.settings.insert(QLatin1String(kOwnAddressSetting), address);
            one.request.settings.insert(QLatin1String(kLetInSinceSetting), now);
        }));
    }
    return {};
}

Result<LetIn> letIn(ServiceContext &context, InstanceId id, const QString &address, const StepReport &report, std::stop_token stop)
{
    TRY(const auto plan, planLetIn(*context.database, context.providers, id, address));
    TRY(const auto instance, context.database->instances.find(id));
    TRY(const auto provider, context.providers.find(instance.request.providerKind));
    TRY_DO(provider->letIn(instance, plan.now, report, stop));
    TRY_DO(noteLetIn(*context.database, provider->capabilities(), instance, plan.now));
    return plan;
}

}  // namespace trainyard
