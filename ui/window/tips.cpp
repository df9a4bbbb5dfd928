// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tips.h"

#include "ui/common/keytable.h"
#include "ui/common/messagebar.h"
#include "ui/common/pageheader.h"
#include "ui/page/destinations.h"
#include "ui/page/navigator.h"
#include "ui/page/pagecontext.h"
#include "ui/page/pagemodule.h"
#include "ui/page/workspace.h"

#include <algorithm>
#include <optional>

namespace trainyard {

namespace {

const QString kTip = QStringLiteral("tip");

struct Tip {
    QString id, fact, consequence;
};

std::optional<Tip> tipOf(PageId page)
{
    const auto keys = [](KeyFor what) { return keyFor(what).toString(QKeySequence::NativeText); };
    switch (page) {
    case PageId::Launch:
        return Tip{
            QStringLiteral("launch"), Tips::tr("Nothing starts or costs anything until you press Launch."),
            Tips::tr("The checks say what would go wrong and what it will cost; press %1 to go to them.").arg(keys(KeyFor::NextArea))};
    case PageId::Runs:
        return Tip{QStringLiteral("runs"), Tips::tr("The filter finds more than names."),
                   Tips::tr("Type “loss<2”, “tag:best” or “\u2011state:failed”. Press %1 for the filter.").arg(keys(KeyFor::FindToo))};
    case PageId::Checkpoints:
        return Tip{QStringLiteral("checkpoints"), Tips::tr("Resume starts from the latest complete checkpoint."),
                   Tips::tr("Damaged and incomplete ones are listed with the reason, and are never chosen for you.")};
    case PageId::Terminal:
        return Tip{QStringLiteral("terminal"), Tips::tr("All keys go to the machine."),
                   //: keys to leave, copy, paste
                   Tips::tr("%1 leaves the terminal, %2 copies and %3 pastes.")
                       .arg(keys(KeyFor::AreaBefore), keys(KeyFor::CopyFromTerminal), keys(KeyFor::PasteIntoTerminal))};
    default: return {};
    }
}

}  // namespace

Tips::Tips(PageContext &context, QObject *parent) : QObject(parent), m_context(context)
{
    connect(&context.navigator, &Navigator::shown, this, &Tips::offer);
}

void Tips::offer(PageId page)
{
    const auto tip = tipOf(page);
    const auto *const header = tip ? m_context.navigator.module(page)->page()->findChild<PageHeader *>() : nullptr;
    if (!header)
        return;
    MessageBar *const bar = header->messageBar();
    // A filter is of no use while there are no runs.
    const bool isTooEarly = page == PageId::Runs && (!m_context.workspace || m_context.workspace->runs.all().isEmpty());
    if (isTooEarly || !m_context.preferences.hasTips || readTips(m_context.paths.settings()).contains(tip->id)) {
        bar->withdraw(kTip);
        return;
    }
    if (!m_watched.contains(page)) {
        m_watched << page;
        connect(bar, &MessageBar::closed, this, [this, id = tip->id](const QString &message) {
            if (message == kTip)
                noteReadTip(id, m_context.paths.settings());
        });
        connect(bar, &MessageBar::actionTriggered, this, [this](const QString &message) {
            if (message == kTip)
                m_context.navigator.go(ShowHelp{});
        });
    }
    bar->post({kTip, Tone::Info, tip->fact, tip->consequence, {}, tr("Read more"), true});
}

}  // namespace trainyard

#include "moc_tips.cpp"
