// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps what stands on the Launch page: saved within a second of a change and when the page is left, each task that is begun as a draft of its
// own; the one that the page showed last is there again after a restart. A draft ends when it is launched or emptied. Main thread.
#pragma once

#include "core/storage/database/taskdrafts.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

namespace trainyard {

class LaunchPage;
class TaskShelf;

class LaunchDrafts : public QObject {
    Q_OBJECT
public:
    LaunchDrafts(TaskShelf &shelf, LaunchPage *page, QObject *parent = nullptr);
    ~LaunchDrafts() override;

    void goOn(const QString &id);
    QString keep();   // saves what the page shows; returns its id, empty: there is nothing
    void launched();  // what the page showed when it asked for the launch

Q_SIGNALS:
    void nothingOpen();  // once, when the drafts are read and none was shown last

private:
    void showShelf();
    void restore();
    void open(TaskDraft draft);
    void leave();
    void save(bool isOpen);
    void flush();
    void forget(const QString &id);

    TaskShelf &m_shelf;
    QPointer<LaunchPage> m_page;
    QTimer m_timer;
    TaskDraft m_current;  // without an id: not saved yet
    QString m_launching;  // the draft that is being launched; the page may show another one meanwhile
    bool m_isRestored = false;
};

}  // namespace trainyard
