// SPDX-License-Identifier: GPL-3.0-or-later
// A Git repository as a task's workdir: "URL#REF", or "URL" for its default branch. Pure.
#pragma once

#include "core/base/result.h"

#include <QString>

#include <optional>

namespace trainyard {

struct GitSource {
    QString url;
    QString ref;  // branch, tag or commit; empty = the default branch

    bool operator==(const GitSource &) const = default;
    QString text() const { return ref.isEmpty() ? url : url + u'#' + ref; }
};

// nullopt: it is a folder. "host:path" is one too, unless a user precedes it, as in git@host:path.
std::optional<GitSource> gitSource(const QString &workdir);

// InvalidInput: neither https:// nor SSH, a password or token in the URL, or a ref that git would not take as one.
Result<void> checkGitSource(const GitSource &source);

}  // namespace trainyard
