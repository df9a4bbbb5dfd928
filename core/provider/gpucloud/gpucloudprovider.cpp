// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/gpucloud/gpucloudprovider.h"

#include "core/provider/gpucloud/machinelabel.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

struct ProviderWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::GpuCloud)
};

}  // namespace

void sayStep(const StepReport &report, const QString &step)
{
    if (report)
        report(step);
}

Result<void> goneIsFine(const Result<QJsonValue> &given)
{
    return given || given.error().code == ErrorCode::NotFound ? Result<void>() : Result<void>(given.error());
}

Error GpuCloudProvider::noSuchMachine() const
{
    return {ErrorCode::NotFound,
            ProviderWords::tr("%1 has no such machine: it was terminated, or the API key is of another account.").arg(name()),
            {}};
}

Error GpuCloudProvider::costsNothing() const
{
    return {ErrorCode::Unsupported,
            ProviderWords::tr("This costs nothing at %1: remove it in the console of the cloud if you want to.").arg(name()),
            {}};
}

bool GpuCloudProvider::isWanted(const CloudResource &resource, const InstanceFilter &filter)
{
    return (filter.owner.isEmpty() || resource.owner == filter.owner)
           && (filter.clientToken.isEmpty() || resource.clientToken == filter.clientToken);
}

Result<QJsonObject> GpuCloudProvider::withToken(const Cloud &cloud, const QString &owner, const QString &clientToken,
                                                const std::stop_token &stop) const
{
    TRY(const QJsonArray all, machines(cloud, stop));
    for (const QJsonValue &value : all) {
        const InstanceReport one = read(value.toObject());
        if (!clientToken.isEmpty() && one.clientToken == clientToken && (owner.isEmpty() || one.owner == owner)
            && one.state != ProvidedState::Gone) {
            // It is there, so that no other may be made in its place.
            return one.providerId.isEmpty() ? Result<QJsonObject>(cloud.formatError(QStringLiteral("The id of the machine is not valid")))
                                            : Result<QJsonObject>(value.toObject());
        }
    }
    return noSuchMachine();
}

Result<QJsonObject> GpuCloudProvider::found(const Cloud &cloud, const Instance &instance, const std::stop_token &stop) const
{
    if (instance.providerId.isEmpty())
        return withToken(cloud, instance.request.owner, instance.request.clientToken, stop);
    if (!isGpuCloudId(instance.providerId))
        return noSuchMachine();
    TRY(const QJsonObject one, machine(cloud, instance.providerId, stop));
    // Another one in its place would later be terminated.
    if (read(one).providerId != instance.providerId)
        return cloud.formatError(QStringLiteral("The answer is about another machine"));
    return one;
}

Result<InstanceReport> GpuCloudProvider::create(const InstanceRequest &asked, const StepReport &report, std::stop_token stop) const
{
    const auto label = machineLabel(asked, m_kind.labelLength);
    if (!label) {
        return invalidInput(
            ProviderWords::tr("This request has no id by which the machine could be found again: ask for the machine anew."));
    }
    TRY(const Cloud cloud, signIn(asked.account));
    // What the account sets holds for all its machines that do not say otherwise.
    InstanceRequest request = asked;
    for (auto one = cloud.settings().cbegin(); one != cloud.settings().cend(); ++one) {
        if (!request.settings.contains(one.key()))
            request.settings.insert(one.key(), one.value());
    }
    TRY_DO(accepts(request));
    sayStep(report, ProviderWords::tr("Looking whether the machine exists already"));
    const auto present = withToken(cloud, request.owner, request.clientToken, stop);
    if (present)
        return read(*present);
    if (present.error().code != ErrorCode::NotFound)
        return present.error();
    if (!capabilities().limitsSsh)
        sayStep(report, ProviderWords::tr("Anyone may reach SSH there; only keys log in"));
    const auto made = make(cloud, request, *label, report, stop);
    if (made) {
        InstanceReport one;
        one.providerId = *made;
        one.owner = request.owner;
        one.clientToken = request.clientToken;
        return one;
    }
    if (isUnknownOutcome(made.error().code) && !made.error().isCancelled()) {
        sayStep(report, ProviderWords::tr("The answer was lost: looking whether the machine was made"));
        if (const auto after = withToken(cloud, request.owner, request.clientToken, stop))
            return read(*after);
    }
    return made.error();
}

Result<InstanceReport> GpuCloudProvider::describe(const Instance &instance, std::stop_token stop) const
{
    TRY(const Cloud cloud, signIn(instance.request.account));
    TRY(const QJsonObject one, found(cloud, instance, stop));
    return read(one);
}

Result<QList<InstanceReport>> GpuCloudProvider::list(const InstanceFilter &filter, std::stop_token stop) const
{
    TRY(const Cloud cloud, signIn(filter.account));
    TRY(const QJsonArray all, machines(cloud, stop));
    QList<InstanceReport> reports;
    for (const QJsonValue &value : all) {
        const InstanceReport one = read(value.toObject());
        if (!one.providerId.isEmpty() && (filter.owner.isEmpty() || one.owner == filter.owner)
            && (filter.clientToken.isEmpty() || one.clientToken == filter.clientToken))
            reports << one;
    }
    return reports;
}

Result<void> GpuCloudProvider::terminate(const Instance &instance, std::stop_token stop) const
{
    TRY(const Cloud cloud, signIn(instance.request.account));
    QString id = instance.providerId;
    if (id.isEmpty()) {
        const auto present = found(cloud, instance, stop);
        if (!present)
            return present.error().code == ErrorCode::NotFound ? Result<void>() : Result<void>(present.error());
        id = read(*present).providerId;
    }
    if (!isGpuCloudId(id))
        return noSuchMachine();
    const auto ended = end(cloud, id, stop);
    if (ended || !isUnknownOutcome(ended.error().code) || ended.error().isCancelled())
        return ended;
    // Some answer with a failure of theirs when it is gone.
    const auto left = machine(cloud, id, stop);
    return !left && left.error().code == ErrorCode::NotFound ? Result<void>() : ended;
}

Result<SshTarget> GpuCloudProvider::sshTarget(const Instance &instance, std::stop_token stop) const
{
    TRY(const Cloud cloud, signIn(instance.request.account));
    TRY(const QJsonObject one, found(cloud, instance, stop));
    TRY(SshTarget target, address(one));
    target.hostKeyAlias = read(one).providerId;
    if (!isHostName(target.host) || target.port < 1 || target.port > 65535)
        return cloud.formatError(QStringLiteral("The address of the machine is not valid"));
    return target;
}

}  // namespace trainyard
