#include "app/cli/commands.h"

#include "core/base/shownpath.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace trainyard {

namespace {

constexpr qint64 kLargestTaskFile = 1024 * 1024;   // as parseTask() takes

QString translated(const char *text) { return QCoreApplication::translate("trainyard::Options", text); }

}  // namespace

Result<Options> readOptions(const QStringList &arguments, const QStringList &withValue, const QStringList &flags)
{
    Options options;
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        const QString &word = arguments[i];
        if (word == QLatin1String("--")) {
            options.rest += arguments.mid(i + 1);
            break;
        }
        if (!word.startsWith(u'-') || word.size() == 1) {
            options.rest << word;
            continue;
        }
        const qsizetype equals = word.indexOf(u'=');
        const QString name = word.left(equals < 0 ? word.size() : equals);
        if (flags.contains(name) && equals < 0) {
            options.values[name] = QString();
        } else if (withValue.contains(name) && equals > 0) {
            options.values[name] = word.mid(equals + 1);
        } else if (withValue.contains(name) && i + 1 < arguments.size()) {
            options.values[name] = arguments[++i];
        } else if (withValue.contains(name)) {
            return Error{ErrorCode::InvalidInput,
                         translated(QT_TRANSLATE_NOOP("trainyard::Options", "%1 needs a value.")).arg(name), {}};
        } else {
            return Error{ErrorCode::InvalidInput,
                         translated(QT_TRANSLATE_NOOP("trainyard::Options", "Unknown option %1. If it is a name, write -- before it.")).arg(name), {}};
        }
    }
    return options;
}

Result<QStringList> readWords(const QStringList &arguments, qsizetype least, qsizetype most, const QString &wanted)
{
    const auto options = readOptions(arguments, {}, {});
    if (!options)
        return options.error();
    if (options->rest.size() < least || options->rest.size() > most)
        return Error{ErrorCode::InvalidInput, wanted, {}};
    return options->rest;
}

Result<QStringList> readList(const Options &options, const QString &name)
{
    QStringList words;
    const QStringList parts = options.value(name).split(u',');
    for (const QString &part : parts) {
        if (!part.trimmed().isEmpty())
            words << part.trimmed();
    }
    if (options.has(name) && words.isEmpty()) {
        return Error{ErrorCode::InvalidInput,
                     translated(QT_TRANSLATE_NOOP("trainyard::Options", "%1 takes one or more values with commas between them.")).arg(name), {}};
    }
    return words;
}

Result<QByteArray> readTaskFile(const QString &name)
{
    QFile file(name);
    const bool isRegular = QFileInfo(name).isFile() || !QFileInfo::exists(name);
    if (!isRegular || !file.open(QIODevice::ReadOnly)) {
        return Error{ErrorCode::InvalidInput,
                     translated(QT_TRANSLATE_NOOP("trainyard::Options", "The task file %1 cannot be read.")).arg(shownPath(name)),
                     isRegular ? file.errorString() : QString()};
    }
    return file.read(kLargestTaskFile + 1);
}

Result<Run> findRun(Store &store, const QString &what)
{
    const auto runs = store.runs();
    if (!runs)
        return runs.error();
    for (const auto &matches : {std::function([&](const Run &run) { return run.id == what; }),
                                std::function([&](const Run &run) { return run.lineage == what; }),
                                std::function([&](const Run &run) { return run.name == what; })}) {
        const auto found = std::find_if(runs->begin(), runs->end(), matches);   // newest first
        if (found != runs->end())
            return *found;
    }
    return Error{ErrorCode::NotFound,
                 translated(QT_TRANSLATE_NOOP("trainyard::Options",
                    "There is no run “%1”. `yard run list` shows all of them.")).arg(what), {}};
}

int usageError(CommandContext &context, const Command &command, const QString &what)
{
    return context.console.fail({ErrorCode::InvalidInput, what,
                                 translated(QT_TRANSLATE_NOOP("trainyard::Options", "Usage: yard %1")).arg(command.usage)});
}

}  // namespace trainyard
