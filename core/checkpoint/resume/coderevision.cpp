// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/resume/coderevision.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::CodeRevision)
};

constexpr qsizetype kMaxName = 300;  // of a branch, a folder, an address: longer texts are none

bool isCommit(const QString &text)
{
    static const QRegularExpression kCommit(QStringLiteral("\\A(?:[0-9a-f]{40}|[0-9a-f]{64})\\z"));
    return kCommit.match(text).hasMatch();
}

QString nameOf(const QByteArray &bytes)
{
    QString name = QString::fromUtf8(bytes).trimmed();
    const bool isPlain = std::all_of(name.begin(), name.end(), [](QChar c) { return c.isPrint(); });
    return isPlain && name.size() <= kMaxName ? name : QString();
}

QString branchOf(const QString &reference)
{
    const QLatin1String heads("refs/heads/");
    return reference.startsWith(heads) ? reference.mid(heads.size()) : QString();
}

}  // namespace

QString revisionText(const CodeRevision &revision)
{
    QString text = revision.commit.left(10);
    if (!revision.branch.isEmpty())
        text += QStringLiteral(" (%1)").arg(revision.branch);
    if (!revision.changes)
        return Words::tr("%1; uncommitted changes unknown").arg(text);
    return *revision.changes == 0 ? text : Words::tr("%1, %n file(s) not committed", nullptr, *revision.changes).arg(text);
}

std::optional<CodeRevision> parseRevision(const QByteArray &printed)
{
    CodeRevision revision;
    for (const QByteArray &line : printed.split('\n')) {
        const qsizetype blank = line.indexOf(' ');
        if (blank <= 0)
            continue;
        const QByteArray key = line.left(blank);
        const QString value = nameOf(line.mid(blank + 1));
        if (key == "commit" && isCommit(value)) {
            revision.commit = value;
        } else if (key == "branch") {
            revision.branch = value.startsWith(QLatin1String("refs/")) ? branchOf(value) : value;
        } else if (key == "remote") {
            revision.remote = withoutCredentials(value);
        } else if (key == "folder") {
            revision.folder = value;
        } else if (key == "changes") {
            bool isNumber = false;
            const int changes = value.toInt(&isNumber);
            if (isNumber && changes >= 0)
                revision.changes = changes;
        }
    }
    return revision.commit.isEmpty() ? std::nullopt : std::optional<CodeRevision>(revision);
}

std::optional<GitHead> parseGitHead(const QByteArray &content)
{
    const QString text = nameOf(content);
    if (isCommit(text))
        return GitHead{text, {}};
    const QLatin1String link("ref: ");
    const QString reference = text.startsWith(link) ? text.mid(link.size()).trimmed() : QString();
    if (!reference.startsWith(QLatin1String("refs/")) || reference.contains(QLatin1String("..")))
        return std::nullopt;
    return GitHead{{}, reference};
}

QString packedCommit(const QByteArray &packedRefs, const QString &reference)
{
    const QByteArray wanted = ' ' + reference.toUtf8();
    for (const QByteArray &line : packedRefs.split('\n')) {
        if (line.endsWith(wanted)) {
            const QString commit = QString::fromLatin1(line.left(line.indexOf(' ')));
            return isCommit(commit) ? commit : QString();
        }
    }
    return {};
}

QString withoutCredentials(const QString &remote)
{
    QString text = remote.trimmed();
    // "ext::…" and similar are commands rather than addresses.
    if (text.contains(QLatin1String("::")) || std::any_of(text.begin(), text.end(), [](QChar c) { return !c.isPrint(); }))
        return {};
    const qsizetype scheme = text.indexOf(QLatin1String("://"));
    if (scheme < 0)
        return text;
    for (const QChar end : {u'?', u'#'}) {
        if (const qsizetype at = text.indexOf(end); at >= 0)
            text.truncate(at);
    }
    const qsizetype host = scheme + 3;
    qsizetype path = text.indexOf(u'/', host);
    if (path < 0)
        path = text.size();
    const qsizetype at = text.lastIndexOf(u'@', path - 1);
    // A password may contain a slash that is not written as %2F: it then comes after what looks like the host.
    const qsizetype late = text.indexOf(u'@', path);
    if (late >= 0 && text.mid(host, path - host).contains(u':') && at < host)
        return text.left(host) + text.mid(late + 1);
    return at < host ? text : text.left(host) + text.mid(at + 1);
}

QStringList codeFoldersIn(const QString &command, bool startsAtHome)
{
    constexpr qsizetype kMaxFolders = 4;
    static const QRegularExpression kChange(QStringLiteral("(?:^|[;&|(\\n])\\s*cd\\s+(?:--\\s+)?[\"']?([A-Za-z0-9_@%+.,~/-]+)"));
    static const QRegularExpression kScript(
        QStringLiteral("(?:^|[\\s=:\"'])((?:~/|/)[A-Za-z0-9_@%+.,/-]*/)[A-Za-z0-9_@%+.,-]+\\.(?:py|sh)(?![\\w./])"));
    QStringList folders;
    const auto add = [&folders, startsAtHome](QString folder) {
        while (folder.size() > 1 && folder.endsWith(u'/'))
            folder.chop(1);
        if (folder.isEmpty() || folder == QLatin1String("-") || folder == QLatin1String("~") || folders.size() >= kMaxFolders)
            return;
        const bool isOfHome = folder.startsWith(QLatin1String("~/"));
        if (isOfHome)
            folder.remove(0, 2);
        if ((isOfHome || startsAtHome || folder.startsWith(u'/')) && !folder.startsWith(u'~') && !folders.contains(folder))
            folders << folder;
    };
    for (auto match = kChange.globalMatch(command); match.hasNext();)
        add(match.next().captured(1));
    for (auto match = kScript.globalMatch(command); match.hasNext();)
        add(match.next().captured(1));
    return folders;
}

}  // namespace trainyard
