// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/alibaba/internal/alibabaerrors.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <iterator>

namespace trainyard {

namespace {

using Kind = CloudRefusal::Kind;

// A code belongs to the first row with whose text it begins. From the error centre of ECS, and of the services that sign in
// (https://api.alibabacloud.com/document/Ecs/2014-05-26/errorCode).
struct CodeMeaning {
    const char *begin;
    Kind kind;
};
constexpr CodeMeaning kMeanings[] = {
    {"InvalidAccessKeyId", Kind::Keys},
    // Nothing was looked for: says nothing about the machine, whatever the code ends with.
    {"InvalidRegion", Kind::Input},
    {"InvalidOperation.NotSupportedEndpoint", Kind::Input},
    {"InvalidAction", Kind::Input},
    {"InvalidApi", Kind::Input},
    {"InvalidVersion", Kind::Input},
    {"InvalidProduct", Kind::Input},
    {"SignatureDoesNotMatch", Kind::Keys},
    {"IncompleteSignature", Kind::Keys},
    {"InvalidSecurityToken", Kind::Session},
    {"SecurityTokenExpired", Kind::Session},
    {"InvalidTimeStamp.Expired", Kind::Clock},
    {"IllegalTimestamp", Kind::Clock},
    {"SignatureNonceUsed", Kind::Transient},
    {"Throttling", Kind::Throttled},
    {"LastTokenProcessing", Kind::Transient},  // the first request with this client token is still being carried out
    {"ServiceUnavailable", Kind::Transient},
    {"InternalError", Kind::Transient},
    {"InvalidAccountStatus.NotEnoughBalance", Kind::Balance},
    {"Account.Arrearage", Kind::Balance},
    {"InvalidAccountStatus", Kind::Account},
    {"RealNameAuthenticationError", Kind::Account},
    {"OperationDenied.NotRealName", Kind::Account},
    {"OperationDenied.NoStock", Kind::Capacity},
    {"OperationDenied.ResourceNotEnough", Kind::Capacity},
    {"Zone.NotOnSale", Kind::Capacity},
    {"Zone.NotOpen", Kind::Capacity},
    {"InstanceType.Offline", Kind::Capacity},
    {"InvalidResourceType.NotSupported", Kind::Capacity},
    {"ResourceNotAvailable", Kind::Capacity},
    {"ResourcesNotInStock", Kind::Capacity},
    {"QuotaExceed", Kind::Quota},
    {"LimitExceed", Kind::Quota},
    {"InvalidSpotPriceLimit", Kind::Price},
    {"Forbidden.NotFound", Kind::NotFound},
    {"Forbidden", Kind::Right},
    {"NoPermission", Kind::Right},
    {"AccessDenied", Kind::Right},
    {"IdempotentParameterMismatch", Kind::Conflict},
    {"IncorrectInstanceStatus", Kind::Conflict},
    {"IncorrectDiskStatus", Kind::Conflict},
    {"IncorrectEipStatus", Kind::Conflict},
    {"IncorrectVpcStatus", Kind::Conflict},
    {"DependencyViolation", Kind::Conflict},
    {"UnsupportedOperation", Kind::Unsupported},
    {"OperationDenied", Kind::Unsupported},
};

}  // namespace

CloudRefusal::Kind alibabaRefusalKind(const QString &code, int status)
{
    for (const CodeMeaning &meaning : kMeanings) {
        if (code.startsWith(QLatin1String(meaning.begin)))
            return meaning.kind;
    }
    if (code.contains(QLatin1String("QuotaExceed")) || code.contains(QLatin1String("ExceedQuota")))
        return Kind::Quota;
    if (code.contains(QLatin1String("AlreadyExist")) || code.contains(QLatin1String(".Duplicate")))
        return Kind::Conflict;
    if (code.endsWith(QLatin1String(".NotFound")) || code.endsWith(QLatin1String(".NotExist")))
        return Kind::NotFound;
    if (code.endsWith(QLatin1String(".NotSupported")) || code.endsWith(QLatin1String(".NotSupport")))
        return Kind::Unsupported;
    if (status == 429)
        return Kind::Throttled;
    if (status >= 500)
        return Kind::Transient;
    // ECS answers 403 for many values that it does not take.
    if ((status == 401 || status == 403)
        && (code.isEmpty() || code.contains(QLatin1String("Forbidden")) || code.startsWith(QLatin1String("Unauthorized"))
            || code.contains(QLatin1String("NotAuthorized"))))
        return Kind::Right;
    return Kind::Input;  // an unknown 404 does not say that the machine is gone
}

std::optional<CloudRefusal> alibabaRefusal(const CloudAnswer &answer, const QString &right)
{
    const QJsonObject said = QJsonDocument::fromJson(answer.body).object();
    if (answer.status >= 200 && answer.status < 300) {
        // Every answer carries its request's id.
        if (said.value(QLatin1String("RequestId")).isString())
            return std::nullopt;
        return CloudRefusal{Kind::Format, {}, QStringLiteral("no RequestId"), {}, {}};
    }
    CloudRefusal refusal;
    refusal.code = said.value(QLatin1String("Code")).toString();
    refusal.message = said.value(QLatin1String("Message")).toString();
    refusal.requestId = said.value(QLatin1String("RequestId")).toString();
    refusal.kind = alibabaRefusalKind(refusal.code, answer.status);
    if (refusal.code.isEmpty())
        refusal.code = QStringLiteral("HTTP %1").arg(answer.status);
    if (refusal.kind == Kind::Right) {
        const QString told = said.value(QLatin1String("AccessDeniedDetail")).toObject().value(QLatin1String("AuthAction")).toString();
        refusal.subject = told.isEmpty() ? right : told;
    } else if (refusal.kind == Kind::Quota) {
        refusal.subject = refusal.code.section(u'.', 1);
    }
    return refusal;
}

}  // namespace trainyard
