// SPDX-License-Identifier: GPL-3.0-or-later
// The gate: signatures, parameters, client tokens, and misbehaviour on request. What the calls do is in alibabaworld.cpp.
#include "tests/support/alibabastandin.h"

#include <QCryptographicHash>
#include <QFile>
#include <QJsonDocument>
#include <QMessageAuthenticationCode>
#include <QRegularExpression>

namespace trainyard {

namespace {

const QByteArray kKeyId = "LTAI-STAND-IN", kSecret = "not-a-secret-of-anyone";
constexpr qint64 kMostSkew = 15 * 60;  // seconds
const QByteArray kDateForm = "ddd, dd MMM yyyy HH:mm:ss";

QByteArray encoded(const QByteArray &text) { return text.toPercentEncoding(); }

AlibabaStandIn::Parameters parametersIn(const QByteArray &target)
{
    AlibabaStandIn::Parameters parameters;
    const qsizetype mark = target.indexOf('?');
    for (const QByteArray &part : mark < 0 ? QByteArrayList() : target.mid(mark + 1).split('&')) {
        const qsizetype equals = part.indexOf('=');
        parameters.insert(QByteArray::fromPercentEncoding(part.left(equals)), QByteArray::fromPercentEncoding(part.mid(equals + 1)));
    }
    return parameters;
}

// "Tag.2.Key" as "Tag.#.Key".
QByteArray withoutNumbers(const QByteArray &name)
{
    QByteArrayList parts = name.split('.');
    for (QByteArray &part : parts) {
        bool isNumber = false;
        if (part.toUInt(&isNumber) > 0 && isNumber)
            part = "#";
    }
    return parts.join('.');
}

bool isOfType(const QByteArray &value, const QByteArray &type)
{
    bool isNumber = false;
    if (type == "number")
        return value.toDouble(&isNumber) >= 0 && isNumber;
    return type != "boolean" || value == "true" || value == "false";
}

}  // namespace

AlibabaStandIn::AlibabaStandIn()
{
    QFile file(QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/alibaba/parameters.txt"));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("no parameters.txt");
    for (const QByteArray &line : file.readAll().trimmed().split('\n')) {
        const QByteArrayList words = line.split(' ');
        auto &known = m_known[words[0]];
        known.insert({}, words[1]);
        for (const QByteArray &word : words.sliced(2))
            known.insert(word.left(word.indexOf(':')), word.mid(word.indexOf(':') + 1));
    }
    m_server = std::make_unique<HttpStandIn>([this](const HttpStandIn::Request &request) { return answer(request); });
}

AlibabaStandIn::~AlibabaStandIn() = default;

CloudCredentials AlibabaStandIn::credentials() const
{
    const QMutexLocker lock(&m_mutex);
    return {QString::fromLatin1(kKeyId), kSecret, m_sessionToken, {{QStringLiteral("endpoint"), base()}}};
}

QDateTime AlibabaStandIn::now() const { return QDateTime::currentDateTimeUtc().addSecs(m_clockAhead); }

HttpStandIn::Answer AlibabaStandIn::answer(const HttpStandIn::Request &request)
{
    const QMutexLocker lock(&m_mutex);
    Seen seen{request.headers.value("x-acs-action"), parametersIn(request.target), {}};
    Answered answered = judged(request, seen);
    if (m_strange.remove(seen.action))
        answered.body = {};
    AfterWork after = AfterWork::Answers;
    if (!answered.refusal && !m_afterWork[seen.action].isEmpty())
        after = m_afterWork[seen.action].takeFirst();
    if (after == AfterWork::Fails)
        answered.refusal = Refusal{500, "InternalError", "The request processing has failed due to some unknown error."};
    HttpStandIn::Answer answer;
    const QString requestId = QStringLiteral("STANDIN-%1").arg(++m_number);
    answered.body.insert(QStringLiteral("RequestId"), requestId);
    if (answered.refusal) {
        seen.code = answered.refusal->code;
        answer.status = answered.refusal->status;
        answer.headers = answered.refusal->headers;
        answered.body.insert(QStringLiteral("Code"), QString::fromUtf8(answered.refusal->code));
        answered.body.insert(QStringLiteral("Message"), QString::fromUtf8(answered.refusal->message));
    }
    m_seen << seen;
    answer.headers << "Date: " + QLocale::c().toString(now(), QString::fromLatin1(kDateForm)).toLatin1() + " GMT"
                   << "Content-Type: application/json;charset=utf-8";
    answer.body = QJsonDocument(answered.body).toJson(QJsonDocument::Compact);
    if (after == AfterWork::LosesAnswer)
        answer.cutAfter = 0;
    return answer;
}

AlibabaStandIn::Answered AlibabaStandIn::judged(const HttpStandIn::Request &request, Seen &seen)
{
    if (auto trouble = signatureTrouble(request))
        return {{}, trouble};
    const QByteArray version = request.headers.value("x-acs-version");
    if (!m_refusals[seen.action].isEmpty())
        return {{}, m_refusals[seen.action].takeFirst()};
    if (auto trouble = parameterTrouble(seen.action, version, seen.parameters))
        return {{}, trouble};
    const QByteArray right = (version == "2016-04-28"   ? "vpc:"
                              : version == "2015-04-01" ? "sts:"
                              : version == "2017-12-14" ? "bss:"
                                                        : "ecs:")
                             + seen.action;
    if (m_forbidden.contains(right)) {
        const QJsonObject denied{{QStringLiteral("AuthAction"), QString::fromLatin1(right)}};
        return {
            {{QStringLiteral("AccessDeniedDetail"), denied}},
            Refusal{403, "Forbidden.RAM", "User not authorized to operate on the specified resource, or this API doesn't support RAM."}};
    }
    const Work work = workOf(seen.action);
    return seen.parameters.contains("ClientToken") ? once(seen.action, seen.parameters, work) : (this->*work)(seen.parameters);
}

// From the vendor's description of the signature, on its own.
std::optional<AlibabaStandIn::Refusal> AlibabaStandIn::signatureTrouble(const HttpStandIn::Request &request)
{
    static const QRegularExpression kForm(
        QStringLiteral("\\AACS3-HMAC-SHA256 Credential=([^,]+),SignedHeaders=([a-z0-9;-]+),Signature=([0-9a-f]{64})\\z"));
    const auto told = kForm.match(QString::fromLatin1(request.headers.value("authorization")));
    if (!told.hasMatch() || request.method != "POST")
        return Refusal{400, "IncompleteSignature", "The request signature does not conform to Aliyun standards."};
    if (told.captured(1).toLatin1() != kKeyId)
        return Refusal{404, "InvalidAccessKeyId.NotFound", "Specified access key is not found."};

    const QByteArrayList signedNames = told.captured(2).toLatin1().split(';');
    QByteArray headers;
    for (const QByteArray &name : signedNames)
        headers += name + ':' + request.headers.value(name).trimmed() + '\n';
    for (auto it = request.headers.constBegin(); it != request.headers.constEnd(); ++it) {
        const bool mustBeSigned = it.key() == "host" || it.key() == "content-type" || it.key().startsWith("x-acs-");
        if (mustBeSigned && !signedNames.contains(it.key()))
            return Refusal{400, "IncompleteSignature", "A header is not signed: " + it.key()};
    }
    for (const char *needed : {"host", "x-acs-action", "x-acs-version", "x-acs-date", "x-acs-signature-nonce", "x-acs-content-sha256"}) {
        if (!signedNames.contains(needed))
            return Refusal{400, "IncompleteSignature", QByteArray("A header is missing: ") + needed};
    }
    QByteArrayList query;
    const Parameters parameters = parametersIn(request.target);
    for (auto it = parameters.constBegin(); it != parameters.constEnd(); ++it)
        query << encoded(it.key()) + '=' + encoded(it.value());
    const QByteArray digest = QCryptographicHash::hash(request.body, QCryptographicHash::Sha256).toHex();
    const QByteArray canonical = "POST\n/\n" + query.join('&') + '\n' + headers + '\n' + signedNames.join(';') + '\n' + digest;
    const QByteArray toSign = "ACS3-HMAC-SHA256\n" + QCryptographicHash::hash(canonical, QCryptographicHash::Sha256).toHex();
    const QByteArray signature = QMessageAuthenticationCode::hash(toSign, kSecret, QCryptographicHash::Sha256).toHex();
    if (request.headers.value("x-acs-content-sha256") != digest || signature != told.captured(3).toLatin1())
        return Refusal{403, "SignatureDoesNotMatch",
                       "Specified signature is not matched with our calculation. server string to sign is: " + toSign};

    const QDateTime when = QDateTime::fromString(QString::fromLatin1(request.headers.value("x-acs-date")), Qt::ISODate);
    if (!when.isValid() || std::abs(when.secsTo(now())) > kMostSkew)
        return Refusal{400, "InvalidTimeStamp.Expired", "Specified time stamp or date value is expired."};
    const QByteArray nonce = request.headers.value("x-acs-signature-nonce");
    if (nonce.isEmpty() || m_nonces.contains(nonce))
        return Refusal{400, "SignatureNonceUsed", "Specified signature nonce was used already."};
    m_nonces.insert(nonce);
    if (request.headers.value("x-acs-security-token") != m_sessionToken)
        return Refusal{400, "InvalidSecurityToken.MismatchWithAccessKey", "Specified SecurityToken mismatch with the AccessKey."};
    if (m_isSessionExpired)
        return Refusal{400, "InvalidSecurityToken.Expired", "Specified SecurityToken is expired."};
    return std::nullopt;
}

std::optional<AlibabaStandIn::Refusal> AlibabaStandIn::parameterTrouble(const QByteArray &action, const QByteArray &version,
                                                                        const Parameters &given) const
{
    const auto known = m_known.constFind(action);
    if (known == m_known.constEnd() || known->value({}) != version)
        return Refusal{404, "InvalidAction.NotFound", "Specified api is not found, please check your url and method."};
    for (auto it = given.constBegin(); it != given.constEnd(); ++it) {
        const QByteArray type = known->value(withoutNumbers(it.key()));
        if (type.isEmpty() || it.key().isEmpty())
            return Refusal{400, "InvalidParameter.Unknown", "Stand-in: the vendor's client does not know " + it.key()};
        if (it.value().isEmpty() || !isOfType(it.value(), type.chopped(type.endsWith('!') ? 1 : 0)))
            return Refusal{400, "InvalidParameter." + it.key(), "Stand-in: not a " + type};
        if (it.key().startsWith("Tag.") && (it.value().size() > 128 || it.value().startsWith("acs:") || it.value().contains("http://")))
            return Refusal{400, "InvalidTagKey.Malformed", "The specified tag is not valid."};
    }
    for (auto it = known->constBegin(); it != known->constEnd(); ++it) {
        if (it.value().endsWith('!') && given.value(it.key()).isEmpty())
            return Refusal{400, "MissingParameter." + it.key(), "The input parameter " + it.key() + " is mandatory."};
    }
    if (given.value("ClientToken").size() > 64)
        return Refusal{400, "InvalidClientToken.Malformed", "The specified ClientToken is not valid."};
    return std::nullopt;
}

// The same token does the work once; with other parameters it is refused.
AlibabaStandIn::Answered AlibabaStandIn::once(const QByteArray &action, const Parameters &given, Work work)
{
    const QByteArray token = action + ' ' + given.value("ClientToken");
    if (const auto before = m_tokens.constFind(token); before != m_tokens.constEnd()) {
        if (before->first != given)
            return {{},
                    Refusal{400, "IdempotentParameterMismatch",
                            "The request uses a client token in a previous request but is not identical to that request."}};
        return {before->second, {}};
    }
    const Answered answered = (this->*work)(given);
    if (!answered.refusal)
        m_tokens.insert(token, {given, answered.body});
    return answered;
}

void AlibabaStandIn::refuse(const QByteArray &action, const Refusal &refusal, int times)
{
    const QMutexLocker lock(&m_mutex);
    for (int i = 0; i < times; ++i)
        m_refusals[action] << refusal;
}

void AlibabaStandIn::afterWork(const QByteArray &action, AfterWork what, int times)
{
    const QMutexLocker lock(&m_mutex);
    for (int i = 0; i < times; ++i)
        m_afterWork[action] << what;
}

void AlibabaStandIn::answerStrangely(const QByteArray &action)
{
    const QMutexLocker lock(&m_mutex);
    m_strange.insert(action);
}

void AlibabaStandIn::forbid(const QByteArray &action)
{
    const QMutexLocker lock(&m_mutex);
    m_forbidden.insert(action);
}

void AlibabaStandIn::setClockAhead(qint64 seconds)
{
    const QMutexLocker lock(&m_mutex);
    m_clockAhead = seconds;
}

void AlibabaStandIn::useSessionToken(const QByteArray &token, bool isExpired)
{
    const QMutexLocker lock(&m_mutex);
    m_sessionToken = token;
    m_isSessionExpired = isExpired;
}

void AlibabaStandIn::setLate(int lists, int pending)
{
    const QMutexLocker lock(&m_mutex);
    m_lateLists = lists;
    m_latePending = pending;
}

void AlibabaStandIn::setStock(const QString &zone, bool isInStock)
{
    const QMutexLocker lock(&m_mutex);
    if (isInStock)
        m_soldOut.remove(zone);
    else
        m_soldOut.insert(zone);
}

void AlibabaStandIn::addBillItem(const QJsonObject &item)
{
    const QMutexLocker lock(&m_mutex);
    m_bill << item;
}

void AlibabaStandIn::setSpotPrice(double perHour)
{
    const QMutexLocker lock(&m_mutex);
    m_spotPrice = perHour;
}

void AlibabaStandIn::setSpotHistory(const QString &zone, const SpotHistory &history)
{
    const QMutexLocker lock(&m_mutex);
    m_spotHistory.insert(zone, history);
}

void AlibabaStandIn::setSpotPage(int rows)
{
    const QMutexLocker lock(&m_mutex);
    m_spotPage = rows;
}

qint64 AlibabaStandIn::spotInvoice(const QString &zone, const QDateTime &from, const QDateTime &to) const
{
    const QMutexLocker lock(&m_mutex);
    const SpotHistory history = m_spotHistory.value(zone);
    qint64 thousandths = 0;  // of a yuan for an hour, times seconds
    qsizetype at = 0;
    for (qint64 second = from.toSecsSinceEpoch(); second < to.toSecsSinceEpoch(); ++second) {
        while (at + 1 < history.size() && history[at + 1].first.toSecsSinceEpoch() <= second)
            ++at;
        thousandths += history[at].second;
    }
    return (2 * thousandths * 1'000'000 + 3600) / (2 * 3600);
}

QList<AlibabaStandIn::Seen> AlibabaStandIn::seen() const
{
    const QMutexLocker lock(&m_mutex);
    return m_seen;
}

QList<AlibabaStandIn::Parameters> AlibabaStandIn::accepted(const QByteArray &action) const
{
    const QMutexLocker lock(&m_mutex);
    QList<Parameters> calls;
    for (const Seen &seen : m_seen) {
        if (seen.action == action && seen.code.isEmpty())
            calls << seen.parameters;
    }
    return calls;
}

QMap<QString, QJsonObject> AlibabaStandIn::instances() const
{
    const QMutexLocker lock(&m_mutex);
    return m_things.value("i");
}

QMap<QString, QJsonObject> AlibabaStandIn::groups() const
{
    const QMutexLocker lock(&m_mutex);
    return m_things.value("sg");
}

qsizetype AlibabaStandIn::count(const char *kind) const
{
    const QMutexLocker lock(&m_mutex);
    return m_things.value(kind).size();
}

}  // namespace trainyard
