// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/environment/recipemaker.h"

#include "core/knowledge/compat/compatjudge.h"
#include "core/knowledge/compat/imagecontents.h"
#include "core/knowledge/environment/internal/recipevariables.h"
#include "core/knowledge/environment/internal/recipewriter.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::RecipeMaker)
};

constexpr int kMaxGpus = 64, kMaxNodes = 1000, kMaxPackages = 200;
// The newest Python with slim-bookworm images.
const Version kNewestPython = *Version::parse(u"3.14");

Error wrong(const QString &what) { return {ErrorCode::InvalidInput, what, {}}; }

// A folder as people write it: absolute, or relative to the home.
bool isFolder(const QString &path)
{
    static const QRegularExpression form(QStringLiteral("\\A(/|~/|~\\z)[^\\x00-\\x1f\\x7f,\"'\\\\]*\\z"));
    return path.size() <= 1000 && form.match(path).hasMatch();
}

Result<void> check(const RecipeOptions &options)
{
    static const QRegularExpression user(QStringLiteral("\\A[a-z_][a-z0-9_-]{0,31}\\z"));
    static const QRegularExpression apt(QStringLiteral("\\A[a-z0-9][a-z0-9+.-]{1,100}(=[A-Za-z0-9.+:~-]{1,100})?\\z"));
    static const QRegularExpression pip(
        QStringLiteral("\\A[A-Za-z0-9][A-Za-z0-9._-]{0,100}(\\[[A-Za-z0-9,._-]{1,100}\\])?==[A-Za-z0-9.!+]{1,60}\\z"));
    static const QRegularExpression python(QStringLiteral("\\A3\\.[0-9]{1,2}\\z"));
    static const QRegularExpression memory(QStringLiteral("\\A[1-9][0-9]{0,5}[gm]\\z"));
    static const QRegularExpression script(QStringLiteral("\\A[A-Za-z0-9_./][A-Za-z0-9_./-]{0,200}\\z"));
    static const QStringList kFrameworks{QStringLiteral("torch"), QStringLiteral("tensorflow"), QStringLiteral("jax")};
    if (!kFrameworks.contains(options.framework.name) || options.framework.version.size() != 3)
        return wrong(Words::tr("Enter the complete version of torch, tensorflow or jax, for example 2.5.1."));
    if (!user.match(options.user).hasMatch() || options.user == QLatin1String("root") || options.uid < 1 || options.uid > 65533)
        return wrong(Words::tr("The user needs a name in lower case other than root, and a number from 1 to 65533."));
    if (options.aptPackages.size() > kMaxPackages || options.pipPackages.size() > kMaxPackages)
        return wrong(Words::tr("There are too many packages: put them into a requirements file."));
    for (const QString &package : options.aptPackages) {
        if (!apt.match(package).hasMatch())
            return wrong(Words::tr("“%1” is not a valid apt package.").arg(package.left(60)));
    }
    for (const QString &package : options.pipPackages) {
        if (!pip.match(package).hasMatch())
            return wrong(Words::tr("“%1” has no version. Add one, as in numpy==1.26.4.").arg(package.left(60)));
    }
    if (!options.python.isEmpty() && !python.match(options.python).hasMatch())
        return wrong(Words::tr("“%1” is not a valid Python version. Example: 3.11.").arg(options.python.left(20)));
    if ((!options.dataDir.isEmpty() && !isFolder(options.dataDir)) || !isFolder(options.checkpointDir))
        return wrong(Words::tr("Folders must be absolute or begin with ~/, without commas and quotes."));
    if (options.gpuCount < 1 || options.gpuCount > kMaxGpus || options.nodes < 1 || options.nodes > kMaxNodes)
        return wrong(Words::tr("A node has 1 to %1 GPUs, a job 1 to %2 nodes.").arg(kMaxGpus).arg(kMaxNodes));
    if (!options.sharedMemory.isEmpty() && !memory.match(options.sharedMemory).hasMatch())
        return wrong(Words::tr("Shared memory must be a size like 16g."));
    if (!script.match(options.script).hasMatch())
        return wrong(Words::tr("“%1” is not a script path without spaces.").arg(options.script.left(60)));
    if (!isRecipeEngine(options.engine))
        return wrong(Words::tr("Environments are supported for docker or podman."));
    return {};
}

class Maker {
public:
    Maker(const RecipeOptions &options, const RecipeFacts &facts, const CompatFacts &compat)
        : m_options(options), m_facts(facts), m_compat(compat), m_judge(compat)
    {
    }

