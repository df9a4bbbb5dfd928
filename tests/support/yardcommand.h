// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the built `yard` with a state directory of its own, as a user would.
#pragma once

#include <QByteArray>
#include <QJsonArray>
#include <QJsonObject>
#include <QProcess>
#include <QString>
#include <QStringList>

#include <memory>

namespace trainyard {

class YardCommand {
public:
    // `home` becomes TRAINYARD_HOME; `program` is the path of yard.
    YardCommand(const QString &program, const QString &home);

    struct Answer {
        int status = -1;  // -1: did not end in time or crashed
        QByteArray out, err;
        QJsonObject object() const;
        QJsonArray array() const;
        QByteArray told() const;  // for QVERIFY2
    };
    Answer run(const QStringList &arguments, int timeoutMs = 60000) const;
    std::unique_ptr<QProcess> start(const QStringList &arguments) const;  // its output is discarded

    QProcessEnvironment environment;  // of the programs that are started

private:
    QString m_program;
};

}  // namespace trainyard
