// SPDX-License-Identifier: GPL-3.0-or-later
// The current question of a machine check, from the output of resources/onbox/check.sh as it arrives. Pure, one object per check.
#pragma once

#include <QByteArray>
#include <QString>

namespace trainyard {

class CheckProgress {
public:
    // Takes pieces of any size. Returns a few words about the current question, empty if these are the same as last time. Whatever a
    // machine prints, these are our own words plus at most a name that it was asked to look up.
    QString take(const QByteArray &printed);

private:
    QByteArray m_line;  // the current incomplete line, shortened
    QString m_last;
};

}  // namespace trainyard
