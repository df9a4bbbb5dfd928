// SPDX-License-Identifier: GPL-3.0-or-later
// Which commit the code of a run was at, as git says, and what differed from it. Value types; pure. What git says of strangers'
// folders is untrusted: names are kept to one line, credentials are removed from addresses.
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <optional>

namespace trainyard {

struct CodeRevision {
    QString commit;              // 40 or 64 hexadecimal digits
    QString branch;              // empty: none, or not known
    QString remote;              // address of "origin" without credentials; empty: none
    std::optional<int> changes;  // files in the folder that differ from the commit; nothing: unknown
    QString folder;              // of a machine; empty: the task's workdir on this computer

    bool operator==(const CodeRevision &) const = default;
};

// "1a2b3c4d5e (main), 2 files not committed"; translated.
QString revisionText(const CodeRevision &revision);

// The lines "folder …", "commit …", "branch …", "remote …", "changes N" of askCodeRevision(). Nothing without a commit.
std::optional<CodeRevision> parseRevision(const QByteArray &printed);

// From the two files of a repository that name it, for computers without git: HEAD's content, and the commit that a
// reference has in "packed-refs" (`git pack-refs`).
struct GitHead {
    QString commit;     // of a detached head, else empty
    QString reference;  // "refs/heads/main"
};
std::optional<GitHead> parseGitHead(const QByteArray &content);
QString packedCommit(const QByteArray &packedRefs, const QString &reference);

// Without user, password, query and fragment; "git@host:path" stays. Empty for what is no plain address.
QString withoutCredentials(const QString &remote);

// Folders of code that a command names: where it changes to, and where its scripts lie; absolute, or from the home on. What is
// relative in the command counts only where it `startsAtHome`. At most 4.
QStringList codeFoldersIn(const QString &command, bool startsAtHome);

}  // namespace trainyard
