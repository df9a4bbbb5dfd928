// SPDX-License-Identifier: GPL-3.0-or-later
// The drafts and the user's own templates on this computer. Files are read and written on a thread of its own, one after the other, so that
// the last change wins. Main thread.
#pragma once

#include "core/storage/database/taskdrafts.h"

#include <QFuture>
#include <QObject>
#include <QThreadPool>

namespace trainyard {

class TaskShelf : public QObject {
    Q_OBJECT
public:
    explicit TaskShelf(const Paths &paths, QObject *parent = nullptr);
    ~TaskShelf() override;  // waits until all is written

    bool isLoaded() const { return m_isLoaded; }
    const TaskDrafts &drafts() const { return m_drafts; }
    const QStringList &templates() const { return m_templates; }
    QString folder() const;  // of the templates

    void reload();
    QFuture<Result<TaskDraft>> keepDraft(const TaskDraft &draft);
    QFuture<Result<void>> removeDraft(const QString &id);
    QFuture<Result<QByteArray>> readTemplate(const QString &name);
    QFuture<Result<void>> saveTemplate(const QString &name, const QByteArray &text, bool replaces);
    QFuture<Result<void>> renameTemplate(const QString &name, const QString &newName);
    QFuture<Result<QByteArray>> removeTemplate(const QString &name);  // returns its text
    QFuture<Result<void>> restoreTemplate(const QString &name, const QByteArray &text);

Q_SIGNALS:
    void changed();
    void draftRemoved(const QString &id);

private:
    template <typename Work>
    auto later(Work work);

    Paths m_paths;
    bool m_isLoaded = false;
    TaskDrafts m_drafts;
    QStringList m_templates;
    QThreadPool m_thread;
};

}  // namespace trainyard
