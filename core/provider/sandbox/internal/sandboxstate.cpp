// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/sandbox/internal/sandboxstate.h"

#include "core/provider/sandbox/internal/placefile.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

namespace trainyard {

namespace {

// Increased when the way to configure an engine changes: a sandbox of an older program then searches for an engine again.
constexpr int kFormat = 2;

QJsonObject toJson(const ProcessIdentity &identity)
{
    // 64-bit numbers as text: JSON numbers are doubles.
    return {{QStringLiteral("pid"), QString::number(identity.pid)},
            {QStringLiteral("start"), QString::number(identity.startTime)},
            {QStringLiteral("boot"), identity.bootId}};
}

ProcessIdentity identityFromJson(const QJsonObject &json)
{
    return {json[QStringLiteral("pid")].toString().toLongLong(), json[QStringLiteral("start")].toString().toULongLong(),
            json[QStringLiteral("boot")].toString()};
}

}  // namespace

SandboxState readSandboxState(const QString &file)
{
    SandboxState state;
    QFile source(file);
    if (!source.open(QIODevice::ReadOnly))
        return state;
    const QJsonObject json = QJsonDocument::fromJson(source.readAll()).object();
    const int port = json[QStringLiteral("port")].toInt();
    state.port = port > 0 && port < 65536 ? port : 0;
    state.server = identityFromJson(json[QStringLiteral("server")].toObject());
    state.engineDaemon = identityFromJson(json[QStringLiteral("engine_daemon")].toObject());
    state.engine = engineFromName(json[QStringLiteral("engine")].toString()).value_or(EngineKind::Process);
    state.engineNote = json[QStringLiteral("engine_note")].toString();
    if (json[QStringLiteral("format")].toInt() == kFormat)
        state.image = json[QStringLiteral("image")].toString();
    const QJsonObject environment = json[QStringLiteral("engine_environment")].toObject();
    for (auto it = environment.begin(); it != environment.end(); ++it)
        state.engineEnvironment.insert(it.key(), it.value().toString());
    return state;
}

Result<void> writeSandboxState(const QString &file, const SandboxState &state)
{
    QJsonObject environment;
    for (auto it = state.engineEnvironment.cbegin(); it != state.engineEnvironment.cend(); ++it)
        environment.insert(it.key(), it.value());
    const QJsonObject json{{QStringLiteral("format"), kFormat},
                           {QStringLiteral("port"), state.port},
                           {QStringLiteral("server"), toJson(state.server)},
                           {QStringLiteral("engine_daemon"), toJson(state.engineDaemon)},
                           {QStringLiteral("engine"), engineName(state.engine)},
                           {QStringLiteral("engine_note"), state.engineNote},
                           {QStringLiteral("image"), state.image},
                           {QStringLiteral("engine_environment"), environment}};
    return placeFile(file, QJsonDocument(json).toJson(), 0600);
}

}  // namespace trainyard
