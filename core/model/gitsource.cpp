// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/gitsource.h"

#include "core/model/internal/wholematch.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Task)
};

}  // namespace

std::optional<GitSource> gitSource(const QString &workdir)
{
    if (!matchesWhole(workdir, "[A-Za-z][A-Za-z0-9+.-]*://.*") && !matchesWhole(workdir, "[A-Za-z0-9._-]+@[A-Za-z0-9.-]+:.+"))
        return std::nullopt;
    const qsizetype mark = workdir.indexOf(u'#');
    return mark < 0 ? GitSource{workdir, {}} : GitSource{workdir.left(mark), workdir.mid(mark + 1)};
}

Result<void> checkGitSource(const GitSource &source)
{
    const auto refused = [](const QString &what) { return Error{ErrorCode::InvalidInput, what, {}}; };
    if (matchesWhole(source.url, "[a-z]+://[^/]*:[^/@]*@.*") || matchesWhole(source.url, "https?://[^/]*@.*"))
        return refused(
            Words::tr("The address of the repository contains a user or a password: remove it. Git asks its credential helper on "
                      "this computer, or use an address with SSH."));
    if (!matchesWhole(source.url, "(https://[A-Za-z0-9.-]+(:[0-9]{1,5})?/|ssh://([A-Za-z0-9._-]+@)?[A-Za-z0-9.-]+(:[0-9]{1,5})?/"
                                  "|[A-Za-z0-9_][A-Za-z0-9._-]*@[A-Za-z0-9][A-Za-z0-9.-]*:)[^\\s#]+"))
        return refused(Words::tr("A repository as 'workdir' has an address like https://host/name.git or git@host:name.git."));
    if (!source.ref.isEmpty()
        && (!matchesWhole(source.ref, "[A-Za-z0-9_][A-Za-z0-9._/+@-]{0,254}") || source.ref.contains(QLatin1String(".."))))
        return refused(Words::tr("'ref' is a branch, a tag or a commit of the repository."));
    return {};
}

}  // namespace trainyard
