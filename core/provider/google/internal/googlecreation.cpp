// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/google/internal/googlecreation.h"

#include "core/provider/google/internal/googleanswer.h"
#include "core/provider/google/internal/googlerefusal.h"
#include "core/provider/google/internal/googlerequest.h"
#include "core/provider/google/internal/googletext.h"

namespace trainyard {

namespace {

// A zone without machines says so within seconds; what takes longer is being made.
constexpr std::chrono::seconds kInsertPatience{60}, kRulePatience{60};

// What of a rule decides who gets in.
QJsonObject essenceOf(const QJsonObject &rule)
{
    QJsonObject essence{{"network", googleLastName(rule.value("network").toString())}, {"disabled", rule.value("disabled").toBool()}};
    for (const char *name : {"direction", "priority", "sourceRanges", "sourceTags", "targetTags", "allowed", "denied"}) {
        if (rule.contains(QLatin1String(name)))
            essence.insert(QLatin1String(name), rule.value(QLatin1String(name)));
    }
    return essence;
}

QString noZoneText(const QString &type, const QString &region)
{
    return GoogleText::tr("Google Cloud has no type %1 in %2: choose another region or type.").arg(type, region);
}

}  // namespace

void GoogleCreation::say(const QString &step) const
{
    if (m_report)
        m_report(step);
}

Result<QString> GoogleCreation::make() const
{
    TRY(const QStringList places, zones());
    if (m_request.isSpot && m_request.settings.contains(kMaxPriceSetting)) {
        say(GoogleText::tr("Google Cloud takes no highest price: the price of this spot machine may rise later"));
    }
    say(GoogleText::tr("Preparing the firewall"));
    TRY_DO(firewall());
    const QString name = googleInstanceName(m_request);
    if (!m_request.clientToken.isEmpty()) {
        // Lists may lag behind; this does not. An earlier try may have got as far as any of the zones.
        for (const QString &zone : places) {
            const QString path = QStringLiteral("zones/%1/instances/%2").arg(zone, name);
            TRY(const bool isOurs, isThereAlready(path));
            if (isOurs)
                return path;
        }
    }
    Error error;
    for (const QString &zone : places) {
        say(GoogleText::tr("Asking for the machine in %1").arg(zone));
        const auto made = insert(zone, name);
        if (made)
            return QStringLiteral("zones/%1/instances/%2").arg(zone, name);
        error = made.error();
        // Of anything else it is unknown whether a machine was made, or the next zone would say the same.
        if (error.code != ErrorCode::NoCapacity)
            break;
    }
    return error;
}

Result<void> GoogleCreation::insert(const QString &zone, const QString &name) const
{
    GoogleCall call;
    call.right = GoogleRights::kCreate;
    call.method = "POST";
    call.path = QStringLiteral("zones/%1/instances").arg(zone);
    call.body = googleInstance(m_request, zone, name);
    call.effect = CloudCall::Effect::Changes;
    // It may have the private host key of the machine.
    call.secrets << m_request.settings.value(kUserDataSetting).toUtf8();
    if (const QByteArray id = googleRequestId(m_request, zone); !id.isEmpty()) {
        call.query << NamedBytes("requestId", id);
        call.effect = CloudCall::Effect::Once;
    }
    const auto accepted = m_api.call(call, m_stop);
    const auto done = accepted ? m_api.finished(*accepted, GoogleRights::kCreate, kInsertPatience, m_stop, call.secrets)
                               : Result<bool>(accepted.error());
    if (!done && done.error().code == ErrorCode::AlreadyExists) {
        // Of an earlier try that the request's id no longer covers.
        TRY(const bool isOurs, isThereAlready(call.path + u'/' + name));
        if (isOurs)
            return {};
    }
    return done ? Result<void>() : Result<void>(done.error());
}

Result<bool> GoogleCreation::isThereAlready(const QString &path) const
{
    GoogleCall call;
    call.right = GoogleRights::kInstance;
    call.path = path;
    const auto present = m_api.call(call, m_stop);
    if (!present)
        return present.error().code == ErrorCode::NotFound ? Result<bool>(false) : Result<bool>(present.error());
    const InstanceReport report = googleReport(*present);
    return report.owner == m_request.owner && report.clientToken == m_request.clientToken;
}

Result<QStringList> GoogleCreation::zones() const
{
    if (const QString zone = m_request.settings.value(kGoogleZone); !zone.isEmpty())
        return QStringList{zone};
    TRY(const QString region, m_api.oneRegion(m_request.region));
    // Some catalogues name a zone where others name a region.
    if (googleRegionOf(region) != region)
        return QStringList{region};
    say(GoogleText::tr("Looking for zones that have %1").arg(m_request.type));
    GoogleCall call;
    call.right = GoogleRights::kMachineTypes;
    call.path = QStringLiteral("aggregated/machineTypes");
    call.query << NamedBytes("filter", "name = \"" + m_request.type.toUtf8() + '"');
    TRY(const QJsonArray types, m_api.allPlaces(call, "machineTypes", m_stop));
    QStringList found;
    for (const QJsonValue &type : types) {
        const QString zone = googleLastName(type.toObject().value("zone").toString());
        if (type.toObject().value("name").toString() == m_request.type && isGoogleName(zone) && googleRegionOf(zone) == region)
            found << zone;
    }
    if (found.isEmpty())
        return Error{ErrorCode::NotFound, noZoneText(m_request.type, region), {}};
    // Always the same order, so that a repeated request asks the same zone first.
    found.sort();
    found.removeDuplicates();
    return found;
}

Result<void> GoogleCreation::firewall() const
{
    TRY_DO(rule(googleClosedRule(m_request)));
    if (!m_request.settings.value(kOwnAddressSetting).isEmpty())
        TRY_DO(rule(googleOpenRule(m_request)));
    return {};
}

Result<void> GoogleCreation::rule(const QJsonObject &wanted) const
{
    const QString path = QStringLiteral("global/firewalls");
    const QString name = wanted.value("name").toString();
    GoogleCall get;
    get.right = GoogleRights::kFirewall;
    get.path = path + u'/' + name;
    const auto present = m_api.call(get, m_stop);
    if (!present && present.error().code != ErrorCode::NotFound)
        return present.error();
    if (present && essenceOf(*present) == essenceOf(wanted))
        return {};
    GoogleCall change;
    change.right = present ? GoogleRights::kUpdateFirewall : GoogleRights::kCreateFirewall;
    change.method = present ? "PATCH" : "POST";
    change.path = present ? get.path : path;
    change.body = wanted;
    // Doing it twice is as good as once, or is refused because the name is taken.
    change.effect = CloudCall::Effect::Once;
    const auto accepted = m_api.call(change, m_stop);
    const auto done = accepted ? m_api.finished(*accepted, change.right, kRulePatience, m_stop) : Result<bool>(accepted.error());
    if (!done && !present && done.error().code == ErrorCode::AlreadyExists) {
        // Made by another program at the same time, or by a try whose answer was lost.
        TRY(const QJsonObject made, m_api.call(get, m_stop));
        if (essenceOf(made) == essenceOf(wanted))
            return {};
    }
    // No machine was asked for yet.
    if (!done)
        return done.error();
    if (!*done) {
        return Error{ErrorCode::TimedOut, GoogleText::tr("Google Cloud did not finish the firewall rule of the machine: try again later."),
                     name};
    }
    return {};
}

}  // namespace trainyard
