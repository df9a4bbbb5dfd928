// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/excerpt.h"

#include <algorithm>

namespace trainyard {

QString excerpt(QByteArrayView utf8)
{
    constexpr qsizetype kMost = 40;
    constexpr qsizetype kMostBytes = 4;  // of one character
    const QString text = QString::fromUtf8(utf8.first(std::min(utf8.size(), (kMost + 1) * kMostBytes)));
    return text.size() > kMost ? text.left(kMost) + u'…' : text;
}

}  // namespace trainyard
