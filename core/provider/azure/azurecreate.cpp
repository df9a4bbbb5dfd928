// SPDX-License-Identifier: GPL-3.0-or-later
// Making a machine with its resource group and network. Each step may be repeated: everything is made under the same name.
#include "core/base/fanout.h"
#include "core/provider/azure/azureprovider.h"
#include "core/provider/azure/internal/azureanswer.h"
#include "core/provider/azure/internal/azuremachine.h"
#include "core/provider/azure/internal/azurerequest.h"
#include "core/provider/azure/internal/azuretext.h"

#include <QUuid>

#include <optional>

namespace trainyard {

namespace {

constexpr std::chrono::minutes kNetworkTime{2};  // it takes seconds
constexpr std::chrono::minutes kGroupTime{5};    // deleting a group with a machine that got no place takes one or two

Result<void> putNetwork(const AzureApi &api, const AzureAction &action, const QString &path, const QJsonObject &content)
{
    TRY(const AzureReply reply, api.call(action, path, content));
    TRY(const bool hasEnded, api.ended(reply, AzureActions::kPollNetwork, kNetworkTime));
    if (hasEnded)
        return {};
    return Error{ErrorCode::TimedOut, AzureText::tr("Azure did not finish the network of the machine: try again later."), {}};
}

QString securityPath(const QString &name)
{
    return azureGroupPath(name) + QStringLiteral("/providers/Microsoft.Network/networkSecurityGroups/") + name;
}

Result<void> putSecurity(const AzureApi &api, const InstanceRequest &request, const QString &region, const QString &name)
{
    return putNetwork(api, AzureActions::kPutSecurity, securityPath(name), azureSecurity(request, region));
}

// This rule alone: a person may have added others.
Result<void> putSshRule(const AzureApi &api, const QString &address, const QString &name)
{
    return putNetwork(api, AzureActions::kPutSecurityRule, securityPath(name) + QStringLiteral("/securityRules/") + kAzureSshRule,
                      azureSshRule(address));
}

Result<void> putNetworks(const AzureApi &api, const InstanceRequest &request, const QString &region, const QString &name)
{
    std::optional<Result<void>> security;
    const auto network = sideBySide(
        [&] {
            return putNetwork(api, AzureActions::kPutNetwork,
                              azureGroupPath(name) + QStringLiteral("/providers/Microsoft.Network/virtualNetworks/") + name,
                              azureNetwork(request, region));
        },
        [&] { security = putSecurity(api, request, region, name); });
    TRY_DO(network);
    return *security;
}

Result<void> putMachine(const AzureApi &api, const InstanceRequest &request, const QString &region, const QString &name,
                        std::chrono::milliseconds allocation)
{
    const QString prefix = QStringLiteral("/subscriptions/") + api.subscription() + azureGroupPath(name);
    TRY(const AzureReply reply, api.call(AzureActions::kPutMachine, azureMachinePath(name), azureMachine(request, region, name, prefix)));
    // It is accepted before there is a place for it.
    TRY_DO(api.ended(reply, AzureActions::kPollCompute, allocation));
    return {};
}

// Nothing is left of a machine that was refused, or the error says that something may be. A deletion that was accepted may still fail.
Error takenBack(const AzureApi &api, const QString &name, const QString &owner, const Error &why)
{
    const auto deleted = deleteAzureGroup(api, name, owner);
    const auto isGone = deleted ? api.isGone(AzureActions::kReadGroups, azureGroupPath(name), kGroupTime, &isAzureGroupGoing)
                                : Result<bool>(deleted.error());
    if (isGone && *isGone)
        return why;
    const QString then = isGone ? QStringLiteral("it is still there") : isGone.error().what + u' ' + isGone.error().detail;
    return {ErrorCode::Unreachable,
            AzureText::tr("Azure refused the machine, and its resource group %1 could not be deleted: look whether it is still there.")
                .arg(name),
            why.what + u' ' + why.detail + QStringLiteral("; then: ") + then};
}

// Before a machine was asked for: with its group gone, it is known that there is none.
Error notBegun(const AzureApi &api, const QString &name, const QString &owner, Error why)
{
    if (why.isCancelled())
        return why;
    if (isUnknownOutcome(why.code))
        why.code = ErrorCode::RemoteCommandFailed;
    return takenBack(api, name, owner, why);
}

}  // namespace

Result<InstanceReport> AzureProvider::create(const InstanceRequest &request, const StepReport &report, std::stop_token stop) const
{
    TRY_DO(checkAzureRequest(request));
    TRY(const AzureApi api, signedIn(request.account, stop));
    TRY(const QString region, api.oneRegion(request.region));
    const auto say = [&report](const QString &step) {
        if (report)
            report(step);
    };
    const QString token = request.clientToken.isEmpty() ? QUuid::createUuid().toString(QUuid::WithoutBraces) : request.clientToken;
    const QString name = azureName(request.owner, token);
    InstanceReport made;
    made.providerId = name;
    made.owner = request.owner;
    made.clientToken = request.clientToken;
    if (!request.clientToken.isEmpty()) {
        const auto present = api.call(AzureActions::kReadMachines, azureMachinePath(name), {}, {{"$expand", "instanceView"}});
        if (present)
            return azureReport(present->body, name);
        if (present.error().code != ErrorCode::NotFound)
            return present.error();
    }
    say(AzureText::tr("Preparing the resource group"));
    const auto group = api.call(AzureActions::kPutGroup, azureGroupPath(name),
                                azureGroup(request, region, QDateTime::currentDateTimeUtc()));
    if (!group)
        return isUnknownOutcome(group.error().code) ? notBegun(api, name, request.owner, group.error()) : group.error();
    say(AzureText::tr("Preparing the network"));
    if (const auto networks = putNetworks(api, request, region, name); !networks)
        return notBegun(api, name, request.owner, networks.error());
    say(AzureText::tr("Asking for the machine in %1").arg(region));
    const auto put = putMachine(api, request, region, name, m_allocation);
    if (put)
        return made;
    // What may have been carried out is found again by the same token.
    return isUnknownOutcome(put.error().code) ? put.error() : takenBack(api, name, request.owner, put.error());
}

Result<void> AzureProvider::start(const Instance &instance, const StepReport &report, std::stop_token stop) const
{
    TRY(const AzureApi api, signedIn(instance.request.account, stop));
    TRY(const QString name, azureNameOf(instance));
    // The person may be elsewhere by now.
    if (const QString own = instance.request.settings.value(QLatin1String(kOwnAddressSetting)); !own.isEmpty()) {
        TRY_DO(checkAzureAddress(own));
        if (report)
            report(AzureText::tr("Opening SSH for your address"));
        TRY_DO(putSshRule(api, own, name));
    }
    if (report)
        report(AzureText::tr("Starting the machine"));
    TRY(const AzureReply reply, api.call(AzureActions::kStart, azureMachinePath(name) + QStringLiteral("/start")));
    TRY_DO(api.ended(reply, AzureActions::kPollCompute, m_allocation));
    return {};
}

Result<void> AzureProvider::letIn(const Instance &instance, const QString &address, const StepReport &report, std::stop_token stop) const
{
    TRY_DO(checkAzureAddress(address));
    TRY(const AzureApi api, signedIn(instance.request.account, stop));
    TRY(const QString name, azureNameOf(instance));
    if (report)
        report(AzureText::tr("Opening SSH for your address"));
    return putSshRule(api, address, name);
}

}  // namespace trainyard
