// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/checkpoints/checkpointsmodule.h"

#include "core/base/seentext.h"
#include "ui/checkpoints/checkpointmodel.h"
#include "ui/checkpoints/checkpointspage.h"
#include "ui/checkpoints/copycontroller.h"
#include "ui/checkpoints/placecontroller.h"
#include "ui/checkpoints/prunecontroller.h"
#include "ui/checkpoints/resumecontroller.h"
#include "ui/checkpoints/runcheckpointstab.h"
#include "ui/common/badge.h"
#include "ui/page/destinations.h"
#include "ui/page/navigator.h"
#include "ui/page/pagemessages.h"
#include "ui/page/workspace.h"

namespace trainyard {

namespace {

constexpr qsizetype kMaxFound = 12;  // listed in the palette
constexpr int kRank = 4;

}  // namespace

CheckpointsModule::CheckpointsModule(PageContext &context) : PageModule(PageId::Checkpoints, context)
{
    context.navigator.answer<ShowCheckpoint>([this](const ShowCheckpoint &asked) {
        m_context.navigator.show(PageId::Checkpoints);
        if (m_page)
            m_page->showCheckpoint(asked.lineage, asked.path);
    });
    context.navigator.answer<ResumeRun>([this](const ResumeRun &asked) {
        if (m_resumes)
            m_resumes->resumeRun(asked.runId);
    });
    context.navigator.answer<ResumeLatestGood>([this](const ResumeLatestGood &) {
        if (!m_resumes)
            return;
        if (const auto good = m_context.workspace->checkpoints.latestGood())
            m_resumes->resume(*good);
    });
}

QWidget *CheckpointsModule::makePage()
{
    m_page = new CheckpointsPage(m_context.window);
    connect(m_page, &CheckpointsPage::openRunRequested, this, [this](const RunId &runId) {
        m_context.navigator.go(OpenRun{runId, RunPart::Checkpoints});
    });
    connect(m_page, &CheckpointsPage::launchRequested, this, [this] { m_context.navigator.go(LaunchOn{}); });
    connectRequests(m_page);
    return m_page;
}

void CheckpointsModule::connectRequests(CheckpointsPage *page)
{
    connect(page, &CheckpointsPage::filesRequested, this, [this](const FoundCheckpoint &found) {
        const Location &folder = found.source.folder;
        const QString path = found.checkpoint.name == QLatin1String(".") ? folder.path : folder.path + u'/' + found.checkpoint.name;
        m_context.navigator.go(ShowFiles{folder.machine, path.toUtf8()});
    });
}

void CheckpointsModule::connectControls(ResumeController *resumes, PruneController *prunes, CopyController *copies)
{
    connect(resumes, &ResumeController::launched, this, [this](const Run &run) { m_context.navigator.go(OpenRun{run.id}); });
    connect(resumes, &ResumeController::failed, this,
            [this](const Error &error) { m_context.messages.reportHere(QStringLiteral("resume"), error); });
    connect(prunes, &PruneController::changed, &m_context.workspace->checkpoints, &CheckpointFinder::scan);
    connect(prunes, &PruneController::changed, m_places, &PlaceController::lookAtAll);
    connect(copies, &CopyController::started, this, [this] { m_context.navigator.show(PageId::Transfers); });
}

RunTab *CheckpointsModule::makeRunTab(QWidget *parent)
{
    Workspace &workspace = *m_context.workspace;
    auto *const tab = new RunCheckpointsTab(workspace.checkpoints, parent);
    CheckpointsPage *const page = tab->page();
    auto *const resumes = new ResumeController(workspace.services, workspace.checkpoints, m_context.window);
    auto *const prunes = new PruneController(workspace.services, m_context.window);
    auto *const copies = new CopyController(workspace.services, m_context.window);
    resumes->setPage(page);
    prunes->setPage(page);
    copies->setPage(page);
    connectControls(resumes, prunes, copies);
    connectRequests(page);
    return tab;
}

void CheckpointsModule::begin(Workspace &workspace)
{
    m_resumes = new ResumeController(workspace.services, workspace.checkpoints, m_context.window);
    m_places = new PlaceController(workspace.services, m_context.window);
    m_prunes = new PruneController(workspace.services, m_context.window);
    m_copies = new CopyController(workspace.services, m_context.window);
    connectControls(m_resumes, m_prunes, m_copies);
}

void CheckpointsModule::join(Workspace &)
{
    m_resumes->setPage(m_page);
    m_places->setPage(m_page);
    m_prunes->setPage(m_page);
    m_copies->setPage(m_page);
}

// Checkpoints come and go on machines that send no notification.
void CheckpointsModule::shown()
{
    if (m_context.workspace)
        m_context.workspace->checkpoints.scan();
}

QList<PaletteSource> CheckpointsModule::paletteSources()
{
    const auto all = [this] {
        QList<FoundCheckpoint> seen = m_context.workspace ? m_context.workspace->checkpoints.lastScan().found : QList<FoundCheckpoint>();
        for (const PlaceSnapshot &place : m_places ? m_places->places() : QList<PlaceSnapshot>())
            seen += foundIn(place);
        return seen;
    };
    const auto id = [](const FoundCheckpoint &one) { return QStringLiteral("checkpoint:%1\x1f%2").arg(one.source.key, one.path); };
    const auto name = [](const FoundCheckpoint &one) {
        //: a run, its checkpoint
        return tr("%1, %2").arg(seenText(one.source.name), seenText(checkpointTitle(one.checkpoint)));
    };
    const auto actionOf = [this, id, name](const FoundCheckpoint &one) {
        Action action{id(one), name(one), tr("Checkpoint"), QStringLiteral("checkpoints"), badgeOf(one.checkpoint.verdict).text};
        action.run = [this, lineage = one.source.key, path = one.path] { m_context.navigator.go(ShowCheckpoint{lineage, path}); };
        return action;
    };
    return {sourceOf<FoundCheckpoint>(QStringLiteral("checkpoint:"), kMaxFound, kRank, all, name, actionOf, id)};
}

}  // namespace trainyard

#include "moc_checkpointsmodule.cpp"
