// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/internal/workbenchstate.h"

#include "core/service/machines/proberunner.h"

namespace trainyard {

QFuture<Result<ProbedMachine>> Workbench::probe(qint64 machineId, const ProbeOptions &wish, const ProbeRunner::Progress &progress,
                                                std::stop_token stop)
{
    State *state = m_state.get();
    return state->async(stop, [state, machineId, wish, progress](std::stop_token token) -> Result<ProbedMachine> {
        const ProbeRunner runner(ProbePrograms::standard());
        auto answer = Result<ProbeAnswer>(Error{});
        if (machineId == 0) {
            answer = runner.runHere(wish, progress, token);
        } else {
            const auto connection = state->connectTo(machineId, token);
            if (!connection)
                return connection.error();
            answer = runner.runOn(**connection, wish, progress, token);
        }
        if (!answer)
            return answer.error();
        const auto record = keepProbe(*state->store, machineId, answer->report, QDateTime::currentDateTimeUtc());
        if (!record)
            return record.error();
        const auto advisor = ProbeAdvisor::builtIn();
        if (!advisor)
            return advisor.error();
        auto judged = (*advisor)->judge(*state->store, record->id);
        if (!judged)
            return judged.error();
        return ProbedMachine{std::move(*judged), answer->leftBehind};
    });
}

}  // namespace trainyard
