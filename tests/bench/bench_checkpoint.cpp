// SPDX-License-Identifier: GPL-3.0-or-later
// Inspecting PyTorch checkpoints: what is read, how often, and for how long. Compared with torch.load of the same file, where python3-torch
// is installed, and with a plain Python script that does the same (zipfile and pickletools). The files' tensors are holes; everything is in
// the page cache. Medians of nine.
#include "core/checkpoint/format/torchfile.h"
#include "tests/bench/figures.h"
#include "tests/core/checkpoint/format/sources.h"
#include "tests/core/checkpoint/format/sparsetorch.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>

#include <ctime>
#include <sys/resource.h>

using namespace trainyard;

namespace {

constexpr int kRounds = 9;

double cpuMilliseconds()
{
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}

double peakMiB()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return double(usage.ru_maxrss) / 1024;
}

// Weights with Adam's state for each.
std::vector<SparsePart> withAdam(const std::vector<SparseTensor> &weights)
{
    std::vector<SparsePart> parts{{"model", weights}, {"optimizer", {}}};
    for (const SparseTensor &weight : weights) {
        parts[1].tensors.push_back({weight.name + ".step", {}, false});
        parts[1].tensors.push_back({weight.name + ".exp_avg", weight.shape, false});
        parts[1].tensors.push_back({weight.name + ".exp_avg_sq", weight.shape, false});
    }
    return parts;
}

std::vector<SparseTensor> gpt2()
{
    std::vector<SparseTensor> weights{{"wte.weight", {50257, 768}}, {"wpe.weight", {1024, 768}}};
    for (int layer = 0; layer < 12; ++layer) {
        const QByteArray h = "h." + QByteArray::number(layer) + '.';
        for (const auto &[name, rows] : {std::pair("attn.c_attn", 2304), std::pair("attn.c_proj", 768), std::pair("mlp.c_fc", 3072)}) {
            weights.push_back({h + name + ".weight", {768, quint64(rows)}});
            weights.push_back({h + name + ".bias", {quint64(rows)}});
        }
        weights.push_back({h + "mlp.c_proj.weight", {3072, 768}});
        weights.push_back({h + "mlp.c_proj.bias", {768}});
        for (const char *norm : {"ln_1.weight", "ln_1.bias", "ln_2.weight", "ln_2.bias"})
            weights.push_back({h + norm, {768}});
    }
    weights.push_back({"ln_f.weight", {768}});
    weights.push_back({"ln_f.bias", {768}});
    return weights;
}

std::vector<SparseTensor> llama7b()
{
    std::vector<SparseTensor> weights{{"model.embed_tokens.weight", {32000, 4096}, true}};
    for (int layer = 0; layer < 32; ++layer) {
        const QByteArray l = "model.layers." + QByteArray::number(layer) + '.';
        for (const char *name : {"q", "k", "v", "o"})
            weights.push_back({l + "self_attn." + name + "_proj.weight", {4096, 4096}, true});
        for (const char *name : {"gate", "up", "down"})
            weights.push_back({l + "mlp." + name + "_proj.weight", {11008, 4096}, true});
        weights.push_back({l + "input_layernorm.weight", {4096}, true});
        weights.push_back({l + "post_attention_layernorm.weight", {4096}, true});
    }
    weights.push_back({"model.norm.weight", {4096}, true});
    weights.push_back({"lm_head.weight", {32000, 4096}, true});
    return weights;
}

// The milliseconds that a Python program prints; -1 if it cannot run.
double python(const QString &program, const QString &file)
{
    QProcess process;
    process.start(QStringLiteral("/usr/bin/python3"), {QStringLiteral("-c"), program, file});
    if (!process.waitForFinished(300'000) || process.exitCode() != 0)
        return -1;
    return process.readAllStandardOutput().trimmed().toDouble();
}

const QString kLoad = QStringLiteral("import sys,time,torch\nt=time.time()\nx=torch.load(sys.argv[1])\nprint((time.time()-t)*1e3)\n");
const QString kScript = QStringLiteral("import sys,time,zipfile,pickletools\nt=time.time()\nz=zipfile.ZipFile(sys.argv[1])\n"
                                       "n=sum(1 for _ in pickletools.genops(z.read('archive/data.pkl')))\nprint((time.time()-t)*1e3)\n");

void measure(const char *what, const QString &path, bool canLoad)
{
    const QFileInfo info(path);
    const QString prefix = QStringLiteral("inspect %1, %2").arg(QLatin1String(what));
    std::vector<double> wall, cpu;
    Inspection seen;
    const double before = peakMiB();
    for (int i = 0; i < kRounds; ++i) {
        FolderSource source(info.path());
        QElapsedTimer timer;
        timer.start();
        const double start = cpuMilliseconds();
        seen = *inspectTorch(CheckpointFile{info.fileName(), info.size(), 0}, source);
        cpu.push_back(cpuMilliseconds() - start);
        wall.push_back(double(timer.nsecsElapsed()) / 1e6);
    }
    if (seen.verdict != Verdict::Complete || seen.safety != Safety::Safe)
        qFatal("%s: %s", what, qPrintable(seen.reason));
    printFigure(prefix.arg(QStringLiteral("processor, beside a Python script")), median(cpu), python(kScript, path), QStringLiteral("ms"));
    if (canLoad)
        printFigure(prefix.arg(QStringLiteral("wall, beside torch.load")), median(wall), python(kLoad, path), QStringLiteral("ms"));
    printFigure(prefix.arg(QStringLiteral("bytes read, beside the file")), double(seen.bytesRead), double(info.size()),
                QStringLiteral("B"));
    printFigure(prefix.arg(QStringLiteral("requests")), seen.requests, -1, QStringLiteral("requests"));
    printFigure(prefix.arg(QStringLiteral("rounds")), seen.rounds, -1, QStringLiteral("rounds"));
    printFigure(prefix.arg(QStringLiteral("tensors")), double(seen.tensors.size()), -1, QStringLiteral("tensors"));
    printFigure(prefix.arg(QStringLiteral("memory on top")), peakMiB() - before, -1, QStringLiteral("MiB"));
}

}  // namespace

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("model.pt"));
    std::vector<SparseTensor> many;
    for (int i = 0; i < 20'000; ++i)
        many.push_back({"layers." + QByteArray::number(i) + ".weight", {4, 5}});
    if (!SparseTorch::write(path, withAdam(gpt2()), 12000))
        return 1;
    measure("GPT-2 with Adam", path, true);
    if (!SparseTorch::write(path, withAdam(llama7b()), 12000))
        return 1;
    measure("Llama 7B with Adam", path, false);
    if (!SparseTorch::write(path, {{"model", many}}, 12000))
        return 1;
    measure("20,000 tensors", path, true);
    return 0;
}
