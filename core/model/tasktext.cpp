// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/tasktext.h"

#include "core/model/internal/tasktextedit.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Task)
};

const QByteArray kByteOrderMark = QByteArrayLiteral("\xef\xbb\xbf");

// The values of secrets that a text does not have already are left out.
Task writableTask(Task task, const Task &before)
{
    for (auto secret = task.secrets.begin(); secret != task.secrets.end(); ++secret) {
        if (before.secrets.value(secret.key()) != *secret)
            *secret = std::nullopt;
    }
    return task;
}

// Whether the text says what is wanted; of a task that is not valid, as much as can be read.
bool means(const QByteArray &text, const Task &wanted)
{
    const TaskCheck check = parseTask(text);
    if (check.errors.isEmpty())
        return check.task == wanted;
    TaskCheck written = parseTask(writeTask(wanted));
    written.task.secrets = wanted.secrets;
    return !written.errors.isEmpty() && check.task == written.task;
}

bool hasOnlyComments(const QByteArray &text)
{
    const QByteArrayList lines = text.split('\n');
    return std::all_of(lines.begin(), lines.end(), [](const QByteArray &line) {
        const QByteArray trimmed = line.trimmed();
        return trimmed.isEmpty() || trimmed.startsWith('#');
    });
}

// A value that has changed may have changed others, which are aliases of it: these are given what they had.
QByteArray withAliasesSettled(QByteArray text, const Task &wanted)
{
    constexpr int kMostRounds = 3;  // an alias of an alias is rare
    for (int round = 0; round < kMostRounds; ++round) {
        const TaskCheck check = parseTask(text);
        const auto layout = YamlLayout::of(text);
        if (!layout || !check.errors.isEmpty() || check.task == wanted)
            break;
        const auto settled = TaskTextEdit(*layout, check.task, wanted, EditReach::Values).result();
        if (!settled || *settled == text)
            break;
        text = *settled;
    }
    return text;
}

Error errorIn(const TaskCheck &check)
{
    const TaskIssue &first = check.errors.first();
    return Error{ErrorCode::InvalidInput,
                 first.line > 0 ? Words::tr("The task file has an error in line %1: correct it there first.").arg(first.line)
                                : Words::tr("The task file has an error: correct it there first."),
                 first.what};
}

}  // namespace

Result<QByteArray> editedTask(const QByteArray &text, const Task &task)
{
    if (text.trimmed().isEmpty())
        return writeTask(task);
    const TaskCheck check = parseTask(text);
    const QByteArray mark = text.startsWith(kByteOrderMark) ? kByteOrderMark : QByteArray();
    const QByteArray body = text.mid(mark.size());
    if (!check.errors.isEmpty() && hasOnlyComments(body))
        return text + (text.endsWith('\n') ? "" : "\n") + writeTask(task);
    if (!check.errors.isEmpty())
        return errorIn(check);
    if (!check.later.isEmpty())
        return Error{ErrorCode::InvalidInput, Words::tr("The file is a pipeline of several tasks: edit it as text."), {}};
    const Task wanted = writableTask(task, check.task);
    if (wanted == check.task)
        return text;
    auto layout = YamlLayout::of(body);
    const bool isOpen = layout && !body.endsWith('\n') && !layout->endsInOpenBlock();
    if (isOpen)
        layout = YamlLayout::of(body + '\n');
    for (const EditReach reach : {EditReach::Values, EditReach::Aliases, EditReach::Sections}) {
        auto edited = layout ? TaskTextEdit(*layout, check.task, wanted, reach).result() : std::nullopt;
        if (edited && reach == EditReach::Values)
            edited = withAliasesSettled(*edited, wanted);
        if (edited && isOpen && means(mark + edited->chopped(1), wanted))
            return mark + edited->chopped(1);
        if (edited && means(mark + *edited, wanted))
            return mark + *edited;
    }
    return writeTask(wanted);
}

}  // namespace trainyard
