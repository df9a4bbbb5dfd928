// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/helpmodule.h"

#include "ui/common/keytable.h"
#include "ui/page/destinations.h"
#include "ui/page/navigator.h"
#include "ui/window/helppage.h"

#include <QApplication>
#include <QKeyEvent>

#include <algorithm>
#include <iterator>

namespace trainyard {

namespace {

struct HelpPart {
    const char *dialog, *part;
};

constexpr HelpPart kHelpParts[] = {
    {"budgetsDialog", "10-costs-and-budgets"},
    {"connectionTestDialog", "when-a-machine-cannot-be-used"},
    {"copyDialog", "6-resume"},
    {"environmentDialog", "what-it-runs-in"},
    {"importDialog", "import-a-task"},
    {"importHostsDialog", "2-add-a-machine"},
    {"keyDialog", "2-add-a-machine"},
    {"machineDialog", "2-add-a-machine"},
    {"memoryDialog", "9-what-a-run-costs"},
    {"pruneDialog", "6-resume"},
    {"ownCostDialog", "10-costs-and-budgets"},
    {"rentDialog", "10-costs-and-budgets"},
    {"resumeDialog", "6-resume"},
    {"runEditDialog", "find-runs"},
    {"runTagsDialog", "find-runs"},
    {"transferDialog", "files-to-and-from-machines"},
};

// Across windows, unlike QWidget::isAncestorOf().
bool isBelow(const QObject *window, const QObject *dialog)
{
    while (dialog && dialog != window)
        dialog = dialog->parent();
    return dialog;
}

}  // namespace

QString helpPartOf(PageId page)
{
    switch (page) {
    case PageId::Home: return QStringLiteral("1-try-it-in-the-sandbox");
    case PageId::Machines: return QStringLiteral("2-add-a-machine");
    case PageId::Runs: return QStringLiteral("find-runs");
    case PageId::Checkpoints: return QStringLiteral("6-resume");
    case PageId::Settings: return QStringLiteral("where-things-are-kept");
    case PageId::RunDetail: return QStringLiteral("4-watch");
    case PageId::Launch: return QStringLiteral("3-launch");
    case PageId::Transfers: return QStringLiteral("files-to-and-from-machines");
    case PageId::Offers: return QStringLiteral("8-prices");
    case PageId::Health: return QStringLiteral("is-this-machine-any-good");
    case PageId::Alerts: return QStringLiteral("10-costs-and-budgets");
    case PageId::Compare: return QStringLiteral("4-watch");
    case PageId::Terminal: return QStringLiteral("work-on-the-machine");
    case PageId::Files: return QStringLiteral("look-through-the-files-of-a-machine");
    case PageId::Help: break;
    }
    return {};
}

QString helpPartOfDialog(const QString &objectName)
{
    const auto part = std::find_if(std::begin(kHelpParts), std::end(kHelpParts),
                                   [&](const HelpPart &one) { return objectName == QLatin1String(one.dialog); });
    return part == std::end(kHelpParts) ? QString() : QString::fromLatin1(part->part);
}

HelpModule::HelpModule(PageContext &context) : PageModule(PageId::Help, context)
{
    context.navigator.answer<ShowHelp>([this](const ShowHelp &) {
        const QString part = helpPartOf(m_context.navigator.page());
        m_context.navigator.show(PageId::Help);
        if (!part.isEmpty())
            m_page->showPart(part);
    });
    qApp->installEventFilter(this);
}

QWidget *HelpModule::makePage()
{
    m_page = new HelpPage;
    return m_page;
}

void HelpModule::shown() { m_page->focusFilter(); }

bool HelpModule::eventFilter(QObject *watched, QEvent *event)
{
    auto *const dialog = event->type() == QEvent::KeyPress && watched->isWidgetType() ? QApplication::activeModalWidget() : nullptr;
    if (!dialog || qobject_cast<HelpDialog *>(dialog) || !isBelow(m_context.window, dialog)
        || QKeySequence(static_cast<QKeyEvent *>(event)->keyCombination()) != keyFor(KeyFor::Help))
        return PageModule::eventFilter(watched, event);
    const QString part = helpPartOfDialog(dialog->objectName());
    auto *const help = new HelpDialog(dialog);
    help->showPart(part.isEmpty() ? helpPartOf(m_context.navigator.page()) : part);
    help->open();
    return true;
}

}  // namespace trainyard

#include "moc_helpmodule.cpp"
