// SPDX-License-Identifier: GPL-3.0-or-later
// Keys, tokens and passwords that people write into commands. Internal to core/model; pure.
#pragma once

#include <QList>
#include <QString>

namespace trainyard {

struct WrittenSecret {
    qsizetype begin = 0, end = 0;  // with quotes of its own
    QString value;                 // without them
    QString name;                  // of a variable that could hold it: of the assignment, the option or the service
};

// Values of variables and options whose names suggest a secret, tokens of well-known services, and passwords in addresses; in order, and none
// within another. Values that a shell would fill in do not count.
QList<WrittenSecret> secretsWrittenIn(const QString &script);

// What stands for the variable at a place of a script, so that a shell fills it in there: "${NAME}", within quotes as these demand. Empty
// within a comment, where nothing is filled in.
QString variableAt(const QString &script, qsizetype place, const QString &name);

}  // namespace trainyard
