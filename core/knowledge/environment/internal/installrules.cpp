// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/environment/internal/installrules.h"

#include <QCoreApplication>
#include <QHash>
#include <QRegularExpression>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::InstallRules)
};

struct Package {
    QString name, version;  // in lower case, with "-"; version only if exactly one is given
    QString build;          // "cu118" of 1.13.1+cu118
    bool isPinned = false;
    ShellWord word;
};

// The words after `pip install`, or nullopt.
std::optional<QList<ShellWord>> pipWords(const ShellCommand &command)
{
    static const QRegularExpression pip(QStringLiteral("\\Apip[0-9.]*\\z")), python(QStringLiteral("\\Apython[0-9.]*\\z"));
    qsizetype at = 1;
    if (python.match(command.name()).hasMatch()) {
        if (command.words.size() < 4 || command.words[1].text != QLatin1String("-m") || command.words[2].text != QLatin1String("pip"))
            return std::nullopt;
        at = 3;
    } else if (command.name() == QLatin1String("uv") && command.words.size() > 2 && command.words[1].text == QLatin1String("pip")) {
        at = 2;
    } else if (!pip.match(command.name()).hasMatch()) {
        return std::nullopt;
    }
    while (at < command.words.size() && command.words[at].text.startsWith(u'-'))
        ++at;
    if (at >= command.words.size() || command.words[at].text != QLatin1String("install"))
        return std::nullopt;
    return command.words.mid(at + 1);
}

bool takesValue(const QString &option)
{
    static const QStringList kWithValue{QStringLiteral("-i"),
                                        QStringLiteral("--index-url"),
                                        QStringLiteral("--extra-index-url"),
                                        QStringLiteral("-f"),
                                        QStringLiteral("--find-links"),
                                        QStringLiteral("-r"),
                                        QStringLiteral("--requirement"),
                                        QStringLiteral("-c"),
                                        QStringLiteral("--constraint"),
                                        QStringLiteral("-t"),
                                        QStringLiteral("--target"),
                                        QStringLiteral("--prefix"),
                                        QStringLiteral("--root"),
                                        QStringLiteral("--python"),
                                        QStringLiteral("--platform"),
                                        QStringLiteral("--python-version"),
                                        QStringLiteral("--timeout"),
                                        QStringLiteral("--default-timeout"),
                                        QStringLiteral("--retries"),
                                        QStringLiteral("--trusted-host"),
                                        QStringLiteral("--progress-bar"),
                                        QStringLiteral("--upgrade-strategy"),
                                        QStringLiteral("--only-binary"),
                                        QStringLiteral("--no-binary"),
                                        QStringLiteral("--cache-dir"),
                                        QStringLiteral("-e"),
                                        QStringLiteral("--editable"),
                                        QStringLiteral("--log"),
                                        QStringLiteral("--proxy"),
                                        QStringLiteral("--src"),
                                        QStringLiteral("--config-settings"),
                                        QStringLiteral("--global-option"),
                                        QStringLiteral("-C"),
                                        QStringLiteral("--torch-backend")};
    return kWithValue.contains(option);
}

QList<Package> packagesOf(const QList<ShellWord> &words)
{
    static const QRegularExpression form(QStringLiteral("\\A([A-Za-z0-9][A-Za-z0-9._-]*)(?:\\[[^\\]]*\\])?\\s*(.*)\\z"));
    static const QRegularExpression exact(QStringLiteral("\\A={2,3}\\s*([0-9][A-Za-z0-9.!*]*)(?:\\+([A-Za-z0-9.]+))?\\s*(;.*)?\\z"));
    QList<Package> packages;
    for (qsizetype i = 0; i < words.size(); ++i) {
        const QString &text = words[i].text;
        if (text.startsWith(u'-')) {
            i += takesValue(text) ? 1 : 0;
            continue;
        }
        const bool isFile = text.contains(u'/') || text.startsWith(u'.') || text.endsWith(QLatin1String(".whl"))
                            || text.endsWith(QLatin1String(".gz")) || text.endsWith(QLatin1String(".txt"));
        const auto match = form.match(text);
        if (isFile || text.contains(u'$') || !match.hasMatch())
            continue;
        Package package;
        package.name = match.captured(1).toLower().replace(u'_', u'-');
        package.word = words[i];
        const auto version = exact.match(match.captured(2));
        package.isPinned = version.hasMatch() || match.captured(2).startsWith(u'@') || match.captured(2).startsWith(QLatin1String("~="));
        package.version = version.captured(1);
        package.build = version.captured(2);
        packages << package;
    }
    return packages;
}

