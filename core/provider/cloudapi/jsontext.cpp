// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/cloudapi/jsontext.h"

namespace trainyard {

namespace {

constexpr qsizetype kLongestText = 500;

}  // namespace

QString cloudText(const QJsonObject &object, const char *name) { return object.value(QLatin1String(name)).toString().left(kLongestText); }

QString cloudLine(const QJsonObject &object, const char *name)
{
    QString text = cloudText(object, name);
    for (QChar &c : text) {
        if (!c.isPrint())
            c = u' ';
    }
    return text.simplified();
}

}  // namespace trainyard
