// SPDX-License-Identifier: GPL-3.0-or-later
// File names and paths of other computers, which are bytes, as text that people read and edit, and back without loss. Pure, any thread.
#pragma once

#include <QByteArray>
#include <QString>

namespace trainyard {

// Always one line. Text in UTF-8 stays as it is; a backslash is doubled; line breaks, tabs, characters that are invisible or change the
// direction of the line, and bytes that are not text are escaped as \n, \t, \xe9 and \u202e. Different names never look equal.
QString shownBytes(const QByteArray &name);

// The name that shownBytes() shows like this. A backslash that begins no such escape stands for itself.
QByteArray bytesOfShown(const QString &shown);

}  // namespace trainyard
