// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/transfers/transfersmodule.h"

#include "ui/page/destinations.h"
#include "ui/page/navigator.h"
#include "ui/page/pagemessages.h"
#include "ui/page/workspace.h"
#include "ui/transfers/transfercontroller.h"
#include "ui/transfers/transferspage.h"

namespace trainyard {

TransfersModule::TransfersModule(PageContext &context) : PageModule(PageId::Transfers, context)
{
    context.navigator.answer<CopyFiles>([this](const CopyFiles &asked) {
        if (m_control)
            m_control->copy(asked.machineId, asked.direction, asked.files);
    });
}

MessageBar *TransfersModule::messageBar() const { return m_page ? m_page->messageBar() : nullptr; }

QWidget *TransfersModule::makePage()
{
    m_page = new TransfersPage(m_context.window);
    connect(m_page, &TransfersPage::machinesRequested, this, [this] { m_context.navigator.show(PageId::Machines); });
    return m_page;
}

void TransfersModule::begin(Workspace &workspace)
{
    m_control = new TransferController(workspace.services, m_context.window);
    connect(m_control, &TransferController::started, this, [this] { m_context.navigator.show(PageId::Transfers); });
    connect(m_control, &TransferController::failed, this,
            [this](const Error &error) { m_context.messages.reportHere(QStringLiteral("transfers"), error); });
}

void TransfersModule::join(Workspace &) { m_control->setPage(m_page); }

}  // namespace trainyard

#include "moc_transfersmodule.cpp"
