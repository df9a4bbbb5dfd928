// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/database/taskdrafts.h"

#include "core/model/task.h"
#include "core/model/tasksecrets.h"
#include "core/storage/database/internal/ownerfile.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QUuid>

#include <algorithm>

namespace trainyard {

namespace {

constexpr qint64 kMaxDraftBytes = 8 << 20;  // a task file of 1 MiB and that of its run, each character escaped
const QString kDraftSuffix = QStringLiteral(".json");

QString draftFile(const Paths &paths, const QString &id) { return draftFolder(paths) + u'/' + id + kDraftSuffix; }

bool isDraftId(const QString &id)
{
    static const QRegularExpression form(QStringLiteral("\\A[0-9a-f-]{36}\\z"));
    return form.match(id).hasMatch();
}

std::optional<TaskDraft> readDraft(const QString &path, const QString &id)
{
    QFile file(path);
    if (!isDraftId(id) || !file.open(QIODevice::ReadOnly))
        return std::nullopt;
    const QJsonObject object = QJsonDocument::fromJson(file.read(kMaxDraftBytes)).object();
    const auto text = [&object](const char *key) { return object.value(QLatin1String(key)).toString(); };
    if (!object.value(QStringLiteral("text")).isString())
        return std::nullopt;
    TaskDraft draft{id, text("text").toUtf8()};
    draft.taskDirectory = text("directory");
    draft.machineId = MachineId(object.value(QStringLiteral("machine")).toInteger());
    draft.runName = text("run");
    draft.runTask = text("runTask").toUtf8();
    draft.saved = QDateTime::fromString(text("saved"), Qt::ISODateWithMs);
    draft.isOpen = object.value(QStringLiteral("open")).toBool();
    draft.lacksValues = object.value(QStringLiteral("lacksValues")).toBool();
    return draft;
}

}  // namespace

QString newDraftId() { return QUuid::createUuid().toString(QUuid::WithoutBraces); }

QString draftFolder(const Paths &paths) { return paths.data + QStringLiteral("/drafts"); }

QString draftName(const TaskDraft &draft)
{
    // Of a text with errors too.
    static const QRegularExpression name(QStringLiteral("^name:[ \\t]*[\"']?([^\\n\"'#]+)"), QRegularExpression::MultilineOption);
    const QString written = name.match(QString::fromUtf8(draft.text)).captured(1).trimmed();
    if (!written.isEmpty())
        return written.left(60);
    const TaskCheck check = parseTask(draft.text);
    return check.errors.isEmpty() ? check.task.run.trimmed().section(u'\n', 0, 0).left(60) : QString();
}

TaskDrafts loadTaskDrafts(const Paths &paths)
{
    TaskDrafts found;
    const QDir folder(draftFolder(paths));
    const QFileInfoList files = folder.entryInfoList({u'*' + kDraftSuffix}, QDir::Files, QDir::Time);
    for (const QFileInfo &file : files) {
        if (found.drafts.size() + found.unreadable.size() == kMaxDrafts)
            break;
        if (const auto draft = readDraft(file.filePath(), file.completeBaseName()))
            found.drafts << *draft;
        else
            found.unreadable << file.filePath();
    }
    std::stable_sort(found.drafts.begin(), found.drafts.end(),
                     [](const TaskDraft &one, const TaskDraft &other) { return one.saved > other.saved; });
    return found;
}

Result<TaskDraft> saveTaskDraft(const Paths &paths, TaskDraft draft)
{
    if (!isDraftId(draft.id))
        return Error{ErrorCode::InvalidInput, QCoreApplication::translate("trainyard::TaskDrafts", "This is no id of a draft."), draft.id};
    const QByteArray kept = withoutSecretValues(draft.text);
    draft.lacksValues = draft.lacksValues || kept != draft.text;
    draft.text = kept;
    draft.runTask = withoutSecretValues(draft.runTask);
    if (!draft.saved.isValid())
        draft.saved = QDateTime::currentDateTimeUtc();
    const QJsonObject object{{QStringLiteral("text"), QString::fromUtf8(draft.text)},
                             {QStringLiteral("directory"), draft.taskDirectory},
                             {QStringLiteral("machine"), draft.machineId.number()},
                             {QStringLiteral("run"), draft.runName},
                             {QStringLiteral("runTask"), QString::fromUtf8(draft.runTask)},
                             {QStringLiteral("saved"), draft.saved.toString(Qt::ISODateWithMs)},
                             {QStringLiteral("open"), draft.isOpen},
                             {QStringLiteral("lacksValues"), draft.lacksValues}};
    TRY_DO(writeOwnerFile(draftFile(paths, draft.id), QJsonDocument(object).toJson()));
    return draft;
}

Result<void> removeTaskDraft(const Paths &paths, const QString &id)
{
    const QString file = draftFile(paths, id);
    if (!isDraftId(id) || !QFile::exists(file) || QFile::remove(file))
        return {};
    return cannotWriteError(file, 0, {});
}

}  // namespace trainyard
