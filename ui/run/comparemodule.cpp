// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/comparemodule.h"

#include "ui/page/destinations.h"
#include "ui/page/navigator.h"
#include "ui/page/workspace.h"
#include "ui/run/comparecontroller.h"
#include "ui/run/runcomparepage.h"

namespace trainyard {

CompareModule::CompareModule(PageContext &context) : PageModule(PageId::Compare, context)
{
    context.navigator.answer<CompareRuns>([this](const CompareRuns &asked) {
        m_context.navigator.show(PageId::Compare);
        if (m_control)
            m_control->open(asked.runIds);
        if (m_page)
            m_page->setFocus();
    });
}

QWidget *CompareModule::makePage()
{
    m_page = new RunComparePage(m_context.window);
    connect(m_page, &RunComparePage::runsRequested, this, [this] { m_context.navigator.show(PageId::Runs); });
    connect(m_page, &RunComparePage::openRequested, this, [this](const RunId &runId) { m_context.navigator.go(OpenRun{runId}); });
    return m_page;
}

void CompareModule::join(Workspace &workspace) { m_control = new CompareController(workspace.services, m_page, this); }

}  // namespace trainyard

#include "moc_comparemodule.cpp"
