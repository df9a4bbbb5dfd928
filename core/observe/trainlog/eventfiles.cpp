// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/trainlog/eventfiles.h"

#include <QUrl>

#include <algorithm>

namespace trainyard {
namespace {

constexpr qsizetype kMaxEncodedName = 240;  // file systems allow 255 bytes

}  // namespace

bool isEventFile(const QString &fileName) { return fileName.startsWith(QLatin1String("events.out.tfevents.")); }

QString eventFileName(char root, const QString &relative)
{
    const QStringList parts = relative.split(QLatin1Char('/'));
    const bool isSound = std::all_of(parts.begin(), parts.end(), [](const QString &part) {
        return !part.isEmpty() && part != QLatin1String(".") && part != QLatin1String("..")
               && std::none_of(part.begin(), part.end(), [](QChar c) { return c.category() == QChar::Other_Control || c.isNull(); });
    });
    if (!isSound || !isEventFile(parts.last()))
        return {};
    const QByteArray encoded = QUrl::toPercentEncoding(QString(QLatin1Char(root)) + QLatin1Char('/') + relative);
    return encoded.size() > kMaxEncodedName ? QString() : QString::fromLatin1(encoded);
}

QString eventFileFolder(const QString &name)
{
    const QString path = QUrl::fromPercentEncoding(name.toLatin1());
    return path.count(QLatin1Char('/')) < 2 ? QString() : path.section(QLatin1Char('/'), -2, -2);
}

}  // namespace trainyard