    RecipeOutcome make()
    {
        const QString &name = m_options.framework.name;
        const bool isFound = name == QLatin1String("torch")        ? chooseTorch()
                             : name == QLatin1String("tensorflow") ? chooseTensorflow()
                                                                   : chooseJax();
        if (!isFound)
            return m_outcome;
        m_recipe.variables = recipeVariables(m_options, m_recipe);
        m_recipe.options = recipeOptions(m_options);
        addNotes();
        writeFiles(m_options, m_recipe);
        m_outcome.answer = m_recipe.answer;
        m_outcome.recipe = m_recipe;
        return m_outcome;
    }

private:
    CompatQuestion asked(const FrameworkRequest &options) const
    {
        CompatQuestion question = m_options.host;
        question.frameworks = {options};
        return question;
    }
    bool runs(const CompatAnswer &answer) const { return answer.verdict <= CompatVerdict::RunsWithLimits; }

    bool refuse(const CompatQuestion &question)
    {
        m_outcome.answer = m_judge.check(question);
        const CompatAnswer &answer = m_outcome.answer;
        m_outcome.refusal = !answer.missing.isEmpty()   ? answer.missing.first()
                            : !answer.reasons.isEmpty() ? answer.reasons.first().sentence
                                                        : verdictSentence(answer.verdict);
        return false;
    }
    bool refuse(const QString &why)
    {
        m_outcome.refusal = why;
        return false;
    }

    // The official image of this version, if exactly its tag is known and it fits.
    bool takeOfficial(const QString &repository, const QString &ending, const Version &cuda)
    {
        const KnownImages *known = m_compat.image(repository);
        if (!known || !m_options.python.isEmpty() || !m_options.host.isX86)
            return false;
        for (const QString &tag : known->tags) {
            const auto reference = ImageReference::parse(repository + u':' + tag);
            const ImageContents contents = reference ? contentsOf(*reference, m_compat) : ImageContents();
            if (contents.frameworkVersion != m_options.framework.version || !tag.endsWith(ending)
                || (!cuda.isNull() && contents.cuda.first(2) != cuda))
                continue;
            CompatQuestion question = m_options.host;
            question.image = *reference;
            const CompatAnswer answer = m_judge.verdict(question);
            if (!runs(answer))
                continue;
            m_recipe.base = reference->text();
            m_recipe.answer = answer;
            return true;
        }
        return false;
    }

    // An image with Python only: wheels bring their own CUDA, and nothing in it can refuse the driver.
    bool takePlain(const Version &least, const Version &most, const Version &usual)
    {
        Version python = usual;
        if (!m_options.python.isEmpty())
            python = *Version::parse(m_options.python);
        else if (python < least)
            python = least;
        else if (python > most)
            python = most;
        if (python < least || python > most || python > kNewestPython) {
            return refuse(Words::tr("%1 %2 is for Python %3 to %4, not %5.")
                              .arg(m_options.framework.name, m_options.framework.version.text(), least.text(),
                                   std::min(most, kNewestPython).text(), python.text()));
        }
        m_recipe.python = python.text();
        m_recipe.base = QStringLiteral("python:%1-slim-bookworm").arg(python.text());
        return true;
    }

    bool chooseTorch()
    {
        const FrameworkRequest &framework = m_options.framework;
        const TorchRelease *release = m_compat.torchRelease(framework.version);
        std::optional<TorchBuild> best;
        CompatAnswer bestAnswer;
        for (const TorchBuild &build : release ? release->builds : QList<TorchBuild>()) {
            if (!framework.build.isEmpty() && framework.build != build.tag)
                continue;
            const CompatAnswer answer = m_judge.verdict(asked({framework.name, framework.version, build.tag}));
            if (!runs(answer))
                continue;
            // Prefers what runs without limits, then what pip would install, then the newest.
            const bool isBetter = !best || answer.verdict < bestAnswer.verdict
                                  || (answer.verdict == bestAnswer.verdict && best->cuda != release->defaultCuda
                                      && (build.cuda == release->defaultCuda || build.cuda > best->cuda));
            if (isBetter) {
                best = build;
                bestAnswer = answer;
            }
        }
        if (!best)
            return refuse(asked(framework));
        m_recipe.framework = {framework.name, framework.version, best->tag};
        m_recipe.answer = bestAnswer;
        if (takeOfficial(QStringLiteral("pytorch/pytorch"), QStringLiteral("-runtime"), best->cuda))
            return true;
        const PythonRange *range = m_facts.python(framework.name, framework.version);
        if (!range)
            return refuse(Words::tr("No source says which Python versions PyTorch %1 supports.").arg(framework.version.text()));
        m_recipe.install = release->pipArguments(framework.version.text(), best->tag);
        return takePlain(range->least, range->most, *Version::parse(u"3.11"));
    }