// "cu118" means 11.8, "cu92" 9.2.
Version cudaOfTag(const QString &tag)
{
    static const QRegularExpression form(QStringLiteral("\\Acu([0-9]{1,2})([0-9])\\z"));
    const auto match = form.match(tag);
    return match.hasMatch() ? Version::parse(match.captured(1) + u'.' + match.captured(2)).value_or(Version()) : Version();
}

class PipJudge {
public:
    PipJudge(LintCase &lint, const ShellCommand &command, const QList<ShellWord> &words, InstallPlace &place)
        : m_lint(lint), m_command(command), m_words(words), m_place(place), m_packages(packagesOf(words))
    {
    }

    void judge()
    {
        const bool hasTorchHere = std::any_of(m_packages.begin(), m_packages.end(),
                                              [](const Package &one) { return one.name == QLatin1String("torch"); });
        for (const Package &package : std::as_const(m_packages)) {
            if (!judgeDead(package) && !judgeFramework(package) && !judgeFollower(package, hasTorchHere))
                judgePin(package);
        }
        m_place.hasTorch = m_place.hasTorch || hasTorchHere;
        if (m_lint.isInImage && !isCached()
            && (!m_packages.isEmpty() || m_command.has(QStringLiteral("-r")) || m_command.has(QStringLiteral("--requirement"))))
            m_lint.add("pip-cache", m_command.words.first().range(), Words::tr("What pip downloads stays in the image."));
    }

private:
    bool isCached() const
    {
        if (m_place.hasPipCacheOff || m_command.has(QStringLiteral("--no-cache-dir")) || m_command.has(QStringLiteral("--no-cache")))
            return true;
        for (const ShellWord &assignment : m_command.assignments) {
            if (assignment.text.startsWith(QLatin1String("PIP_NO_CACHE_DIR")))
                return true;
        }
        return std::any_of(m_place.mounts.begin(), m_place.mounts.end(), [](const ShellWord &mount) {
            return mount.text.contains(QLatin1String("type=cache"))
                   && (mount.text.contains(QLatin1String("pip")) || mount.text.contains(QLatin1String(".cache"))
                       || mount.text.contains(QLatin1String("uv")));
        });
    }
    bool hasConstraints() const
    {
        return m_place.hasConstraints || m_command.has(QStringLiteral("-c")) || m_command.option({QStringLiteral("--constraint")})
               || std::any_of(m_command.assignments.begin(), m_command.assignments.end(),
                              [](const ShellWord &one) { return one.text.startsWith(QLatin1String("PIP_CONSTRAINT=")); });
    }

    bool judgeDead(const Package &package)
    {
        static const QHash<QString, QString> kToday{{QStringLiteral("tensorflow-gpu"), QStringLiteral("tensorflow[and-cuda]")},
                                                    {QStringLiteral("tf-nightly-gpu"), QStringLiteral("tf-nightly[and-cuda]")},
                                                    {QStringLiteral("pytorch"), QStringLiteral("torch")},
                                                    {QStringLiteral("sklearn"), QStringLiteral("scikit-learn")},
                                                    {QStringLiteral("nvidia-docker"), QString()},
                                                    {QStringLiteral("nvidia-docker2"), QString()}};
        const auto today = kToday.find(package.name);
        if (today == kToday.end())
            return false;
        const auto version = Version::parse(package.version);
        if (package.name == QLatin1String("tensorflow-gpu") && version && version->first(2) < Version::parse(u"2.12").value())
            return false;  // until then it was a package
        if (today->isEmpty()) {
            m_lint.add("nvidia-docker", package.word.range(), Words::tr("%1 is not a valid Python package.").arg(package.name),
                       {{}, LintSeverity::Error});
            return true;
        }
        m_lint.add("dead-package", package.word.range(),
                   Words::tr("The package %1 is not what its name suggests: install %2.").arg(package.name, *today), {*today});
        return true;
    }

    ShellWord index() const
    {
        for (const char *name : {"--index-url", "-i", "--extra-index-url", "-f", "--find-links"}) {
            if (const auto found = m_command.option({QLatin1String(name)}))
                return *found;
        }
        return {};
    }

