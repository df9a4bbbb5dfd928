// SPDX-License-Identifier: GPL-3.0-or-later
// What Google Cloud means when it refuses: in an answer, in an operation that ended badly, and where tokens are given out. Pure.
#pragma once

#include "core/provider/cloudapi/cloudapi.h"

#include <QJsonObject>

#include <optional>

namespace trainyard {

// `right`: what the call needs, if the answer does not name it. An accepted answer's content goes to `content`.
std::optional<CloudRefusal> googleRefusal(const CloudAnswer &answer, const QString &right, QJsonObject &content);
// Of an operation's "error"; nullopt: it has none.
std::optional<CloudRefusal> googleOperationRefusal(const QJsonObject &operation, const QString &right);
std::optional<CloudRefusal> googleTokenRefusal(const CloudAnswer &answer, QJsonObject &content);
// As cloudError(), with sentences of its own for services that are not enabled and for billing.
Error googleError(const CloudRefusal &refusal, const QByteArrayList &secrets = {});

}  // namespace trainyard
