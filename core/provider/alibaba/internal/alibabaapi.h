// SPDX-License-Identifier: GPL-3.0-or-later
// The calls of Alibaba Cloud that this program makes, and no others: policy() is made from this list. Any thread.
#pragma once

#include "core/provider/cloudapi/cloudapi.h"
#include "core/provider/interface/cloudaccount.h"

#include <QJsonObject>
#include <QList>
#include <QMap>

#include <span>
#include <stop_token>

namespace trainyard {

using AlibabaParameters = QMap<QByteArray, QByteArray>;  // "Tag.1.Key"; not encoded

struct AlibabaAction {
    enum class Service { Ecs, Vpc, Sts, Bss };
    enum class Pages { One, Numbered, Marked };  // how a list that does not fit is continued: by PageNumber, or by NextToken
    // What the call does. Each can be repeated: creations carry a client token, and everything else has no effect the second time.
    enum class Access { Reads, Creates, ChangesOwn };
    Service service;
    const char *name;
    Access access;
    bool hasRegion = true;  // the call has a parameter RegionId
    Pages pages = Pages::One;
    int mostPerPage = 100;

    QString right() const;  // "ecs:RunInstances"
};

namespace alibaba {
using enum AlibabaAction::Service;
using enum AlibabaAction::Pages;
using enum AlibabaAction::Access;
inline constexpr AlibabaAction kGetCallerIdentity{Sts, "GetCallerIdentity", Reads, false};
inline constexpr AlibabaAction kDescribeRegions{Ecs, "DescribeRegions", Reads, false};
inline constexpr AlibabaAction kDescribeInstanceTypes{Ecs, "DescribeInstanceTypes", Reads, false, Marked};
inline constexpr AlibabaAction kDescribeAvailableResource{Ecs, "DescribeAvailableResource", Reads};
inline constexpr AlibabaAction kDescribePrice{Ecs, "DescribePrice", Reads};
inline constexpr AlibabaAction kDescribeSpotPriceHistory{Ecs, "DescribeSpotPriceHistory", Reads};
inline constexpr AlibabaAction kDescribeAccountAttributes{Ecs, "DescribeAccountAttributes", Reads};
inline constexpr AlibabaAction kDescribeImages{Ecs, "DescribeImages", Reads, true, Numbered};
inline constexpr AlibabaAction kDescribeInstances{Ecs, "DescribeInstances", Reads, true, Marked};
inline constexpr AlibabaAction kDescribeDisks{Ecs, "DescribeDisks", Reads, true, Marked};
inline constexpr AlibabaAction kDescribeSnapshots{Ecs, "DescribeSnapshots", Reads, true, Marked};
inline constexpr AlibabaAction kDescribeSecurityGroups{Ecs, "DescribeSecurityGroups", Reads, true, Marked};
inline constexpr AlibabaAction kDescribeSecurityGroupAttribute{Ecs, "DescribeSecurityGroupAttribute", Reads, true, Marked, 500};
inline constexpr AlibabaAction kGetInstanceConsoleOutput{Ecs, "GetInstanceConsoleOutput", Reads};
inline constexpr AlibabaAction kDescribeVpcs{Vpc, "DescribeVpcs", Reads, true, Numbered, 50};
inline constexpr AlibabaAction kDescribeVSwitches{Vpc, "DescribeVSwitches", Reads, true, Numbered, 50};
inline constexpr AlibabaAction kDescribeEipAddresses{Vpc, "DescribeEipAddresses", Reads, true, Numbered};
inline constexpr AlibabaAction kQueryInstanceBill{Bss, "QueryInstanceBill", Reads, false};
inline constexpr AlibabaAction kRunInstances{Ecs, "RunInstances", Creates};
inline constexpr AlibabaAction kImportKeyPair{Ecs, "ImportKeyPair", Creates};
inline constexpr AlibabaAction kCreateSecurityGroup{Ecs, "CreateSecurityGroup", Creates};
inline constexpr AlibabaAction kCreateVpc{Vpc, "CreateVpc", Creates};
inline constexpr AlibabaAction kCreateVSwitch{Vpc, "CreateVSwitch", Creates};
inline constexpr AlibabaAction kStartInstance{Ecs, "StartInstance", ChangesOwn, false};
inline constexpr AlibabaAction kStopInstance{Ecs, "StopInstance", ChangesOwn, false};
inline constexpr AlibabaAction kDeleteInstance{Ecs, "DeleteInstance", ChangesOwn, false};
inline constexpr AlibabaAction kDeleteDisk{Ecs, "DeleteDisk", ChangesOwn, false};
inline constexpr AlibabaAction kDeleteSnapshot{Ecs, "DeleteSnapshot", ChangesOwn, false};
inline constexpr AlibabaAction kDeleteKeyPairs{Ecs, "DeleteKeyPairs", ChangesOwn};
inline constexpr AlibabaAction kAuthorizeSecurityGroup{Ecs, "AuthorizeSecurityGroup", ChangesOwn};
inline constexpr AlibabaAction kRevokeSecurityGroup{Ecs, "RevokeSecurityGroup", ChangesOwn};
inline constexpr AlibabaAction kDeleteSecurityGroup{Ecs, "DeleteSecurityGroup", ChangesOwn};
inline constexpr AlibabaAction kReleaseEipAddress{Vpc, "ReleaseEipAddress", ChangesOwn};
}  // namespace alibaba

std::span<const AlibabaAction> alibabaActions();

// Corrupt: the answer lacks what it has to have.
Error alibabaStrangeAnswer(const QString &what);

// Adds "Tag.N.Key" and "Tag.N.Value" after those present.
void addAlibabaTag(AlibabaParameters &parameters, const char *key, const QString &value);

class AlibabaApi {
public:
    // InvalidInput for a region or an endpoint that cannot be one. An empty region is the account's, else cn-hangzhou.
    static Result<AlibabaApi> of(const CloudApi &transport, const CloudCredentials &credentials, const QString &region);
    Result<AlibabaApi> in(const QString &region) const { return of(*m_transport, m_credentials, region); }

    QString region() const { return m_region; }

    // Errors as CloudApi::call(). `code` becomes the cloud's own code of the last refusal.
    Result<QJsonObject> call(const AlibabaAction &action, const AlibabaParameters &parameters, std::stop_token stop,
                             QString *code = nullptr) const;
    // All pages of the list that the answer has at `list`: "Instances/Instance". Corrupt if it has none.
    Result<QList<QJsonObject>> all(const AlibabaAction &action, AlibabaParameters parameters, const char *list, std::stop_token stop) const;

private:
    AlibabaApi(const CloudApi &transport, const CloudCredentials &credentials, const QString &region)
        : m_transport(&transport), m_credentials(credentials), m_region(region)
    {
    }

    const CloudApi *m_transport;
    CloudCredentials m_credentials;
    QString m_region;
    QByteArray m_scheme = "https", m_host;  // an empty host: the service's own
};

}  // namespace trainyard
