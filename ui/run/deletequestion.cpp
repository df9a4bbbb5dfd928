// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/deletequestion.h"

#include "core/base/format.h"
#include "core/base/sentences.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::DeleteQuestion)
};

QString stays() { return Words::tr("Files on machines are kept, including checkpoints, and past costs still count."); }

}  // namespace

QString deleteText(const DeleteFacts &facts)
{
    return joinedSentences(
        {Words::tr("Moves the records of %n attempt(s) and the local copies of logs and samples (%1) to the trash, where they stay for at "
                   "least a week.",
                   nullptr, facts.attempts)
             .arg(formatBytes(facts.bytes)),
         stays(), Words::tr("Checkpoints of deleted runs are no longer listed.")});
}

QString eraseText(const DeleteFacts &facts)
{
    return joinedSentences(
        {Words::tr("Permanently deletes the records of %n attempt(s) and the local copies of logs and samples (%1). This cannot be undone.",
                   nullptr, facts.attempts)
             .arg(formatBytes(facts.bytes)),
         stays()});
}

ConfirmDialog *makeDeleteQuestion(const DeleteFacts &facts, QWidget *parent)
{
    const int count = int(facts.names.size());
    return new ConfirmDialog(
        QStringLiteral("runDelete"),
        {count == 1 ? Words::tr("Delete %1?").arg(facts.names.first()) : Words::tr("Delete %n run(s)?", nullptr, count), deleteText(facts),
         Words::tr("Keep"), Words::tr("Delete")},
        parent);
}

ConfirmDialog *makeEraseQuestion(const DeleteFacts &facts, QWidget *parent)
{
    const int count = int(facts.names.size());
    return new ConfirmDialog(QStringLiteral("runErase"),
                             {count == 1 ? Words::tr("Erase %1?").arg(facts.names.first()) : Words::tr("Erase %n run(s)?", nullptr, count),
                              eraseText(facts), Words::tr("Keep"), Words::tr("Erase")},
                             parent);
}

}  // namespace trainyard
