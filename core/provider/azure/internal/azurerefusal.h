// SPDX-License-Identifier: GPL-3.0-or-later
// What an answer of Azure says about the request. Pure.
// https://learn.microsoft.com/azure/azure-resource-manager/troubleshooting/common-deployment-errors
#pragma once

#include "core/provider/cloudapi/cloudapi.h"

#include <QJsonObject>

#include <optional>

namespace trainyard {

// nullopt: accepted, and `body` is its content, empty if it has none. `right` is the right that the call needs.
std::optional<CloudRefusal> azureRefusal(const CloudAnswer &answer, const QString &right, QJsonObject &body);
// Of the "error" of an answer, or of an operation that ended later; `status` is 0 for the latter.
CloudRefusal azureRefusalOf(const QJsonObject &error, int status, const QString &right);
// Of the service that gives tokens.
std::optional<CloudRefusal> azureTokenRefusal(const CloudAnswer &answer, QJsonObject &body);

}  // namespace trainyard
