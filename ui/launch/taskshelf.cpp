// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/launch/taskshelf.h"

#include "core/service/runs/whendone.h"
#include "core/storage/database/tasktemplates.h"

#include <QtConcurrentRun>

namespace trainyard {

TaskShelf::TaskShelf(const Paths &paths, QObject *parent) : QObject(parent), m_paths(paths)
{
    m_thread.setMaxThreadCount(1);
    reload();
}

TaskShelf::~TaskShelf() { m_thread.waitForDone(); }

QString TaskShelf::folder() const { return templateFolder(m_paths); }

template <typename Work>
auto TaskShelf::later(Work work)
{
    return QtConcurrent::run(&m_thread, [paths = m_paths, work = std::move(work)] { return work(paths); });
}

void TaskShelf::reload()
{
    const auto reading = later([](const Paths &paths) { return std::pair(loadTaskDrafts(paths), templateNames(paths)); });
    whenDone(reading, this, [this](const std::pair<TaskDrafts, QStringList> &read) {
        std::tie(m_drafts, m_templates) = read;
        m_isLoaded = true;
        Q_EMIT changed();
    });
}

QFuture<Result<TaskDraft>> TaskShelf::keepDraft(const TaskDraft &draft)
{
    const auto saved = later([draft](const Paths &paths) { return saveTaskDraft(paths, draft); });
    reload();
    return saved;
}

QFuture<Result<void>> TaskShelf::removeDraft(const QString &id)
{
    const auto removed = later([id](const Paths &paths) { return removeTaskDraft(paths, id); });
    Q_EMIT draftRemoved(id);
    reload();
    return removed;
}

QFuture<Result<QByteArray>> TaskShelf::readTemplate(const QString &name)
{
    return later([name](const Paths &paths) { return trainyard::readTemplate(paths, name); });
}

QFuture<Result<void>> TaskShelf::saveTemplate(const QString &name, const QByteArray &text, bool replaces)
{
    const auto saved = later([name, text, replaces](const Paths &paths) { return trainyard::saveTemplate(paths, name, text, replaces); });
    reload();
    return saved;
}

QFuture<Result<void>> TaskShelf::renameTemplate(const QString &name, const QString &newName)
{
    const auto renamed = later([name, newName](const Paths &paths) { return trainyard::renameTemplate(paths, name, newName); });
    reload();
    return renamed;
}

QFuture<Result<void>> TaskShelf::restoreTemplate(const QString &name, const QByteArray &text)
{
    const auto restored = later([name, text](const Paths &paths) { return trainyard::restoreTemplate(paths, name, text); });
    reload();
    return restored;
}

QFuture<Result<QByteArray>> TaskShelf::removeTemplate(const QString &name)
{
    const auto removed = later([name](const Paths &paths) -> Result<QByteArray> {
        TRY(const auto text, trainyard::readTemplate(paths, name));
        TRY_DO(trainyard::removeTemplate(paths, name));
        return text;
    });
    reload();
    return removed;
}

}  // namespace trainyard

#include "moc_taskshelf.cpp"
