// SPDX-License-Identifier: GPL-3.0-or-later
// The documents agree with the tree: links resolve, and the list of packages is the one that the scripts use.
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

namespace {

const QString kTop = QStringLiteral(TRAINYARD_SOURCE_DIR);

QString read(const QString &path)
{
    QFile file(kTop + QLatin1Char('/') + path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QStringList documents()
{
    QStringList found;
    for (const QString &name : QDir(kTop).entryList({QStringLiteral("*.md")}, QDir::Files))
        found.append(name);
    QDirIterator it(kTop + QStringLiteral("/docs"), {QStringLiteral("*.md")}, QDir::Files, QDirIterator::Subdirectories);
    while (it.hasNext())
        found.append(it.next().mid(kTop.size() + 1));
    return found;
}

// The output of `yard`.
QString said(const QStringList &arguments)
{
    QTemporaryDir home;
    QProcess yard;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("TRAINYARD_HOME"), home.path());
    environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C.UTF-8"));
    yard.setProcessEnvironment(environment);
    yard.start(QStringLiteral(TRAINYARD_BIN_DIR "/yard"), arguments);
    return yard.waitForFinished(20'000) && yard.exitCode() == 0 ? QString::fromUtf8(yard.readAllStandardOutput()) : QString();
}

// Text of the table as it appears in a manual page whose escapes have lost their backslashes.
QString asTyped(QString text)
{
    text.replace(u'\u2026', QLatin1String("...")).replace(u'\'', QLatin1String("(aq")).replace(u'~', QLatin1String("(ti"));
    return text;
}

}  // namespace

class TestDocs : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void linksLeadToFiles();
    void readmeNamesEveryPackage();
    void packageListIsWellFormed();
    void manualPagesNameTheVersion();
    void everyCommandIsDocumented();
    void everyExitStatusIsDocumented();
};

void TestDocs::linksLeadToFiles()
{
    static const QRegularExpression link(QStringLiteral(R"(\]\(([^)#\s]+)(#[^)]*)?\))"));
    QStringList broken;
    const QStringList all = documents();
    QVERIFY(all.size() >= 5);
    for (const QString &document : all) {
        const QString text = read(document);
        for (auto it = link.globalMatch(text); it.hasNext();) {
            const QString target = it.next().captured(1);
            if (target.contains(QLatin1String("://")) || target.startsWith(QLatin1String("mailto:")))
                continue;
            const QDir folder = QFileInfo(kTop + QLatin1Char('/') + document).dir();
            if (!QFileInfo::exists(folder.filePath(target)))
                broken.append(document + QStringLiteral(" → ") + target);
        }
    }
    QVERIFY2(broken.isEmpty(), qPrintable(broken.join(QLatin1Char('\n'))));
}

void TestDocs::readmeNamesEveryPackage()
{
    const QString readme = read(QStringLiteral("README.md"));
    QStringList missing;
    for (const QString &line : read(QStringLiteral("installer/packages.txt")).split(QLatin1Char('\n'))) {
        if (!line.startsWith(QLatin1String("build ")) && !line.startsWith(QLatin1String("run ")))
            continue;
        const QString names = line.section(QStringLiteral(" | "), 1, 1).trimmed();
        for (const QString &name : names.split(QLatin1Char('|'))) {
            if (!readme.contains(QLatin1Char('`') + name + QLatin1Char('`')))
                missing.append(name);
        }
    }
    QVERIFY2(missing.isEmpty(), qPrintable(QStringLiteral("not in README.md: ") + missing.join(QLatin1String(", "))));
}

void TestDocs::packageListIsWellFormed()
{
    static const QRegularExpression row(QStringLiteral(R"(^(build|run|test|servers) +\| ([a-z0-9][a-z0-9.+-]*\|?)+ +\| \S.*$)"));
    int rows = 0;
    for (const QString &line : read(QStringLiteral("installer/packages.txt")).split(QLatin1Char('\n'))) {
        if (line.isEmpty() || line.startsWith(QLatin1Char('#')))
            continue;
        QVERIFY2(row.match(line).hasMatch(), qPrintable(line));
        ++rows;
    }
    QVERIFY(rows > 30);
}

void TestDocs::manualPagesNameTheVersion()
{
    static const QRegularExpression version(QStringLiteral(R"(project\(Trainyard VERSION ([0-9.]+))"));
    const QString wanted = version.match(read(QStringLiteral("CMakeLists.txt"))).captured(1);
    QVERIFY(!wanted.isEmpty());
    QVERIFY(read(QStringLiteral("installer/man/trainyard.1")).contains(wanted));
    QVERIFY(said({QStringLiteral("help"), QStringLiteral("--man")}).contains(QStringLiteral("\"Trainyard %1\"").arg(wanted)));
    QVERIFY(read(QStringLiteral("installer/org.trainyard.Trainyard.metainfo.xml")).contains(QStringLiteral("version=\"%1\"").arg(wanted)));
}

void TestDocs::everyCommandIsDocumented()
{
    const QString guide = read(QStringLiteral("docs/user-guide.md"));
    const QString manual =
        said({QStringLiteral("help"), QStringLiteral("--man")}).remove(QRegularExpression(QStringLiteral(R"(\\f[BIR]|\\)")));
    const QJsonArray table = QJsonDocument::fromJson(said({QStringLiteral("--help"), QStringLiteral("--json")}).toUtf8()).array();
    QVERIFY(table.size() > 70);
    static const QRegularExpression option(QStringLiteral("--[a-z-]+"));
    QStringList missing, known{QStringLiteral("--help"), QStringLiteral("--json"), QStringLiteral("--version")};
    for (const auto &row : table) {
        const QString command = row[QLatin1String("command")].toString();
        const QString usage = row[QLatin1String("usage")].toString().mid(5);  // without "yard "
        if (!manual.contains(QRegularExpression(QStringLiteral("\n\\.T[PQ]\n%1\n").arg(QRegularExpression::escape(asTyped(usage))))))
            missing << QStringLiteral("yard.1: ") + usage;
        if (!manual.contains(u'\n' + asTyped(row[QLatin1String("help")].toString()) + u'\n'))
            missing << QStringLiteral("yard.1: what %1 does").arg(command);
        if (!guide.contains(QLatin1Char('`') + command))
            missing << QStringLiteral("user-guide.md: ") + command;
        for (auto it = option.globalMatch(usage); it.hasNext();) {
            known << it.next().captured();
            if (!guide.contains(known.last()))
                missing << QStringLiteral("user-guide.md: %1 %2").arg(command, known.last());
        }
    }
    QVERIFY2(missing.isEmpty(), qPrintable(missing.join(QLatin1Char('\n'))));

    // The page must not describe an option that no longer exists either.
    QString own = manual;
    own.remove(QStringLiteral("yard-probe --list"));
    for (auto it = option.globalMatch(own); it.hasNext();) {
        const QString told = it.next().captured();
        if (told.size() > 2)
            QVERIFY2(known.contains(told), qPrintable(told));
    }
}

// All of them are described in three places: `yard --help`, the manual page and the user guide.
void TestDocs::everyExitStatusIsDocumented()
{
    const QString help =
        read(QStringLiteral("app/cli/main.cpp")).section(QStringLiteral("Exit status:"), 1).section(QStringLiteral("));"), 0, 0);
    const QString manual =
        read(QStringLiteral("app/cli/manual.roff")).section(QStringLiteral(".SH EXIT STATUS"), 1).section(QStringLiteral(".SH "), 0, 0);
    const QString guide = read(QStringLiteral("docs/user-guide.md"))
                              .section(QStringLiteral("| exit status | meaning |"), 1)
                              .section(QStringLiteral("\n\n"), 0, 0);
    for (const char *status : {"0", "1", "2", "3", "4", "5", "6", "130"}) {
        const QString number = QLatin1String(status);
        QVERIFY2(help.contains(QRegularExpression(QStringLiteral("(^|[ \"])%1 [a-z]").arg(number))), status);
        QVERIFY2(manual.contains(QStringLiteral(".B %1\n").arg(number)), status);
        QVERIFY2(guide.contains(QStringLiteral("\n| %1 | ").arg(number)), status);
    }
}

QTEST_GUILESS_MAIN(TestDocs)
#include "tst_docs.moc"
