// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/savecommand.h"

#include "app/cli/json.h"

#include <QCoreApplication>

namespace trainyard {

int saveRun(CommandContext &context, const Command &self)
{
    const auto words = readWords(context.arguments, 1, 1, QCoreApplication::translate("trainyard::RunCommands", "Name one run."));
    if (!words)
        return usageError(context, self, words.error().what);
    const auto run = findRun(context.services.database(), words->first());
    if (!run)
        return context.console.fail(run.error());
    Console &console = context.console;
    const auto saved = console.wait(context.services.checkpoints.saveNow(
        run->id, [&console](const CheckpointSaveState &state) { console.showStep(saveSentence(state)); }, console.stop()));
    console.showStep({});
    if (!saved)
        return console.fail(saved.error());
    const bool isSaved = saved->stage == CheckpointSaveState::Saved;
    if (console.isJson) {
        QJsonObject object{
            {QStringLiteral("run"), run->id.text()},
            {QStringLiteral("asked"), saved->asked.toString(Qt::ISODate)},
            {QStringLiteral("saved"), isSaved ? QJsonValue(saved->checkpoint->saved.toUTC().toString(Qt::ISODate)) : QJsonValue()}};
        object[QStringLiteral("checkpoint")] = saved->checkpoint ? QJsonValue(saved->checkpoint->path) : QJsonValue();
        object[QStringLiteral("step")] = saved->checkpoint && saved->checkpoint->checkpoint.step
                                             ? QJsonValue(*saved->checkpoint->checkpoint.step)
                                             : QJsonValue();
        console.print(object);
    } else {
        console.print(saveSentence(*saved));
        if (isSaved)
            console.print(saved->checkpoint->path);
    }
    return isSaved ? 0 : 1;
}

}  // namespace trainyard
