// SPDX-License-Identifier: GPL-3.0-or-later
// The XML that object stores answer with, as a flat walk: what stands in which element. Internal to core/transport/objectstore; pure.
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>

#include <functional>

namespace trainyard {

// Calls `begin` for each element that has others in it or is empty, and `text` for each that has text alone, both with the names
// of the elements around it and its own ("ListBucketResult/Contents/Key"), without name spaces. Corrupt when it is no XML,
// ends early, is not in UTF-8, declares entities, or nests deeper or has longer tags than any such answer: whatever it is, the
// time and the memory it takes grow with its size and no faster.
Result<void> walkXml(const QByteArray &xml, const std::function<void(const QString &path)> &begin,
                     const std::function<void(const QString &path, const QString &text)> &text);

QString xmlValue(const QByteArray &xml, const QString &path);  // of the first such element; empty where there is none

qint64 xmlTime(const QString &text);  // "2026-11-03T10:00:00.000Z" or of HTTP; seconds since 1970, 0 unknown

}  // namespace trainyard
