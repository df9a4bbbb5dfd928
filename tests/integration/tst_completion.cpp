// SPDX-License-Identifier: GPL-3.0-or-later
// What the shells offer while a command line of `yard` is typed: requested from `yard`, and from bash and fish with their scripts.
#include "core/storage/database/statedatabase.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

const QString kYard = QStringLiteral(TRAINYARD_BIN_DIR "/yard");
const QString kScripts = QStringLiteral(TRAINYARD_SOURCE_DIR "/installer/completions/");

}  // namespace

class TestCompletion : public QObject {
    Q_OBJECT

    QTemporaryDir m_state;

    QProcessEnvironment environment() const
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("TRAINYARD_HOME"), m_state.path());
        environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C.UTF-8"));
        environment.insert(QStringLiteral("PATH"), QStringLiteral(TRAINYARD_BIN_DIR ":") + environment.value(QStringLiteral("PATH")));
        environment.insert(QStringLiteral("HOME"), m_state.path());
        return environment;
    }
    QStringList linesOf(const QString &program, const QStringList &arguments) const
    {
        QProcess process;
        process.setProcessEnvironment(environment());
        process.setWorkingDirectory(m_state.path());
        process.start(program, arguments);
        process.closeWriteChannel();
        if (!process.waitForFinished(30'000) || process.exitCode() != 0)
            return {QStringLiteral("failed: ") + QString::fromUtf8(process.readAllStandardError())};
        return QString::fromUtf8(process.readAllStandardOutput()).split(u'\n', Qt::SkipEmptyParts);
    }
    QStringList complete(const QStringList &words) const
    {
        QStringList found;
        for (const QString &line : linesOf(kYard, QStringList{QStringLiteral("complete"), QStringLiteral("--")} + words))
            found << line.section(u'\t', 0, 0);
        return found;
    }

private Q_SLOTS:
    void initTestCase()
    {
        const auto database = StateDatabase::open(m_state.path() + QStringLiteral("/data/trainyard.db"));
        QVERIFY(database);
        for (const char *name : {"lab", "big box"}) {
            Machine machine;
            machine.name = QLatin1String(name);
            machine.target.host = QStringLiteral("192.0.2.1");
            QVERIFY((*database)->machines.add(machine));
        }
        Run run;
        run.id = RunId(QStringLiteral("night-a1"));
        run.lineage = run.name = QStringLiteral("night");
        run.state = RunState::Finished;
        run.created = QDateTime::currentDateTimeUtc();
        QVERIFY((*database)->runs.add(run));
        QFile file(m_state.path() + QStringLiteral("/task.yaml"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(QDir(m_state.path()).mkdir(QStringLiteral("there")));
    }

    // Every command and every option in --help is offered where it is allowed, and nothing else.
    void allThatHelpTellsIsOffered()
    {
        QProcess yard;
        yard.setProcessEnvironment(environment());
        yard.start(kYard, {QStringLiteral("--help"), QStringLiteral("--json")});
        QVERIFY(yard.waitForFinished(30'000));
        const QJsonArray help = QJsonDocument::fromJson(yard.readAllStandardOutput()).array();
        QVERIFY(help.size() > 70);
        const QStringList nouns = complete({QString()});
        static const QRegularExpression kOption(QStringLiteral("(?<![A-Za-z0-9-])--?[a-z][a-z-]*"));
        for (const auto &one : help) {
            const QStringList words = one[QLatin1String("command")].toString().split(u' ');
            QVERIFY2(nouns.contains(words[0]), qPrintable(words[0]));
            if (words.size() > 1)
                QVERIFY2(complete({words[0], QString()}).contains(words[1]), qPrintable(words.join(u' ')));
            QString usage = one[QLatin1String("usage")].toString();
            usage.remove(QRegularExpression(QStringLiteral("'[^']*'")));
            QStringList told{QStringLiteral("--json"), QStringLiteral("--help")};
            for (auto it = kOption.globalMatch(usage); it.hasNext();)
                told << it.next().captured();
            told.removeDuplicates();
            QStringList offered = complete(words + QStringList{QStringLiteral("-")});
            told.sort();
            offered.sort();
            QCOMPARE(offered, told);
        }
    }

    void whatMayStandThere_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QStringList>("wanted");
        const auto row = [](const char *name, const QStringList &words, const QStringList &wanted) {
            QTest::newRow(name) << words << wanted;
        };
        row("a noun by its beginning", {"mach"}, {"machine"});
        row("verbs", {"sandbox", ""}, {"start", "status", "stop"});
        row("a machine", {"machine", "show", ""}, {"big box", "lab"});
        row("a machine by its beginning", {"machine", "show", "l"}, {"lab"});
        row("no machine where a new one is named", {"machine", "add", ""}, {});
        row("a machine behind its option", {"run", "launch", "--machine", ""}, {"big box", "lab"});
        row("a file behind the option's value", {"run", "launch", "--machine", "lab", ""}, {":files"});
        row("a run", {"run", "logs", ""}, {"night-a1"});
        row("what the usage lists", {"compat", "check", "--os", ""}, {"linux", "windows"});
        row("words of a list", {"estimate", "memory", "--checkpointing", "s"}, {"selective"});
        row("presets of models", {"estimate", "memory", "--preset", "gpt"}, {"gpt-2"});
        row("presets of stores", {"store", "add", "--preset", "az"}, {"azure"});
        row("a command that has another below it", {"estimate", "m"}, {"memory"});
        row("a folder", {"demo", "--pictures", ""}, {":folders"});
        row("currencies", {"offer", "list", "--currency", "C"}, {"CNY", "CAD", "CHF"});
        row("nothing for a number", {"offer", "list", "--limit", ""}, {});
        row("nothing behind an unknown command", {"attic", "open", ""}, {});
        row("no options behind two dashes", {"machine", "show", "--", "-"}, {});
        row("the options of every command", {"--v"}, {"--version"});
    }
    void whatMayStandThere()
    {
        QFETCH(QStringList, words);
        QFETCH(QStringList, wanted);
        QCOMPARE(complete(words), wanted);
    }

    void bashOffersIt()
    {
        const auto offered = [&](const QString &words) {
            return linesOf(QStringLiteral("bash"),
                           {QStringLiteral("-c"),
                            QStringLiteral(". '%1yard.bash'; COMP_WORDS=(%2); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _yard; printf '%s\\n' "
                                           "\"${COMPREPLY[@]}\"")
                                .arg(kScripts, words)});
        };
        QCOMPARE(offered(QStringLiteral("yard mach")), QStringList{"machine"});
        QCOMPARE(offered(QStringLiteral("yard machine show b")), QStringList{"big\\ box"});
        QStringList files = offered(QStringLiteral("yard task check t"));
        files.sort();  // bash sorts them when it shows them
        QCOMPARE(files, (QStringList{"task.yaml", "there"}));
        QCOMPARE(offered(QStringLiteral("yard demo --pictures t")), QStringList{"there"});
    }

    void fishOffersIt()
    {
        if (QStandardPaths::findExecutable(QStringLiteral("fish")).isEmpty())
            QSKIP("fish is not installed");
        const auto offered = [&](const QString &line) {
            QStringList found;
            for (const QString &one :
                 linesOf(QStringLiteral("fish"), {QStringLiteral("--no-config"), QStringLiteral("-c"),
                                                  QStringLiteral("source '%1yard.fish'; complete -C '%2'").arg(kScripts, line)}))
                found << one.section(u'\t', 0, 0);
            return found;
        };
        QCOMPARE(offered(QStringLiteral("yard mach")), QStringList{"machine"});
        QVERIFY(offered(QStringLiteral("yard machine show ")).contains(QLatin1String("lab")));
        QCOMPARE(offered(QStringLiteral("yard compat check --os ")), (QStringList{"linux", "windows"}));
        QVERIFY(offered(QStringLiteral("yard task check t")).contains(QLatin1String("task.yaml")));
    }
};

QTEST_GUILESS_MAIN(TestCompletion)
#include "tst_completion.moc"
