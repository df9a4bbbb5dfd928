// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/internal/gitclone.h"

#include "core/provider/sandbox/localcommand.h"

#include <QCoreApplication>
#include <QDir>
#include <QProcessEnvironment>
#include <QRegularExpression>
#include <QStandardPaths>

namespace trainyard {

namespace {

using namespace std::chrono_literals;
constexpr auto kFetch = 15min;  // a repository with large files on a slow link
constexpr qsizetype kMaxSaid = 4000;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::TaskFiles)
};

Result<QByteArray> runGit(const QString &program, const QString &folder, const QStringList &words, std::stop_token stop)
{
    const auto system = QProcessEnvironment::systemEnvironment();
    LocalCommand command;
    command.program = program;
    command.arguments = QStringList{QStringLiteral("-C"), folder,
                                    QStringLiteral("-c"), QStringLiteral("core.fsmonitor=false"),
                                    QStringLiteral("-c"), QStringLiteral("core.hooksPath=/dev/null"),
                                    QStringLiteral("-c"), QStringLiteral("advice.detachedHead=false")}
                        + words;
    // What gives access to private repositories: helpers of the person's configuration, the agent, proxies.
    for (const QString &name : system.keys()) {
        if (!name.startsWith(QLatin1String("GIT_")) || name.startsWith(QLatin1String("GIT_SSH"))
            || name.startsWith(QLatin1String("GIT_SSL")) || name.startsWith(QLatin1String("GIT_CONFIG")))
            command.environment[name] = system.value(name);
    }
    command.environment[QStringLiteral("LC_ALL")] = QStringLiteral("C.UTF-8");
    command.environment[QStringLiteral("GIT_TERMINAL_PROMPT")] = QStringLiteral("0");
    if (!system.contains(QStringLiteral("GIT_SSH_COMMAND")))
        command.environment[QStringLiteral("GIT_SSH_COMMAND")] = QStringLiteral("ssh -o BatchMode=yes");
    command.limit = kFetch;
    TRY(const auto answer, runLocal(command, stop));
    if (answer.exitCode != 0)
        return Error{ErrorCode::ConnectionLost, {}, QString::fromUtf8(answer.err.left(kMaxSaid)).trimmed()};
    return answer.out.trimmed();
}

}  // namespace

Result<GitClone> fetchRepository(const GitSource &source, std::stop_token stop)
{
    TRY_DO(checkGitSource(source));
    const QString program = QStandardPaths::findExecutable(QStringLiteral("git"));
    if (program.isEmpty())
        return Error{ErrorCode::NotFound, Words::tr("A repository as 'workdir' is fetched by git on this computer: install git here."), {}};
    GitClone clone{std::make_shared<QTemporaryDir>(QDir::tempPath() + QStringLiteral("/trainyard-workdir-XXXXXX")), source};
    const QString folder = clone.folder->path();
    if (!clone.folder->isValid())
        return Error{ErrorCode::Io, Words::tr("No temporary folder for the repository could be made in %1.").arg(QDir::tempPath()), {}};
    const auto git = [&](const QStringList &words) { return runGit(program, folder, words, stop); };
    const auto refused = [&](const Error &error) {
        if (error.isCancelled() || !error.what.isEmpty())
            return error;
        const QString ref = source.ref.isEmpty() ? QStringLiteral("HEAD") : source.ref;
        return Error{
            error.code,
            Words::tr("%1 of %2 could not be fetched by git on this computer: %3").arg(ref, source.url, error.detail.section(u'\n', -1)),
            error.detail};
    };
    if (const auto made = git({QStringLiteral("init"), QStringLiteral("-q"), QStringLiteral("--template=")}); !made)
        return refused(made.error());
    if (const auto named = git({QStringLiteral("remote"), QStringLiteral("add"), QStringLiteral("origin"), source.url}); !named)
        return refused(named.error());
    const QStringList fetch{QStringLiteral("fetch"), QStringLiteral("-q"), QStringLiteral("--no-recurse-submodules")};
    QString commit = QStringLiteral("FETCH_HEAD");
    auto fetched = git(fetch
                       + QStringList{QStringLiteral("--depth=1"), QStringLiteral("--no-tags"), QStringLiteral("--"), source.url,
                                     source.ref.isEmpty() ? QStringLiteral("HEAD") : source.ref});
    static const QRegularExpression kHash(QStringLiteral("\\A[0-9a-f]{4,40}\\z"));
    if (!fetched && !fetched.error().isCancelled() && kHash.match(source.ref).hasMatch()) {
        // A short hash, or a server that only gives out its branches.
        fetched = git(fetch + QStringList{QStringLiteral("--"), source.url, QStringLiteral("+refs/heads/*:refs/remotes/origin/*")});
        commit = source.ref;
    }
    if (!fetched)
        return refused(fetched.error());
    const auto hash = git(
        {QStringLiteral("rev-parse"), QStringLiteral("--verify"), QStringLiteral("-q"), commit + QStringLiteral("^{commit}")});
    if (!hash)
        return refused(hash.error());
    clone.source.ref = QString::fromLatin1(*hash);
    if (const auto there = git({QStringLiteral("checkout"), QStringLiteral("-q"), QStringLiteral("--detach"), clone.source.ref}); !there)
        return refused(there.error());
    return clone;
}

}  // namespace trainyard
