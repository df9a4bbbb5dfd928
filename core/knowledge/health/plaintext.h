// SPDX-License-Identifier: GPL-3.0-or-later
// Makes a machine's output safe to display and parse: no escape sequences, no control characters, bounded. Pure, any thread.
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>

namespace trainyard {

// Lines end in
// ; tabs are kept. Bytes that are not UTF-8 become U+FFFD.
QString plainText(const QByteArray &printed);

// The first `lines` lines of it, each cut at 300 characters; an ellipsis marks omissions.
QString shortened(const QString &text, int lines);

// A whole number, with nothing but blanks around it; nullopt for everything else, e.g. "N/A".
std::optional<qint64> wholeNumber(const QString &text);
// The number at the beginning: "34.50 W", "34,50 W".
std::optional<double> leadingNumber(const QString &text);

}  // namespace trainyard
