// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/runfilestab.h"

#include "core/base/format.h"
#include "ui/common/placeholder.h"
#include "ui/files/filebrowser.h"
#include "ui/files/filecontroller.h"

#include <QVBoxLayout>

namespace trainyard {

RunFilesTab::RunFilesTab(Services &services, FleetController &fleet, QWidget *window, QWidget *parent)
    : RunTab(parent), m_browser(new FileBrowser(this)), m_control(new FileController(services, fleet, m_browser, window)),
      m_placeholder(new Placeholder(QStringLiteral("folder"), nullptr, this))
{
    setObjectName(QStringLiteral("runFilesTab"));
    m_placeholder->setSentence(tr("The files of this run cannot be reached."));
    auto *const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_browser, 1);
    column->addWidget(m_placeholder, 1);
    connect(m_browser, &FileBrowser::shown, this, [this] {
        if (m_browser->isReading() || m_browser->folder().isEmpty())
            return;
        if (m_directory.isEmpty())
            m_directory = m_browser->folder();
        const qsizetype before = m_count;
        if (m_browser->folder() == m_directory)
            m_count = m_browser->count();
        if (m_count != before)
            Q_EMIT titleChanged();
    });
}

// With the count while it is shown; files come and go.
QString RunFilesTab::title() const { return m_count < 0 || !isVisible() ? tr("Files") : tr("Files %1").arg(formatCount(m_count)); }

void RunFilesTab::setRun(const Run &run, bool isMachineRemoved)
{
    const RunNode &node = run.head();
    const bool isReachable = !isMachineRemoved && node.machineId.isSet() && !node.directory.isEmpty();
    m_browser->setVisible(isReachable);
    m_placeholder->setVisible(!isReachable);
    m_placeholder->setDetail(isMachineRemoved ? tr("Its machine was removed from the list.")
                                              : tr("Its directory on the machine is not known yet, or was deleted."));
    if (m_runId == run.id && m_node == node)
        return;
    m_runId = run.id;
    m_node = isReachable ? node : RunNode();
    m_control->setMachine({});  // what is still being read is not this run's
    m_directory.clear();
    m_count = -1;
    m_isBegun = false;
    QList<FileBrowser::Place> places{{tr("Run directory"), node.directory.toUtf8()},
                                     {tr("Working folder"), node.directory.toUtf8() + "/workdir"}};
    if (!run.checkpointDir.isEmpty())
        places << FileBrowser::Place{tr("Checkpoints"), run.checkpointDir.toUtf8()};
    m_browser->setPlaces(places);
    Q_EMIT titleChanged();
    if (isVisible())
        begin();
}

// Only when it is looked at: a page that shows something else asks the machine nothing.
void RunFilesTab::begin()
{
    if (m_isBegun || !m_node.machineId.isSet())
        return;
    m_isBegun = true;
    m_control->setMachine(m_node.machineId);
    m_browser->go(m_node.directory.toUtf8());
}

void RunFilesTab::refresh() { m_browser->refresh(); }

void RunFilesTab::showEvent(QShowEvent *event)
{
    RunTab::showEvent(event);
    begin();
    Q_EMIT titleChanged();
}

void RunFilesTab::hideEvent(QHideEvent *event)
{
    RunTab::hideEvent(event);
    Q_EMIT titleChanged();
}

}  // namespace trainyard

#include "moc_runfilestab.cpp"
