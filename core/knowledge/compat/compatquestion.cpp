// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/compat/compatquestion.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::CompatQuestion)
};

constexpr qsizetype kShown = 60;

}  // namespace

Result<Version> driverFromText(const QString &text, const CompatFacts &facts)
{
    const auto version = Version::parse(text);
    if (!version || version->size() > 4 || version->part(0) < 100 || version->part(0) > 9999)
        return invalidInput(Words::tr("“%1” is not a valid driver version. Write it as nvidia-smi prints it, for example 550.54.15.")
                                .arg(text.left(kShown)));
    if (version->size() == 1) {
        const DriverBranch *branch = facts.branch(version->part(0));
        const QString example = branch && !branch->newestSeen.isNull() ? branch->newestSeen.text() : text + QStringLiteral(".54.15");
        return invalidInput(
            Words::tr("“%1” is a driver branch, not a version. Write the complete version that nvidia-smi prints, for example %2.")
                .arg(text, example));
    }
    return *version;
}

Result<Version> cudaFromText(const QString &text)
{
    const auto version = Version::parse(text);
    if (!version || version->size() < 2 || version->size() > 3 || version->part(0) > 99 || version->part(0) < 1)
        return invalidInput(Words::tr("“%1” is not a valid CUDA version. Examples: 12.4, 12.4.1.").arg(text.left(kShown)));
    return *version;
}

Result<FrameworkRequest> frameworkFromText(const QString &name, const QString &text)
{
    static const QRegularExpression build(QStringLiteral("\\A[a-z0-9.]{1,20}\\z"));
    const qsizetype plus = text.indexOf(u'+');
    const auto version = Version::parse(text.left(plus < 0 ? text.size() : plus));
    const QString wantedBuild = plus < 0 ? QString() : text.mid(plus + 1);
    if (!version || version->size() < 2 || version->size() > 3 || (plus >= 0 && !build.match(wantedBuild).hasMatch())) {
        return invalidInput(Words::tr("“%1” is not a valid version of %2. Example: %3.")
                                .arg(text.left(kShown), name,
                                     name == QLatin1String("jax")     ? QStringLiteral("0.7.1+cuda12")
                                     : name == QLatin1String("torch") ? QStringLiteral("2.5.1+cu124")
                                                                      : QStringLiteral("2.15.0")));
    }
    return FrameworkRequest{name, *version, wantedBuild};
}

}  // namespace trainyard
