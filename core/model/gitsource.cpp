// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/gitsource.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Task)
};

bool fits(const QString &text, const char *pattern)
{
    return QRegularExpression(QRegularExpression::anchoredPattern(QLatin1String(pattern))).match(text).hasMatch();
}

}  // namespace

std::optional<GitSource> gitSource(const QString &workdir)
{
    if (!fits(workdir, "[A-Za-z][A-Za-z0-9+.-]*://.*") && !fits(workdir, "[A-Za-z0-9._-]+@[A-Za-z0-9.-]+:.+"))
        return std::nullopt;
    const qsizetype mark = workdir.indexOf(u'#');
    return mark < 0 ? GitSource{workdir, {}} : GitSource{workdir.left(mark), workdir.mid(mark + 1)};
}

Result<void> checkGitSource(const GitSource &source)
{
    const auto refused = [](const QString &what) { return Error{ErrorCode::InvalidInput, what, {}}; };
    if (fits(source.url, "[a-z]+://[^/]*:[^/@]*@.*") || fits(source.url, "https?://[^/]*@.*"))
        return refused(
            Words::tr("The address of the repository contains a user or a password: remove it. Git asks its credential helper on "
                      "this computer, or use an address with SSH."));
    if (!fits(source.url, "(https://[A-Za-z0-9.-]+(:[0-9]{1,5})?/|ssh://([A-Za-z0-9._-]+@)?[A-Za-z0-9.-]+(:[0-9]{1,5})?/"
                          "|[A-Za-z0-9_][A-Za-z0-9._-]*@[A-Za-z0-9][A-Za-z0-9.-]*:)[^\\s#]+"))
        return refused(Words::tr("A repository as 'workdir' has an address like https://host/name.git or git@host:name.git."));
    if (!source.ref.isEmpty() && (!fits(source.ref, "[A-Za-z0-9_][A-Za-z0-9._/+@-]{0,254}") || source.ref.contains(QLatin1String(".."))))
        return refused(Words::tr("'ref' is a branch, a tag or a commit of the repository."));
    return {};
}

}  // namespace trainyard
