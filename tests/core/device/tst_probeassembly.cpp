// SPDX-License-Identifier: GPL-3.0-or-later
// Assembles the shipped PTX of the kernels with ptxas for every GPU that it supports. Built only if there is a ptxas.
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

class TestProbeAssembly : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void assembleForEveryGpu();
    void ptxasRefusesWhatIsNot();
};

void TestProbeAssembly::assembleForEveryGpu()
{
    const QString program = QStringLiteral(TRAINYARD_PTXAS);
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
                continue;  // named in the help of CUDA 13, but no longer assembled
            QVERIFY2(process.exitCode() == 0, (QByteArray(module.name) + ": " + output).constData());
            ++assembled;
        }
    }
    QVERIFY2(assembled >= 3, QByteArray::number(assembled).constData());
}

void TestProbeAssembly::ptxasRefusesWhatIsNot()
{
    const QString program = QStringLiteral(TRAINYARD_PTXAS);
    // The same text with the version before the promised one fails: so the header names the oldest version that works, and the test above
    // can fail.
    QTemporaryDir folder;
    const struct {
        const char *name, *from, *to, *architecture;
    } cases[] = {{"basic", ".version 6.3", ".version 6.0", "sm_75"},
                 {"ampere", ".version 7.0", ".version 6.5", "sm_80"},
                 {"ada", ".target sm_89", ".target sm_80", "sm_89"}};
    for (const auto &one : cases) {
        QFile file(folder.filePath(QStringLiteral("older.ptx")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QFile shipped(QStringLiteral(TRAINYARD_SOURCE_DIR "/resources/probe/%1.ptx").arg(QLatin1String(one.name)));
        QVERIFY(shipped.open(QIODevice::ReadOnly));
        file.write(shipped.readAll().replace(one.from, one.to));
        file.close();
        QProcess process;
        process.start(program, {QStringLiteral("-arch=") + QLatin1String(one.architecture), file.fileName(), QStringLiteral("-o"),
                                folder.filePath(QStringLiteral("out"))});
        QVERIFY(process.waitForFinished(120'000));
        QVERIFY2(process.exitCode() != 0, one.name);
    }
}

QTEST_GUILESS_MAIN(TestProbeAssembly)
#include "tst_probeassembly.moc"
