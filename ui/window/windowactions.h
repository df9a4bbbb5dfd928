// SPDX-License-Identifier: GPL-3.0-or-later
// The actions of the window that work on every page, with their keys; and the command palette, which finds these, the actions of the
// current page, and the items that pages have to show.
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

    void addPage(const PageRow &row, const QKeySequence &keysInRail);  // the keys of its rail button; empty: it is not in the rail
    void addAll();                                                     // call after adding the pages
    void showPalette();

Q_SIGNALS:
    void areaRequested(int step);  // the next area, or the previous one

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
