// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/health/checkprogress.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <utility>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::CheckProgress)
};

constexpr qsizetype kMaxLine = 300;  // slightly longer than a question's name

// Empty for a question that our script does not ask.
QString wordsFor(const QString &question)
{
    const QString first = question.section(u'.', 0, 0), rest = question.section(u'.', 1);
    if (first == QLatin1String("name") && !rest.isEmpty())
        return Words::tr("looking up the name %1").arg(rest.left(60));
    const std::pair<const char *, QString> known[] = {
        {"host", Words::tr("the system")},
        {"driver", Words::tr("the driver")},
        {"smi-csv", Words::tr("the GPUs")},
        {"smi-query", Words::tr("complete GPU data")},
        {"smi-card", Words::tr("the GPUs one by one")},
        {"smi-table", Words::tr("complete GPU data")},
        {"smi-list", Words::tr("complete GPU data")},
        {"smi-reasons", Words::tr("what slows the GPUs down")},
        {"smi-topology", Words::tr("how the GPUs are connected")},
        {"smi-nvlink", Words::tr("how the GPUs are connected")},
        {"smi-apps", Words::tr("processes on the GPUs")},
        {"owners", Words::tr("processes on the GPUs")},
        {"kernel-log", Words::tr("the kernel log")},
        {"docker", Words::tr("docker")},
        {"docker-images", Words::tr("docker")},
        {"docker-image", Words::tr("docker")},
        {"docker-run", Words::tr("a container of docker, started to look inside")},
        {"podman", Words::tr("podman")},
        {"podman-images", Words::tr("podman")},
        {"podman-image", Words::tr("podman")},
        {"podman-run", Words::tr("a container of podman, started to look inside")},
        {"cdi", Words::tr("GPUs for containers (CDI)")},
        {"shm", Words::tr("shared memory and disk space")},
        {"disk", Words::tr("shared memory and disk space")},
        {"inodes", Words::tr("shared memory and disk space")},
        {"disk-write", Words::tr("how fast the disk writes")},
        {"disk-read", Words::tr("how fast the disk reads")},
        {"memory", Words::tr("memory, processors and limits")},
        {"cpu", Words::tr("memory, processors and limits")},
        {"cgroup", Words::tr("memory, processors and limits")},
        {"limits", Words::tr("memory, processors and limits")},
        {"resolver", Words::tr("how names are looked up")},
        {"ports", Words::tr("ports that are taken")},
    };
    for (const auto &[name, words] : known) {
        if (first == QLatin1String(name))
            return words;
    }
    return {};
}

}  // namespace

QString CheckProgress::take(const QByteArray &printed)
{
    static const QRegularExpression form(QStringLiteral("^\\+([A-Za-z0-9][A-Za-z0-9.:_-]{0,270})$"));
    QString newest;
    for (qsizetype at = 0; at < printed.size();) {
        const qsizetype end = printed.indexOf('\n', at);
        const qsizetype length = (end < 0 ? printed.size() : end) - at;
        m_line += printed.mid(at, qMin(length, kMaxLine - m_line.size()));
        at += length + 1;
        if (end < 0)
            break;
        const QByteArray line = std::exchange(m_line, {});
        if (!line.startsWith('+'))
            continue;
        const auto match = form.match(QString::fromLatin1(line));
        if (const QString words = match.hasMatch() ? wordsFor(match.captured(1)) : QString(); !words.isEmpty())
            newest = words;
    }
    if (newest == m_last)
        return {};
    if (!newest.isEmpty())
        m_last = newest;
    return newest;
}

}  // namespace trainyard
