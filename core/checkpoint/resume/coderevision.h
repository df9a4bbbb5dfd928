// SPDX-License-Identifier: GPL-3.0-or-later
// The commit a run's code was at, as git reports it, and the differences from it. Value types; pure. Git's output about foreign folders is
// untrusted: names are reduced to one line, credentials are removed from addresses.
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <optional>

namespace trainyard {

struct CodeRevision {
    QString commit;              // 40 or 64 hexadecimal digits
    QString branch;              // empty: none, or unknown
    QString remote;              // address of "origin" without credentials; empty: none
    std::optional<int> changes;  // files in the folder that differ from the commit; nullopt: unknown
    QString folder;              // on a machine; empty: the task's workdir on this computer

    bool operator==(const CodeRevision &) const = default;
};

// "1a2b3c4d5e (main), 2 files not committed"; translated.
QString revisionText(const CodeRevision &revision);

// The lines "folder …", "commit …", "branch …", "remote …", "changes N" of askCodeRevision(). nullopt without a commit.
std::optional<CodeRevision> parseRevision(const QByteArray &printed);

// From the two files of a repository that name the commit, for computers without git: the content of HEAD, and the commit of a reference in
// "packed-refs" (`git pack-refs`).
struct GitHead {
    QString commit;     // of a detached head, else empty
    QString reference;  // "refs/heads/main"
};
std::optional<GitHead> parseGitHead(const QByteArray &content);
QString packedCommit(const QByteArray &packedRefs, const QString &reference);

// Without user, password, query and fragment; "git@host:path" is kept. Empty unless it is a plain address.
QString withoutCredentials(const QString &remote);

// Folders of code that a command names: the one it changes to, and those of its scripts; absolute, or relative to the home. Relative paths
// in the command count only if it `startsAtHome`. At most 4.
QStringList codeFoldersIn(const QString &command, bool startsAtHome);

}  // namespace trainyard
