// SPDX-License-Identifier: GPL-3.0-or-later
// What a new machine is told on its first start, for cloud-init. Pure.
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>

namespace trainyard {

// "ssh-rsa AAAA…" in one line, with or without a comment.
bool isOpenSshKey(const QString &key);
// Tencent Cloud's own key pairs take no others.
bool isRsaKey(const QString &key);
// The type and the content without the comment, by which two copies of a key are equal.
QString keyWithoutComment(const QString &key);

// `userData` (a #cloud-config or a script; may be empty) with a part that lets `sshKey` log in, if it is not RSA, and passwords not.
// InvalidInput: it is something else, or larger than the cloud takes.
Result<QByteArray> tencentUserData(const QByteArray &userData, const QString &sshKey);

}  // namespace trainyard
