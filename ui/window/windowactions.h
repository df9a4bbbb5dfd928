// SPDX-License-Identifier: GPL-3.0-or-later
// What the window can do whichever page is shown, with its keys; and the command palette, which finds these, what the page at the front
// offers, and what the pages have to show.
#pragma once

#include "ui/common/actionregistry.h"
#include "ui/page/pagecontext.h"

#include <QObject>
#include <QPointer>

namespace trainyard {

class CommandPalette;
class PageModule;
struct PageRow;
struct PaletteSource;

class WindowActions : public QObject {
    Q_OBJECT
public:
    explicit WindowActions(PageContext &context);

    void addPage(const PageRow &row, const QKeySequence &keysInRail);  // those of a button; empty: it is not in the rail
    void addAll();                                                     // after the pages
    void showPalette();

Q_SIGNALS:
    void areaRequested(int step);  // the next one, or the one before

private:
    void addRequests();
    void addKeys();
    PageModule *current() const;
    void lookAgain();
    QList<Action> actionsHere() const;
    QList<PaletteSource> paletteSources();

    PageContext &m_context;
    ActionRegistry *m_actions;
    QPointer<CommandPalette> m_palette;  // while it is open
};

}  // namespace trainyard
