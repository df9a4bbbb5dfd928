// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/compatadvisor.h"

#include "core/execution/registry/executionbackends.h"
#include "core/knowledge/catalog/catalogfiles.h"
#include "core/knowledge/compat/compatfiles.h"
#include "core/service/machines/gputrouble.h"

#include <QCoreApplication>

#include <QRegularExpression>
#include <algorithm>

namespace trainyard {

namespace {

constexpr qsizetype kMaxName = 200;  // of a GPU

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::CompatAdvisor)
};

// The engine that starts an image there; none that can be used counts as Docker.
EngineKind engineThere(const MachineFacts &machine, EngineKind wanted)
{
    Task task;
    task.image = QStringLiteral("image");  // any: a task without one gets no container
    task.engine = wanted;
    return machine.engineFor(task).value_or(EngineKind::Docker);
}

}  // namespace

CompatAdvisor::CompatAdvisor(CompatFacts facts, QList<GpuModel> models)
    : m_facts(std::move(facts)), m_models(std::move(models)), m_kinds(m_facts, m_models)
{
}

Result<std::shared_ptr<const CompatAdvisor>> CompatAdvisor::builtIn()
{
    TRY(auto facts, CompatFacts::parse(builtInCompatFiles()));
    TRY(auto models, parseGpuModels(builtInCatalogFiles().gpus));
    return std::shared_ptr<const CompatAdvisor>(new CompatAdvisor(std::move(facts), std::move(models)));
}

void CompatAdvisor::addGpus(const MachineFacts &machine, CompatQuestion *question, QStringList *problems) const
{
    QStringList names;
    for (const MachineFacts::Gpu &gpu : machine.gpus) {
        if (!gpu.name.isEmpty())
            names << gpu.name.left(kMaxName).trimmed();
        if (gpu.health != SmiValue::Told)
            *problems << Words::tr("GPU %1: %2.").arg(gpu.index).arg(gpuText(gpu));
    }
    names.removeDuplicates();
    if (const QString trouble = gpuTroubleText(machine); !trouble.isEmpty())
        *problems << trouble;
    else if (names.isEmpty() && machine.gpus.isEmpty())
        *problems << Words::tr("The machine reports no NVIDIA GPU: %1")
                         .arg(machine.gpuProblem.isEmpty() ? QStringLiteral("-") : machine.gpuProblem);
    else if (!machine.gpus.isEmpty() && !machine.hasRealGpus())
        *problems << Words::tr("The GPUs of the sandbox are simulated: no CUDA program runs there.");
    for (const QString &name : std::as_const(names))
        question->gpus << m_kinds.find(name);
}

void CompatAdvisor::addDriver(const MachineFacts &machine, CompatQuestion *question, QStringList *problems) const
{
    if (machine.driverVersion.isEmpty())
        return;
    const auto driver = driverFromText(machine.driverVersion, m_facts);
    if (driver)
        question->driver = *driver;
    else
        *problems << driver.error().what;
}

void CompatAdvisor::addProcessor(const QString &architecture, CompatQuestion *question)
{
    const bool isOnArm = std::any_of(question->gpus.begin(), question->gpus.end(), [](const GpuKind &gpu) { return gpu.isOnArm; });
    question->isX86 = architecture.isEmpty() ? !isOnArm : architecture == QLatin1String("x86_64");
}

CompatQuestion CompatAdvisor::questionAbout(const MachineFacts &machine, EngineKind engine, QDate today, QStringList *problems) const
{
    CompatQuestion question;
    addGpus(machine, &question, problems);
    addDriver(machine, &question, problems);
    addProcessor(machine.architecture, &question);
    question.isSeen = true;
    question.isByCdi = capabilitiesOf(engineThere(machine, engine)).isByCdi;
    question.month = today.toString(QStringLiteral("yyyy-MM"));
    return question;
}

std::optional<CompatAnswer> CompatAdvisor::imageOn(const MachineFacts &machine, const QString &image, QDate today, EngineKind engine) const
{
    const auto reference = ImageReference::parse(image);
    if (!reference || !machine.hasRealGpus())
        return std::nullopt;
    QStringList problems;
    CompatQuestion question = questionAbout(machine, engine, today, &problems);
    question.image = *reference;
    CompatAnswer answer = CompatJudge(m_facts).check(question);
    answer.missing = problems + answer.missing;
    return answer;
}

QList<JudgedImage> CompatAdvisor::imagesFor(const std::optional<MachineFacts> &machine, QDate today, EngineKind engine) const
{
    QStringList problems;
    const bool isJudged = machine && machine->hasRealGpus();
    return judgeImages(m_facts, isJudged ? std::optional(questionAbout(*machine, engine, today, &problems)) : std::nullopt);
}

QStringList CompatAdvisor::gpuNames() const
{
    static const QRegularExpression formFactor(QStringLiteral("-(SXM[0-9]?|PCIe)(?=-|$)"));
    QStringList names;
    for (const GpuModel &model : m_models)
        names << QString(model.id).remove(formFactor);
    names.removeDuplicates();
    return names;
}

}  // namespace trainyard
