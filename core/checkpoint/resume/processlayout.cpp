// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/resume/processlayout.h"

#include <QRegularExpression>

#include <algorithm>

namespace trainyard {

namespace {

constexpr int kMaxRanks = 1'000'000;  // a name may hold any number

void raise(std::optional<int> *count, const QString &rank)
{
    bool isNumber = false;
    const int number = rank.toInt(&isNumber);
    if (isNumber && number >= 0 && number < kMaxRanks)
        *count = std::max(count->value_or(0), number + 1);
}

void take(std::optional<int> *count, const QString &value)
{
    bool isNumber = false;
    const int number = value.toInt(&isNumber);
    if (isNumber && number > 0 && number <= kMaxRanks)
        *count = number;
}

}  // namespace

ProcessLayout layoutOfCheckpoint(const QList<CheckpointFile> &files, const QList<QPair<QString, QString>> &hyperparameters)
{
    // https://github.com/deepspeedai/DeepSpeed/blob/master/deepspeed/runtime/engine.py (_get_zero_ckpt_name, _get_ckpt_name)
    static const QRegularExpression kZero(QStringLiteral("(?:^|/)(?:bf16_|fp16_)?zero_pp_rank_(\\d+)_mp_rank_(\\d+)"));
    // https://github.com/NVIDIA/Megatron-LM/blob/main/megatron/training/checkpointing.py (get_checkpoint_name)
    static const QRegularExpression kModelRank(QStringLiteral("(?:^|/)mp_rank_(\\d+)(?:_(\\d+))?(?:_\\d+)?/"));
    static const QRegularExpression kRng(QStringLiteral("(?:^|/)(?:rng_state|random_states)_(\\d+)\\.(?:pth|pkl)$"));
    static const QRegularExpression kPiece(QStringLiteral("(?:^|/)__(\\d+)_\\d+\\.distcp$"));
    ProcessLayout layout;
    std::optional<int> ranks, zeroModel;
    for (const CheckpointFile &file : files) {
        if (const auto zero = kZero.match(file.name); zero.hasMatch()) {
            raise(&layout.dataParallel, zero.captured(1));
            raise(&zeroModel, zero.captured(2));
        } else if (const auto model = kModelRank.match(file.name); model.hasMatch()) {
            raise(&layout.tensorParallel, model.captured(1));
            if (!model.captured(2).isEmpty())
                raise(&layout.pipelineParallel, model.captured(2));
        } else if (const auto rng = kRng.match(file.name); rng.hasMatch()) {
            raise(&ranks, rng.captured(1));
        } else if (const auto piece = kPiece.match(file.name); piece.hasMatch()) {
            raise(&ranks, piece.captured(1));
        }
    }
    if (zeroModel && !layout.tensorParallel)
        layout.tensorParallel = zeroModel;
    for (const auto &[name, value] : hyperparameters) {
        const QString last = name.mid(name.lastIndexOf(u'.') + 1);
        if (last == QLatin1String("dp_world_size") || last == QLatin1String("data_parallel_size"))
            take(&layout.dataParallel, value);
        else if (last == QLatin1String("mp_world_size") || last == QLatin1String("tensor_model_parallel_size"))
            take(&layout.tensorParallel, value);
        else if (last == QLatin1String("pipeline_model_parallel_size"))
            take(&layout.pipelineParallel, value);
        else if (last == QLatin1String("world_size"))
            take(&layout.processes, value);
    }
    if (!layout.processes && layout.dataParallel)
        layout.processes = *layout.dataParallel * layout.modelParallel();
    if (!layout.processes)
        layout.processes = ranks;
    return layout;
}

std::optional<int> processesOf(const QString &command, std::optional<int> gpus)
{
    static const QRegularExpression kEach(
        QStringLiteral("--(?:nproc[-_]per[-_]node|num[-_]processes|num[-_]gpus)(?:=|\\s+)[\"']?([^\\s\"']+)"));
    static const QRegularExpression kNodes(QStringLiteral("--(?:nnodes|num[-_]machines|num[-_]nodes)(?:=|\\s+)[\"']?(\\d+)(?![\\d:])"));
    static const QRegularExpression kLauncher(
        QStringLiteral("(?:^|[\\s/;&|(])(?:torchrun|deepspeed|accelerate\\s+launch)(?:\\s|$)|torch\\.distributed\\.(?:run|launch)"));
    if (const auto each = kEach.match(command); each.hasMatch()) {
        const QString value = each.captured(1);
        bool isNumber = false;
        const int number = value.toInt(&isNumber);
        if (!isNumber)
            return value == QLatin1String("auto") || value == QLatin1String("gpu") ? gpus : std::nullopt;
        if (number < 1 || number > kMaxRanks)
            return std::nullopt;
        // accelerate counts all machines together.
        if (each.captured(0).contains(QLatin1String("processes")))
            return number;
        const auto nodes = kNodes.match(command);
        const int machines = nodes.hasMatch() ? nodes.captured(1).toInt() : 1;
        return machines > 0 && machines <= kMaxRanks / number ? std::optional<int>(machines * number) : std::nullopt;
    }
    const auto launcher = kLauncher.match(command);
    if (!launcher.hasMatch())
        return 1;
    // torchrun starts one process unless told otherwise; the others take every GPU.
    return launcher.captured(0).contains(QLatin1String("torch")) ? std::optional<int>(1) : gpus;
}

}  // namespace trainyard
