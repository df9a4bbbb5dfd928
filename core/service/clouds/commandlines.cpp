// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/clouds/commandlines.h"

#include "core/base/seentext.h"
#include "core/provider/registry/machineproviders.h"
#include "core/service/clouds/machinerenter.h"
#include "core/storage/database/statedatabase.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

MachineProviders unasked(const Paths &paths)
{
    return MachineProviders::standard(paths, [](const QString &, const QString &) -> Result<CloudCredentials> {
        return Error{ErrorCode::NotFound, {}, {}};
    });
}

Result<QString> orNone(const QString &line, const MachineProvider &provider)
{
    // What a terminal would obey, or what shows another line than the one that is copied.
    if (hasUnseen(line)) {
        return Error{ErrorCode::Corrupt,
                     QCoreApplication::translate("trainyard::CloudService",
                                                 "There is no such line for %1: a name or an id in it has characters that cannot be seen.")
                         .arg(provider.name()),
                     {}};
    }
    if (!line.isEmpty())
        return line;
    return Error{ErrorCode::Unsupported,
                 QCoreApplication::translate("trainyard::CloudService",
                                             "There is no such line for %1, or it needs more: name an image with --image.")
                     .arg(provider.name()),
                 {}};
}

}  // namespace

Result<QStringList> createLines(const Paths &paths, const StateDatabase &database, const RentOrder &order)
{
    TRY_DO(checkRentOrder(order));
    TRY(const auto account, database.accounts.find(order.account));
    const MachineProviders providers = unasked(paths);
    TRY(const auto provider, providers.find(account.providerKind));
    const auto key = rentKey(paths, order.keyName);
    QStringList lines;
    for (const RentPlace &place : order.places) {
        TRY(const auto line,
            orNone(provider->createLine(requestOf(order, place, account, key ? key->publicLine : QByteArray())), *provider));
        lines << line;
    }
    return lines;
}

Result<QString> letInLine(const Paths &paths, const Instance &instance, const QString &address)
{
    const MachineProviders providers = unasked(paths);
    TRY(const auto provider, providers.find(instance.request.providerKind));
    Instance moved = instance;
    moved.request.settings.insert(QLatin1String(kOwnAddressSetting), address);
    return orNone(provider->actionLine(ProviderAction::LetIn, moved), *provider);
}

Result<QString> spotPricesLine(const Paths &paths, const Instance &instance)
{
    const MachineProviders providers = unasked(paths);
    TRY(const auto provider, providers.find(instance.request.providerKind));
    const QString line = provider->actionLine(ProviderAction::SpotPrices, instance);
    if (!line.isEmpty())
        return line;
    return Error{ErrorCode::Unsupported,
                 QCoreApplication::translate("trainyard::CloudService", "%1 has no line that asks for the prices of this machine.")
                     .arg(provider->name()),
                 {}};
}

Result<QString> giveBackLine(const Paths &paths, const Instance &instance)
{
    const MachineProviders providers = unasked(paths);
    TRY(const auto provider, providers.find(instance.request.providerKind));
    return orNone(instance.providerId.isEmpty() ? QString() : provider->actionLine(ProviderAction::Terminate, instance), *provider);
}

}  // namespace trainyard
