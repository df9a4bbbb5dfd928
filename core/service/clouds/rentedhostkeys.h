// SPDX-License-Identifier: GPL-3.0-or-later
// The host keys that a rented machine may prove itself with: a file in the format of known_hosts. While a key that was made here is being
// replaced by one that the machine made (hostkeyreplacer.h), it holds both. Blocking; any thread.
#pragma once

#include "core/model/ids.h"
#include "core/service/machines/servicecontext.h"

#include <QByteArray>
#include <QList>
#include <QString>

namespace trainyard {

// A setting of a request that only renting reads: the public half of the host key that was made here.
inline constexpr char kMadeHostKeySetting[] = "host-key";

class RentedHostKeys {
public:
    RentedHostKeys(QString file, QString alias) : m_file(std::move(file)), m_alias(std::move(alias)) {}

    Result<void> write(const QList<QByteArray> &keys) const;
    QList<QByteArray> keys() const;  // empty: none are known
    // Once the server has proved itself with another key than `made`, only that one is trusted.
    Result<void> trustOnly(const QString &fingerprint, const QByteArray &made) const;

private:
    QString m_file, m_alias;
};

// Looks whether a ready machine uses by now the key that it made, and then trusts only that one; a connection that an older key proved is
// closed. False: it still uses the first one. HostKeyChanged: it has neither, all its connections are closed, and nothing was sent.
Result<bool> settleHostKey(ServiceContext &context, InstanceId id, const std::stop_token &stop);

}  // namespace trainyard
