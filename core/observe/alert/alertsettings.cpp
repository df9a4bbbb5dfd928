// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/alert/alertsettings.h"

#include "core/base/duration.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStringList>
#include <QUrl>

#include <array>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::AlertSettings)
};

constexpr qsizetype kMaxBytes = 64 * 1024;
constexpr qsizetype kMaxArguments = 64;
constexpr std::array<const char *, 5> kFormats{"json", "slack", "feishu", "dingtalk", "wecom"};

QJsonObject overrideJson(const AlertOverride &one)
{
    QJsonObject object{{QStringLiteral("on"), one.isOn}};
    if (one.threshold)
        object[QStringLiteral("at")] = *one.threshold;
    if (one.after)
        object[QStringLiteral("for")] = durationText(*one.after);
    return object;
}

Error invalid(const QString &what) { return {ErrorCode::InvalidInput, what, {}}; }

Result<void> readRules(const QJsonObject &object, AlertRules &rules)
{
    for (auto i = object.begin(); i != object.end(); ++i) {
        const auto kind = alertKindFromName(i.key());
        if (!kind)
            return invalid(Words::tr("“%1” is not a known alert setting: check its spelling.").arg(i.key().left(40)));
        const QJsonObject value = i->toObject();
        AlertOverride one{*kind, value.value(QStringLiteral("on")).toBool(true), {}, {}};
        if (const QJsonValue at = value.value(QStringLiteral("at")); at.isDouble())
            one.threshold = at.toDouble();
        if (const QJsonValue span = value.value(QStringLiteral("for")); span.isString())
            one.after = parseDuration(span.toString());
        rules.apply(one);
    }
    return {};
}

}  // namespace

QString webhookFormatName(WebhookFormat format) { return QLatin1String(kFormats[size_t(format)]); }

std::optional<WebhookFormat> webhookFormatFromName(const QString &name)
{
    for (size_t i = 0; i < kFormats.size(); ++i) {
        if (name == QLatin1String(kFormats[i]))
            return WebhookFormat(i);
    }
    return std::nullopt;
}

QByteArray AlertSettings::toJson() const
{
    QJsonObject changed;
    const QList<AlertOverride> overrides = rules.changes();
    for (const AlertOverride &one : overrides)
        changed[alertKindName(one.kind)] = overrideJson(one);
    QJsonArray names;
    for (const AlertChannel way : ways)
        names << alertWayName(way);
    const QJsonObject document{{QStringLiteral("rules"), changed},
                               {QStringLiteral("quiet"), quiet.text()},
                               {QStringLiteral("critical_passes"), quiet.passesCritical},
                               {QStringLiteral("notify"), names},
                               {QStringLiteral("command"), QJsonArray::fromStringList(command)},
                               {QStringLiteral("webhook_format"), webhookFormatName(format)}};
    return QJsonDocument(document).toJson();
}

Result<AlertSettings> AlertSettings::fromJson(const QByteArray &json)
{
    QJsonParseError problem;
    const QJsonDocument document = json.size() > kMaxBytes ? QJsonDocument() : QJsonDocument::fromJson(json, &problem);
    if (!document.isObject())
        return invalid(Words::tr("The settings of alerts are not a JSON object: correct or remove the file."));
    const QJsonObject object = document.object();
    AlertSettings settings;
    TRY_DO(readRules(object.value(QStringLiteral("rules")).toObject(), settings.rules));
    const auto ranges = QuietHours::parse(object.value(QStringLiteral("quiet")).toString());
    if (!ranges)
        return invalid(Words::tr("The quiet hours are not valid: write them like 22:00-07:00."));
    settings.quiet.ranges = *ranges;
    settings.quiet.passesCritical = object.value(QStringLiteral("critical_passes")).toBool(settings.quiet.passesCritical);
    if (const QJsonValue ways = object.value(QStringLiteral("notify")); ways.isArray()) {
        settings.ways.clear();
        const QJsonArray names = ways.toArray();
        for (const QJsonValue &name : names) {
            const auto way = alertWayFromName(name.toString());
            if (!way)
                return invalid(Words::tr("Alerts can be sent to desktop, command and webhook, not to “%1”.").arg(name.toString().left(40)));
            if (!settings.ways.contains(*way))
                settings.ways << *way;
        }
    }
    const QJsonArray words = object.value(QStringLiteral("command")).toArray();
    for (const QJsonValue &word : words) {
        if (!word.isString() || settings.command.size() >= kMaxArguments)
            return invalid(Words::tr("The command for alerts is a list of texts: the program, then its arguments."));
        settings.command << word.toString();
    }
    const QString format = object.value(QStringLiteral("webhook_format")).toString(QStringLiteral("json"));
    const auto known = webhookFormatFromName(format);
    if (!known)
        return invalid(
            Words::tr("“%1” is not a valid format of webhooks: use json, slack, feishu, dingtalk or wecom.").arg(format.left(40)));
    settings.format = *known;
    return settings;
}

QString WebhookAddress::host() const { return QUrl(url).host(); }

Result<void> WebhookAddress::check() const
{
    const QUrl parsed(url, QUrl::StrictMode);
    const bool isHttp = parsed.scheme() == QLatin1String("http");
    if (url.size() > 2048 || !parsed.isValid() || parsed.host().isEmpty() || !parsed.userInfo().isEmpty()
        || (!isHttp && parsed.scheme() != QLatin1String("https")))
        return invalid(
            Words::tr("The address of a webhook begins with https:// and contains no password: copy it from the service again."));
    static const QStringList kHere{QStringLiteral("localhost"), QStringLiteral("127.0.0.1"), QStringLiteral("::1")};
    const bool isHere = kHere.contains(parsed.host());
    if (isHttp && !isHere)
        return invalid(Words::tr("Alerts are not sent unencrypted: use https:// (http:// is for this computer itself)."));
    return {};
}

}  // namespace trainyard
