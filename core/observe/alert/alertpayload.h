// SPDX-License-Identifier: GPL-3.0-or-later
// What is sent for an alert, and how to read a service's answer. Pure.
//
// Formats: Slack https://api.slack.com/messaging/webhooks
// Feishu https://open.feishu.cn/document/client-docs/bot-v3/add-custom-bot
// DingTalk https://open.dingtalk.com/document/robots/custom-robot-access
// WeCom https://developer.work.weixin.qq.com/document/path/91770
#pragma once

#include "core/observe/alert/alertsettings.h"
#include "core/observe/alert/noticeplan.h"

#include <QJsonObject>
#include <QUrl>

namespace trainyard {

QJsonObject alertJson(const Alert &alert);          // docs/yard-json.md
QJsonObject noticeJson(const AlertNotice &notice);  // title, text, alerts; docs/alerts.md

// TRAINYARD_ALERT_…, for commands. Values have neither NUL nor line breaks.
QList<std::pair<QString, QString>> noticeEnvironment(const AlertNotice &notice);

struct WebhookMessage {
    QUrl url;         // secret
    QByteArray body;  // JSON
};
// Signed if the address has a secret and the format supports signatures; `now` is used for the signature.
WebhookMessage webhookMessage(const WebhookAddress &address, WebhookFormat format, const AlertNotice &notice, const QDateTime &now);
// Some services answer 200 and report the error in the body. RemoteCommandFailed with their text.
Result<void> webhookVerdict(WebhookFormat format, const QByteArray &answer, const QString &host);

}  // namespace trainyard
