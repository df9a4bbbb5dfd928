// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/alert/alertpayload.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QMessageAuthenticationCode>
#include <QUrlQuery>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::AlertPayload)
};

constexpr int kMaxText = 1500;  // characters; WeCom accepts 2048 bytes, and a Chinese character needs three
constexpr int kMaxTextWeCom = 600;

QJsonValue timeJson(const QDateTime &time) { return time.isValid() ? QJsonValue(time.toUTC().toString(Qt::ISODate)) : QJsonValue(); }

QString oneLine(const QString &text) { return text.simplified().remove(QChar(u'\0')); }

// Services may require a keyword of the user's choice in each message; this one is easy to choose.
QString plainText(const AlertNotice &notice, int most)
{
    return (QStringLiteral("Trainyard: ") + notice.title() + u'\n' + notice.text()).left(most);
}

QByteArray signature(const QByteArray &key, const QByteArray &data)
{
    return QMessageAuthenticationCode::hash(data, key, QCryptographicHash::Sha256).toBase64();
}

}  // namespace

QJsonObject alertJson(const Alert &alert)
{
    QJsonArray gpus;
    for (const int gpu : alert.gpus)
        gpus << gpu;
    return {{QStringLiteral("id"), alert.id.number()},
            {QStringLiteral("kind"), alertKindName(alert.kind)},
            {QStringLiteral("severity"), alertSeverityName(alert.severity)},
            {QStringLiteral("title"), alertTitle(alert)},
            {QStringLiteral("next_step"), alertNextStep(alert)},
            {QStringLiteral("run"), alert.runId.isSet() ? QJsonValue(alert.runId.text()) : QJsonValue()},
            {QStringLiteral("run_name"), alert.runName.isEmpty() ? QJsonValue() : QJsonValue(alert.runName)},
            {QStringLiteral("machine"), alert.machine.isEmpty() ? QJsonValue() : QJsonValue(alert.machine)},
            {QStringLiteral("simulated"), alert.isSimulated},
            {QStringLiteral("gpus"), gpus},
            {QStringLiteral("value"), alert.value ? QJsonValue(*alert.value) : QJsonValue()},
            {QStringLiteral("threshold"), alertUnit(alert.kind) == AlertUnit::None ? QJsonValue() : QJsonValue(alert.threshold)},
            {QStringLiteral("detail"), alert.detail.isEmpty() ? QJsonValue() : QJsonValue(alert.detail)},
            {QStringLiteral("opened"), timeJson(alert.opened)},
            {QStringLiteral("cleared"), timeJson(alert.cleared)},
            {QStringLiteral("acknowledged"), timeJson(alert.acknowledged)},
            {QStringLiteral("told"), timeJson(alert.told)},
            {QStringLiteral("no_data"), alert.hasNoData}};
}

QJsonObject noticeJson(const AlertNotice &notice)
{
    QJsonArray alerts;
    for (const Alert &alert : notice.alerts)
        alerts << alertJson(alert);
    return {{QStringLiteral("title"), notice.title()}, {QStringLiteral("text"), notice.text()}, {QStringLiteral("alerts"), alerts}};
}

QList<std::pair<QString, QString>> noticeEnvironment(const AlertNotice &notice)
{
    const Alert &first = notice.alerts.first();
    const auto name = [](const char *end) { return QStringLiteral("TRAINYARD_ALERT_") + QLatin1String(end); };
    return {{name("TITLE"), oneLine(notice.title())},
            {name("TEXT"), oneLine(notice.text())},
            {name("COUNT"), QString::number(notice.alerts.size())},
            {name("ID"), QString::number(first.id.number())},
            {name("KIND"), alertKindName(first.kind)},
            {name("SEVERITY"), alertSeverityName(first.severity)},
            {name("RUN"), oneLine(first.runId.text())},
            {name("RUN_NAME"), oneLine(first.runName)},
            {name("MACHINE"), oneLine(first.machine)},
            {name("VALUE"), first.value ? QString::number(*first.value, 'g', 6) : QString()}};
}

WebhookMessage webhookMessage(const WebhookAddress &address, WebhookFormat format, const AlertNotice &notice, const QDateTime &now)
{
    WebhookMessage message{QUrl(address.url, QUrl::StrictMode), {}};
    QJsonObject body;
    const QString text = plainText(notice, format == WebhookFormat::WeCom ? kMaxTextWeCom : kMaxText);
    const QJsonObject content{{QStringLiteral("content"), text}};
    switch (format) {
    case WebhookFormat::Json: body = noticeJson(notice); break;
    case WebhookFormat::Slack:
        // Slack interprets these three as markup, even in a run's name.
        body[QStringLiteral("text")] =
            QString(text).replace(u'&', QLatin1String("&amp;")).replace(u'<', QLatin1String("&lt;")).replace(u'>', QLatin1String("&gt;"));
        break;
    case WebhookFormat::Feishu:
        body = {{QStringLiteral("msg_type"), QStringLiteral("text")},
                {QStringLiteral("content"), QJsonObject{{QStringLiteral("text"), text}}}};
        if (!address.secret.isEmpty()) {
            const QByteArray seconds = QByteArray::number(now.toSecsSinceEpoch());
            body[QStringLiteral("timestamp")] = QString::fromLatin1(seconds);
            // The signed text is the key of the HMAC, and the message is empty.
            body[QStringLiteral("sign")] = QString::fromLatin1(signature(seconds + '\n' + address.secret.toUtf8(), {}));
        }
        break;
    case WebhookFormat::DingTalk:
        body = {{QStringLiteral("msgtype"), QStringLiteral("text")}, {QStringLiteral("text"), content}};
        if (!address.secret.isEmpty()) {
            const QByteArray sentMs = QByteArray::number(now.toMSecsSinceEpoch());
            const QByteArray sign = signature(address.secret.toUtf8(), sentMs + '\n' + address.secret.toUtf8());
            QByteArray query = message.url.query(QUrl::FullyEncoded).toUtf8();
            query += (query.isEmpty() ? "timestamp=" : "&timestamp=") + sentMs + "&sign=" + sign.toPercentEncoding();
            message.url.setQuery(QString::fromLatin1(query), QUrl::StrictMode);
        }
        break;
    case WebhookFormat::WeCom: body = {{QStringLiteral("msgtype"), QStringLiteral("text")}, {QStringLiteral("text"), content}}; break;
    }
    message.body = QJsonDocument(body).toJson(QJsonDocument::Compact);
    return message;
}

Result<void> webhookVerdict(WebhookFormat format, const QByteArray &answer, const QString &host)
{
    if (format == WebhookFormat::Json || format == WebhookFormat::Slack)
        return {};
    const QJsonObject object = QJsonDocument::fromJson(answer).object();
    const bool isFeishu = format == WebhookFormat::Feishu;
    QJsonValue code = object.value(isFeishu ? QStringLiteral("code") : QStringLiteral("errcode"));
    if (isFeishu && code.isUndefined())
        code = object.value(QStringLiteral("StatusCode"));
    if (code.isDouble() && code.toInt(-1) == 0)
        return {};
    const QString words =
        object.value(isFeishu ? QStringLiteral("msg") : QStringLiteral("errmsg")).toString().simplified().left(Alert::kMaxDetail);
    return Error{ErrorCode::RemoteCommandFailed,
                 words.isEmpty() ? Words::tr("%1 did not answer as this kind of service does: check the address and the format.").arg(host)
                                 : Words::tr("%1 refused the message: %2").arg(host, words),
                 {}};
}

}  // namespace trainyard
