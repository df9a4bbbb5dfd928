// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"

#include "core/base/retry.h"
#include "core/base/shownpath.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QScopeGuard>

#include <algorithm>

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace trainyard {

namespace {

constexpr qint64 kMaxTaskFile = 1024 * 1024;  // as parseTask() takes

// A named pipe without a writer reads as if it were at its end; after a writer has opened and closed it, poll() reports a hang-up.
bool isUnopenedPipe(int file)
{
    struct stat status = {};
    pollfd asked{file, POLLIN, 0};
    return fstat(file, &status) == 0 && S_ISFIFO(status.st_mode) && poll(&asked, 1, 0) >= 0 && (asked.revents & POLLHUP) == 0;
}

void waitForInput(int file, bool isUnopened)
{
    pollfd waiting{file, POLLIN, 0};
    if (isUnopened || poll(&waiting, 1, kLookMs) < 0)
        pauseFor(std::chrono::milliseconds(kLookMs));
}

}  // namespace

Result<Options> readOptions(const QStringList &arguments, const QStringList &withValue, const QStringList &flags, const RestOfWords &rest)
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
            options.all[name] << options.values[name];
        } else if (withValue.contains(name) && i + 1 < arguments.size()) {
            options.values[name] = arguments[++i];
            options.all[name] << options.values[name];
        } else if (withValue.contains(name)) {
            return Error{ErrorCode::InvalidInput, QCoreApplication::translate("trainyard::Options", "%1 needs a value.").arg(name), {}};
        } else {
            return Error{
                ErrorCode::InvalidInput,
                QCoreApplication::translate("trainyard::Options", "Unknown option %1. If this is a name, write -- before it.").arg(name),
                {}};
        }
    }
    if (options.rest.size() < rest.least || options.rest.size() > rest.most) {
        const bool namesWord = rest.wanted.contains(QLatin1String("%1"));
        return Error{ErrorCode::InvalidInput, namesWord ? rest.wanted.arg(options.rest.value(rest.most).left(100)) : rest.wanted, {}};
    }
    return options;
}

Result<QStringList> readWords(const QStringList &arguments, qsizetype least, qsizetype most, const QString &wanted)
{
    TRY(const auto options, readOptions(arguments, {}, {}, {least, most, wanted}));
    return options.rest;
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
                     QCoreApplication::translate("trainyard::Options", "%1 takes one or more values, separated by commas.").arg(name),
                     {}};
    }
    return words;
}

Result<QByteArray> readTaskFile(const QString &name, const std::stop_token &stop)
{
    const auto refused = [&name](const QString &why) {
        return Error{ErrorCode::InvalidInput,
                     QCoreApplication::translate("trainyard::Options", "The task file %1 cannot be read.").arg(shownPath(name)), why};
    };
    // Non-blocking: opening a named pipe would wait for a writer. The wait below has a limit.
    const int file = open(QFile::encodeName(name).constData(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
        return refused(QString::fromLocal8Bit(strerror(errno)));
    const auto closed = qScopeGuard([file] { close(file); });
    QByteArray bytes;
    while (bytes.size() <= kMaxTaskFile) {
        if (stop.stop_requested())
            return cancelledError();
        char piece[64 * 1024];
        const ssize_t count = read(file, piece, sizeof piece);
        if (count > 0) {
            bytes += QByteArray(piece, count);
        } else if (count == 0 && !isUnopenedPipe(file)) {
            break;
        } else if (count == 0 || errno == EAGAIN || errno == EINTR) {
            waitForInput(file, count == 0);
        } else {
            return refused(QString::fromLocal8Bit(strerror(errno)));
        }
    }
    return bytes.left(kMaxTaskFile + 1);
}

QString taskDirectoryOf(const QString &name)
{
    const QFileInfo file(name);
    return file.isFile() ? file.absolutePath() : QDir::currentPath();
}

Result<Run> findRun(StateDatabase &store, const QString &what)
{
    const auto runs = store.runs.all();
    return runs ? runCalled(*runs, what) : Result<Run>(runs.error());
}

Result<Run> runCalled(const QList<Run> &runs, const QString &what)
{
    for (const auto &matches : {std::function([&](const Run &run) { return run.id.text() == what; }),
                                std::function([&](const Run &run) { return run.lineage == what; }),
                                std::function([&](const Run &run) { return run.name == what; })}) {
        const auto found = std::find_if(runs.begin(), runs.end(), matches);
        if (found != runs.end())
            return *found;
    }
    return Error{ErrorCode::NotFound,
                 QCoreApplication::translate("trainyard::Options", "There is no run “%1”. `yard run list` lists all runs.").arg(what),
                 {}};
}

int usageError(Console &console, const Command &command, const QString &what)
{
    return console.fail(
        {ErrorCode::InvalidInput, what, QCoreApplication::translate("trainyard::Options", "Usage: yard %1").arg(command.usage)});
}

}  // namespace trainyard
