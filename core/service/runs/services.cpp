// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/services.h"

#include "core/service/machines/transferqueue.h"

#include <utility>

namespace trainyard {

namespace {

using namespace std::chrono_literals;
constexpr auto kDatabasePoll = 500ms;  // another program's changes show within this time

}  // namespace

Result<std::unique_ptr<Services>> Services::open(const Paths &paths, SshQuestions questions, std::optional<MachineProviders> providers)
{
    TRY(auto database, StateDatabase::open(paths.database()));
    return std::unique_ptr<Services>(new Services(paths, std::move(database), std::move(questions), std::move(providers)));
}

Services::Services(const Paths &paths, std::unique_ptr<StateDatabase> database, SshQuestions questions,
                   std::optional<MachineProviders> providers)
    : m_context(paths, std::move(database), std::move(questions)), m_changeCounter(m_context.database->changeCounter()),
      tunnels(paths.tunnels(), *m_context.database, m_context.connections), transfers(m_context), files(m_context), keys(m_context),
      instances(m_context), cloudPreview(m_context), clouds(m_context), letIn(m_context), clusters(m_context), sandbox(m_context),
      stores(m_context), machines(m_context, tunnels, transfers), runs(m_context), runTrash(m_context), resumes(m_context),
      checkpoints(m_context), maintenance(m_context, checkpoints.ratings()), places(m_context), followers(paths), figures(paths),
      terminals(m_context), jupyter(m_context), again(m_context), unsaved(m_context)
{
    if (providers)
        m_context.providers = *std::move(providers);
    connect(&runTrash, &RunTrash::changed, &runs, &RunService::changed);
    connect(&m_databasePoll, &QTimer::timeout, this, [this] {
        const qint64 counter = m_context.database->changeCounter();
        if (std::exchange(m_changeCounter, counter) == counter)
            return;
        runs.refreshWatches();
        Q_EMIT machines.changed();
        Q_EMIT runs.changed();
    });
    m_databasePoll.start(kDatabasePoll);
    // Settles what a program left that died in the middle of a call to a provider; rarely anything.
    instances.settle();
}

Services::~Services()
{
    m_context.end.request_stop();
    runs.stopWatching();
    maintenance.stop();
    terminals.stop();
    machines.stopWatching();
    endWork();
    m_context.connections->closeAll();
}

void Services::endWork()
{
    m_context.end.request_stop();
    transfers.stop();
    m_context.threads.waitForDone();
}

}  // namespace trainyard

#include "moc_services.cpp"
