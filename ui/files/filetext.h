// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes of a file as text that is safe and quick to show: escape sequences are dropped, what is invisible is made visible, and very long
// lines are folded. Pure; any thread.
#pragma once

#include <QByteArray>
#include <QString>

namespace trainyard {

// By its first bytes: a NUL, or many bytes that are no text in UTF-8.
bool isBinary(const QByteArray &beginning);

// How many bytes at the end belong to a letter that is not complete yet; 0 to 3.
int incompleteAtEnd(const QByteArray &bytes);

QString readableText(const QByteArray &bytes);

}  // namespace trainyard
