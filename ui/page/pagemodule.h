// SPDX-License-Identifier: GPL-3.0-or-later
// One page with all that belongs to it: makes its widget when it is first needed, owns its controllers, wires both, and answers what other
// pages ask of it (Navigator::answer). The window knows pages as modules only. Main thread.
#pragma once

#include "core/base/error.h"
#include "ui/common/enteredvalues.h"
#include "ui/page/pagecontext.h"
#include "ui/page/pageid.h"
#include "ui/page/palettesource.h"

#include <QDateTime>
#include <QObject>
#include <QWidget>

namespace trainyard {

class MessageBar;

class PageModule : public QObject {
    Q_OBJECT
public:
    PageModule(PageId id, PageContext &context);

    PageId id() const { return m_id; }
    QWidget *page();                              // made now if it was not needed before
    QWidget *madePage() const { return m_made; }  // nullptr: it was not needed yet
    void open();                                  // the context has a workspace from now on; once

    void prepareToShow();                                       // with what a person entered before
    virtual void shown() {}                                     // it has come to the front
    virtual void tick(const QDateTime &now) { Q_UNUSED(now); }  // once a second while it is at the front

    // What F5 does besides pressing the page's own button for it.
    virtual bool canRefresh() const { return false; }
    virtual void refresh() {}

    virtual MessageBar *messageBar() const { return nullptr; }
    // False: this page has no place for it, so that it is shown on Home.
    virtual bool showError(const QString &id, const Error &error);
    virtual QList<PaletteSource> paletteSources() { return {}; }  // in the order of their ranks

    // What a person has entered, for the same page of a window that takes this one's place.
    EnteredValues entered() const;
    void setEntered(const EnteredValues &values) { m_entered = values; }

Q_SIGNALS:
    void made(QWidget *page);
    void paletteSourcesChanged();  // they have others now

protected:
    virtual QWidget *makePage() = 0;             // with what it asks for connected
    virtual void begin(Workspace &) {}           // there are services: what works without the page begins
    virtual void join(Workspace &) {}            // page and services are both there: once, whichever came last
    virtual EnteredValues valuesToKeep() const;  // of the page, which was made

    PageContext &m_context;

private:
    PageId m_id;
    QWidget *m_made = nullptr;
    EnteredValues m_entered;  // until it is shown
};

}  // namespace trainyard
