// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/page/pagemessages.h"

#include "ui/page/navigator.h"
#include "ui/page/pagemodule.h"

namespace trainyard {

PageMessages::PageMessages(Navigator &navigator, QObject *parent) : QObject(parent), m_navigator(navigator) {}

void PageMessages::report(PageId page, const QString &id, const Error &error)
{
    if (error.isCancelled())
        return;
    PageModule *const module = m_navigator.module(page);
    PageModule *const home = m_navigator.module(PageId::Home);
    if (!(module && module->showError(id, error)) && home)
        home->showError(id, error);
}

void PageMessages::reportHere(const QString &id, const Error &error) { report(m_navigator.page(), id, error); }

}  // namespace trainyard

#include "moc_pagemessages.cpp"
