// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/credentials/apikeyfile.h"

#include <QRegularExpression>

namespace trainyard {

QByteArray apiKeyInToml(const QByteArray &file, const QString &profile)
{
    static const QRegularExpression kSection(QStringLiteral("\\A\\s*\\[\\s*[\"']?([A-Za-z0-9_.-]+)[\"']?\\s*\\]\\s*(?:#.*)?\\z"));
    static const QRegularExpression kKey(QStringLiteral("\\A\\s*api_?key\\s*=\\s*(?:\"([!-~]{1,1000})\"|'([!-~]{1,1000})')\\s*(?:#.*)?\\z"),
                                         QRegularExpression::CaseInsensitiveOption);
    const QString wanted = profile.isEmpty() ? QStringLiteral("default") : profile;
    bool isInside = wanted == QLatin1String("default");
    const QList<QByteArray> lines = file.split('\n');
    for (const QByteArray &one : lines) {
        const QString line = QString::fromUtf8(one).trimmed();
        if (const auto section = kSection.match(line); section.hasMatch())
            isInside = section.captured(1) == wanted;
        else if (const auto key = kKey.match(line); isInside && key.hasMatch())
            return (key.captured(1) + key.captured(2)).toUtf8();
    }
    return {};
}

}  // namespace trainyard
