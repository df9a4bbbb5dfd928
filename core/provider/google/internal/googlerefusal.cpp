// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/google/internal/googlerefusal.h"

#include "core/provider/cloudapi/consolepages.h"
#include "core/provider/google/googleprovider.h"
#include "core/provider/google/internal/googletext.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>

namespace trainyard {

namespace {

using Kind = CloudRefusal::Kind;

constexpr qsizetype kMostMessage = 2000;
const QString kServiceOff = QStringLiteral("SERVICE_DISABLED"), kBillingOff = QStringLiteral("BILLING_DISABLED");

struct ReasonMeaning {
    const char *reason;
    Kind kind;
};

// Reasons of answers are written like this: "rateLimitExceeded"; those of operations like this: "QUOTA_EXCEEDED".
constexpr ReasonMeaning kReasons[] = {
    {"authError", Kind::Session},
    {"SERVICE_DISABLED", Kind::Account},
    {"accessNotConfigured", Kind::Account},
    {"BILLING_DISABLED", Kind::Account},
    {"accountDisabled", Kind::Account},
    {"CONSUMER_SUSPENDED", Kind::Account},
    {"rateLimitExceeded", Kind::Throttled},
    {"userRateLimitExceeded", Kind::Throttled},
    {"RATE_LIMIT_EXCEEDED", Kind::Throttled},
    {"OPERATION_RATE_EXCEEDED", Kind::Throttled},
    {"concurrentLimitExceeded", Kind::Throttled},
    {"quotaExceeded", Kind::Quota},
    {"QUOTA_EXCEEDED", Kind::Quota},
    {"QUOTA_FOR_INSTANCES", Kind::Quota},
    {"LIMIT_EXCEEDED", Kind::Quota},
    {"ZONE_RESOURCE_POOL_EXHAUSTED", Kind::Capacity},
    {"ZONE_RESOURCE_POOL_EXHAUSTED_WITH_DETAILS", Kind::Capacity},
    {"UNSUPPORTED_OPERATION", Kind::Unsupported},
    {"unsupportedOperation", Kind::Unsupported},
    {"insufficientPermissions", Kind::Right},
    {"forbidden", Kind::Right},
    {"PERMISSIONS_ERROR", Kind::Right},
    {"notFound", Kind::NotFound},
    {"RESOURCE_NOT_FOUND", Kind::NotFound},
    {"alreadyExists", Kind::Conflict},
    {"duplicate", Kind::Conflict},
    {"RESOURCE_ALREADY_EXISTS", Kind::Conflict},
    {"resourceInUseByAnotherResource", Kind::Conflict},
    {"RESOURCE_IN_USE_BY_ANOTHER_RESOURCE", Kind::Conflict},
    {"conditionNotMet", Kind::Conflict},
    {"CONDITION_NOT_MET", Kind::Conflict},
    {"resourceNotReady", Kind::Transient},
    {"RESOURCE_NOT_READY", Kind::Transient},
    {"backendError", Kind::Transient},
    {"internalError", Kind::Transient},
    {"INTERNAL_ERROR", Kind::Transient},
};

Kind kindOfStatus(int status)
{
    switch (status) {
    case 401: return Kind::Session;
    case 403: return Kind::Right;
    case 404: return Kind::NotFound;
    case 409:
    case 412: return Kind::Conflict;
    case 429: return Kind::Throttled;
    default: return status >= 500 || status == 408 ? Kind::Transient : status >= 400 ? Kind::Input : Kind::Format;
    }
}

std::optional<Kind> kindOfReason(const QString &reason)
{
    for (const ReasonMeaning &meaning : kReasons) {
        if (reason == QLatin1String(meaning.reason))
            return meaning.kind;
    }
    return std::nullopt;
}

QString firstMatch(const QString &text, const QRegularExpression &form)
{
    const auto found = form.match(text);
    return found.hasMatch() ? found.captured(1) : QString();
}

// The kind by the reason, else by the status; some things are said only in the message.
// `whole` stays whole: half of a secret could not be blanked out any more.
CloudRefusal refusalOf(int status, const QString &reason, const QString &whole, const QString &right)
{
    const QString message = whole.left(kMostMessage);
    // "Required 'compute.instances.create' permission for 'projects/…'"
    static const QRegularExpression permission(QStringLiteral("'?\\b([a-z]+\\.[A-Za-z]+\\.[A-Za-z]+)'? permission"));
    // "Quota 'NVIDIA_T4_GPUS' exceeded.  Limit: 1.0 in region us-central1."
    static const QRegularExpression quota(QStringLiteral("Quota '([A-Z0-9_-]{1,100})' exceeded"));
    // "Compute Engine API has not been used in project 1 before or it is disabled. Enable it by visiting https://…/apis/api/NAME/overview"
    static const QRegularExpression service(QStringLiteral("/apis/(?:api|library)/([a-z]+\\.googleapis\\.com)"));
    CloudRefusal refusal;
    refusal.code = reason.isEmpty() ? QStringLiteral("HTTP %1").arg(status) : reason.left(kMostMessage);
    refusal.message = whole;
    refusal.kind = kindOfReason(reason).value_or(kindOfStatus(status));
    const bool saysBilling = message.contains(QLatin1String("requires billing to be enabled"))
                             || message.contains(QLatin1String("billing account for the owning project is disabled"))
                             || message.contains(QLatin1String("UREQ_PROJECT_BILLING"));
    if (saysBilling) {
        refusal.kind = Kind::Account;
        refusal.code = kBillingOff;
    } else if (refusal.code == QLatin1String("accessNotConfigured")) {
        refusal.code = kServiceOff;
    } else if (refusal.kind == Kind::Transient && message.contains(QLatin1String("does not have enough resources available"))) {
        refusal.kind = Kind::Capacity;
    }
    if (refusal.kind == Kind::Right) {
        const QString named = firstMatch(message, permission);
        const bool isScope = message.contains(QLatin1String("insufficient authentication scopes"));
        refusal.subject = isScope ? QStringLiteral("cloud-platform (OAuth)") : named.isEmpty() ? right : named;
    } else if (refusal.kind == Kind::Quota) {
        refusal.subject = firstMatch(message, quota);
    } else if (refusal.code == kServiceOff) {
        refusal.subject = firstMatch(message, service);
    }
    return refusal;
}

}  // namespace

std::optional<CloudRefusal> googleRefusal(const CloudAnswer &answer, const QString &right, QJsonObject &content)
{
    QJsonParseError problem;
    const QJsonObject whole = QJsonDocument::fromJson(answer.body, &problem).object();
    const bool isAccepted = answer.status >= 200 && answer.status < 300;
    if (isAccepted && problem.error == QJsonParseError::NoError && !whole.contains("error")) {
        content = whole;
        return std::nullopt;
    }
    // An operation that failed at once is a good answer; who waits for it reads its error.
    if (isAccepted && whole.value("kind").toString() == QLatin1String("compute#operation")) {
        content = whole;
        return std::nullopt;
    }
    const QJsonObject error = whole.value("error").toObject();
    if (isAccepted || error.isEmpty()) {
        const Kind kind = isAccepted ? Kind::Format : kindOfStatus(answer.status);
        return CloudRefusal{kind, QStringLiteral("HTTP %1").arg(answer.status), {}, {}, kind == Kind::Right ? right : QString()};
    }
    QString reason = error.value("errors").toArray().first().toObject().value("reason").toString();
    for (const QJsonValue &detail : error.value("details").toArray()) {
        const QString exact = detail.toObject().value("reason").toString();
        // The newer reasons say more: "forbidden" may be throttling.
        if (kindOfReason(exact))
            reason = exact;
    }
    return refusalOf(answer.status, reason, error.value("message").toString(), right);
}

std::optional<CloudRefusal> googleOperationRefusal(const QJsonObject &operation, const QString &right)
{
    const QJsonArray errors = operation.value("error").toObject().value("errors").toArray();
    const int status = operation.value("httpErrorStatusCode").toInt();
    if (errors.isEmpty() && status == 0 && !operation.contains("error"))
        return std::nullopt;
    const QJsonObject first = errors.first().toObject();
    QString message = first.value("message").toString();
    if (message.isEmpty())
        message = operation.value("httpErrorMessage").toString();
    CloudRefusal refusal = refusalOf(status, first.value("code").toString(), message, right);
    refusal.requestId = operation.value("name").toString().left(100);
    return refusal;
}

std::optional<CloudRefusal> googleTokenRefusal(const CloudAnswer &answer, QJsonObject &content)
{
    const QJsonObject whole = QJsonDocument::fromJson(answer.body).object();
    if (answer.status >= 200 && answer.status < 300 && !whole.value("access_token").toString().isEmpty()) {
        content = whole;
        return std::nullopt;
    }
    const QString code = whole.value("error").toString(), message = whole.value("error_description").toString();
    CloudRefusal refusal{
        kindOfStatus(answer.status), code.isEmpty() ? QStringLiteral("HTTP %1").arg(answer.status) : code, message, {}, {}};
    if (code == QLatin1String("invalid_grant")) {
        // "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp values …"
        refusal.kind = message.contains(QLatin1String("reasonable timeframe")) ? Kind::Clock
                       : message.contains(QLatin1String("expired"))            ? Kind::Session
                                                                               : Kind::Keys;
    } else if (refusal.kind == Kind::Input || refusal.kind == Kind::Session || refusal.kind == Kind::Right) {
        refusal.kind = Kind::Keys;  // "invalid_client", "unauthorized_client", "disabled_client", "deleted_client"
    }
    return refusal;
}

Error googleError(const CloudRefusal &refusal, const QByteArrayList &secrets)
{
    Error error = cloudError({kGoogleName, GoogleProvider::kKind}, refusal, secrets);
    if (refusal.code == kBillingOff) {
        error.what = withConsolePage(
            GoogleText::tr("The project at Google Cloud has no active billing account: link one to it in the console, under Billing."),
            consolePage(GoogleProvider::kKind, refusal.kind));
    } else if (refusal.code == kServiceOff) {
        const QString service = refusal.subject.isEmpty() ? QStringLiteral("compute.googleapis.com") : refusal.subject;
        error.what = withConsolePage(
            GoogleText::tr("The project at Google Cloud does not use the service %1: enable it with `gcloud services enable %1`.")
                .arg(service),
            QStringLiteral("https://console.cloud.google.com/apis/library/") + service);
    }
    return error;
}

}  // namespace trainyard
