// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/cloudtrouble.h"

#include <QJsonArray>

namespace trainyard {

namespace {

constexpr int kForGood = 30;  // more than any call is repeated, and than a cloud has zones
constexpr qint64 kAnHour = 3600;

}  // namespace

bool causeTrouble(Ec2StandIn &cloud, CloudTrouble trouble)
{
    const QString run = QStringLiteral("RunInstances");
    switch (trouble) {
    case CloudTrouble::MissingRight: cloud.tell({{QStringLiteral("missing"), QJsonArray{QStringLiteral("ec2:RunInstances")}}}); break;
    case CloudTrouble::NoCapacity: cloud.fault(run, QStringLiteral("InsufficientInstanceCapacity"), kForGood); break;
    case CloudTrouble::NoQuota: cloud.fault(run, QStringLiteral("VcpuLimitExceeded")); break;
    case CloudTrouble::Suspended: cloud.fault(run, QStringLiteral("OptInRequired")); break;
    case CloudTrouble::LowSpotPrice: break;  // it has a price of its own
    case CloudTrouble::Throttled: cloud.fault(run, QStringLiteral("RequestLimitExceeded")); break;
    case CloudTrouble::FailsAfterwards: cloud.fault(run, QStringLiteral("500-after")); break;
    case CloudTrouble::LosesAnswer: cloud.fault(run, QStringLiteral("lost")); break;
    case CloudTrouble::ListsLate: cloud.tell({{QStringLiteral("hidden"), 2}}); break;
    case CloudTrouble::WrongClock: cloud.tell({{QStringLiteral("skew"), kAnHour}}); break;
    case CloudTrouble::SessionEnds: cloud.tell({{QStringLiteral("expired"), true}}); break;
    case CloudTrouble::ShortPages: cloud.tell({{QStringLiteral("page"), 1}}); break;
    }
    return true;
}

bool causeTrouble(AlibabaStandIn &cloud, CloudTrouble trouble)
{
    using AfterWork = AlibabaStandIn::AfterWork;
    const QByteArray run = "RunInstances";
    switch (trouble) {
    case CloudTrouble::MissingRight: cloud.forbid("ecs:RunInstances"); break;
    case CloudTrouble::NoCapacity: cloud.refuse(run, {403, "OperationDenied.NoStock", "Sold out."}, kForGood); break;
    case CloudTrouble::NoQuota: cloud.refuse(run, {403, "QuotaExceed.ElasticQuota", "No."}); break;
    case CloudTrouble::Suspended: cloud.refuse(run, {403, "Account.Arrearage", "No."}); break;
    case CloudTrouble::LowSpotPrice: break;
    case CloudTrouble::Throttled: cloud.refuse(run, {400, "Throttling.User", "Denied due to user flow control."}); break;
    case CloudTrouble::FailsAfterwards: cloud.afterWork(run, AfterWork::Fails); break;
    case CloudTrouble::LosesAnswer: cloud.afterWork(run, AfterWork::LosesAnswer); break;
    case CloudTrouble::ListsLate: cloud.setLate(2, 1); break;
    case CloudTrouble::WrongClock: cloud.setClockAhead(kAnHour); break;
    case CloudTrouble::SessionEnds: cloud.useSessionToken("a-session", true); break;
    case CloudTrouble::ShortPages: return false;  // as long as they are asked for
    }
    return true;
}

bool causeTrouble(TencentStandIn &cloud, CloudTrouble trouble)
{
    using Lost = TencentStandIn::Lost;
    const QString run = QStringLiteral("cvm:RunInstances");
    switch (trouble) {
    case CloudTrouble::MissingRight: cloud.refuse(run, "UnauthorizedOperation.CamNoAuth"); break;
    case CloudTrouble::NoCapacity: cloud.refuse(run, "ResourcesSoldOut.SpecifiedInstanceType", kForGood); break;
    case CloudTrouble::NoQuota: cloud.refuse(run, "LimitExceeded.InstanceQuota"); break;
    case CloudTrouble::Suspended: cloud.refuse(run, "InvalidAccount.InsufficientBalance"); break;
    case CloudTrouble::LowSpotPrice: break;
    case CloudTrouble::Throttled: cloud.refuse(run, "RequestLimitExceeded"); break;
    case CloudTrouble::FailsAfterwards: cloud.lose(run, Lost::InternalError); break;
    case CloudTrouble::LosesAnswer: cloud.lose(run, Lost::Answer); break;
    case CloudTrouble::ListsLate: cloud.hideNew(2); break;
    case CloudTrouble::WrongClock: cloud.setClock(kAnHour); break;
    case CloudTrouble::SessionEnds: cloud.refuse(QStringLiteral("cvm:DescribeInstances"), "AuthFailure.TokenFailure"); break;
    case CloudTrouble::ShortPages: return false;
    }
    return true;
}

bool causeTrouble(AzureStandIn &cloud, CloudTrouble trouble)
{
    using Lost = AzureStandIn::Lost;
    const QString run = QStringLiteral("Microsoft.Compute/virtualMachines/write");
    switch (trouble) {
    case CloudTrouble::MissingRight: cloud.deny(run); break;
    case CloudTrouble::NoCapacity: cloud.refuse(run, {409, "SkuNotAvailable", "Not available in 'eastus'.", {}}); break;
    case CloudTrouble::NoQuota:
        cloud.refuse(run,
                     {409, "OperationNotAllowed", "Operation results in exceeding approved standardNCADSA100v4Family Cores quota.", {}});
        break;
    case CloudTrouble::Suspended: cloud.refuse(run, {409, "ReadOnlyDisabledSubscription", "The subscription is disabled.", {}}); break;
    case CloudTrouble::LowSpotPrice: cloud.refuse(run, {409, "SpotPriceGreaterThanProvidedMaxPrice", "No.", {}}); break;
    case CloudTrouble::Throttled: cloud.refuse(run, {429, "TooManyRequests", "Slow down.", {"Retry-After: 0"}}); break;
    case CloudTrouble::FailsAfterwards: cloud.lose(run, Lost::InternalError); break;
    case CloudTrouble::LosesAnswer: cloud.lose(run, Lost::Answer); break;
    case CloudTrouble::SessionEnds: cloud.endTokens(); break;
    case CloudTrouble::ShortPages: cloud.setPageSize(1); break;
    case CloudTrouble::ListsLate:                 // what was put is there
    case CloudTrouble::WrongClock: return false;  // nothing is signed with the time
    }
    return true;
}

bool causeTrouble(GoogleStandIn &cloud, CloudTrouble trouble)
{
    using Lost = GoogleStandIn::Lost;
    const QString run = QStringLiteral("compute.instances.create");
    switch (trouble) {
    case CloudTrouble::MissingRight: cloud.lack(run); break;
    case CloudTrouble::NoCapacity:
        for (const char *zone : {"us-central1-a", "us-central1-b"})
            cloud.sellOut(QLatin1String(zone));
        break;
    case CloudTrouble::NoQuota:
        cloud.refuse(run, 403, QStringLiteral("quotaExceeded"),
                     QStringLiteral("Quota 'NVIDIA_A100_GPUS' exceeded.  Limit: 0.0 in region us-central1."));
        break;
    case CloudTrouble::Suspended: cloud.refuse(run, 403, QStringLiteral("CONSUMER_SUSPENDED")); break;
    case CloudTrouble::Throttled: cloud.refuse(run, 429, QStringLiteral("rateLimitExceeded")); break;
    case CloudTrouble::FailsAfterwards: cloud.lose(run, Lost::InternalError); break;
    case CloudTrouble::LosesAnswer: cloud.lose(run, Lost::Answer); break;
    case CloudTrouble::ListsLate: cloud.hideNew(2); break;
    case CloudTrouble::WrongClock: cloud.setClock(kAnHour); break;
    case CloudTrouble::SessionEnds: cloud.endTokens(); break;
    case CloudTrouble::ShortPages: break;           // always of two
    case CloudTrouble::LowSpotPrice: return false;  // takes no bids
    }
    return true;
}

bool causeTrouble(OpenStackStandIn &cloud, CloudTrouble trouble)
{
    using Lost = OpenStackStandIn::Lost;
    const QString run = QStringLiteral("POST /servers");
    switch (trouble) {
    case CloudTrouble::MissingRight:
        cloud.refuse(run, 403, R"({"forbidden": {"message": "Policy doesn't allow os_compute_api:servers:create to be performed."}})");
        break;
    case CloudTrouble::NoCapacity: cloud.setNextServer(QStringLiteral("ERROR"), QStringLiteral("No valid host was found.")); break;
    case CloudTrouble::NoQuota:
        cloud.refuse(run, 403,
                     R"({"forbidden": {"message": "Quota exceeded for cores, instances: Requested 8, but already used 0 of 0"}})");
        break;
    case CloudTrouble::Throttled: cloud.refuse(run, 429, "{}", 1, {"Retry-After: 0"}); break;
    case CloudTrouble::FailsAfterwards: cloud.lose(run, Lost::InternalError); break;
    case CloudTrouble::LosesAnswer: cloud.lose(run, Lost::Answer); break;
    case CloudTrouble::SessionEnds: cloud.revokeTokens(); break;
    case CloudTrouble::ShortPages: cloud.setPageLength(1); break;
    case CloudTrouble::Suspended:     // nobody pays
    case CloudTrouble::LowSpotPrice:  // no spot machines
    case CloudTrouble::ListsLate:
    case CloudTrouble::WrongClock: return false;
    }
    return true;
}

namespace {

struct GpuCloudWords {
    QString create, spot;
    int rightStatus;
    QByteArray right, capacity, quota, suspended, price;
};

GpuCloudWords wordsOf(GpuCloudStandIn::Cloud kind)
{
    const auto lambda = [](const char *code) {
        return QByteArray("{\"error\":{\"code\":\"") + code + R"(","message":"No.","suggestion":null}})";
    };
    const auto vast = [](const char *code) { return QByteArray("{\"success\":false,\"error\":\"") + code + R"(","msg":"No."})"; };
    switch (kind) {
    case GpuCloudStandIn::Cloud::RunPod:
        return {QStringLiteral("POST /v1/pods"),
                QStringLiteral("POST /graphql podRentInterruptable"),
                403,
                R"({"error":"forbidden"})",
                R"({"error":"There are no longer any instances available"})",
                R"({"error":"You have reached the maximum number of pods"})",
                R"({"error":"Insufficient funds"})",
                R"({"errors":[{"message":"Your bid is too low"}]})"};
    case GpuCloudStandIn::Cloud::Lambda:
        return {QStringLiteral("POST /api/v1/instance-operations/launch"),
                {},
                403,
                lambda("global/forbidden"),
                lambda("instance-operations/launch/insufficient-capacity"),
                lambda("global/quota-exceeded"),
                lambda("global/account-inactive"),
                {}};
    case GpuCloudStandIn::Cloud::Vast:
        return {QStringLiteral("PUT /api/v0/asks/{id}/"),
                QStringLiteral("PUT /api/v0/asks/{id}/"),
                403,
                vast("forbidden"),
                vast("no_such_ask"),
                {},
                vast("account_suspended"),
                vast("invalid_price")};
    }
    return {};
}

}  // namespace

