// SPDX-License-Identifier: GPL-3.0-or-later
// The XML that web services answer with, as a flat walk over the elements and their text. Pure, any thread.
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>

#include <functional>

namespace trainyard {

// Calls `begin` for each element that is empty or has child elements, and `text` for each that has only text, both with the path of element
// names down to its own ("ListBucketResult/Contents/Key"), without name spaces. Corrupt if it is not XML, ends early, is not in UTF-8,
// declares entities, or has deeper nesting or longer tags than any such answer. For any input, time and memory grow linearly with its size.
Result<void> walkXml(const QByteArray &xml, const std::function<void(const QString &path)> &begin,
                     const std::function<void(const QString &path, const QString &text)> &text);

QString xmlValue(const QByteArray &xml, const QString &path);  // of the first such element; empty if there is none

qint64 xmlTime(const QString &text);  // "2026-11-03T10:00:00.000Z" or HTTP's format; seconds since 1970, 0 unknown

}  // namespace trainyard
