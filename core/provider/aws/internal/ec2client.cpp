// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/aws/internal/ec2client.h"

#include "core/provider/aws/awsprovider.h"
#include "core/provider/aws/internal/ec2errors.h"
#include "core/provider/cloudapi/listing.h"
#include "core/transport/webapi/sigv4.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QUrl>

#include <memory>

namespace trainyard {

namespace {

const QByteArray kFormType = QByteArrayLiteral("application/x-www-form-urlencoded; charset=utf-8");
const QByteArray kJsonType = QByteArrayLiteral("application/x-amz-json-1.1");

struct Ec2Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::AwsProvider)
};

bool isRegion(const QString &region)
{
    static const QRegularExpression form(QStringLiteral("^[a-z]{2,4}(-[a-z]{2,12}){1,3}-[0-9]{1,2}$"));
    return form.match(region).hasMatch();
}

bool isThisComputer(const QString &host)
{
    return host == QLatin1String("127.0.0.1") || host == QLatin1String("::1") || host == QLatin1String("localhost");
}

}  // namespace

Result<Ec2Client> Ec2Client::make(const CloudApi &api, const CloudCredentials &credentials, const QString &region, std::stop_token stop)
{
    QString own = region.isEmpty() ? credentials.settings.value(QStringLiteral("region")) : region;
    if (own.isEmpty())
        own = QStringLiteral("us-east-1");
    if (!isRegion(own))
        return invalidInput(Ec2Words::tr("“%1” is not a region of AWS: enter one such as us-east-1.").arg(own.left(40)));
    const QUrl endpoint(credentials.settings.value(QStringLiteral("endpoint")), QUrl::StrictMode);
    const bool isSafe = endpoint.scheme() == QLatin1String("https")
                        || (endpoint.scheme() == QLatin1String("http") && isThisComputer(endpoint.host()));
    if (!endpoint.isEmpty() && (!endpoint.isValid() || !isSafe || endpoint.host().isEmpty() || !endpoint.userInfo().isEmpty()))
        return invalidInput(Ec2Words::tr("The endpoint of AWS has to begin with https://: correct it in the account."));
    if (credentials.keyId.isEmpty() || credentials.secret.isEmpty()) {
        return Error{ErrorCode::AuthenticationFailed, Ec2Words::tr("This account has no keys: enter the access key and its secret."), {}};
    }
    return Ec2Client(api, credentials, own, std::move(stop));
}

Ec2Client Ec2Client::inRegion(const QString &region) const
{
    Ec2Client other = *this;
    if (isRegion(region))
        other.m_region = region.toLatin1();
    return other;
}

Result<QByteArray> Ec2Client::post(const Target &target, const QByteArray &body, CloudCall::Effect effect, QString *code) const
{
    WebRequest plain;
    plain.method = "POST";
    const QUrl endpoint(m_credentials.settings.value(QStringLiteral("endpoint")));
    if (endpoint.isEmpty()) {
        plain.host = target.service + '.' + m_region + (m_region.startsWith("cn-") ? ".amazonaws.com.cn" : ".amazonaws.com");
    } else {
        plain.scheme = endpoint.scheme().toLatin1();
        plain.host = endpoint.authority().toLatin1();
    }
    const bool isJson = !target.jsonTarget.isEmpty();
    plain.headers << NamedBytes("content-type", isJson ? kJsonType : kFormType);
    if (isJson)
        plain.headers << NamedBytes("x-amz-target", target.jsonTarget);
    const AccessKey key{m_credentials.keyId.toLatin1(), m_credentials.secret, m_credentials.sessionToken};
    const auto signedAt = std::make_shared<QDateTime>();
    CloudCall call;
    call.cloud = {QStringLiteral("AWS"), AwsProvider::kKind};
    call.effect = effect;
    call.body = body;
    call.secrets = {m_credentials.secret, m_credentials.sessionToken};
    call.sign = [&, signedAt](const QDateTime &now) -> Result<WebRequest> {
        *signedAt = now;
        WebRequest request = plain;
        signRequest(request, key, {m_region, target.service, now}, sha256Hex(body));
        return request;
    };
    call.judge = [&, signedAt](const CloudAnswer &answer) {
        const auto refusal = judgeAws(answer, QString::fromLatin1(target.service + ':' + target.action), *signedAt);
        if (code)
            *code = refusal ? refusal->code : QString();
        return refusal;
    };
    TRY(const auto answer, m_api->call(call, m_stop));
    return answer.body;
}