    bool chooseTensorflow()
    {
        const FrameworkRequest &framework = m_options.framework;
        m_recipe.framework = framework;
        m_recipe.framework.build.clear();
        const CompatAnswer answer = m_judge.verdict(asked(m_recipe.framework));
        if (!runs(answer) || framework.build == QLatin1String("cpu"))
            return refuse(asked(framework));
        m_recipe.answer = answer;
        if (takeOfficial(QStringLiteral("tensorflow/tensorflow"), QStringLiteral("-gpu"), {}))
            return true;
        // The extra that brings CUDA was added in 2.14.
        const PythonRange *range = m_facts.python(framework.name, framework.version.first(2));
        if (framework.version.first(2) < Version::parse(u"2.14").value() || !range) {
            return refuse(
                Words::tr("TensorFlow %1 brings no CUDA of its own by pip, and no image of this version was seen. The nearest that does is "
                          "2.14 or newer.")
                    .arg(framework.version.text()));
        }
        m_recipe.install = QStringLiteral("\"tensorflow[and-cuda]==%1\"").arg(framework.version.text());
        return takePlain(range->least, range->most, *Version::parse(u"3.11"));
    }

    bool chooseJax()
    {
        const FrameworkRequest &framework = m_options.framework;
        // From here on the extras are documented by these names.
        if (framework.version < Version::parse(u"0.4.26").value())
            return refuse(Words::tr("Environments are supported from JAX 0.4.26: no source says how to install older versions."));
        std::optional<CompatAnswer> best;
        for (const JaxExtra &extra : m_compat.jaxExtras) {
            if (!framework.build.isEmpty() && framework.build != extra.name)
                continue;
            const CompatAnswer answer = m_judge.verdict(asked({framework.name, framework.version, extra.name}));
            if (runs(answer) && (!best || answer.verdict < best->verdict)) {
                best = answer;
                m_recipe.framework = {framework.name, framework.version, extra.name};
            }
        }
        if (!best)
            return refuse(asked(framework));
        m_recipe.answer = *best;
        m_recipe.install = QStringLiteral("\"jax[%1]==%2\"").arg(m_recipe.framework.build, framework.version.text());
        // According to its change log, 0.11.0 dropped 3.11, and 0.7.1 added 3.14.
        const bool isNew = framework.version >= Version::parse(u"0.11.0").value();
        const Version usual = *Version::parse(isNew ? u"3.12" : u"3.11");
        return takePlain(*Version::parse(isNew ? u"3.12" : u"3.10"),
                         *Version::parse(framework.version >= Version::parse(u"0.7.1").value() ? u"3.14" : u"3.12"), usual);
    }

    void addNotes()
    {
        Version least;
        for (const GpuKind &gpu : m_options.host.gpus) {
            if (gpu.capability && (least.isNull() || *gpu.capability < least))
                least = *gpu.capability;
        }
        const QString &name = m_options.framework.name;
        const bool hasBf16 = !least.isNull() && least >= Version::parse(u"8.0").value();
        if (name == QLatin1String("torch")) {
            m_recipe.notes
                << (hasBf16 ? Words::tr(
                        "Mixed precision is set in the program: torch.autocast(\"cuda\", dtype=torch.bfloat16), without a GradScaler.")
                            : Words::tr(
                                "Mixed precision is set in the program: torch.autocast(\"cuda\", dtype=torch.float16) with a GradScaler; "
                                "these GPUs have no fast bfloat16."));
        } else if (name == QLatin1String("tensorflow")) {
            m_recipe.notes << (hasBf16 ? Words::tr("Mixed precision is set in the program: the Keras policy mixed_bfloat16.")
                                       : Words::tr("Mixed precision is set in the program: the Keras policy mixed_float16."));
        }
        if (m_recipe.install.isEmpty())
            m_recipe.notes << Words::tr("The framework is in the base image, with the Python that came with it.");
        if (m_options.nodes > 1)
            m_recipe.notes << Words::tr(
                "Trainyard starts one machine per run: start run.sh on each node, and open all TCP ports between them.");
        m_recipe.notes << Words::tr(
            "Build the image on the machine before the task uses it; Trainyard itself starts runs as root inside the container.");
    }

    const RecipeOptions &m_options;
    const RecipeFacts &m_facts;
    const CompatFacts &m_compat;
    const CompatJudge m_judge;
    EnvironmentRecipe m_recipe;
    RecipeOutcome m_outcome;
};

}  // namespace

Result<RecipeOutcome> RecipeMaker::make(const RecipeOptions &options) const
{
    TRY_DO(check(options));
    return Maker(options, m_facts, m_compat).make();
}

QByteArray EnvironmentRecipe::file(const QString &name) const
{
    const auto found = std::find_if(files.begin(), files.end(), [&](const RecipeFile &one) { return one.name == name; });
    return found == files.end() ? QByteArray() : found->content;
}

bool isRecipeEngine(EngineKind engine) { return engine == EngineKind::Docker || engine == EngineKind::Podman; }

}  // namespace trainyard
