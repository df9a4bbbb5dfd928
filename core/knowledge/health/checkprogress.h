// SPDX-License-Identifier: GPL-3.0-or-later
// Which question a check is at, from what resources/onbox/check.sh prints, as it comes. Pure, one object a check.
#pragma once

#include <QByteArray>
#include <QString>

namespace trainyard {

class CheckProgress {
public:
    // In pieces of any size. A few words about the question that it came to, empty where these are the ones it said last.
    // Whatever a machine prints, these are our words and at most a name that it was given to look up.
    QString take(const QByteArray &printed);

private:
    QByteArray m_line;  // that has not ended yet, cut
    QString m_last;
};

}  // namespace trainyard
