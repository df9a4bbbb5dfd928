// SPDX-License-Identifier: GPL-3.0-or-later
// Texts from answers in JSON, which are hostile. Pure, any thread.
#pragma once

#include <QJsonObject>
#include <QString>

namespace trainyard {

QString cloudText(const QJsonObject &object, const char *name);  // at most 500 characters; empty: none, or not a text
QString cloudLine(const QJsonObject &object, const char *name);  // the same in one line that can be printed

}  // namespace trainyard
