// The kernels' PTX that is shipped: made of the sources that lie beside it, for drivers and GPUs as old as promised, and
// assembled by ptxas where it is.
#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

namespace {

QByteArray contentOf(const QString &path)
{
    QFile file(QStringLiteral(TRAINYARD_SOURCE_DIR "/") + path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// It comes with CUDA alone, and a computer without builds and tests everything else: so under CI, where a skipped test is
// a failure, this is said and not held against it. True: the caller returns.
bool isWithoutPtxas(const QString &program)
{
    if (!program.isEmpty())
        return false;
    qWarning("NOT RUN: whether the kernels' PTX assembles. ptxas is not here; it comes with the CUDA toolkit (package cuda-nvcc-13-0)");
    return true;
}

QString ptxas()
{
    const QString found = QStandardPaths::findExecutable(QStringLiteral("ptxas"));
    return !found.isEmpty() ? found : QStandardPaths::findExecutable(QStringLiteral("ptxas"), {QStringLiteral("/usr/local/cuda/bin")});
}

}  // namespace

class TestProbeKernels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void madeOfTheSourcesHere();
    void headersAreAsOldAsPromised_data();
    void headersAreAsOldAsPromised();
    void assembleForEveryGpu();
    void ptxasRefusesWhatIsNot();
};

void TestProbeKernels::madeOfTheSourcesHere()
{
    QByteArray sources;
    for (const char *name : {"ada.cu", "ampere.cu", "basic.cu", "tensor.h", "turing.cu", "values.h"}) {
        const QByteArray text = contentOf(QStringLiteral("core/probe/kernels/") + QLatin1String(name));
        QVERIFY2(!text.isEmpty(), name);
        sources += text;
    }
    const QByteArray sum = QCryptographicHash::hash(sources, QCryptographicHash::Sha256).toHex();
    for (const char *name : {"ada", "ampere", "basic", "turing"}) {
        const QByteArray first = contentOf(QStringLiteral("resources/probe/%1.ptx").arg(QLatin1String(name))).split('\n').first();
        QVERIFY2(first.contains("sources " + sum), (QByteArray(name) + ".ptx is stale; make it anew: core/probe/kernels/make-ptx nvcc resources/probe").constData());
    }
}

void TestProbeKernels::headersAreAsOldAsPromised_data()
{
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<QByteArrayList>("kernels");
    QTest::newRow("basic") << QByteArray(".version 6.3\n.target sm_70\n")
                           << QByteArrayList{"yardEmpty", "yardFillWords", "yardCheckWords", "yardFillMatrix", "yardFillTriad", "yardCheckTriad",
                                             "yardHash", "yardCopy", "yardTriad", "yardChase", "yardFillRing", "yardMatmulFp32", "yardMatmulFp16Volta"};
    QTest::newRow("turing") << QByteArray(".version 6.3\n.target sm_75\n") << QByteArrayList{"yardMatmulInt8Turing"};
    QTest::newRow("ampere") << QByteArray(".version 7.0\n.target sm_80\n")
                            << QByteArrayList{"yardMatmulTf32", "yardMatmulFp16", "yardMatmulBf16", "yardMatmulInt8"};
    QTest::newRow("ada") << QByteArray(".version 8.4\n.target sm_89\n") << QByteArrayList{"yardMatmulFp8"};
}

void TestProbeKernels::headersAreAsOldAsPromised()
{
    QFETCH(QByteArray, header);
    QFETCH(QByteArrayList, kernels);
    const QByteArray text = contentOf(QStringLiteral("resources/probe/%1.ptx").arg(QLatin1String(QTest::currentDataTag())));
    QVERIFY(text.contains(header));
    QCOMPARE(text.count(".entry "), kernels.size());
    for (const QByteArray &kernel : kernels)
        QVERIFY2(text.contains(".entry " + kernel + "("), kernel.constData());
}

void TestProbeKernels::assembleForEveryGpu()
{
    const QString program = ptxas();
    if (isWithoutPtxas(program)) {
        if (qEnvironmentVariable("CI") == QLatin1String("true"))
            return;
        QSKIP("ptxas is not here. Enable with: the CUDA toolkit (package cuda-nvcc-13-0)");
    }
    QProcess help;
    help.start(program, {QStringLiteral("--help")});
    QVERIFY(help.waitForFinished());
    static const QRegularExpression target(QStringLiteral("\\bsm_(\\d+)\\b"));
    QSet<int> known;
    const QString words = QString::fromLatin1(help.readAllStandardOutput());
    for (auto it = target.globalMatch(words); it.hasNext();)
        known.insert(it.next().captured(1).toInt());
    QTemporaryDir folder;
    int assembled = 0;
    const struct {
        const char *name;
        int from, to;
    } modules[] = {{"basic", 70, 999}, {"turing", 75, 79}, {"ampere", 80, 999}, {"ada", 89, 999}};
    for (const int architecture : {70, 75, 80, 86, 89, 90, 100, 103, 110, 120, 121}) {
        for (const auto &module : modules) {
            if (!known.contains(architecture) || architecture < module.from || architecture > module.to)
                continue;
            QProcess process;
            process.setProcessChannelMode(QProcess::MergedChannels);
            process.start(program, {QStringLiteral("-v"), QStringLiteral("-O1"), QStringLiteral("-arch=sm_%1").arg(architecture),
                                    QStringLiteral(TRAINYARD_SOURCE_DIR "/resources/probe/%1.ptx").arg(QLatin1String(module.name)),
                                    QStringLiteral("-o"), folder.filePath(QStringLiteral("out"))});
            QVERIFY(process.waitForFinished(120'000));
            const QByteArray output = process.readAll();
            if (architecture == 70 && process.exitCode() != 0)
                continue;   // named in the help of CUDA 13, and assembled no more
            QVERIFY2(process.exitCode() == 0, (QByteArray(module.name) + ": " + output).constData());
            ++assembled;
        }
    }
    QVERIFY2(assembled >= 3, QByteArray::number(assembled).constData());
}

void TestProbeKernels::ptxasRefusesWhatIsNot()
{
    const QString program = ptxas();
    if (isWithoutPtxas(program)) {
        if (qEnvironmentVariable("CI") == QLatin1String("true"))
            return;
        QSKIP("ptxas is not here. Enable with: the CUDA toolkit (package cuda-nvcc-13-0)");
    }
    // The same text one step older than promised: so the header is the oldest that does, and the test above can fail.
    QTemporaryDir folder;
    const struct {
        const char *name, *from, *to, *architecture;
    } cases[] = {{"basic", ".version 6.3", ".version 6.0", "sm_75"}, {"ampere", ".version 7.0", ".version 6.5", "sm_80"},
                 {"ada", ".target sm_89", ".target sm_80", "sm_89"}};
    for (const auto &one : cases) {
        QFile file(folder.filePath(QStringLiteral("older.ptx")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(contentOf(QStringLiteral("resources/probe/%1.ptx").arg(QLatin1String(one.name))).replace(one.from, one.to));
        file.close();
        QProcess process;
        process.start(program, {QStringLiteral("-arch=") + QLatin1String(one.architecture), file.fileName(), QStringLiteral("-o"), folder.filePath(QStringLiteral("out"))});
        QVERIFY(process.waitForFinished(120'000));
        QVERIFY2(process.exitCode() != 0, one.name);
    }
}

QTEST_GUILESS_MAIN(TestProbeKernels)
#include "tst_probekernels.moc"
