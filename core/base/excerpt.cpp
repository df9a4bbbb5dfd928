// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/excerpt.h"

#include <algorithm>

namespace trainyard {

QString excerpt(QByteArrayView utf8)
{
    constexpr qsizetype kMax = 40;
    constexpr qsizetype kMaxBytes = 4;  // per character
    const QString text = QString::fromUtf8(utf8.first(std::min(utf8.size(), (kMax + 1) * kMaxBytes)));
    return text.size() > kMax ? text.left(kMax) + u'…' : text;
}

}  // namespace trainyard
