// SPDX-License-Identifier: GPL-3.0-or-later
// The shipped PTX of the kernels: it is made from the sources beside it, for drivers and GPUs as old as promised.
#include <QCryptographicHash>
#include <QFile>
#include <QTest>

namespace {

QByteArray contentOf(const QString &path)
{
    QFile file(QStringLiteral(TRAINYARD_SOURCE_DIR "/") + path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

class TestProbeKernels : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void madeOfTheSourcesHere();
    void headersAreAsOldAsPromised_data();
    void headersAreAsOldAsPromised();
};

void TestProbeKernels::madeOfTheSourcesHere()
{
    QByteArray sources;
    for (const char *name : {"ada.cu", "ampere.cu", "basic.cu", "tensor.h", "turing.cu", "values.h"}) {
        const QByteArray text = contentOf(QStringLiteral("core/device/kernels/") + QLatin1String(name));
        QVERIFY2(!text.isEmpty(), name);
        sources += text;
    }
    const QByteArray sum = QCryptographicHash::hash(sources, QCryptographicHash::Sha256).toHex();
    for (const char *name : {"ada", "ampere", "basic", "turing"}) {
        const QByteArray first = contentOf(QStringLiteral("resources/probe/%1.ptx").arg(QLatin1String(name))).split('\n').first();
        QVERIFY2(first.contains("sources " + sum),
                 (QByteArray(name) + ".ptx is stale; make it anew: core/device/kernels/make-ptx nvcc resources/probe").constData());
    }
}

void TestProbeKernels::headersAreAsOldAsPromised_data()
{
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<QByteArrayList>("kernels");
    QTest::newRow("basic") << QByteArray(".version 6.3\n.target sm_70\n")
                           << QByteArrayList{"yardEmpty",      "yardFillWords",  "yardCheckWords",     "yardFillMatrix", "yardFillTriad",
                                             "yardCheckTriad", "yardHash",       "yardCopy",           "yardTriad",      "yardChase",
                                             "yardFillRing",   "yardMatmulFp32", "yardMatmulFp16Volta"};
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

QTEST_GUILESS_MAIN(TestProbeKernels)
#include "tst_probekernels.moc"
