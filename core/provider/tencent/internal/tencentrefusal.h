// SPDX-License-Identifier: GPL-3.0-or-later
// What an answer of Tencent Cloud says about the request. Its status is 200 for refusals too, which are in Response.Error. Pure.
// The codes: https://cloud.tencent.com/document/api/213/30435
#pragma once

#include "core/provider/cloudapi/cloudapi.h"

#include <QJsonObject>

#include <optional>

namespace trainyard {

// nullopt: accepted, and `response` is its content. `right` is the right that the call needs.
std::optional<CloudRefusal> tencentRefusal(const CloudAnswer &answer, const QString &right, QJsonObject &response);

CloudRefusal::Kind tencentRefusalKind(const QString &code);

}  // namespace trainyard