    bool judgeFramework(const Package &package)
    {
        static const QStringList kFrameworks{QStringLiteral("torch"), QStringLiteral("tensorflow"), QStringLiteral("jax")};
        if (!kFrameworks.contains(package.name))
            return false;
        static const QRegularExpression tagForm(QStringLiteral("/whl/(cu[0-9]+|cpu)/?\\z"));
        const ShellWord where = index();
        const auto match = tagForm.match(where.text);
        const QString tag = !package.build.isEmpty() ? package.build : match.captured(1);
        if (!package.isPinned) {
            if (!hasConstraints())
                m_lint.add("framework-unpinned", package.word.range(), Words::tr("%1 is installed without a version.").arg(package.name));
            return true;
        }
        const auto version = Version::parse(package.version);
        if (!version || version->size() < 2)
            return true;
        CompatQuestion question = m_lint.question();
        QString build = tag;
        // "jax[cuda12]==0.11.0"
        static const QRegularExpression extra(QStringLiteral("\\[(?:[^\\]]*,)?(cuda1[0-9])"));
        if (package.name == QLatin1String("jax"))
            build = extra.match(package.word.text).captured(1);
        const bool isForCpu = build == QLatin1String("cpu");
        if (package.name == QLatin1String("torch") && !isForCpu)
            judgeIndex(package, *version, tag, package.build.isEmpty() ? TextRange{where.begin, where.end} : package.word.range());
        if (!isForCpu || !m_lint.host().gpus.isEmpty()) {
            question.frameworks << FrameworkRequest{package.name, *version, build};
            m_lint.judge(question, package.word.range());
        }
        return true;
    }

    // Compares the CUDA of the wheels with that of the base image.
    void judgeIndex(const Package &package, const Version &version, const QString &tag, const TextRange &place)
    {
        const Version cuda = cudaOfTag(tag);
        if (cuda.isNull() || m_place.base.cuda.isNull() || cuda.part(0) == m_place.base.cuda.part(0))
            return;
        LintCase::More more;
        more.severity = m_place.base.flavour.contains(QLatin1String("devel")) ? LintSeverity::Warning : LintSeverity::Hint;
        const TorchRelease *release = m_lint.compat().torchRelease(version);
        for (const TorchBuild &build : release ? release->builds : QList<TorchBuild>()) {
            if (build.cuda.part(0) == m_place.base.cuda.part(0))
                more.replacement = m_lint.source().part(place).replace(tag, build.tag);
        }
        m_lint.add(
            "wheel-index", place,
            Words::tr("The wheel of %1 brings CUDA %2, the image has CUDA %3.").arg(package.name, cuda.text(), m_place.base.cuda.text()),
            more);
    }

    // Packages that must match an installed framework.
    bool judgeFollower(const Package &package, bool hasTorchHere)
    {
        static const QStringList kFollowers{QStringLiteral("torchvision"), QStringLiteral("torchaudio"), QStringLiteral("torchtext"),
                                            QStringLiteral("xformers"), QStringLiteral("vllm")};
        if (!kFollowers.contains(package.name) || package.isPinned)
            return false;
        const bool isThere = m_place.hasTorch || m_place.base.framework == QLatin1String("torch");
        if (isThere && !hasTorchHere && !hasConstraints()) {
            m_lint.add("framework-replaced", package.word.range(),
                       Words::tr("%1 without a version may bring another PyTorch.").arg(package.name));
            return true;
        }
        return hasTorchHere;  // pip then installs the matching one
    }

    void judgePin(const Package &package)
    {
        static const QStringList kTools{QStringLiteral("pip"), QStringLiteral("setuptools"), QStringLiteral("wheel"), QStringLiteral("uv")};
        if (m_lint.isInImage && !package.isPinned && !kTools.contains(package.name) && !hasConstraints())
            m_lint.add("pip-unpinned", package.word.range(), Words::tr("%1 is installed without a version.").arg(package.name));
    }

    LintCase &m_lint;
    const ShellCommand &m_command;
    const QList<ShellWord> m_words;
    InstallPlace &m_place;
    QList<Package> m_packages;
};

bool isApt(const ShellCommand &command) { return command.name() == QLatin1String("apt-get") || command.name() == QLatin1String("apt"); }

QString aptVerb(const ShellCommand &command)
{
    for (qsizetype i = 1; i < command.words.size(); ++i) {
        const QString &word = command.words[i].text;
        if (word == QLatin1String("-o"))
            ++i;
        else if (!word.startsWith(u'-'))
            return word;
    }
    return {};
}

}  // namespace

void judgePip(LintCase &lint, const ShellCommand &command, InstallPlace &place)
{
    if (const auto words = pipWords(command))
        PipJudge(lint, command, *words, place).judge();
}

