// SPDX-License-Identifier: GPL-3.0-or-later
// A small YAML file of settings as values: maps and lists, and every scalar as a text. Pure, any thread.
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QJsonObject>

namespace trainyard {

// An empty file is an empty map. InvalidInput: not YAML, or not a map; `detail` names the line. Whatever the file refers to again and again
// (aliases), the result is small: it is cut off after some thousand values, and at a depth that no such file has.
Result<QJsonObject> yamlObject(const QByteArray &yaml);

}  // namespace trainyard
