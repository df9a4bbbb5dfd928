// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/interface/machineprovider.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::MachineProvider)
};

Error unsupported(const QString &sentence) { return {ErrorCode::Unsupported, sentence, {}}; }

}  // namespace

Result<AccountReport> MachineProvider::check(const QString &, std::stop_token) const
{
    return unsupported(Words::tr("%1 has no accounts to sign in to.").arg(name()));
}

Result<QList<CloudResource>> MachineProvider::resources(const InstanceFilter &, std::stop_token) const
{
    return unsupported(Words::tr("%1 cannot list what is in an account.").arg(name()));
}

Result<void> MachineProvider::release(const QString &, const CloudResource &, std::stop_token) const
{
    return unsupported(Words::tr("%1 cannot give back what is in an account.").arg(name()));
}

Result<QList<ProviderOffer>> MachineProvider::offers(const InstanceFilter &, std::stop_token) const
{
    return unsupported(Words::tr("%1 has no list of offers to ask for.").arg(name()));
}

Result<QList<ProviderQuota>> MachineProvider::quota(const InstanceFilter &, std::stop_token) const
{
    return unsupported(Words::tr("%1 has no quotas to ask for.").arg(name()));
}

Result<QList<ProviderImage>> MachineProvider::images(const InstanceFilter &, std::stop_token) const
{
    return unsupported(Words::tr("%1 has no list of images to ask for.").arg(name()));
}

Result<QString> MachineProvider::policy() const
{
    return unsupported(Words::tr("%1 has no access policy: no credentials are used.").arg(name()));
}

Result<CloudBill> MachineProvider::bill(const QString &, QDate, std::stop_token) const
{
    return unsupported(Words::tr("The bill of %1 cannot be read from here: look at it there.").arg(name()));
}

Result<InstanceReport> MachineProvider::create(const InstanceRequest &, const StepReport &, std::stop_token) const
{
    return unsupported(Words::tr("%1 cannot create machines: add one that you have.").arg(name()));
}

Result<InstanceReport> MachineProvider::describe(const Instance &, std::stop_token) const
{
    return unsupported(Words::tr("%1 cannot be asked about machines: test the connection instead.").arg(name()));
}

Result<QList<InstanceReport>> MachineProvider::list(const InstanceFilter &, std::stop_token) const
{
    return unsupported(Words::tr("%1 cannot list machines: look at the list of machines here.").arg(name()));
}

Result<void> MachineProvider::stop(const Instance &, std::stop_token) const
{
    return unsupported(Words::tr("%1 cannot stop machines: stop it where you got it.").arg(name()));
}

Result<void> MachineProvider::start(const Instance &, const StepReport &, std::stop_token) const
{
    return unsupported(Words::tr("%1 cannot start machines: start it where you got it.").arg(name()));
}

Result<void> MachineProvider::terminate(const Instance &, std::stop_token) const
{
    return unsupported(Words::tr("%1 cannot give machines back: give it back where you got it.").arg(name()));
}

Result<SshTarget> MachineProvider::sshTarget(const Instance &, std::stop_token) const
{
    return unsupported(Words::tr("%1 does not know the machine's address: enter its SSH command line.").arg(name()));
}

Result<void> MachineProvider::letIn(const Instance &, const QString &, const StepReport &, std::stop_token) const
{
    return unsupported(Words::tr("%1 has no firewall that Trainyard could open for an address.").arg(name()));
}

Result<QByteArray> MachineProvider::consoleOutput(const Instance &, qint64, std::stop_token) const
{
    return unsupported(Words::tr("%1 has no console output to read.").arg(name()));
}

Result<std::optional<QDateTime>> MachineProvider::spotNotice(const Instance &, std::stop_token) const
{
    return unsupported(Words::tr("%1 gives no notice before it takes a machine back.").arg(name()));
}

Result<QList<SpotPrice>> MachineProvider::spotPrices(const SpotPriceFilter &, std::stop_token) const
{
    return unsupported(Words::tr("%1 does not tell how the prices of its spot machines move.").arg(name()));
}

QString MachineProvider::createLine(const InstanceRequest &) const { return {}; }

QString MachineProvider::actionLine(ProviderAction, const Instance &) const { return {}; }

bool isUnknownOutcome(ErrorCode code)
{
    return code == ErrorCode::Unreachable || code == ErrorCode::TimedOut || code == ErrorCode::ConnectionLost || code == ErrorCode::Corrupt
           || code == ErrorCode::Cancelled;
}

}  // namespace trainyard
