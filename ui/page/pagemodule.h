// SPDX-License-Identifier: GPL-3.0-or-later
// One page with everything that belongs to it: creates its widget when it is first needed, owns its controllers, wires both, and answers
// requests from other pages (Navigator::answer). The window knows pages as modules only. Main thread.
#pragma once

#include "core/base/error.h"
#include "ui/common/enteredvalues.h"
#include "ui/page/pagecontext.h"
#include "ui/page/pageid.h"
#include "ui/page/palettesource.h"

#include <QDateTime>
#include <QObject>
#include <QWidget>

#include <optional>

namespace trainyard {

class MessageBar;
class RunTab;

class PageModule : public QObject {
    Q_OBJECT
public:
    PageModule(PageId id, PageContext &context);

    PageId id() const { return m_id; }
    QWidget *page();                              // created on the first call
    QWidget *madePage() const { return m_made; }  // nullptr: not needed so far
    void open();                                  // the context now has a workspace; call once

    void prepareToShow();                                       // restores what the user entered before
    virtual void shown() {}                                     // it was brought to the front
    virtual void tick(const QDateTime &now) { Q_UNUSED(now); }  // once a second while it is at the front

    // Whether F5 does more than press the page's own button for it.
    virtual bool canRefresh() const { return false; }
    virtual void refresh() {}

    virtual MessageBar *messageBar() const { return nullptr; }
    // False: this page has no message bar, so the error is shown on Home.
    virtual bool showError(const QString &id, const Error &error);
    virtual QList<PaletteSource> paletteSources() { return {}; }  // in the order of their ranks
    // Its part of a run's page (runtab.h); nullptr: it has none. Called once the services exist.
    virtual RunTab *makeRunTab(QWidget *parent);

    // What goes on when the program ends; asked before it does.
    struct Unfinished {
        QString sentence;              // one, translated: what goes on, and who goes on with it
        bool isFinishedFirst = false;  // the window stays until it is over
    };
    virtual std::optional<Unfinished> unfinished() const { return std::nullopt; }

    // What the user has entered, for the same page in a window that replaces this one.
    EnteredValues entered() const;
    void setEntered(const EnteredValues &values) { m_entered = values; }

Q_SIGNALS:
    void made(QWidget *page);
    void paletteSourcesChanged();  // the list has changed

protected:
    virtual QWidget *makePage() = 0;             // with its requests connected
    virtual void begin(Workspace &) {}           // the services exist now: starts what works without the page
    virtual void join(Workspace &) {}            // page and services both exist now; called once, whichever came last
    virtual EnteredValues valuesToKeep() const;  // of the page, which exists

    PageContext &m_context;

private:
    PageId m_id;
    QWidget *m_made = nullptr;
    EnteredValues m_entered;  // until it is shown
};

}  // namespace trainyard
