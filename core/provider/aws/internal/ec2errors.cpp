// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/aws/internal/ec2errors.h"

#include "core/transport/webapi/xmlanswer.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

#include <cstdlib>

namespace trainyard {

namespace {

using Kind = CloudRefusal::Kind;

constexpr qint64 kMaxSkew = 300;  // AWS refuses more

std::optional<Kind> knownKind(const QString &code)
{
    static const QHash<QString, Kind> kinds = [] {
        QHash<QString, Kind> table;
        const auto put = [&table](Kind kind, std::initializer_list<const char *> codes) {
            for (const char *one : codes)
                table.insert(QLatin1String(one), kind);
        };
        put(Kind::Keys, {"AuthFailure", "InvalidClientTokenId", "InvalidAccessKeyId", "SignatureDoesNotMatch", "MissingAuthenticationToken",
                         "UnrecognizedClientException", "InvalidSignatureException", "IncompleteSignature"});
        put(Kind::Session, {"ExpiredToken", "ExpiredTokenException"});
        put(Kind::Clock, {"RequestExpired", "RequestInTheFuture"});
        put(Kind::Right, {"UnauthorizedOperation", "AccessDenied", "AccessDeniedException", "OperationNotPermitted"});
        put(Kind::Account, {"OptInRequired", "PendingVerification", "Blocked"});
        put(Kind::Capacity, {"InsufficientInstanceCapacity", "InsufficientCapacity", "UnfulfillableCapacity", "InsufficientHostCapacity",
                             "InsufficientReservedInstanceCapacity", "InsufficientCapacityOnHost"});
        put(Kind::Quota, {"MaxSpotInstanceCountExceeded", "MaxIOPSLimitExceeded"});
        put(Kind::Price, {"SpotMaxPriceTooLow"});
        put(Kind::Throttled, {"RequestLimitExceeded", "Throttling", "ThrottlingException", "RequestThrottled", "EC2ThrottledException",
                              "TooManyRequestsException", "SlowDown"});
        put(Kind::Transient, {"InternalError", "InternalFailure", "Unavailable", "ServiceUnavailable", "RequestTimeout", "ServerInternal"});
        put(Kind::Conflict, {"DependencyViolation", "IdempotentParameterMismatch", "IncorrectInstanceState", "IncorrectState",
                             "IncorrectSpotRequestState", "VolumeInUse", "ResourceAlreadyExistsException"});
        put(Kind::NotFound, {"NoSuchResourceException", "InvalidAMIID.Unavailable"});
        put(Kind::Unsupported, {"UnsupportedOperation", "InvalidAction", "UnknownOperationException"});
        return table;
    }();
    const auto found = kinds.constFind(code);
    return found == kinds.cend() ? std::nullopt : std::optional(*found);
}

Kind kindOf(const QString &code, const QString &message, int status)
{
    if (const auto known = knownKind(code))
        return *known;
    // A type that this zone does not have is there in another one.
    if (code == QLatin1String("Unsupported"))
        return message.contains(QLatin1String("Availability Zone"), Qt::CaseInsensitive) ? Kind::Capacity : Kind::Unsupported;
    if (code.endsWith(QLatin1String("LimitExceeded")))
        return Kind::Quota;
    if (code.endsWith(QLatin1String(".NotFound")) || code.endsWith(QLatin1String(".Unknown")))
        return Kind::NotFound;
    if (code.endsWith(QLatin1String(".Duplicate")) || code.endsWith(QLatin1String(".InUse")))
        return Kind::Conflict;
    if (status == 429)
        return Kind::Throttled;
    if (status >= 500)
        return Kind::Transient;
    return code.isEmpty() ? Kind::Format : Kind::Input;
}

}  // namespace

std::optional<CloudRefusal> judgeAws(const CloudAnswer &answer, const QString &action, const QDateTime &signedAt)
{
    if (answer.status >= 200 && answer.status < 300)
        return std::nullopt;
    CloudRefusal refusal;
    if (answer.body.trimmed().startsWith('{')) {
        const QJsonObject json = QJsonDocument::fromJson(answer.body).object();
        refusal.code = json.value(QLatin1String("__type")).toString().section(u'#', -1);
        refusal.message = json.value(QLatin1String("message")).toString(json.value(QLatin1String("Message")).toString());
        refusal.requestId = QString::fromLatin1(answer.headers.value("x-amzn-requestid"));
    } else {
        // EC2 has its own envelope, STS the common one.
        const bool isOwn = !xmlValue(answer.body, QStringLiteral("Response/Errors/Error/Code")).isEmpty();
        const QString top = isOwn ? QStringLiteral("Response/Errors/Error/") : QStringLiteral("ErrorResponse/Error/");
        refusal.code = xmlValue(answer.body, top + QStringLiteral("Code"));
        refusal.message = xmlValue(answer.body, top + QStringLiteral("Message"));
        refusal.requestId = xmlValue(answer.body, isOwn ? QStringLiteral("Response/RequestID") : QStringLiteral("ErrorResponse/RequestId"));
    }
    if (refusal.code == QLatin1String("DryRunOperation"))
        return std::nullopt;
    refusal.kind = kindOf(refusal.code, refusal.message, answer.status);
    // EC2 reports a wrong clock like wrong keys, and the end of a session like a wrong clock.
    const qint64 theirs = xmlTime(QString::fromLatin1(answer.headers.value("date")));
    const bool isSkewed = theirs > 0 && std::abs(theirs - signedAt.toSecsSinceEpoch()) > kMaxSkew;
    if (refusal.kind == CloudRefusal::Kind::Keys && isSkewed)
        refusal.kind = CloudRefusal::Kind::Clock;
    else if (refusal.kind == CloudRefusal::Kind::Clock && theirs > 0 && !isSkewed)
        refusal.kind = CloudRefusal::Kind::Session;
    if (refusal.kind == CloudRefusal::Kind::Right) {
        static const QRegularExpression named(QStringLiteral("to perform: ([a-z0-9-]{1,40}:[A-Za-z0-9]{1,60})\\b"));
        const QString right = named.match(refusal.message).captured(1);
        refusal.subject = right.isEmpty() ? action : right;
    } else if (refusal.kind == CloudRefusal::Kind::Quota) {
        refusal.subject = refusal.code.endsWith(QLatin1String("Exceeded")) ? refusal.code.chopped(8) : refusal.code;
    }
    return refusal;
}

}  // namespace trainyard
