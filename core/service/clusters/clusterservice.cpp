// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/clusters/clusterservice.h"

#include "core/execution/slurm/slurmanswer.h"
#include "core/execution/slurm/slurmquery.h"

namespace trainyard {

namespace {

constexpr std::chrono::seconds kSlurmDeadline{60};  // a busy controller answers after tens of seconds

}  // namespace

QFuture<Result<Cluster>> ClusterService::look(MachineId loginMachine, std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [context, loginMachine](std::stop_token token) -> Result<Cluster> {
        TRY(const auto connection, context->connectTo(loginMachine, token));
        const QByteArray word = newSlurmWord();
        RemoteCommand command;
        command.line = QStringLiteral("sh -s");
        command.input = slurmQuery(word);
        command.outputLimit = kMostSlurmOutput;
        TRY(const auto answer, connection->run(command, QDeadlineTimer(kSlurmDeadline), token));
        return readSlurm(answer.out, word, QDateTime::currentDateTimeUtc());
    });
}

}  // namespace trainyard