Result<XmlNode> Ec2Client::call(const QByteArray &action, const Ec2Parameters &parameters, CloudCall::Effect effect, QString *code) const
{
    const Target target{"ec2", action, "2016-11-15", {}};
    Ec2Parameters all = parameters;
    all << NamedBytes("Action", action) << NamedBytes("Version", target.version);
    TRY(const auto body, post(target, canonicalQuery(all), effect, code));
    return readEc2(body);
}

Result<QList<XmlNode>> Ec2Client::readAll(const QByteArray &action, QLatin1String set, const Ec2Parameters &parameters) const
{
    QList<XmlNode> found;
    QByteArray next;
    const Listing listing;
    while (true) {
        Ec2Parameters own = parameters;
        if (!next.isEmpty())
            own << NamedBytes("NextToken", next);
        TRY(const auto answer, read(action, own));
        found << answer.at(set).children;
        next = answer.value(QLatin1String("nextToken")).toUtf8();
        if (next.isEmpty())
            return found;
    }
}

Result<XmlNode> Ec2Client::callerIdentity() const
{
    const Target target{"sts", "GetCallerIdentity", "2011-06-15", {}};
    TRY(const auto body, post(target, "Action=GetCallerIdentity&Version=" + target.version, CloudCall::Effect::Reads, nullptr));
    return readEc2(body);
}

Result<QJsonObject> Ec2Client::quotas(const QString &page) const
{
    const Target target{"servicequotas", "ListServiceQuotas", {}, "ServiceQuotasV20190624.ListServiceQuotas"};
    QJsonObject question{{QStringLiteral("ServiceCode"), QStringLiteral("ec2")}, {QStringLiteral("MaxResults"), 100}};
    if (!page.isEmpty())
        question.insert(QStringLiteral("NextToken"), page);
    return ask(target, question);
}

Result<QJsonObject> Ec2Client::costs(const QJsonObject &question) const
{
    // One address for all regions.
    const Ec2Client own = inRegion(m_region.startsWith("cn-") ? QStringLiteral("cn-northwest-1") : QStringLiteral("us-east-1"));
    return own.ask({"ce", "GetCostAndUsage", {}, "AWSInsightsIndexService.GetCostAndUsage"}, question);
}

Result<QJsonObject> Ec2Client::ask(const Target &target, const QJsonObject &question) const
{
    TRY(const auto body, post(target, QJsonDocument(question).toJson(QJsonDocument::Compact), CloudCall::Effect::Reads, nullptr));
    const QJsonDocument answer = QJsonDocument::fromJson(body);
    return answer.isObject() ? Result<QJsonObject>(answer.object())
                             : Result<QJsonObject>(cloudError(QStringLiteral("AWS"), {CloudRefusal::Kind::Format, {}, {}, {}, {}}));
}

void addFilter(Ec2Parameters &parameters, const QByteArray &name, const QByteArrayList &values)
{
    int number = 1;
    for (const auto &[own, value] : std::as_const(parameters)) {
        if (own == "Filter." + QByteArray::number(number) + ".Name")
            ++number;
    }
    const QByteArray start = "Filter." + QByteArray::number(number) + '.';
    parameters << NamedBytes(start + "Name", name);
    for (qsizetype i = 0; i < values.size(); ++i)
        parameters << NamedBytes(start + "Value." + QByteArray::number(i + 1), values[i]);
}

}  // namespace trainyard
