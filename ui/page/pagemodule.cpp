// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/page/pagemodule.h"

#include "ui/common/messagebar.h"
#include "ui/page/runtab.h"

#include <QWidget>

#include <utility>

namespace trainyard {

PageModule::PageModule(PageId id, PageContext &context) : QObject(context.window), m_context(context), m_id(id) {}

QWidget *PageModule::page()
{
    if (!m_made) {
        m_made = makePage();
        Q_EMIT made(m_made);
        if (m_context.workspace)
            join(*m_context.workspace);
    }
    return m_made;
}

void PageModule::open()
{
    begin(*m_context.workspace);
    if (m_made)
        join(*m_context.workspace);
}

void PageModule::prepareToShow() { enterValues(page(), std::exchange(m_entered, {})); }

RunTab *PageModule::makeRunTab(QWidget *) { return nullptr; }

bool PageModule::showError(const QString &id, const Error &error)
{
    MessageBar *const bar = messageBar();
    if (bar)
        bar->post({id, Tone::Bad, error.what, {}, error.detail, {}});
    return bar;
}

EnteredValues PageModule::entered() const { return m_made ? valuesToKeep() : m_entered; }

EnteredValues PageModule::valuesToKeep() const { return enteredValues(m_made); }

}  // namespace trainyard

#include "moc_pagemodule.cpp"
