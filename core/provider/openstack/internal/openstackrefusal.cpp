// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/openstack/internal/openstackrefusal.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

namespace trainyard {

namespace {

using Kind = CloudRefusal::Kind;

// Nova and cinder: {"forbidden": {"code", "message"}}. Neutron: {"NeutronError": {"type", "message"}}. Keystone: {"error": {"title",
// "message"}}. Glance answers with a page, whose text is the message.
void readRefusal(const QByteArray &body, CloudRefusal &refusal)
{
    const QJsonObject document = QJsonDocument::fromJson(body).object();
    if (document.isEmpty()) {
        static const QRegularExpression kMarkup(QStringLiteral("<[^>]*>"));
        refusal.message = QString::fromUtf8(body.left(4000)).remove(kMarkup).simplified();
        return;
    }
    const QJsonObject one = document.begin().value().toObject();
    refusal.code = one.value("type").toString(one.value("title").toString(document.begin().key()));
    refusal.message = one.value("message").toString();
}

QString firstWords(const QRegularExpression &form, const QString &text)
{
    const auto found = form.match(text.left(1000));
    return found.hasMatch() ? found.captured(1) : QString();
}

bool isQuota(const CloudRefusal &refusal)
{
    return refusal.code == QLatin1String("OverQuota") || refusal.message.contains(QLatin1String("quota"), Qt::CaseInsensitive);
}

QString quotaIn(const QString &message)
{
    // "Quota exceeded for cores, instances: Requested 240, …", and neutron's "Quota exceeded for resources: ['floatingip']."
    static const QRegularExpression kNova(QStringLiteral("[Qq]uota exceeded for ([a-z_, ]{1,100}):"));
    static const QRegularExpression kNeutron(QStringLiteral("resources: \\[([^\\]]{1,100})\\]"));
    const QString neutron = firstWords(kNeutron, message).remove(u'\'');
    return neutron.isEmpty() ? firstWords(kNova, message) : neutron;
}

QString rightIn(const QString &message, const QString &call)
{
    // "Policy doesn't allow os_compute_api:servers:create to be performed.", "(rule:create_router) is disallowed by policy"
    static const QRegularExpression kNova(QStringLiteral("Policy doesn't allow ([a-z0-9_:-]{1,100}) to be performed"));
    static const QRegularExpression kNeutron(QStringLiteral("rule:([a-z0-9_:-]{1,100})\\)? is disallowed by policy"));
    const QString nova = firstWords(kNova, message), neutron = firstWords(kNeutron, message);
    return !nova.isEmpty() ? nova : !neutron.isEmpty() ? neutron : call;
}

Kind kindOf(int status, const CloudRefusal &refusal)
{
    switch (status) {
    case 400: return Kind::Input;
    case 401: return Kind::Session;
    case 403: return isQuota(refusal) ? Kind::Quota : Kind::Right;
    case 404: return Kind::NotFound;
    case 406: return Kind::Unsupported;
    case 409:
        if (isQuota(refusal))
            return Kind::Quota;
        return refusal.code == QLatin1String("IpAddressGenerationFailure") || isOpenStackFull(refusal.message) ? Kind::Capacity
                                                                                                               : Kind::Conflict;
    case 413: return isQuota(refusal) ? Kind::Quota : Kind::Throttled;  // cinder answers so when it is over quota
    case 429: return Kind::Throttled;
    default: return status >= 500 ? Kind::Transient : Kind::Format;
    }
}

}  // namespace

bool isOpenStackFull(const QString &fault)
{
    return fault.contains(QLatin1String("No valid host")) || fault.contains(QLatin1String("Exceeded maximum number of retries"));
}

std::optional<CloudRefusal> openStackRefusal(const CloudAnswer &answer, const QString &call)
{
    if (answer.status >= 200 && answer.status < 300)
        return std::nullopt;
    CloudRefusal refusal;
    readRefusal(answer.body, refusal);
    if (refusal.code.isEmpty())
        refusal.code = QStringLiteral("HTTP %1").arg(answer.status);
    refusal.requestId = QString::fromLatin1(answer.headers.value("x-openstack-request-id").left(100));
    refusal.kind = kindOf(answer.status, refusal);
    if (refusal.kind == Kind::Right)
        refusal.subject = rightIn(refusal.message, call);
    else if (refusal.kind == Kind::Quota)
        refusal.subject = quotaIn(refusal.message);
    return refusal;
}

}  // namespace trainyard
