// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/jupyterserver.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

struct JupyterWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Jupyter)
};

bool isOurToken(const QByteArray &token)
{
    return token.size() == 64
           && std::all_of(token.begin(), token.end(), [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

}  // namespace

QString JupyterServer::path() const { return (isLab ? QStringLiteral("/lab?token=") : QStringLiteral("/tree?token=")) + token; }

Result<JupyterServer> parseJupyterAnswer(const QByteArray &out)
{
    JupyterServer server;
    QByteArray state, rest;
    for (const QByteArray &line : out.split('\n')) {
        if (!state.isEmpty())
            rest += line + '\n';
        else if (line.startsWith("@kind "))
            server.isLab = line == "@kind lab";
        else if (line.startsWith("@token "))
            server.token = QString::fromLatin1(line.mid(7));
        else if (line.startsWith("@state "))
            state = line.mid(7);
    }
    const QString detail = QString::fromUtf8(rest.left(4000)).trimmed();
    if (state == "none")
        return JupyterServer();
    if (state == "missing") {
        return Error{ErrorCode::Unsupported,
                     JupyterWords::tr("Jupyter is not installed there. Install it in the run's environment or on the machine, for example "
                                      "with pip install jupyterlab, and try again."),
                     {}};
    }
    if (state == "failed")
        return Error{ErrorCode::RemoteCommandFailed, JupyterWords::tr("Jupyter did not start. Its last lines are in the details."), detail};
    if (state != "running" || !isOurToken(server.token.toLatin1())) {
        return Error{ErrorCode::Corrupt, JupyterWords::tr("The machine's answer about Jupyter could not be read."),
                     QString::fromUtf8(out.left(400))};
    }
    server.isRunning = true;
    return server;
}

}  // namespace trainyard
