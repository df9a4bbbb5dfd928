// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/machineinspector.h"

#include <QCoreApplication>
#include <QFile>

namespace trainyard {

Result<MachineFacts> inspectMachine(SshConnection &connection, QDeadlineTimer deadline, std::stop_token stop)
{
    QFile script(QStringLiteral(":/onbox/facts.sh"));
    const bool isThere = script.open(QIODevice::ReadOnly);
    Q_ASSERT(isThere);
    RemoteCommand command;
    command.line = QStringLiteral("sh -s");
    command.input = isThere ? script.readAll() : QByteArray();
    command.outputLimit = 256 * 1024;  // facts take a few hundred bytes; the rest is a chatty login shell
    TRY(const auto answer, connection.run(command, deadline, stop));
    Result<MachineFacts> facts = parseMachineFacts(answer.out);
    if (!facts && !answer.err.isEmpty()) {
        Error error = facts.error();
        error.detail = QString::fromUtf8(answer.err.left(400));
        return error;
    }
    return facts;
}

}  // namespace trainyard
