// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/notify/webhooknotice.h"

#include "core/observe/alert/alertpayload.h"
#include "core/transport/http/httpclient.h"

#include <QCoreApplication>
#include <QDateTime>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::WebhookNotice)
};

using namespace std::chrono_literals;

// Some servers and proxies repeat the requested path, which is the secret.
QString withoutSecret(QString detail, const QUrl &url)
{
    for (const QString &part :
         {url.toString(QUrl::FullyEncoded), url.path(QUrl::FullyEncoded), url.path(), url.query(QUrl::FullyEncoded), url.query()}) {
        if (part.size() > 1)
            detail.replace(part, QStringLiteral("…"));
    }
    return detail;
}

}  // namespace

Result<void> sendToWebhook(const WebhookAddress &address, WebhookFormat format, const AlertNotice &notice, std::stop_token stop,
                           std::chrono::milliseconds firstPause)
{
    if (address.url.isEmpty())
        return Error{ErrorCode::NotFound, Words::tr("No webhook set: paste its address in the settings."), {}};
    TRY_DO(address.check());
    const WebhookMessage message = webhookMessage(address, format, notice, QDateTime::currentDateTimeUtc());
    HttpRequest request;
    request.url = message.url;
    request.body = message.body;
    request.limits.whole = 60s;  // an alert later than that is sent another way
    request.limits.connect = 10s;
    request.limits.slowFor = 15s;
    request.limits.mostBytes = 64 * 1024;
    request.limits.firstPause = firstPause;
    HttpClient client("Trainyard");
    BytesSink sink;
    const auto answer = client.get(request, sink, stop);
    if (!answer)
        return Error{answer.error().code, answer.error().what, withoutSecret(answer.error().detail, message.url)};
    return webhookVerdict(format, sink.bytes, address.host());
}

}  // namespace trainyard
