// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/azure/internal/azurerefusal.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>

namespace trainyard {

namespace {

using Kind = CloudRefusal::Kind;

struct AzureMeaning {
    const char *code;
    Kind kind;
};

constexpr AzureMeaning kAzureMeanings[] = {
    {"InvalidAuthenticationToken", Kind::Session},
    {"ExpiredAuthenticationToken", Kind::Session},
    {"AuthenticationFailed", Kind::Session},
    {"AuthenticationFailedMissingToken", Kind::Session},
    {"InvalidAuthenticationTokenTenant", Kind::Keys},
    {"InvalidAuthenticationTokenAudience", Kind::Keys},
    {"AuthorizationFailed", Kind::Right},
    {"LinkedAuthorizationFailed", Kind::Right},
    {"ReadOnlyDisabledSubscription", Kind::Account},
    {"SubscriptionNotRegistered", Kind::Account},
    {"MissingSubscriptionRegistration", Kind::Account},
    {"SubscriptionNotFound", Kind::Account},
    {"NoRegisteredProviderFound", Kind::Account},
    {"MarketplacePurchaseEligibilityFailed", Kind::Account},
    {"SkuNotAvailable", Kind::Capacity},
    {"AllocationFailed", Kind::Capacity},
    {"ZonalAllocationFailed", Kind::Capacity},
    {"OverconstrainedAllocationRequest", Kind::Capacity},
    {"OverconstrainedZonalAllocationRequest", Kind::Capacity},
    {"NotAvailableForSubscription", Kind::Capacity},
    {"QuotaExceeded", Kind::Quota},
    {"ResourceQuotaExceeded", Kind::Quota},
    {"SpotPriceGreaterThanProvidedMaxPrice", Kind::Price},
    {"TooManyRequests", Kind::Throttled},
    {"SubscriptionRequestsThrottled", Kind::Throttled},
    {"ResourceGroupNotFound", Kind::NotFound},
    {"ResourceNotFound", Kind::NotFound},
    {"PlatformImageNotFound", Kind::NotFound},
    {"ImageNotFound", Kind::NotFound},
    {"ResourceGroupBeingDeleted", Kind::Conflict},
    {"PropertyChangeNotAllowed", Kind::Conflict},
    {"Conflict", Kind::Conflict},
    {"AnotherOperationInProgress", Kind::Transient},
    {"RetryableError", Kind::Transient},
    {"RetryableErrorDueToAnotherOperation", Kind::Transient},
    {"OperationPreempted", Kind::Transient},
    {"InternalServerError", Kind::Transient},
    {"InternalExecutionError", Kind::Transient},
    {"InternalOperationError", Kind::Transient},
    {"ServerTimeout", Kind::Transient},
    // A rule that the organization made; the answer names it.
    {"RequestDisallowedByPolicy", Kind::Input},
};

// "…exceeding approved standardNCADSA100v4Family Cores quota…", "…exceeding approved Total Regional Low Priority Cores quota…"
QString quotaIn(const QString &message)
{
    static const QRegularExpression named(QStringLiteral("approved ([A-Za-z0-9 ]{1,80}?) quota"));
    return named.match(message.left(1000)).captured(1);
}

// "The client '…' does not have authorization to perform action 'Microsoft.Compute/virtualMachines/write' over scope …", "… has permission
// to perform action '…' …; however, it does not have permission to perform action(s) '…' on the linked scope(s) …"
QString missingRightIn(const QString &message, const QString &right)
{
    static const QRegularExpression named(QStringLiteral("perform action(?:\\(s\\))? '([A-Za-z0-9./]{1,150})'"));
    QString last = right;
    for (auto found = named.globalMatch(message.left(2000)); found.hasNext();)
        last = found.next().captured(1);
    return last;
}

Kind kindOfStatus(int status)
{
    if (status == 401)
        return Kind::Session;
    if (status == 403)
        return Kind::Right;
    if (status == 404)
        return Kind::NotFound;
    if (status == 409)
        return Kind::Conflict;
    if (status == 429)
        return Kind::Throttled;
    // 0: of work that was accepted, and failed for a reason that is not known here.
    return status >= 500 || status == 408 || status == 0 ? Kind::Transient : Kind::Input;
}

Kind kindOfCode(const QString &code, const QString &message, int status)
{
    if (status == 429)
        return Kind::Throttled;
    // One code for quotas and for all that cannot be done now.
    if (code == QLatin1String("OperationNotAllowed"))
        return message.contains(QLatin1String("quota"), Qt::CaseInsensitive) ? Kind::Quota : Kind::Unsupported;
    for (const AzureMeaning &meaning : kAzureMeanings) {
        if (code == QLatin1String(meaning.code))
            return meaning.kind;
    }
    if (code.endsWith(QLatin1String("LimitReached")))
        return Kind::Quota;
    if (code.endsWith(QLatin1String("NotSupported")))
        return Kind::Unsupported;
    return kindOfStatus(status);
}

bool isAcceptedStatus(int status) { return status >= 200 && status < 300; }

}  // namespace

CloudRefusal azureRefusalOf(const QJsonObject &error, int status, const QString &right)
{
    CloudRefusal refusal;
    refusal.code = error.value("code").toString();
    refusal.message = error.value("message").toString();
    // The outer code of an operation may only say that there is an inner one.
    const QJsonObject inner = error.value("details").toArray().first().toObject();
    refusal.kind = kindOfCode(refusal.code, refusal.message, status);
    if (!inner.value("code").toString().isEmpty() && (refusal.code.isEmpty() || refusal.kind == kindOfStatus(status))) {
        const QString code = inner.value("code").toString(), message = inner.value("message").toString();
        const Kind kind = kindOfCode(code, message, status);
        if (kind != kindOfStatus(status)) {
            refusal.code = code;
            refusal.message = message;
            refusal.kind = kind;
        }
    }
    if (refusal.kind == Kind::Right)
        refusal.subject = missingRightIn(refusal.message, right);
    else if (refusal.kind == Kind::Quota)
        refusal.subject = quotaIn(refusal.message);
    return refusal;
}

std::optional<CloudRefusal> azureRefusal(const CloudAnswer &answer, const QString &right, QJsonObject &body)
{
    const QJsonDocument document = QJsonDocument::fromJson(answer.body);
    // The entries of a list that is an array by itself are where those of the others are.
    body = document.isArray() ? QJsonObject{{"value", document.array()}} : document.object();
    const QString requestId = QString::fromLatin1(answer.headers.value("x-ms-request-id"));
    if (isAcceptedStatus(answer.status)) {
        if (answer.body.trimmed().isEmpty() || document.isObject() || document.isArray())
            return std::nullopt;
        return CloudRefusal{Kind::Format, QStringLiteral("HTTP %1").arg(answer.status), {}, requestId, {}};
    }
    CloudRefusal refusal = azureRefusalOf(body.value("error").toObject(), answer.status, right);
    refusal.requestId = requestId;
    if (refusal.code.isEmpty()) {
        refusal.code = QStringLiteral("HTTP %1").arg(answer.status);
        // A gateway in front of the cloud answers with a page, and one that sends elsewhere is not followed.
        if (answer.status < 400 || (refusal.kind == Kind::Input && !document.isObject()))
            refusal.kind = Kind::Format;
    }
    return refusal;
}

std::optional<CloudRefusal> azureTokenRefusal(const CloudAnswer &answer, QJsonObject &body)
{
    const QJsonDocument document = QJsonDocument::fromJson(answer.body);
    body = document.object();
    if (isAcceptedStatus(answer.status) && !body.value("access_token").toString().isEmpty())
        return std::nullopt;
    CloudRefusal refusal;
    refusal.code = body.value("error").toString();
    refusal.message = body.value("error_description").toString();
    refusal.requestId = body.value("trace_id").toString();
    if (answer.status == 429 || answer.status >= 500)
        refusal.kind = answer.status == 429 ? Kind::Throttled : Kind::Transient;
    else if (refusal.code == QLatin1String("temporarily_unavailable"))
        refusal.kind = Kind::Transient;
    else if (refusal.message.startsWith(QLatin1String("AADSTS7000222")))  // the secret has expired
        refusal.kind = Kind::Session;
    else
        refusal.kind = refusal.code.isEmpty() ? Kind::Format : Kind::Keys;
    return refusal;
}

}  // namespace trainyard
