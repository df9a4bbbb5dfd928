// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/tencent/internal/tencentrefusal.h"

#include <QJsonDocument>
#include <QRegularExpression>

namespace trainyard {

namespace {

using Kind = CloudRefusal::Kind;

struct CodeMeaning {
    const char *code;  // or the part of it before a dot
    Kind kind;
};

// The first that fits counts.
constexpr CodeMeaning kMeanings[] = {
    {"InvalidRegion", Kind::Input},  // "InvalidRegion.NotFound" says nothing about the machine
    {"AuthFailure.SignatureExpire", Kind::Clock},
    {"AuthFailure.TokenFailure", Kind::Session},
    {"AuthFailure.MFAFailure", Kind::Session},
    {"AuthFailure.UnauthorizedOperation", Kind::Right},
    {"AuthFailure", Kind::Keys},
    {"UnauthorizedOperation.MFAExpired", Kind::Session},
    {"UnauthorizedOperation.MFANotFound", Kind::Session},
    {"UnauthorizedOperation", Kind::Right},
    {"NotUserAuthentication", Kind::Account},
    {"AccountQualificationRestrictions", Kind::Account},
    {"InvalidAccount.InsufficientBalance", Kind::Balance},
    {"InvalidAccount.UnpaidOrder", Kind::Balance},
    {"InvalidAccount", Kind::Account},
    {"InsufficientBalance", Kind::Balance},
    {"ResourcesSoldOut", Kind::Capacity},
    {"ResourceInsufficient", Kind::Capacity},
    {"ResourceUnavailable", Kind::Capacity},
    {"InvalidParameterValue.InsufficientOffering", Kind::Capacity},
    {"InvalidParameterValue.InsufficientPrice", Kind::Price},
    {"RequestLimitExceeded", Kind::Throttled},
    {"LimitExceeded", Kind::Quota},
    {"InstancesQuotaLimitExceeded", Kind::Quota},
    {"ServiceUnavailable", Kind::Transient},
    {"ResponseSizeLimitExceeded", Kind::Format},  // carried out; its answer did not fit
    {"InternalError", Kind::Transient},
    {"InternalServerError", Kind::Transient},
    {"MutexOperation", Kind::Transient},
    {"OperationDenied.InstanceOperationInProgress", Kind::Transient},
    {"OperationDenied.MutexTaskRunning", Kind::Transient},
    {"ResourceBusy", Kind::Transient},
    {"ResourceNotFound", Kind::NotFound},
    {"ResourceInUse", Kind::Conflict},
    {"UnsupportedOperation", Kind::Unsupported},
    {"OperationDenied", Kind::Unsupported},
};

// "[request id:…]you are not authorized to perform operation (cvm:RunInstances) resource (qcs::cvm:…) has no permission"
QString rightIn(const QString &message, const QString &right)
{
    static const QRegularExpression named(QStringLiteral("operation \\(([A-Za-z]+:[A-Za-z]+)\\)"));
    const auto found = named.match(message.left(1000));
    return found.hasMatch() ? found.captured(1) : right;
}

}  // namespace

Kind tencentRefusalKind(const QString &code)
{
    for (const CodeMeaning &meaning : kMeanings) {
        const QLatin1String known(meaning.code);
        if (code == known || (code.startsWith(known) && code.at(known.size()) == u'.'))
            return meaning.kind;
    }
    if (code.endsWith(QLatin1String("NotFound")) || code.endsWith(QLatin1String("NotExist")))
        return Kind::NotFound;
    if (code.endsWith(QLatin1String("Duplicate")) || code.endsWith(QLatin1String("Duplicated")))
        return Kind::Conflict;
    return Kind::Input;
}

std::optional<CloudRefusal> tencentRefusal(const CloudAnswer &answer, const QString &right, QJsonObject &response)
{
    CloudRefusal refusal;
    const QJsonDocument document = QJsonDocument::fromJson(answer.body);
    const QJsonValue content = document.object().value("Response");
    if (!content.isObject()) {
        refusal.code = QStringLiteral("HTTP %1").arg(answer.status);
        // A gateway in front of the cloud answers with a page.
        refusal.kind = answer.status == 429 ? Kind::Throttled : answer.status >= 500 ? Kind::Transient : Kind::Format;
        return refusal;
    }
    response = content.toObject();
    refusal.requestId = response.value("RequestId").toString();
    if (!response.contains("Error")) {
        if (answer.status >= 200 && answer.status < 300)
            return std::nullopt;
        refusal.code = QStringLiteral("HTTP %1").arg(answer.status);
        return refusal;
    }
    const QJsonObject error = response.value("Error").toObject();
    refusal.code = error.value("Code").toString();
    refusal.message = error.value("Message").toString();
    refusal.kind = refusal.code.isEmpty() ? Kind::Format : tencentRefusalKind(refusal.code);
    if (refusal.kind == Kind::Right)
        refusal.subject = rightIn(refusal.message, right);
    else if (refusal.kind == Kind::Quota)
        refusal.subject = refusal.code.section(u'.', 1);
    return refusal;
}

}  // namespace trainyard
