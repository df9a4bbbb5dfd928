// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/jupyterservice.h"

#include "core/base/shellquote.h"
#include "core/execution/registry/executionbackends.h"

#include <QFile>
#include <QRandomGenerator>

#include <array>

namespace trainyard {

namespace {

constexpr std::chrono::seconds kJupyterStart{90};  // the script waits a minute for the socket
constexpr qint64 kMaxJupyterAnswer = 64 * 1024;    // its last lines
const QString kInContainer = QStringLiteral("/trainyard");

struct JupyterScript {
    QString line;    // for the login shell
    QString socket;  // as the machine sees it
};

JupyterScript ofRun(const Run &run, const QString &verb)
{
    const QString &directory = run.head().directory;
    const ExecutionBackend &backend = executionBackend(run.engine);
    const bool isContainer = backend.capabilities().isContainer;
    const QString there = isContainer ? kInContainer : directory;
    // A container takes it along at its end; what ended before cannot end it.
    const QString endsWith = isContainer || hasEnded(run.state) ? QString() : directory;
    return {backend.scriptLine(run, {verb, there + QStringLiteral("/jupyter"), there + QStringLiteral("/workdir"), endsWith}),
            directory + QStringLiteral("/jupyter/socket")};
}

JupyterScript ofMachine(const QString &home, const QString &verb)
{
    const QString state = home + QStringLiteral("/.trainyard/jupyter");
    return {QStringLiteral("sh -s -- ") + shellJoined({verb, state, home, QString()}), state + QStringLiteral("/socket")};
}

QByteArray newToken()
{
    std::array<quint32, 8> numbers;
    QRandomGenerator::system()->fillRange(numbers.data(), qsizetype(numbers.size()));
    return QByteArray(reinterpret_cast<const char *>(numbers.data()), sizeof(numbers)).toHex();
}

}  // namespace

QFuture<Result<JupyterServer>> JupyterService::start(const JupyterPlace &place, std::stop_token stop)
{
    return ask("start", place, Interaction::Allowed, stop);
}

QFuture<Result<JupyterServer>> JupyterService::look(const JupyterPlace &place, std::stop_token stop)
{
    return ask("show", place, Interaction::None, stop);
}

QFuture<Result<JupyterServer>> JupyterService::stop(const JupyterPlace &place, std::stop_token stop)
{
    return ask("stop", place, Interaction::Allowed, stop);
}

QFuture<Result<JupyterServer>> JupyterService::ask(const char *verb, const JupyterPlace &place, Interaction asking, std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [context, word = QString::fromLatin1(verb), place, asking](std::stop_token token) -> Result<JupyterServer> {
        Run run;
        MachineId machineId = place.machineId;
        if (place.runId.isSet()) {
            TRY(run, context->database->runs.find(place.runId));
            machineId = run.head().machineId;
            if (capabilitiesOf(run.engine).isScheduled)
                return Error{ErrorCode::Unsupported, tr("Jupyter cannot be started on a cluster's node so far."), {}};
            if (run.head().directory.isEmpty())
                return Error{ErrorCode::NotFound, tr("The run was never started, so Jupyter has nothing to show."), {}};
        }
        TRY(const auto machine, context->database->machines.find(machineId));
        TRY(const auto connection, context->connect(machine, asking, token));
        JupyterScript script;
        if (place.runId.isSet()) {
            script = ofRun(run, word);
        } else {
            TRY(const auto facts, context->inspect(machine, *connection, true, token));
            script = ofMachine(facts.home, word);
        }
        QFile file(QStringLiteral(":/onbox/jupyter.sh"));
        const bool isThere = file.open(QIODevice::ReadOnly);
        Q_ASSERT(isThere);
        RemoteCommand command;
        command.line = script.line;
        command.input = "token=" + newToken() + '\n' + (isThere ? file.readAll() : QByteArray());
        command.outputLimit = kMaxJupyterAnswer;
        TRY(const auto answer, connection->run(command, QDeadlineTimer(kJupyterStart), token));
        if (answer.exitCode != 0 && !answer.out.contains("@state ")) {
            // Of docker and podman, for a container that has ended.
            return Error{ErrorCode::RemoteCommandFailed,
                         tr("Jupyter could not be reached there: %1").arg(QString::fromUtf8(answer.err.left(400)).trimmed()),
                         QString::fromUtf8(answer.err.left(4000))};
        }
        TRY(auto server, parseJupyterAnswer(answer.out));
        server.machineId = machine.id;
        server.endpoint.path = script.socket;
        return server;
    });
}

}  // namespace trainyard

#include "moc_jupyterservice.cpp"
