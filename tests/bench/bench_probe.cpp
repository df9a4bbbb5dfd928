// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of yard-probe compared with those of the reference programs on the same GPU in the same run: memory copy with nvbandwidth,
// cuBLASLt's bf16 product with PyTorch's, and the probe's own kernels as a share of cuBLASLt's rate. Without a GPU nothing is measured,
// which is reported.
#include "figures.h"

#include <QJsonArray>
#include <QProcess>
#include <QStandardPaths>

using namespace trainyard;

namespace {

struct Answer {
    bool isDone = false;
    QByteArray output;
};

Answer run(const QString &program, const QStringList &arguments)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    process.start(program, arguments);
    const bool isDone = process.waitForFinished(600'000);
    return {isDone, process.readAllStandardOutput()};
}

void notRun(const QString &why) { std::fprintf(stderr, "bench_probe: NOT RUN: %s\n", qPrintable(why)); }

// -1: there is none.
double rate(const QJsonObject &report, const char *probe, const char *dtype = nullptr, const char *path = nullptr)
{
    for (const QJsonValue value : report.value(QLatin1String("results")).toArray()) {
        const QJsonObject result = value.toObject(), conditions = result.value(QLatin1String("conditions")).toObject();
        if (result.value(QLatin1String("probe")) == QLatin1String(probe) && result.value(QLatin1String("device")).toInt(-1) == 0
            && (dtype == nullptr || conditions.value(QLatin1String("dtype")) == QLatin1String(dtype))
            && (path == nullptr || conditions.value(QLatin1String("path")) == QLatin1String(path))
            && result.value(QLatin1String("isCorrect")) == QJsonValue(true))
            return result.value(QLatin1String("median")).toDouble(-1);
    }
    return -1;
}

// Bytes read and written per second, as the probe counts them. nvbandwidth's device_local_copy divides the size of the copy by its time,
// without a factor for reading and writing (MemcpyInitiatorCE::getAdjustedBandwidth in memcpy.cpp and DeviceLocalCopy::run in
// testcases_ce.cpp, https://github.com/NVIDIA/nvbandwidth): an H100 with 3350 GB/s of memory shows about 1519. -1: not installed.
double nvbandwidthCopy()
{
    const QString program = QStandardPaths::findExecutable(QStringLiteral("nvbandwidth"));
    if (program.isEmpty())
        return -1;
    const Answer answer = run(program, {QStringLiteral("-t"), QStringLiteral("device_local_copy"), QStringLiteral("-j")});
    const QJsonObject root = QJsonDocument::fromJson(answer.output.mid(answer.output.indexOf('{'))).object();
    const QJsonObject test =
        root.value(QLatin1String("nvbandwidth")).toObject().value(QLatin1String("testcases")).toArray().at(0).toObject();
    const QJsonArray row = test.value(QLatin1String("bandwidth_matrix")).toArray().at(0).toArray();
    const double once = row.isEmpty() ? -1 : row.at(0).toVariant().toDouble();
    return once > 0 ? once * 2 : -1;
}

// Measured as the probe does: random data, 50 warm-up runs, the cache overwritten between 100 timed ones, the median.
double torchProduct(int size)
{
    const QString python = QStandardPaths::findExecutable(QStringLiteral("python3"));
    if (python.isEmpty())
        return -1;
    const QString script = QStringLiteral("import torch\n"
                                          "n=%1\n"
                                          "a=torch.randn(n,n,device='cuda').bfloat16()\n"
                                          "b=torch.randn(n,n,device='cuda').bfloat16()\n"
                                          "f=torch.empty(256<<20,dtype=torch.uint8,device='cuda')\n"
                                          "s=[]\n"
                                          "for i in range(150):\n"
                                          "  f.zero_()\n"
                                          "  x=torch.cuda.Event(enable_timing=True);y=torch.cuda.Event(enable_timing=True)\n"
                                          "  x.record();c=torch.mm(a,b.T);y.record();y.synchronize()\n"
                                          "  s+=[x.elapsed_time(y)] if i>=50 else []\n"
                                          "s.sort()\n"
                                          "print(2*n**3/s[len(s)//2]*1e-9)\n")
                               .arg(size);
    const Answer answer = run(python, {QStringLiteral("-c"), script});
    bool isNumber = false;
    const double found = answer.output.trimmed().toDouble(&isNumber);
    return isNumber ? found : -1;
}

}  // namespace

int main()
{
    const Answer answer = run(
        QStringLiteral(TRAINYARD_BIN_DIR "/yard-probe"),
        {QStringLiteral("--only"), QStringLiteral("copy,memcpy,matmul"), QStringLiteral("--device"), QStringLiteral("0")});
    const QJsonObject report = QJsonDocument::fromJson(answer.output).object();
    const QString status = report.value(QLatin1String("status")).toString();
    if (!answer.isDone || status.isEmpty()) {
        std::fprintf(stderr, "bench_probe: yard-probe gave no report.\n");
        return 1;
    }
    if (report.value(QLatin1String("simulated")).toBool() || report.value(QLatin1String("devices")).toArray().isEmpty()) {
        notRun(QStringLiteral("this computer has no GPU that can be measured (%1)").arg(status));
        return 0;
    }
    const double copy = qMax(rate(report, "copy"), rate(report, "memcpy")), reference = nvbandwidthCopy();
    if (copy > 0 && reference > 0)
        printFigure(QStringLiteral("probe: GPU memory copy, beside nvbandwidth"), copy, reference, QStringLiteral("GB/s"));
    else
        notRun(QStringLiteral("no figure to compare the memory copy with: nvbandwidth is not in PATH"));
    const double product = rate(report, "matmul", "bf16", "cublaslt"), torch = product > 0 ? torchProduct(8192) : -1;
    if (torch > 0)
        printFigure(QStringLiteral("probe: bf16 product by cuBLASLt, beside PyTorch"), product, torch, QStringLiteral("TFLOPS"));
    else
        notRun(QStringLiteral("no figure to compare the bf16 product with: cuBLASLt or PyTorch is not here"));
    for (const char *dtype : {"fp32", "tf32", "fp16", "bf16", "fp8", "int8"}) {
        const double own = rate(report, "matmul", dtype, "own"), library = rate(report, "matmul", dtype, "cublaslt");
        if (own > 0 && library > 0)
            printFigure(QStringLiteral("probe: %1 product by own kernel, beside cuBLASLt").arg(QLatin1String(dtype)), own, library,
                        QStringLiteral("TFLOPS"));
    }
    return status == QLatin1String("ok") ? 0 : 1;
}
