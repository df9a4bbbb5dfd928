// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/gpuneeds.h"

#include "core/knowledge/catalog/gpunames.h"
#include "core/service/machines/gputrouble.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::GpuNeeds)
};

constexpr double kMiBPerGiB = 1024;
constexpr double kMemoryTolerance = 0.15;  // memory the driver reserves, and sellers' decimal gigabytes

bool isTpu(const QString &model) { return model.startsWith(QLatin1String("tpu"), Qt::CaseInsensitive); }

bool isOfAnotherMaker(const QString &model)
{
    static const QRegularExpression form(
        QStringLiteral("\\A(?:MI[0-9]{2,3}[A-Za-z]*|Radeon.*|Gaudi.*|Inferentia.*|Trainium.*|Ascend.*)\\z"),
        QRegularExpression::CaseInsensitiveOption);
    return form.match(model).hasMatch();
}

// "A100-80GB", "RTX4090", "H100-SXM" against nvidia-smi's "NVIDIA A100-SXM4-80GB": the words with a digit count. A GPU's name often does
// not state its form factor (SXM, PCIe, NVL, MEGA), and its memory is known separately.
bool isModel(const MachineFacts::Gpu &gpu, const QString &model)
{
    if (gpu.isSimulated() || gpu.name.isEmpty())
        return true;
    static const QRegularExpression between(QStringLiteral("[ _-]+")), memory(QStringLiteral("\\A([0-9]{1,4})GB\\z")),
        form(QStringLiteral("\\A(?:SXM|HBM|PCIE|NVL|GEN)[0-9]*\\z"));
    static const QRegularExpression digit(QStringLiteral("[0-9]"));
    const GpuWords words(gpu.name);
    const QStringList parts = model.toUpper().split(between, Qt::SkipEmptyParts);
    for (const QString &part : parts) {
        if (const auto size = memory.match(part); size.hasMatch()) {
            const double wanted = size.captured(1).toDouble() * kMiBPerGiB;
            if (gpu.memoryMiB && std::abs(double(*gpu.memoryMiB) - wanted) > kMemoryTolerance * wanted)
                return false;
        } else if (part.contains(digit) && !form.match(part).hasMatch() && !words.haveAll({part})) {
            return false;
        }
    }
    return true;
}

QString needText(const Accelerators &wanted) { return QStringLiteral("%1 × %2").arg(wanted.count).arg(wanted.model); }

QString thereText(const MachineFacts &facts)
{
    QStringList names, parts;
    for (const MachineFacts::Gpu &gpu : facts.gpus)
        names << (gpu.name.isEmpty() ? Words::tr("unknown model") : gpu.name);
    QStringList kinds = names;
    kinds.removeDuplicates();
    for (const QString &kind : std::as_const(kinds))
        parts << QStringLiteral("%1 × %2").arg(names.count(kind)).arg(kind);
    return parts.join(QStringLiteral(", "));
}

bool has(const MachineFacts &facts, const Accelerators &wanted)
{
    if (isOfAnotherMaker(wanted.model))
        return true;
    const auto fitting = std::count_if(facts.gpus.begin(), facts.gpus.end(), [&wanted](const MachineFacts::Gpu &gpu) {
        return gpu.health == SmiValue::Told && isModel(gpu, wanted.model);
    });
    return !isTpu(wanted.model) && fitting >= wanted.count;
}

}  // namespace

Result<std::optional<Accelerators>> acceleratorsFor(const Task &task, const MachineFacts &facts)
{
    if (!task.accelerators)
        return std::optional<Accelerators>();
    const QList<Accelerators> choices = QList<Accelerators>{*task.accelerators} + task.otherAccelerators;
    for (const Accelerators &choice : choices) {
        if (choice.count == 0)
            return std::optional<Accelerators>();
        if (has(facts, choice))
            return std::optional(choice);
    }
    QStringList needs;
    for (const Accelerators &choice : choices)
        needs << needText(choice);
    const QString wanted = needs.join(Words::tr(" or ", "between kinds of accelerators")), host = facts.hostName;
    const auto refused = [&facts](const QString &what) { return Error{ErrorCode::Unsupported, what, facts.gpuProblem}; };
    if (std::all_of(choices.begin(), choices.end(), [](const Accelerators &choice) { return isTpu(choice.model); }))
        return refused(Words::tr("The task asks for %1: TPUs cannot be used. Ask for GPUs in 'accelerators'.").arg(wanted));
    if (const QString trouble = gpuTroubleText(facts); !trouble.isEmpty())
        return refused(Words::tr("The task asks for %1, but the GPUs of %2 cannot be read. %3").arg(wanted, host, trouble));
    const auto broken = std::find_if(facts.gpus.begin(), facts.gpus.end(),
                                     [](const MachineFacts::Gpu &gpu) { return gpu.health != SmiValue::Told; });
    if (broken != facts.gpus.end())
        return refused(Words::tr("The task asks for %1, but GPU %2 of %3 does not work: %4.")
                           .arg(wanted, QString::number(broken->index), host, gpuText(*broken)));
    if (facts.gpus.isEmpty())
        return refused(Words::tr("The task asks for %1, but %2 has no NVIDIA GPU. Choose another machine, or remove 'accelerators'.")
                           .arg(wanted, host));
    return refused(Words::tr("The task asks for %1, but %2 has %3. Choose another machine, or correct 'accelerators'.")
                       .arg(wanted, host, thereText(facts)));
}

}  // namespace trainyard
