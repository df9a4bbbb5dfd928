// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/azuredoor.h"

#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>

namespace trainyard {

namespace {

using Does = AzureRoute::Does;

// Names as in Azure's schema: "s", "n", "b" are texts, numbers and truth values, "m" is a map of texts, "!" follows what must be there.
const char kMachineShape[] = R"({"id":"s","name":"s","type":"s","location!":"s","tags":"m","zones":["s"],"properties":{
 "hardwareProfile!":{"vmSize!":"s"},"priority":"s","evictionPolicy":"s","billingProfile":{"maxPrice!":"n"},
 "storageProfile!":{"imageReference!":{"id":"s","publisher":"s","offer":"s","sku":"s","version":"s"},"dataDisks":[{}],
  "osDisk!":{"name":"s","createOption!":"s","deleteOption":"s","diskSizeGB":"n","caching":"s","osType":"s",
   "managedDisk":{"storageAccountType":"s"}}},
 "osProfile!":{"computerName!":"s","adminUsername!":"s","adminPassword":"s","customData":"s",
  "linuxConfiguration":{"disablePasswordAuthentication":"b","provisionVMAgent":"b","ssh":{"publicKeys":[{"path!":"s","keyData!":"s"}]}}},
 "networkProfile!":{"networkApiVersion":"s","networkInterfaces":[{"id":"s","properties":{"primary":"b","deleteOption":"s"}}],
  "networkInterfaceConfigurations":[{"name!":"s","properties":{"primary":"b","deleteOption":"s","networkSecurityGroup":{"id":"s"},
   "enableAcceleratedNetworking":"b","ipConfigurations!":[{"name!":"s","properties":{"primary":"b","subnet":{"id":"s"},
    "publicIPAddressConfiguration":{"name!":"s","sku":{"name":"s","tier":"s"},
     "properties":{"publicIPAllocationMethod":"s","deleteOption":"s","idleTimeoutInMinutes":"n"}}}}]}}]},
 "diagnosticsProfile":{"bootDiagnostics":{"enabled":"b","storageUri":"s"}}}})";
const char kGroupShape[] = R"({"location!":"s","tags":"m","managedBy":"s"})";
const char kSecurityShape[] = R"({"location!":"s","tags":"m","properties":{"securityRules":[{"name!":"s","properties":{"priority!":"n",
 "direction!":"s","access!":"s","protocol!":"s","sourceAddressPrefix":"s","sourcePortRange":"s","destinationAddressPrefix":"s",
 "destinationPortRange":"s","description":"s"}}]}})";
const char kSecurityRuleShape[] = R"({"name":"s","properties!":{"priority!":"n","direction!":"s","access!":"s","protocol!":"s",
 "sourceAddressPrefix":"s","sourcePortRange":"s","destinationAddressPrefix":"s","destinationPortRange":"s","description":"s"}})";
const char kNetworkShape[] = R"({"location!":"s","tags":"m","properties":{"addressSpace!":{"addressPrefixes!":["s"]},
 "subnets":[{"name!":"s","properties":{"addressPrefix":"s","networkSecurityGroup":{"id":"s"}}}]}})";

const char kCostsShape[] = R"({"type!":"s","timeframe!":"s","timePeriod":{"from!":"s","to!":"s"},"dataset!":{"granularity":"s",
 "aggregation":{"totalCost":{"name!":"s","function!":"s"}},"grouping":[{"type!":"s","name!":"s"}]}})";

std::optional<AzureProblem> misfitOf(const QJsonValue &value, const QJsonValue &shape, const QByteArray &path)
{
    const AzureProblem wrong{400, "InvalidRequestContent", "Error converting value at path '" + path + "'"};
    if (shape.isString()) {
        const QString type = shape.toString();
        if (type == "m") {
            const QJsonObject map = value.toObject();
            const bool fits = value.isObject() && std::all_of(map.begin(), map.end(), [](const auto &one) { return one.isString(); });
            return fits ? std::nullopt : std::optional(wrong);
        }
        const bool fits = (type == "s" && value.isString()) || (type == "b" && value.isBool()) || (type == "n" && value.isDouble());
        return fits ? std::nullopt : std::optional(wrong);
    }
    if (shape.isArray()) {
        if (!value.isArray())
            return wrong;
        for (const QJsonValue &entry : value.toArray()) {
            if (const auto problem = misfitOf(entry, shape.toArray().first(), path + "[0]"))
                return problem;
        }
        return std::nullopt;
    }
    if (!value.isObject())
        return wrong;
    const QJsonObject object = value.toObject(), known = shape.toObject();
    for (auto it = object.begin(); it != object.end(); ++it) {
        const QJsonValue own = known.contains(it.key()) ? known.value(it.key()) : known.value(it.key() + '!');
        const QByteArray name = (path.isEmpty() ? QByteArray() : path + '.') + it.key().toUtf8();
        if (own.isUndefined())
            return AzureProblem{400, "InvalidRequestContent", "Could not find member '" + name + "' on object"};
        if (const auto problem = misfitOf(it.value(), own, name))
            return problem;
    }
    for (auto it = known.begin(); it != known.end(); ++it) {
        if (it.key().endsWith('!') && !object.contains(it.key().chopped(1))) {
            return AzureProblem{400, "InvalidParameter",
                                "Required parameter '" + path + '.' + it.key().chopped(1).toUtf8() + "' is missing (null)."};
        }
    }
    return std::nullopt;
}