void judgeConda(LintCase &lint, const ShellCommand &command)
{
    static const QStringList kPrograms{QStringLiteral("conda"), QStringLiteral("mamba"), QStringLiteral("micromamba")};
    if (!kPrograms.contains(command.name()) || !command.has(QStringLiteral("install")))
        return;
    for (qsizetype i = 1; i < command.words.size(); ++i) {
        const ShellWord &word = command.words[i];
        const QString &before = command.words[i - 1].text;
        const bool isPackage = word.text == QLatin1String("pytorch") || word.text.startsWith(QLatin1String("pytorch="))
                               || word.text.startsWith(QLatin1String("pytorch-cuda="));
        if (isPackage && before != QLatin1String("-c") && before != QLatin1String("--channel")) {
            lint.add("conda-pytorch", word.range(), Words::tr("PyTorch is taken from conda."));
            return;
        }
    }
}

void judgeApt(LintCase &lint, const ShellCommand &command, const QList<ShellCommand> &all, const InstallPlace &place)
{
    if (command.name() == QLatin1String("apt-key") && (command.has(QStringLiteral("add")) || command.has(QStringLiteral("adv")))) {
        lint.add("apt-key", command.words.first().range(), Words::tr("apt-key adds a key."));
        return;
    }
    if (!isApt(command))
        return;
    const QString verb = aptVerb(command);
    const auto isMounted = [&](QLatin1String folder) {
        return std::any_of(place.mounts.begin(), place.mounts.end(), [&](const ShellWord &mount) {
            return mount.text.contains(QLatin1String("type=cache")) && mount.text.contains(folder);
        });
    };
    const auto runs = [&](const QString &wanted) {
        return std::any_of(all.begin(), all.end(), [&](const ShellCommand &one) { return isApt(one) && aptVerb(one) == wanted; });
    };
    if (verb == QLatin1String("update") && lint.isInImage && !runs(QStringLiteral("install")) && !runs(QStringLiteral("upgrade"))
        && !runs(QStringLiteral("build-dep"))) {
        lint.add("apt-update", command.range(), Words::tr("The package lists are fetched in a separate layer."));
        return;
    }
    if (verb != QLatin1String("install"))
        return;
    for (const ShellWord &word : command.words) {
        const QString name = word.text.section(u'=', 0, 0);
        static const QRegularExpression driver(
            QStringLiteral("\\A(nvidia-driver-.*|cuda-drivers.*|nvidia-dkms-.*|nvidia-kernel-.*|libnvidia-compute-.*|libcuda1.*|cuda)\\z"));
        if (name == QLatin1String("nvidia-docker2") || name == QLatin1String("nvidia-docker"))
            lint.add("nvidia-docker", word.range(), Words::tr("%1 is the package used before Docker 19.03.").arg(name),
                     {QStringLiteral("nvidia-container-toolkit")});
        else if (lint.isInImage && driver.match(name).hasMatch())
            lint.add("driver-in-image", word.range(), Words::tr("%1 installs a driver in the image.").arg(name));
    }
    if (!lint.isInImage)
        return;
    static const QRegularExpression yes(QStringLiteral("\\A(--yes|--assume-yes|--force-yes|-[a-zA-Z]*(y|qq)[a-zA-Z]*)\\z"));
    if (std::none_of(command.words.begin(), command.words.end(), [](const ShellWord &word) { return yes.match(word.text).hasMatch(); }))
        lint.add("apt-yes", command.range(), Words::tr("apt-get install would ask for confirmation."));
    bool hasUpdate = false;
    for (const ShellCommand &one : all) {
        if (one.words.value(0).begin >= command.words.first().begin)
            break;
        hasUpdate = hasUpdate || (isApt(one) && aptVerb(one) == QLatin1String("update"));
    }
    if (!hasUpdate)
        lint.add("apt-update", command.range(), Words::tr("apt-get install without apt-get update in the same RUN."));
    const bool isRemoved = std::any_of(all.begin(), all.end(), [](const ShellCommand &one) {
        return one.name() == QLatin1String("rm") && std::any_of(one.words.begin(), one.words.end(), [](const ShellWord &word) {
                   return word.text.startsWith(QLatin1String("/var/lib/apt"));
               });
    });
    if (!isRemoved && !isMounted(QLatin1String("/var/lib/apt")))
        lint.add("apt-lists", command.words.first().range(), Words::tr("The package lists are left in the image."));
}

}  // namespace trainyard