bool causeTrouble(GpuCloudStandIn &cloud, CloudTrouble trouble)
{
    using Lost = GpuCloudStandIn::Lost;
    const GpuCloudWords words = wordsOf(cloud.kind());
    const auto refuses = [&cloud](const QString &call, int status, const QByteArray &body, int times = 1) {
        if (!body.isEmpty())
            cloud.refuse(call, status, body, times);
        return !body.isEmpty();
    };
    switch (trouble) {
    case CloudTrouble::MissingRight: return refuses(words.create, words.rightStatus, words.right);
    case CloudTrouble::NoCapacity: return refuses(words.create, 400, words.capacity, kForGood);
    case CloudTrouble::NoQuota: return refuses(words.create, 400, words.quota);
    case CloudTrouble::Suspended: return refuses(words.create, 400, words.suspended);
    case CloudTrouble::LowSpotPrice: return refuses(words.spot, 400, words.price);
    case CloudTrouble::Throttled: cloud.refuse(words.create, 429, {}, 1, "Retry-After: 0"); return true;
    case CloudTrouble::FailsAfterwards: cloud.lose(words.create, Lost::InternalError); return true;
    case CloudTrouble::LosesAnswer: cloud.lose(words.create, Lost::Answer); return true;
    case CloudTrouble::ListsLate: cloud.hideNew(2); return true;
    case CloudTrouble::WrongClock:
    case CloudTrouble::SessionEnds:  // a key that does not end
    case CloudTrouble::ShortPages: return false;
    }
    return false;
}

}  // namespace trainyard
