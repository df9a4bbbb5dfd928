// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/filespage.h"

#include "core/base/seentext.h"
#include "ui/common/badge.h"
#include "ui/common/card.h"
#include "ui/common/focusforward.h"
#include "ui/common/keytable.h"
#include "ui/common/messagebar.h"
#include "ui/common/pageheader.h"
#include "ui/common/placeholder.h"
#include "ui/files/filebrowser.h"
#include "ui/theme/theme.h"

#include <QVBoxLayout>

namespace trainyard {

FilesPage::FilesPage(QWidget *parent)
    : QWidget(parent), m_header(new PageHeader(tr("Files"), this)), m_simulated(new Badge(simulatedBadge())), m_empty(new Card(this)),
      m_placeholder(new Placeholder(QStringLiteral("folder"))), m_browser(new FileBrowser(this))
{
    setObjectName(QStringLiteral("filesPage"));
    m_header->setBreadcrumb(tr("Machines"), QStringLiteral("filesMachinesCrumb"));
    m_header->addBesideTitle(m_simulated);
    m_placeholder->setSentence(tr("No machine is chosen."));
    m_placeholder->setDetail(tr("Open the files of a machine from its menu, or press %1 and type its name and “files”.")
                                 .arg(keyFor(KeyFor::Palette).toString(QKeySequence::NativeText)));
    m_placeholder->setButton(tr("Choose a machine"), QStringLiteral("filesMachinesButton"));
    auto *const column = new QVBoxLayout(this);
    column->setContentsMargins(dp(16), dp(16), dp(16), dp(12));
    column->setSpacing(dp(12));
    column->addWidget(m_header);
    column->addWidget(m_browser, 1);
    (new QVBoxLayout(m_empty))->addWidget(m_placeholder);
    column->addWidget(m_empty, 1);
    forwardFocus(this, m_browser);
    connect(m_header, &PageHeader::breadcrumbClicked, this, &FilesPage::machinesRequested);
    connect(m_placeholder, &Placeholder::buttonClicked, this, &FilesPage::machinesRequested);
    setMachine({}, false);
}

void FilesPage::setMachine(const QString &name, bool isSimulated)
{
    m_header->setContext(seenText(name));
    m_simulated->setVisible(isSimulated);
    m_browser->setVisible(!name.isEmpty());
    m_empty->setVisible(name.isEmpty());
}

MessageBar *FilesPage::messageBar() const { return m_header->messageBar(); }

}  // namespace trainyard

#include "moc_filespage.cpp"
