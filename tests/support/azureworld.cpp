// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/azureworld.h"

#include <QRegularExpression>

#include <utility>

namespace trainyard {

namespace {

using namespace azureworld;
using Does = AzureRoute::Does;

const QStringList kRegions{QStringLiteral("eastus"), QStringLiteral("westeurope")};
constexpr int kGroupSteps = 3;  // looks at a group until it is gone

QString propertyOf(const QJsonObject &thing, const QString &name) { return thing.value("properties").toObject().value(name).toString(); }

QJsonObject skuOf(const QString &name, const QString &region, const QString &gpus, bool isSpot, const QJsonArray &restrictions)
{
    return {{"resourceType", "virtualMachines"},
            {"name", name},
            {"locations", QJsonArray{region}},
            {"restrictions", restrictions},
            {"capabilities", QJsonArray{QJsonObject{{"name", "GPUs"}, {"value", gpus}},
                                        QJsonObject{{"name", "LowPriorityCapable"}, {"value", isSpot ? "True" : "False"}}}}};
}

}  // namespace

// What was charged, by the day and the dimensions that are asked for, of which there may be two.
Answer AzureStandIn::State::costs(const Request &request, const QJsonObject &body, const QList<std::pair<QString, QString>> &query) const
{
    const QJsonObject dataset = body.value("dataset").toObject(), period = body.value("timePeriod").toObject();
    const QJsonObject sum = dataset.value("aggregation").toObject().value("totalCost").toObject();
    const QDateTime from = QDateTime::fromString(period.value("from").toString(), Qt::ISODate);
    const QDateTime to = QDateTime::fromString(period.value("to").toString(), Qt::ISODate);
    const QJsonArray grouping = dataset.value("grouping").toArray();
    const auto bad = [](const char *words) { return refusedWith(400, "BadRequest", words); };
    if (body.value("type") != "ActualCost" && body.value("type") != "Usage")
        return bad("Invalid query definition: type is not valid.");
    if (body.value("timeframe") != "Custom" || !from.isValid() || !to.isValid())
        return bad("Invalid query definition: Missing timePeriod for the timeframe Custom.");
    if (dataset.value("granularity") != "Daily" || from.daysTo(to) > 31 || from > to)
        return bad("Invalid query definition: the period of a daily granularity is at most 31 days.");
    if (sum.value("function") != "Sum" || (sum.value("name") != "PreTaxCost" && sum.value("name") != "Cost"))
        return bad("Invalid query definition: aggregation is not valid.");
    if (grouping.size() > 2)
        return bad("Invalid query definition: Maximum of 2 grouping are allowed.");
    QJsonArray columns{QJsonObject{{"name", sum.value("name")}, {"type", "Number"}},
                       QJsonObject{{"name", "UsageDate"}, {"type", "Number"}}};
    for (const QJsonValue &one : grouping) {
        const QString name = one.toObject().value("name").toString();
        static const QStringList kDimensions{"ResourceId", "MeterCategory", "MeterSubCategory", "ResourceGroupName", "ServiceName"};
        if (one.toObject().value("type") != "Dimension" || !kDimensions.contains(name))
            return bad("Invalid query definition: grouping is not valid.");
        columns << QJsonObject{{"name", name}, {"type", "String"}};
    }
    columns << QJsonObject{{"name", "Currency"}, {"type", "String"}};
    QJsonArray rows;
    for (const azureworld::Charge &charge : charges) {
        if (charge.day < from.date() || charge.day > to.date())
            continue;
        QJsonArray row{charge.amount, charge.day.toString("yyyyMMdd").toInt()};
        for (const QJsonValue &one : grouping)
            row << (one.toObject().value("name") == "ResourceId" ? charge.resource.toLower() : charge.meter);
        rows << (row << charge.currency);
    }
    int first = 0;
    for (const auto &[name, value] : query) {
        if (name == "$skiptoken")
            first = value.mid(2).toInt();
    }
    QJsonArray some;
    for (int i = first; i < std::min<int>(first + pageSize, static_cast<int>(rows.size())); ++i)
        some << rows[i];
    QJsonValue next;
    if (first + pageSize < rows.size() || repeats) {
        next = link() + QString::fromLatin1(request.target).section('?', 0, 0)
               + QStringLiteral("?api-version=2023-11-01&$skiptoken=p%2B%1").arg(repeats ? first : first + pageSize);
    }
    return json(200, {{"type", "Microsoft.CostManagement/query"},
                      {"properties", QJsonObject{{"nextLink", next}, {"columns", columns}, {"rows", some}}}});
}

Answer AzureStandIn::State::perform(const AzureRoute &route, const Request &request, const QString &path, const QJsonObject &body,
                                    const QList<std::pair<QString, QString>> &query)
{
    QString filter;
    for (const auto &[name, value] : query) {
        if (name == "$filter")
            filter = value;
    }
    switch (route.does) {
    case Does::Subscription: return json(200, {{"subscriptionId", kSubscription}, {"state", subscriptionState}, {"displayName", "Lab"}});
    case Does::Locations: {
        QJsonArray all{QJsonObject{{"name", "global"}, {"metadata", QJsonObject{{"regionType", "Logical"}}}}};
        for (const QString &region : kRegions)
            all << QJsonObject{{"name", region}, {"metadata", QJsonObject{{"regionType", "Physical"}}}};
        return page(all, request, query);
    }
    case Does::Permissions:
        return page({QJsonObject{{"actions", QJsonArray{"Microsoft.Resources/subscriptions/read"}}, {"notActions", QJsonArray()}},
                     QJsonObject{{"actions", QJsonArray{"*"}},
                                 {"notActions", QJsonArray::fromStringList(QStringList(denied.begin(), denied.end()))}}},
                    request, query);
    case Does::Groups: {
        static const QRegularExpression form("^tagName eq '([^']+)'(?: and tagValue eq '((?:[^']|'')*)')?$");
        const auto wanted = form.match(filter);
        if (!filter.isEmpty() && !wanted.hasMatch())
            return refusedWith(400, "InvalidFilterInQueryString", "Invalid $filter");
        QJsonArray all;
        for (auto it = things.cbegin(); it != things.cend(); ++it) {
            const QJsonObject tags = it->value("tags").toObject();
            const QString tag = wanted.captured(1), value = wanted.captured(2).replace("''", "'");
            const bool fits = filter.isEmpty() || (tags.contains(tag) && (value.isEmpty() || tags.value(tag) == value));
            if (it.key().count('/') == 2 && fits)
                all << *it;
        }
        return page(all, request, query);
    }
    case Does::Group: return groupCall(route, request, body);
    case Does::Costs: return costs(request, body, query);
    case Does::Skus: {
        const QString region = QRegularExpression("^location eq '([a-z0-9]+)'$").match(filter).captured(1);
        if (region.isEmpty())
            return refusedWith(400, "InvalidParameter", "The filter is not valid");
        const QJsonArray no{
            QJsonObject{{"type", "Location"}, {"reasonCode", "NotAvailableForSubscription"}, {"values", QJsonArray{region}}}};
        const QJsonArray oneZone{
            QJsonObject{{"type", "Zone"}, {"reasonCode", "NotAvailableForSubscription"}, {"values", QJsonArray{region}}}};
        return page({skuOf(kType, region, "1", true, oneZone), skuOf("Standard_ND96isr_H100_v5", region, "8", false, no),
                     skuOf("Standard_D4s_v5", region, "0", true, {}), QJsonObject{{"resourceType", "disks"}, {"name", "Premium_LRS"}}},
                    request, query);
    }
    case Does::Usages: {
        const auto usage = [](const char *value, const char *words, int used, int limit) {
            return QJsonObject{{"name", QJsonObject{{"value", value}, {"localizedValue", words}}},
                               {"currentValue", used},
                               {"limit", limit},
                               {"unit", "Count"}};
        };
        return page({usage("cores", "Total Regional vCPUs", 24, 100), usage("lowPriorityCores", "Total Regional Low-priority vCPUs", 0, 3),
                     usage("standardNCADSA100v4Family", "Standard NCADSA100v4 Family vCPUs", 24, 48),
                     usage("standardDSv5Family", "Standard DSv5 Family vCPUs", 0, 10)},
                    request, query);
    }
    case Does::Images: {
        if (route.name == "Canonical:0001-com-ubuntu-server-jammy")
            return notFound(route.name);
        QJsonArray all;
        const bool isHpc = route.name == "microsoft-dsvm:ubuntu-hpc";
        for (const char *sku : isHpc ? std::initializer_list<const char *>{"2204", "2204-preview-ndv5"}
                                     : std::initializer_list<const char *>{"server", "server-arm64", "server-gen1"})
            all << QJsonObject{{"name", sku}, {"location", route.location}, {"id", "i"}};
        Answer answer = json(200, {});
        answer.body = QJsonDocument(all).toJson();
        return answer;
    }
    case Does::Operation: {
        const auto operation = operations.find(route.name);
        if (operation == operations.end())
            return notFound(route.name);
        advance(*operation);
        if (operation->left > 0)
            return json(200, {{"name", route.name}, {"status", "InProgress"}},
                        retryAfter > 0 ? QByteArrayList{"Retry-After: " + QByteArray::number(retryAfter)} : QByteArrayList());
        if (operation->code.isEmpty())
            return json(200, {{"name", route.name}, {"status", "Succeeded"}});
        return json(200, {{"name", route.name},
                          {"status", "Failed"},
                          {"error",
                           QJsonObject{{"code", QString::fromUtf8(operation->code)}, {"message", QString::fromUtf8(operation->message)}}}});
    }
    case Does::List: {
        if (!route.group.isEmpty() && !things.contains("/resourcegroups/" + route.group))
            return refusedWith(404, "ResourceGroupNotFound", "Resource group could not be found.");
        QJsonArray all;
        for (auto it = things.cbegin(); it != things.cend(); ++it) {
            const bool isInGroup = route.group.isEmpty() || it.key().startsWith("/resourcegroups/" + route.group + '/');
            if (isInGroup && it.key().section('/', -2, -2) == route.type.toLower())
                all << *it;
        }
        return page(all, request, query);
    }
    case Does::Thing:
    case Does::Start:
    case Does::Deallocate:
    case Does::Console: return thingCall(route, request, path, body);
    }
    Q_UNREACHABLE();
}

void AzureStandIn::State::advanceGroup(const QString &group)
{
    if (!going.contains(group))
        return;
    const int left = --going[group];
    const QString path = "/resourcegroups/" + group;
    if (left <= 0 && areDeletionsFailing) {
        setIn(things[path], "provisioningState", "Succeeded");
        going.remove(group);
        return;
    }
    for (const QString &key : things.keys()) {
        const bool isMachine = key.startsWith(path + "/providers/microsoft.compute/virtualmachines/");
        if ((left <= 0 && (key == path || key.startsWith(path + '/'))) || (left <= 1 && isMachine)) {
            things.remove(key);
            powers.remove(key);
        }
    }
    if (left <= 0)
        going.remove(group);
}

Answer AzureStandIn::State::groupCall(const AzureRoute &route, const Request &request, const QJsonObject &body)
{
    const QString path = "/resourcegroups/" + route.group;
    if (request.method != "PUT")
        advanceGroup(route.group);
    if (request.method == "PUT") {
        if (going.contains(route.group))
            return refusedWith(409, "ResourceGroupBeingDeleted", "The resource group is in deprovisioning state.");
        const bool isNew = !things.contains(path);
        if (!isNew && things.value(path).value("location") != body.value("location"))
            return refusedWith(409, "InvalidResourceGroupLocation", "The resource group already exists in another location.");
        setIn(keep(path, body), "provisioningState", "Succeeded");
        return json(isNew ? 201 : 200, things.value(path));
    }
    if (!things.contains(path))
        return refusedWith(404, "ResourceGroupNotFound", "Resource group '" + route.group.toUtf8() + "' could not be found.");
    if (request.method == "GET")
        return json(200, things.value(path));
    going.insert(route.group, kGroupSteps);
    setIn(things[path], "provisioningState", "Deleting");
    for (auto it = things.begin(); it != things.end(); ++it) {
        if (it.key().startsWith(path + "/providers/microsoft.compute/virtualmachines/"))
            setIn(*it, "provisioningState", "Deleting");
    }
    Answer answer;
    answer.status = 202;
    answer.headers = {"Location: " + link().toUtf8() + "/subscriptions/" + kSubscription.toUtf8() + "/operationresults/1",
                      "Retry-After: 15"};
    return answer;
}

QByteArrayList AzureStandIn::State::started(const AzureRoute &route, const QString &machine, bool isStart)
{
    const QString id = QStringLiteral("operation-%1").arg(++count);
    Operation operation{machine, isStart, machine.isEmpty() ? std::min(polls, 2) : polls, {}, {}};
    if (!machine.isEmpty() && !failCode.isEmpty()) {
        operation.code = std::exchange(failCode, {});
        operation.message = std::exchange(failMessage, {});
    }
    operations.insert(id, operation);
    const bool isNetwork = route.right.startsWith("Microsoft.Network/");
    return {"Azure-AsyncOperation: " + link().toUtf8() + "/subscriptions/" + kSubscription.toUtf8() + "/providers/Microsoft."
                + (isNetwork ? "Network" : "Compute") + "/locations/eastus/operations/" + id.toUtf8()
                + "?api-version=" + (isNetwork ? "2024-05-01" : "2024-07-01"),
            "Retry-After: " + QByteArray::number(retryAfter)};
}

void AzureStandIn::State::advance(Operation &operation)
{
    if (operation.left > 0 && --operation.left > 0)
        return;
    if (operation.machine.isEmpty() || !things.contains(operation.machine)
        || powers.value(operation.machine).isEmpty() == operation.isStart)
        return;
    QJsonObject &machine = things[operation.machine];
    const QString group = operation.machine.section('/', 2, 2), name = operation.machine.section('/', -1);
    const bool hasFailed = !operation.code.isEmpty();
    if (operation.isStart) {
        powers[operation.machine] = hasFailed ? "deallocated" : "running";
        return;
    }
    setIn(machine, "provisioningState", hasFailed ? "Failed" : "Succeeded");
    if (hasFailed)
        return;
    powers[operation.machine] = "running";
    const QJsonObject disk = machine.value("properties").toObject().value("storageProfile").toObject().value("osDisk").toObject();
    keep(pathOf(group, "disks", name + "_disk"), {{"location", machine.value("location")},
                                                  {"managedBy", machine.value("id")},
                                                  {"properties", QJsonObject{{"diskState", "Attached"},
                                                                             {"diskSizeGB", disk.value("diskSizeGB").toInt(64)},
                                                                             {"timeCreated", "2026-11-03T10:00:00.123+00:00"}}}});
}

Answer AzureStandIn::State::putMachine(const AzureRoute &route, const QString &path, const QJsonObject &body)
{
    if (things.contains(path)) {
        QJsonObject before = things.value(path).value("asked").toObject();
        if (before != body)
            return refusedWith(409, "PropertyChangeNotAllowed", "Changing property 'imageReference' is not allowed.");
        return json(200, things.value(path));
    }
    const QJsonObject profile = body.value("properties").toObject().value("networkProfile").toObject();
    const QJsonObject interface = profile.value("networkInterfaceConfigurations")[0]["properties"].toObject();
    const QString inside = interface.value("ipConfigurations")[0]["properties"]["subnet"]["id"].toString().toLower();
    const QString security = interface.value("networkSecurityGroup")["id"].toString().toLower();
    for (const QString &needed : {inside.section('/', 0, -3), security}) {
        if (!needed.startsWith(root()) || !things.contains(needed.mid(root().size())))
            return refusedWith(400, "InvalidResourceReference", "Resource " + needed.toUtf8() + " was not found.");
    }
    QJsonObject &machine = keep(path, body);
    machine.insert("asked", body);
    setIn(machine, "provisioningState", "Creating");
    // Without the tags of the machine.
    keep(pathOf(route.group, "publicIPAddresses", route.name),
         {{"location", body.value("location")},
          {"properties",
           QJsonObject{{"provisioningState", "Succeeded"}, {"ipConfiguration", QJsonObject()}, {"ipAddress", "203.0.113.20"}}}});
    if (body.value("properties")["hardwareProfile"]["vmSize"].toString() == "Standard_Sold_Out") {
        failCode = "AllocationFailed";
        failMessage = "Allocation failed.";
    }
    return json(201, machine, started(route, path, false));
}

// One rule of a group; the others stay.
Answer AzureStandIn::State::putRule(const AzureRoute &route, const QString &group, const QJsonObject &body)
{
    if (!things.contains(group))
        return notFound(group);
    QJsonArray rules = things.value(group).value("properties")["securityRules"].toArray();
    QJsonObject rule = body;
    rule.insert("name", route.rule);
    qsizetype at = 0;
    while (at < rules.size() && rules.at(at)["name"].toString() != route.rule)
        ++at;
    for (qsizetype i = 0; i < rules.size(); ++i) {
        if (i != at && rules.at(i)["properties"]["priority"] == rule.value("properties")["priority"])
            return refusedWith(400, "SecurityRuleConflict", "Rules cannot have the same Priority and Direction.");
    }
    const bool isNew = at == rules.size();
    if (isNew)
        rules << rule;
    else
        rules[at] = rule;
    setIn(things[group], "securityRules", rules);
    return json(isNew ? 201 : 200, rule, started(route, {}, false));
}

Answer AzureStandIn::State::thingCall(const AzureRoute &route, const Request &request, const QString &path, const QJsonObject &body)
{
    const QString own = path.section('/', 0, 6);
    if (!things.contains("/resourcegroups/" + route.group))
        return refusedWith(404, "ResourceGroupNotFound", "Resource group '" + route.group.toUtf8() + "' could not be found.");
    if (request.method == "PUT") {
        if (going.contains(route.group))
            return refusedWith(409, "ResourceGroupBeingDeleted", "The resource group is in deprovisioning state.");
        if (route.type == "virtualMachines")
            return putMachine(route, own, body);
        if (!route.rule.isEmpty())
            return putRule(route, own, body);
        const bool isNew = !things.contains(own);
        setIn(keep(own, body), "provisioningState", "Succeeded");
        return json(isNew ? 201 : 200, things.value(own), started(route, {}, false));
    }
    advanceGroup(route.group);
    if (!things.contains(own))
        return notFound(own);
    if (request.method == "DELETE") {
        things.remove(own);
        Answer answer;
        answer.status = 202;
        return answer;
    }
    QString &power = powers[own];
    if (route.does == Does::Thing) {
        for (Operation &operation : operations) {
            if (operation.machine == own)
                advance(operation);
        }
        QJsonObject shown = things.value(own);
        if (route.type == "virtualMachines") {
            const QString state = propertyOf(shown, "provisioningState");
            QJsonArray statuses{QJsonObject{{"code", "ProvisioningState/" + state.toLower()}, {"displayStatus", "Provisioning " + state}}};
            if (!power.isEmpty())
                statuses << QJsonObject{{"code", "PowerState/" + power}, {"displayStatus", "VM " + power}};
            setIn(shown, "instanceView", QJsonObject{{"statuses", statuses}});
            shown.remove("asked");
            if (power == "deallocating")
                power = "deallocated";
        }
        return json(200, shown);
    }
    if (route.does == Does::Console) {
        if (power.isEmpty())
            return refusedWith(409, "Conflict", "The machine is being made.");
        return json(200, {{"serialConsoleLogBlobUri", link() + "/blob/serial.log?se=2026-11-03T10%3A00%3A00Z&sig=a-signed-address"}});
    }
    const bool isStart = route.does == Does::Start;
    if (isStart ? power != "running" : power != "deallocated")
        power = isStart ? "starting" : "deallocating";
    Answer answer;
    answer.status = 202;
    answer.headers = started(route, isStart && power == "starting" ? own : QString(), isStart);
    return answer;
}

}  // namespace trainyard
