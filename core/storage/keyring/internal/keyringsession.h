// SPDX-License-Identifier: GPL-3.0-or-later
// One conversation with the Secret Service, on a connection of its own. Blocking, one thread.
#pragma once

#include "core/base/result.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusObjectPath>
#include <QMap>

namespace trainyard {

using KeyringAttributes = QMap<QString, QString>;

class KeyringSession {
public:
    KeyringSession();
    ~KeyringSession();
    KeyringSession(const KeyringSession &) = delete;
    KeyringSession &operator=(const KeyringSession &) = delete;

    Result<void> open();
    Result<QList<QDBusObjectPath>> search(const KeyringAttributes &attributes);  // locked ones, too
    Result<void> unlock(const QDBusObjectPath &path);                            // the keyring may ask the person: minutes
    Result<KeyringAttributes> attributes(const QDBusObjectPath &item);
    Result<QByteArray> secret(const QDBusObjectPath &item);
    Result<void> create(const QString &label, const KeyringAttributes &attributes, const QByteArray &secret);
    Result<void> remove(const QDBusObjectPath &item);

private:
    Result<QList<QVariant>> call(const QString &path, const QString &interface, const QString &method, const QList<QVariant> &arguments);
    Result<void> answered(const QVariant &prompt);

    QString m_name;
    QDBusConnection m_bus;
    QDBusObjectPath m_session;
};

}  // namespace trainyard
