// SPDX-License-Identifier: GPL-3.0-or-later
// The window: rail, strip and the stack of pages (pagetable.h), linked by the navigator. It is created without services, so that the first
// paint does not wait for the database; attach() connects it to them.
//
// Object names: mainWindow, pageStack; pages and controls are documented in their own headers. Keyboard: Ctrl+1 … pages, F6 and Shift+F6
// move between rail, strip and page, F5 refreshes the page, Ctrl+N launches, Ctrl+J shows the transfers, Ctrl+K opens the command palette,
// F1 shows the help about the page, and ? lists the keys (ui/common/keytable.h).
#pragma once

#include "core/base/error.h"
#include "core/model/ids.h"
#include "ui/common/enteredvalues.h"
#include "ui/page/navigator.h"
#include "ui/page/pagecontext.h"
#include "ui/page/pagemessages.h"

#include <QTimer>
#include <QWidget>

#include <memory>

namespace trainyard {

class FileLock;
struct Message;
class PageStack;
class Rail;
class Services;
class TopStrip;
class WindowActions;

class MainWindow : public QWidget {
    Q_OBJECT
public:
    using Page = PageId;
    using enum PageId;

    MainWindow(const Paths &paths, const Preferences &preferences, SshPrompter &prompter);
    ~MainWindow() override;

    void attach(Services &services);         // call once; the services outlive the window
    void showOpenError(const Error &error);  // instead of attach()

    void showPage(Page page) { m_navigator.show(page); }
    Page page() const { return m_navigator.page(); }
    void openRun(const RunId &runId);
    void saveState() const;
    // What the user has entered on the pages, for a window that replaces this one.
    QHash<Page, EnteredValues> entered() const;
    void setEntered(const QHash<Page, EnteredValues> &entered);

Q_SIGNALS:
    void firstPainted();  // once, after the first paint
    void preferencesChanged(const trainyard::Preferences &preferences);
    void noticed(const QString &title, const QString &text);  // worth a notification while the window is out of sight
    void openRequested();                                     // try to open the database again

protected:
    void closeEvent(QCloseEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void addPages();
    void connectStrip();
    void restorePlace();
    void bringToFront(Page page);
    void post(const Message &message);  // shown on Home
    void sayIfNotAlone();
    void offerEmptyStart();
    void moveBetweenAreas(int step);
    void fitScreen();
    void tick();
    bool asksBeforeQuitting();
    bool mustWait() const;

    Navigator m_navigator;
    PageMessages m_messages;
    PageContext m_context;
    Rail *m_rail;
    TopStrip *m_strip = nullptr;
    PageStack *m_stack = nullptr;
    WindowActions *m_actions;
    QHash<Page, Page> m_under;  // for pages reached from another one: their entry in the rail
    QTimer m_clock;
    std::unique_ptr<FileLock> m_only;  // held by the first window opened
    QTimer m_quitting;                 // until what has to be finished first is over
    bool m_isPainted = false, m_mayQuit = false;
};

}  // namespace trainyard
