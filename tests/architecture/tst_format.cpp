// SPDX-License-Identifier: GPL-3.0-or-later
// All C++ is formatted as .clang-format specifies; `clang-format -i FILE` fixes a file that is named here.
#include <QDirIterator>
#include <QProcess>
#include <QStandardPaths>
#include <QTest>

namespace {

const QString kTop = QStringLiteral(TRAINYARD_SOURCE_DIR);
constexpr int kAtOnce = 100;  // files per process: starting one costs more than formatting a file

// clang-format's report on these files, or on `text` as one of the tree; empty if there is nothing to change.
QString complaints(const QStringList &files, const QByteArray &text = {})
{
    QProcess process;
    process.setWorkingDirectory(kTop);
    process.start(QStringLiteral("clang-format"), QStringList{QStringLiteral("--dry-run"), QStringLiteral("--Werror")} + files);
    process.write(text);
    process.closeWriteChannel();
    if (!process.waitForFinished(300'000))
        return QStringLiteral("clang-format did not end: ") + process.errorString();
    const QString said = QString::fromUtf8(process.readAllStandardError());
    return process.exitCode() == 0 && said.isEmpty() ? QString() : said + QStringLiteral("exit status %1").arg(process.exitCode());
}

}  // namespace

class TestFormat : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void theToolBites();
    void everyFileIsLaidOut();
};

void TestFormat::initTestCase()
{
    if (QStandardPaths::findExecutable(QStringLiteral("clang-format")).isEmpty())
        QSKIP("clang-format is not installed");
}

void TestFormat::theToolBites()
{
    const QStringList asSource = {QStringLiteral("--assume-filename=core/base/a.cpp")};
    QCOMPARE(complaints(asSource, "int one(int a) { return a + 1; }\n"), QString());
    QVERIFY(complaints(asSource, "int one(int a) {return a+1;}\n").contains(QLatin1String("exit status 1")));
}

void TestFormat::everyFileIsLaidOut()
{
    QStringList files;
    for (const char *const folder : {"app", "core", "ui", "tests"}) {
        QDirIterator it(kTop + u'/' + QLatin1String(folder), {QStringLiteral("*.cpp"), QStringLiteral("*.h")}, QDir::Files,
                        QDirIterator::Subdirectories);
        while (it.hasNext())
            files += it.next().mid(kTop.size() + 1);
    }
    QVERIFY2(files.size() > 1000, "the source tree was not found");
    QString all;
    for (qsizetype i = 0; i < files.size(); i += kAtOnce)
        all += complaints(files.mid(i, kAtOnce));
    QVERIFY2(all.isEmpty(), qPrintable(all.left(5000)));
}

QTEST_GUILESS_MAIN(TestFormat)
#include "tst_format.moc"
