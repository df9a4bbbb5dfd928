// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/page/navigator.h"

#include "ui/page/pagemodule.h"

#include <algorithm>

namespace trainyard {

void Navigator::add(PageModule *module) { m_modules << module; }

PageModule *Navigator::module(PageId page) const
{
    const auto found = std::find_if(m_modules.cbegin(), m_modules.cend(), [page](const PageModule *one) { return one->id() == page; });
    return found == m_modules.cend() ? nullptr : *found;
}

void Navigator::show(PageId page)
{
    if (page != PageId::Settings && page != PageId::Help && refuses())
        page = PageId::Home;
    PageModule *const next = module(page);
    if (!next)
        return;
    next->prepareToShow();
    m_page = page;
    Q_EMIT shown(page);
    next->shown();
}

bool Navigator::refuses() const
{
    if (isClosed())
        m_sayWhy();
    return isClosed();
}

}  // namespace trainyard

#include "moc_navigator.cpp"