QStringList versionsOf(const AzureRoute &route)
{
    switch (route.does) {
    case Does::Subscription:
    case Does::Locations: return {"2022-12-01"};
    case Does::Permissions: return {"2022-04-01"};
    case Does::Groups:
    case Does::Group: return {"2021-04-01", "2025-04-01"};
    case Does::Skus: return {"2021-07-01"};
    case Does::Costs: return {"2023-11-01", "2022-10-01"};
    default: break;
    }
    // Ours, and that of the vendor's client.
    if (route.type == "disks" || route.type == "snapshots")
        return {"2024-03-02", "2026-03-02"};
    if (route.right.startsWith("Microsoft.Network/"))
        return {"2024-05-01", "2026-01-01"};
    return {"2024-07-01", "2026-04-01"};
}

QStringList parametersOf(const AzureRoute &route, const QByteArray &method)
{
    switch (route.does) {
    case Does::Groups: return {"$filter", "$top"};
    case Does::Group: return method == "DELETE" ? QStringList{"forceDeletionTypes"} : QStringList();
    case Does::Skus: return {"$filter", "includeExtendedLocations"};
    case Does::List: return {"statusOnly"};
    case Does::Thing:
        if (route.type == "virtualMachines")
            return method == "GET" ? QStringList{"$expand"} : method == "DELETE" ? QStringList{"forceDeletion"} : QStringList();
        return {};
    case Does::Deallocate: return {"hibernate"};
    case Does::Console: return {"sasUriExpirationTimeInMinutes"};
    default: return {};
    }
}

const QHash<QString, QString> kTypes{
    {"virtualmachines", "Microsoft.Compute/virtualMachines"},
    {"disks", "Microsoft.Compute/disks"},
    {"snapshots", "Microsoft.Compute/snapshots"},
    {"publicipaddresses", "Microsoft.Network/publicIPAddresses"},
    {"networksecuritygroups", "Microsoft.Network/networkSecurityGroups"},
    {"virtualnetworks", "Microsoft.Network/virtualNetworks"},
};

}  // namespace

