// SPDX-License-Identifier: GPL-3.0-or-later
// The person's alert settings: rules, quiet hours, channels. Stored as JSON (docs/alerts.md); the address of a webhook is a secret and
// stored elsewhere. Pure.
#pragma once

#include "core/base/result.h"
#include "core/observe/alert/alertrule.h"
#include "core/observe/alert/quiethours.h"

#include <QByteArray>
#include <QMetaType>

namespace trainyard {

// The message format that a webhook accepts.
enum class WebhookFormat : quint8 { Json, Slack, Feishu, DingTalk, WeCom };
QString webhookFormatName(WebhookFormat format);  // "json", "slack", "feishu", "dingtalk", "wecom"
std::optional<WebhookFormat> webhookFormatFromName(const QString &name);

struct AlertSettings {
    AlertRules rules;
    QuietHours quiet;
    QList<AlertChannel> ways{AlertChannel::Desktop};
    QStringList command;  // program and arguments; never split by a shell
    WebhookFormat format = WebhookFormat::Json;

    QByteArray toJson() const;
    // InvalidInput with a sentence if it is not a valid document; missing parts keep their defaults.
    static Result<AlertSettings> fromJson(const QByteArray &json);
    bool operator==(const AlertSettings &) const = default;
};

// Where messages are sent. All of it is secret: anyone who has it can post there.
struct WebhookAddress {
    QString url;     // empty: none
    QString secret;  // signs messages to Feishu and DingTalk; empty if signing is off

    // https, or http to this computer; no password in it. InvalidInput with a sentence.
    Result<void> check() const;
    QString host() const;  // the only part that may be shown
    bool operator==(const WebhookAddress &) const = default;
};

}  // namespace trainyard

Q_DECLARE_METATYPE(trainyard::AlertSettings)
Q_DECLARE_METATYPE(trainyard::WebhookAddress)
