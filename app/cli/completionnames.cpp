// SPDX-License-Identifier: GPL-3.0-or-later
// The names for completions of `yard`: looked up when a key is pressed, so that they are current.
#include "app/cli/completion.h"
#include "core/knowledge/catalog/catalog.h"
#include "core/knowledge/catalog/catalogfiles.h"
#include "core/knowledge/catalog/offerquery.h"
#include "core/knowledge/catalog/purchase.h"
#include "core/knowledge/compat/compatfacts.h"
#include "core/knowledge/compat/compatfiles.h"
#include "core/knowledge/cost/memorymodel.h"
#include "core/knowledge/cost/modelpresets.h"
#include "core/knowledge/stores/storepresets.h"
#include "core/storage/database/offerstore.h"

namespace trainyard {

namespace {

constexpr qsizetype kMaxRuns = 200;  // the newest

QStringList storedNames(const QString &kind, Services &services)
{
    QStringList names;
    if (kind == QLatin1String("machine")) {
        const auto machines = services.database().machines.all();
        for (const Machine &machine : machines ? *machines : QList<Machine>())
            names << machine.name;
    } else if (kind == QLatin1String("run")) {
        const auto runs = services.database().runs.all();
        for (const Run &run : runs ? runs->mid(0, kMaxRuns) : QList<Run>())
            names << run.id.text();
    } else if (kind == QLatin1String("store")) {
        const auto stores = services.stores.all();
        for (const ObjectStoreConfig &store : stores ? *stores : QList<ObjectStoreConfig>())
            names << store.name;
    } else if (kind == QLatin1String("card")) {
        names = OfferStore(services.paths()).cardNames();
    } else if (kind == QLatin1String("key")) {
        for (const StoredKey &key : services.keys.all())
            names << key.name();
    } else if (kind == QLatin1String("cloud")) {
        const auto accounts = services.database().accounts.all();
        for (const AccountRecord &account : accounts ? *accounts : QList<AccountRecord>())
            names << account.name;
    } else if (kind == QLatin1String("cloud-kind")) {
        for (const CloudKind &one : services.clouds.kinds())
            names << one.kind;
    } else if (kind == QLatin1String("tunnel")) {
        for (const TunnelRecord &tunnel : services.tunnels.everyone().list())
            names << QString::number(tunnel.localPort);
    }
    return names;
}

QStringList knownNames(const QString &kind)
{
    QStringList names;
    if (kind == QLatin1String("gpu")) {
        const auto catalog = Catalog::parse(builtInCatalogFiles());
        for (const GpuModel &gpu : catalog ? catalog->gpus() : QList<GpuModel>())
            names << gpu.id;
    } else if (kind == QLatin1String("image")) {
        const auto facts = CompatFacts::parse(builtInCompatFiles());
        for (const KnownImages &one : facts ? facts->images : QList<KnownImages>()) {
            for (const QString &tag : one.tags)
                names << one.name + u':' + tag;
        }
    } else if (kind == QLatin1String("precision")) {
        names = precisionNames();
    } else if (kind == QLatin1String("training-precision")) {
        names = trainingPrecisionNames();
    } else if (kind == QLatin1String("optimizer")) {
        names = optimizerNames();
    } else if (kind == QLatin1String("model")) {
        names = modelPresetIds();
    } else if (kind == QLatin1String("store-preset")) {
        for (const StorePreset &preset : storePresets())
            names << preset.id;
    } else if (kind == QLatin1String("currency")) {
        for (const Currency currency : currencies())
            names << currencyCode(currency);
    } else if (kind == QLatin1String("purchase")) {
        for (const Purchase purchase : {Purchase::OnDemand, Purchase::Spot, Purchase::Monthly, Purchase::Reserved1y, Purchase::Reserved3y})
            names << purchaseName(purchase);
    } else if (kind == QLatin1String("order")) {
        names = offerOrderNames();
    } else if (kind == QLatin1String("continent")) {
        for (const char *place : {"africa", "asia", "europe", "northamerica", "oceania", "southamerica", "china", "eu", "us"})
            names << QLatin1String(place);
    }
    return names;
}

}  // namespace

int printCompletion(Console &console, const QStringList &words, const Commands &commands, const std::function<Result<Services *>()> &open)
{
    const Completion completion = completionOf(words, commands);
    const QString current = words.isEmpty() ? QString() : words.last();
    const auto print = [&](const QString &text, const QString &help) {
        // A name with a newline or a tab cannot be typed as a word.
        if (text.startsWith(current) && !text.contains(u'\n') && !text.contains(u'\t'))
            console.print(help.isEmpty() ? text : text + u'\t' + help);
    };
    for (const Completion::Word &word : completion.words)
        print(word.text, word.help);
    for (const QString &kind : completion.kinds) {
        if (kind == QLatin1String("file") || kind == QLatin1String("folder")) {
            console.print(kind == QLatin1String("file") ? QStringLiteral(":files") : QStringLiteral(":folders"));
            continue;
        }
        QStringList names = knownNames(kind);
        if (names.isEmpty()) {
            if (const auto services = open())
                names = storedNames(kind, **services);
        }
        for (const QString &name : std::as_const(names))
            print(name, {});
    }
    return 0;
}

}  // namespace trainyard
