// SPDX-License-Identifier: GPL-3.0-or-later
// The names of what is made once for many machines. Pure, any thread.
#pragma once

#include <QByteArray>
#include <QString>

namespace trainyard {

// Of the key "ssh-ed25519 AAAA…", the same for the same key; empty without one.
QByteArray ec2KeyName(const QString &publicLine);
// Of the security group that allows SSH from "203.0.113.7/32"; with an empty address, from nowhere.
QByteArray ec2GroupName(const QByteArray &address);

}  // namespace trainyard
