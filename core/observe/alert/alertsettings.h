// SPDX-License-Identifier: GPL-3.0-or-later
// What a person chose about alerts: rules, quiet hours, ways to be told. Kept as JSON (docs/alerts.md); the address of a webhook is
// a secret and not among it. Pure.
#pragma once

#include "core/base/result.h"
#include "core/observe/alert/alertrule.h"
#include "core/observe/alert/quiethours.h"

#include <QByteArray>
#include <QMetaType>

namespace trainyard {

// Whose text a webhook takes.
enum class WebhookFormat : quint8 { Json, Slack, Feishu, DingTalk, WeCom };
QString webhookFormatName(WebhookFormat format);  // "json", "slack", "feishu", "dingtalk", "wecom"
std::optional<WebhookFormat> webhookFormatFromName(const QString &name);

struct AlertSettings {
    AlertRules rules;
    QuietHours quiet;
    QList<AlertChannel> ways{AlertChannel::Desktop};
    QStringList command;  // program and arguments; no shell takes them apart
    WebhookFormat format = WebhookFormat::Json;

    QByteArray toJson() const;
    // InvalidInput with a sentence for what is no such document; what it leaves out is as it comes.
    static Result<AlertSettings> fromJson(const QByteArray &json);
    bool operator==(const AlertSettings &) const = default;
};

// Where messages go. The whole of it is secret: who knows it can write there.
struct WebhookAddress {
    QString url;     // empty: none
    QString secret;  // signs messages to Feishu and DingTalk; empty where that is off

    // https, or http to this computer itself; no password in it. InvalidInput with a sentence.
    Result<void> check() const;
    QString host() const;  // all that may be shown of it
    bool operator==(const WebhookAddress &) const = default;
};

}  // namespace trainyard

Q_DECLARE_METATYPE(trainyard::AlertSettings)
Q_DECLARE_METATYPE(trainyard::WebhookAddress)
