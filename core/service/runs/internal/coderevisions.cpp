// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/internal/coderevisions.h"

#include "core/base/shellquote.h"
#include "core/provider/sandbox/localcommand.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcessEnvironment>
#include <QStandardPaths>

namespace trainyard {

namespace {

using namespace std::chrono_literals;
constexpr auto kGit = 10s;  // for checking 100,000 files on a slow disk
constexpr auto kRevisionAnswer = 30s;
constexpr qint64 kMaxGitFile = 16 * 1024 * 1024;  // packed-refs of a repository with 200,000 references

QByteArray contentOf(const QString &file)
{
    QFile opened(file);
    // A pipe or a device in its place would block the reader.
    return QFileInfo(file).isFile() && opened.open(QIODevice::ReadOnly) ? opened.read(kMaxGitFile) : QByteArray();
}

std::optional<CodeRevision> revisionByFiles(const QString &folder)
{
    QDir place(folder);
    QString git;
    for (int levels = 0; levels < 64; ++levels) {
        git = place.filePath(QStringLiteral(".git"));
        if (QFileInfo::exists(git))
            break;
        if (place.isRoot() || !place.cdUp())
            return std::nullopt;
    }
    // In a work tree or a submodule it is a file that points to the repository.
    const QByteArray link = contentOf(git);
    if (link.startsWith("gitdir: "))
        git = place.absoluteFilePath(QFile::decodeName(link.mid(8).trimmed()));
    QString common = git;
    if (const QByteArray shared = contentOf(git + QStringLiteral("/commondir")); !shared.isEmpty())
        common = QDir(git).absoluteFilePath(QFile::decodeName(shared.trimmed()));
    const auto head = parseGitHead(contentOf(git + QStringLiteral("/HEAD")));
    if (!head)
        return std::nullopt;
    QByteArray answer = "branch " + head->reference.toUtf8() + "\ncommit ";
    QByteArray commit = head->commit.toUtf8();
    if (commit.isEmpty())
        commit = contentOf(common + u'/' + head->reference).trimmed();
    if (commit.isEmpty())
        commit = packedCommit(contentOf(common + QStringLiteral("/packed-refs")), head->reference).toUtf8();
    return parseRevision(answer + commit);
}

const char kAsk[] = R"sh(
for d in "$@"; do (
    cd -- "$HOME" && cd -- "$d" 2>/dev/null || exit 1
    g() { GIT_OPTIONAL_LOCKS=0 git -c core.fsmonitor=false -c core.hooksPath=/dev/null "$@" 2>/dev/null; }
    if c=$(g rev-parse --verify -q HEAD); then
        echo "commit $c"
        echo "folder $(g rev-parse --show-toplevel)"
        echo "branch $(g symbolic-ref -q --short HEAD)"
        echo "remote $(g config --get remote.origin.url)"
        s=$(g status --porcelain -- .) && echo "changes $(printf '%s\n' "$s" | grep -c .)"
        exit 0
    fi
    while [ ! -f .git/HEAD ] && [ "$(pwd -P)" != / ]; do cd .. || exit 1; done
    read -r h <.git/HEAD || exit 1
    case $h in
        'ref: '*) r=${h#ref: }; read -r c <".git/$r" || c=$(awk -v r="$r" '$2 == r { print $1; exit }' .git/packed-refs) ;;
        *) r=; c=$h ;;
    esac 2>/dev/null
    [ -n "$c" ] || exit 1
    printf 'commit %s\nfolder %s\nbranch %s\n' "$c" "$(pwd -P)" "$r"
) && exit 0; done
exit 0
)sh";

}  // namespace

std::optional<CodeRevision> readRevision(const QString &folder, std::stop_token stop)
{
    const QString program = QStandardPaths::findExecutable(QStringLiteral("git"));
    if (program.isEmpty())
        return revisionByFiles(folder);
    const auto system = QProcessEnvironment::systemEnvironment();
    const auto git = [&](const QStringList &words) -> std::optional<QByteArray> {
        LocalCommand command;
        command.program = program;
        command.arguments = QStringList{QStringLiteral("-C"), folder,
                                        QStringLiteral("-c"), QStringLiteral("core.fsmonitor=false"),
                                        QStringLiteral("-c"), QStringLiteral("core.hooksPath=/dev/null")}
                            + words;
        for (const char *name : {"HOME", "PATH", "XDG_CONFIG_HOME"}) {
            if (const QString value = system.value(QLatin1String(name)); !value.isEmpty())
                command.environment[QLatin1String(name)] = value;
        }
        command.environment[QStringLiteral("LC_ALL")] = QStringLiteral("C.UTF-8");
        command.environment[QStringLiteral("GIT_OPTIONAL_LOCKS")] = QStringLiteral("0");
        command.environment[QStringLiteral("GIT_TERMINAL_PROMPT")] = QStringLiteral("0");
        command.limit = kGit;
        const auto answer = runLocal(command, stop);
        return answer && answer->exitCode == 0 ? std::optional<QByteArray>(answer->out) : std::nullopt;
    };
    const auto commit = git({QStringLiteral("rev-parse"), QStringLiteral("--verify"), QStringLiteral("-q"), QStringLiteral("HEAD")});
    if (!commit)
        return revisionByFiles(folder);  // a folder of another user, for example, which git refuses to read
    QByteArray told = "commit " + commit->trimmed();
    if (const auto branch = git({QStringLiteral("symbolic-ref"), QStringLiteral("-q"), QStringLiteral("--short"), QStringLiteral("HEAD")}))
        told += "\nbranch " + branch->trimmed();
    if (const auto remote = git({QStringLiteral("config"), QStringLiteral("--get"), QStringLiteral("remote.origin.url")}))
        told += "\nremote " + remote->trimmed();
    if (const auto changes = git({QStringLiteral("status"), QStringLiteral("--porcelain"), QStringLiteral("-z"),
                                  QStringLiteral("--no-renames"), QStringLiteral("--"), QStringLiteral(".")}))
        told += "\nchanges " + QByteArray::number(changes->count('\0'));
    return parseRevision(told);
}

std::optional<CodeRevision> askRevision(const QStringList &folders, SshConnection &connection, std::stop_token stop)
{
    if (folders.isEmpty())
        return std::nullopt;
    RemoteCommand command;
    command.outputLimit = 16 * 1024;
    command.line = QStringLiteral("sh -c %1 sh %2").arg(shellQuoted(QLatin1String(kAsk)), shellJoined(folders));
    const auto answer = connection.run(command, QDeadlineTimer(kRevisionAnswer), stop);
    return answer ? parseRevision(answer->out) : std::nullopt;
}

}  // namespace trainyard
