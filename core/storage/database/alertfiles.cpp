// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/database/alertfiles.h"

#include "core/storage/database/internal/ownerfile.h"

#include <QCoreApplication>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::AlertFiles)
};

constexpr qint64 kMaxSettingsBytes = 128 * 1024;

// Empty if the file does not exist.
Result<QByteArray> contentOf(const QString &path, bool isSecret)
{
    QFile file(path);
    if (!file.exists())
        return QByteArray();
    if (isSecret && (file.permissions() & (QFile::ReadGroup | QFile::ReadOther)))
        return Error{
            ErrorCode::PermissionDenied, Words::tr("Other users can read %1: run chmod 600 on it, and replace the webhook.").arg(path), {}};
    if (!file.open(QIODevice::ReadOnly))
        return Error{ErrorCode::PermissionDenied, Words::tr("%1 cannot be read: check its permissions.").arg(path), file.errorString()};
    return file.read(kMaxSettingsBytes);
}

}  // namespace

Result<AlertSettings> loadAlertSettings(const Paths &paths)
{
    TRY(const auto bytes, contentOf(paths.alerts(), false));
    if (bytes.isEmpty())
        return AlertSettings();
    auto settings = AlertSettings::fromJson(bytes);
    if (!settings)
        return Error{settings.error().code, paths.alerts() + QStringLiteral(": ") + settings.error().what, {}};
    return settings;
}

Result<void> saveAlertSettings(const Paths &paths, const AlertSettings &settings)
{
    return writeOwnerFile(paths.alerts(), settings.toJson());
}

Result<WebhookAddress> loadWebhook(const Paths &paths)
{
    TRY(const auto bytes, contentOf(paths.webhook(), true));
    if (bytes.isEmpty())
        return WebhookAddress();
    const QJsonObject object = QJsonDocument::fromJson(bytes).object();
    const WebhookAddress address{object.value(QStringLiteral("url")).toString(), object.value(QStringLiteral("secret")).toString()};
    if (const auto fine = address.check(); !fine)
        return Error{fine.error().code, paths.webhook() + QStringLiteral(": ") + fine.error().what, {}};
    return address;
}

Result<void> saveWebhook(const Paths &paths, const WebhookAddress &address)
{
    if (address.url.isEmpty()) {
        if (!QFile::exists(paths.webhook()) || QFile::remove(paths.webhook()))
            return {};
        return cannotWriteError(paths.webhook(), 0, {});
    }
    TRY_DO(address.check());
    return writeOwnerFile(
        paths.webhook(),
        QJsonDocument(QJsonObject{{QStringLiteral("url"), address.url}, {QStringLiteral("secret"), address.secret}}).toJson());
}

}  // namespace trainyard
