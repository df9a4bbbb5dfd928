// SPDX-License-Identifier: GPL-3.0-or-later
// What a machine printed, made fit to be shown and read: no escape sequences, no control characters, bounded. Pure, any
// thread.
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>

namespace trainyard {

// Lines end in \n; tabs stay. Bytes that are no UTF-8 become U+FFFD.
QString plainText(const QByteArray &printed);

// The first `lines` lines of it, each cut at 300 characters; says with an ellipsis where something is left out.
QString shortened(const QString &text, int lines);

// A whole number with nothing around it but blanks; nothing for everything else, "N/A" above all.
std::optional<qint64> wholeNumber(const QString &text);
// The number at the beginning: "34.50 W", "34,50 W".
std::optional<double> leadingNumber(const QString &text);

}  // namespace trainyard
