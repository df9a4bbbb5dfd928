// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/sandbox/internal/processidentity.h"

#include "core/base/retry.h"
#include "core/provider/sandbox/internal/placefile.h"

#include <QDeadlineTimer>
#include <QDir>

#include <csignal>
#include <optional>

namespace trainyard {

namespace {

struct Stat {
    QByteArray name;
    char state = '?';
    qint64 parent = 0;
    quint64 startTime = 0;
};

std::optional<Stat> statOf(qint64 pid)
{
    const QByteArray text = contentsOf(QStringLiteral("/proc/%1/stat").arg(pid));
    // The name is in parentheses and may itself contain blanks and parentheses.
    const qsizetype open = text.indexOf('('), close = text.lastIndexOf(')');
    if (open < 0 || close < open)
        return std::nullopt;
    const QList<QByteArray> fields = text.mid(close + 2).split(' ');  // from field 3 on
    if (fields.size() < 20)
        return std::nullopt;
    return Stat{text.mid(open + 1, close - open - 1), fields[0].isEmpty() ? '?' : fields[0][0], fields[1].toLongLong(),
                fields[19].toULongLong()};
}

}  // namespace

ProcessIdentity identityOf(qint64 pid)
{
    const auto stat = pid > 0 ? statOf(pid) : std::nullopt;
    if (!stat || stat->state == 'Z' || stat->state == 'X')
        return {};
    return {pid, stat->startTime, QString::fromLatin1(contentsOf(QStringLiteral("/proc/sys/kernel/random/boot_id")).trimmed())};
}

bool isAlive(const ProcessIdentity &identity)
{
    if (identity.pid <= 0)
        return false;
    const ProcessIdentity now = identityOf(identity.pid);
    return now.pid == identity.pid && now.startTime == identity.startTime && now.bootId == identity.bootId;
}

bool endProcess(const ProcessIdentity &identity, std::chrono::milliseconds grace)
{
    for (const auto &[signal, patience] : {std::pair(SIGTERM, grace), std::pair(SIGKILL, std::chrono::milliseconds(5000))}) {
        if (!isAlive(identity))
            return true;
        ::kill(static_cast<pid_t>(identity.pid), signal);
        const QDeadlineTimer deadline(patience);
        while (isAlive(identity) && !deadline.hasExpired())
            pauseFor(std::chrono::milliseconds(10));  // not our child, so waitpid() does not work
    }
    return !isAlive(identity);
}

QList<ProcessIdentity> childrenOf(qint64 pid, const QByteArray &name)
{
    QList<ProcessIdentity> children;
    const QStringList entries = QDir(QStringLiteral("/proc")).entryList(QDir::Dirs);
    for (const QString &entry : entries) {
        bool isPid = false;
        const qint64 candidate = entry.toLongLong(&isPid);
        const auto stat = isPid ? statOf(candidate) : std::nullopt;
        if (stat && stat->parent == pid && stat->name == name)
            children.append(identityOf(candidate));
    }
    return children;
}

}  // namespace trainyard