std::optional<AzureRoute> azureRoute(const QByteArray &method, const QString &path)
{
    AzureRoute route;
    const QStringList parts = path.split('/', Qt::SkipEmptyParts);
    const auto is = [&parts](qsizetype at, const char *word) {
        return parts.value(at).compare(QLatin1String(word), Qt::CaseInsensitive) == 0;
    };
    const auto found = [&](Does does, const QString &right) {
        route.does = does;
        route.right = right;
        return std::optional(route);
    };
    if (parts.isEmpty() && method == "GET")
        return found(Does::Subscription, "Microsoft.Resources/subscriptions/read");
    if (parts.size() == 1 && is(0, "locations") && method == "GET")
        return found(Does::Locations, "Microsoft.Resources/subscriptions/locations/read");
    if (is(0, "resourceGroups")) {
        route.group = parts.value(1).toLower();
        const QString right = "Microsoft.Resources/subscriptions/resourceGroups/";
        if (parts.size() == 1 && method == "GET")
            return found(Does::Groups, right + "read");
        if (parts.size() == 2 && (method == "GET" || method == "PUT" || method == "DELETE"))
            return found(Does::Group, right + (method == "GET" ? "read" : method == "PUT" ? "write" : "delete"));
    }
    const qsizetype at = is(0, "resourceGroups") ? 2 : 0;  // of "providers"
    if (!is(at, "providers"))
        return std::nullopt;
    const QStringList rest = parts.mid(at + 1);
    const QString joined = rest.join('/');
    if (at == 0 && method == "GET") {
        if (joined == "Microsoft.Authorization/permissions")
            return found(Does::Permissions, "Microsoft.Authorization/permissions/read");
        if (joined == "Microsoft.Compute/skus")
            return found(Does::Skus, "Microsoft.Compute/skus/read");
        if (rest.value(1) == "locations" && rest.size() >= 4) {
            route.location = rest.value(2);
            route.name = rest.last();
            if (rest.value(3) == "usages" && rest.size() == 4 && rest[0] == "Microsoft.Compute")
                return found(Does::Usages, "Microsoft.Compute/locations/usages/read");
            if (rest.value(3) == "operations" && rest.size() == 5)
                return found(Does::Operation, rest[0] + "/locations/operations/read");
            if (rest.value(3) == "publishers" && rest.size() == 10 && rest.mid(5, 3).join('/') == "artifacttypes/vmimage/offers") {
                route.name = rest[4] + ':' + rest[8];
                return found(Does::Images, "Microsoft.Compute/locations/publishers/artifacttypes/offers/skus/read");
            }
            return std::nullopt;
        }
    }
    if (at == 0 && method == "POST" && joined.compare("Microsoft.CostManagement/query", Qt::CaseInsensitive) == 0)
        return found(Does::Costs, "Microsoft.CostManagement/query/action");
    const QString type = kTypes.value(rest.value(1).toLower());
    if (type.isEmpty() || type.compare(rest.mid(0, 2).join('/'), Qt::CaseInsensitive) != 0)
        return std::nullopt;
    route.type = type.section('/', 1);
    if (rest.size() == 2 && method == "GET")
        return found(Does::List, type + "/read");
    if (at == 0)
        return std::nullopt;
    route.name = rest.value(2).toLower();
    if (rest.size() == 3 && (method == "GET" || method == "PUT" || method == "DELETE")) {
        if (method == "PUT" && route.type == "virtualMachines") {
            route.linked = QStringList{"Microsoft.Compute/disks/write",
                                       "Microsoft.Network/networkInterfaces/join/action",
                                       "Microsoft.Network/networkInterfaces/write",
                                       "Microsoft.Network/networkSecurityGroups/join/action",
                                       "Microsoft.Network/publicIPAddresses/join/action",
                                       "Microsoft.Network/publicIPAddresses/write",
                                       "Microsoft.Network/virtualNetworks/subnets/join/action"};
        }
        return found(Does::Thing, type + (method == "GET" ? "/read" : method == "PUT" ? "/write" : "/delete"));
    }
    if (rest.size() == 5 && method == "PUT" && route.type == "networkSecurityGroups" && rest[3] == "securityRules") {
        route.rule = rest[4];
        return found(Does::Thing, type + "/securityRules/write");
    }
    if (rest.size() == 4 && method == "POST" && route.type == "virtualMachines") {
        static const QHash<QString, Does> kDoes{
            {"start", Does::Start}, {"deallocate", Does::Deallocate}, {"retrieveBootDiagnosticsData", Does::Console}};
        if (const auto does = kDoes.constFind(rest[3]); does != kDoes.constEnd())
            return found(*does, type + '/' + rest[3] + "/action");
    }
    return std::nullopt;
}

std::optional<AzureProblem> azureMisfit(const AzureRoute &route, const QByteArray &method, const QList<std::pair<QString, QString>> &query,
                                        const QByteArray &contentType, const QByteArray &body)
{
    QString version;
    const QStringList known = parametersOf(route, method);
    for (const auto &[name, value] : query) {
        if (name == "api-version")
            version = value;
        else if (!known.contains(name) && name != "$skiptoken")
            return AzureProblem{400, "InvalidQueryParameter", "The query parameter '" + name.toUtf8() + "' is not known"};
    }
    if (version.isEmpty())
        return AzureProblem{400, "MissingApiVersionParameter", "The api-version query parameter (?api-version=) is required"};
    if (!versionsOf(route).contains(version))
        return AzureProblem{400, "NoRegisteredProviderFound", "No registered resource provider found for version " + version.toUtf8()};
    if (method != "PUT" && route.does != Does::Costs) {
        return body.isEmpty() ? std::nullopt : std::optional(AzureProblem{400, "InvalidRequestContent", "This call has no content"});
    }
    if (!contentType.startsWith("application/json"))
        return AzureProblem{415, "UnsupportedMediaType", "The content has to be JSON"};
    const QJsonDocument document = QJsonDocument::fromJson(body);
    const char *shape = route.does == Does::Group               ? kGroupShape
                        : route.does == Does::Costs             ? kCostsShape
                        : !route.rule.isEmpty()                 ? kSecurityRuleShape
                        : route.type == "virtualMachines"       ? kMachineShape
                        : route.type == "networkSecurityGroups" ? kSecurityShape
                        : route.type == "virtualNetworks"       ? kNetworkShape
                                                                : nullptr;
    if (!document.isObject() || !shape)
        return AzureProblem{400, "InvalidRequestContent", "The content is not an object"};
    const QJsonDocument form = QJsonDocument::fromJson(shape);
    Q_ASSERT(form.isObject());
    return misfitOf(document.object(), form.object(), {});
}

}  // namespace trainyard
