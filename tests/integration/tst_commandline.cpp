// SPDX-License-Identifier: GPL-3.0-or-later
// Command lines that nobody would write, and some that people do write: every command is tested in the same way, and every line must be
// answered with a sentence.
#include "core/storage/database/statedatabase.h"
#include "tests/support/testdepth.h"
#include "tests/support/yardcommand.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <random>
#include <tuple>

using namespace trainyard;

namespace {

const QString kYard = QStringLiteral(TRAINYARD_BIN_DIR "/yard");

// "run list [--json]" of the usage text, as `yard --json help` gives it.
struct Known {
    QStringList words;  // "run", "list"
    QStringList withValue, flags;
};

// As docs/user-guide.md reads usage texts: a word after an option that does not begin with a bracket is its value.
QList<Known> commandsOf(const QJsonArray &help)
{
    static const QRegularExpression kOption(QStringLiteral("(?<![A-Za-z0-9-])(--?[a-z][a-z-]*)( \\|[^)]*\\))?( [^\\[\\]|() -])?"));
    QList<Known> commands;
    for (const auto &one : help) {
        const QJsonObject command = one.toObject();
        Known known;
        known.words = command[QLatin1String("command")].toString().split(u' ');
        const QString usage = command[QLatin1String("usage")].toString().remove(QRegularExpression(QStringLiteral("'[^']*'")));
        for (auto found = kOption.globalMatch(usage); found.hasNext();) {
            const auto option = found.next();
            QStringList names{option.captured(1)};
            if (!option.captured(2).isEmpty())
                names += option.captured(2).remove(u')').split(QStringLiteral(" | "), Qt::SkipEmptyParts);
            (option.captured(3).isEmpty() ? known.flags : known.withValue) += names;
        }
        known.withValue.removeDuplicates();
        known.flags.removeDuplicates();
        known.flags.removeAll(QStringLiteral("--json"));
        commands << known;
    }
    return commands;
}

QByteArray firstLine(const QByteArray &text) { return text.left(text.indexOf('\n')); }

}  // namespace

class TestCommandLine : public QObject {
    Q_OBJECT

    QTemporaryDir m_state;
    QList<Known> m_commands;

    YardCommand yard() const
    {
        YardCommand command(kYard, m_state.path());
        // For commands that would use the network, nothing answers.
        for (const char *name : {"http_proxy", "https_proxy", "HTTPS_PROXY", "ALL_PROXY"})
            command.environment.insert(QLatin1String(name), QStringLiteral("http://127.0.0.1:9"));
        return command;
    }
    YardCommand::Answer run(const QStringList &words) const { return yard().run(words); }
    YardCommand::Answer run(const char *words) const { return run(QString::fromUtf8(words).split(u' ')); }

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(QDir().mkpath(m_state.filePath(QStringLiteral("data"))));
        m_commands = commandsOf(run("--json help").array());
        QVERIFY(m_commands.size() > 60);
    }

    void helpIsJsonWhereJsonIsAskedFor_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("first");
        QTest::addColumn<int>("count");
        const auto row = [](const char *words, const char *first, int count) {
            QTest::newRow(words) << QString::fromLatin1(words) << QString::fromLatin1(first) << count;
        };
        row("--json --help", "agent", 0);
        row("--json help", "agent", 0);
        row("--json help run list", "run list", 1);
        row("--json run list --help", "run list", 1);
        row("run --json list -h", "run list", 1);
        row("run list -h --json", "run list", 1);
        row("machine add --notes x --help --json", "machine add", 1);
        row("estimate --json --help", "estimate", 2);
        row("estimate memory --json --help", "estimate memory", 1);
    }
    void helpIsJsonWhereJsonIsAskedFor()
    {
        QFETCH(QString, words);
        QFETCH(QString, first);
        QFETCH(int, count);
        const auto answer = run(words.split(u' '));
        QVERIFY2(answer.status == 0, answer.told().constData());
        const QJsonArray help = answer.array();
        QVERIFY2(!help.isEmpty() && (count == 0 || help.size() == count), answer.told().constData());
        const QJsonObject command = help.first().toObject();
        QCOMPARE(command[QLatin1String("command")].toString(), first);
        QVERIFY(command[QLatin1String("usage")].toString().startsWith(QStringLiteral("yard ") + first));
        QVERIFY(!command[QLatin1String("help")].toString().isEmpty());
        QVERIFY(answer.err.isEmpty());
    }

    void helpAndVersionAreText()
    {
        const auto one = run("run list --help");
        QVERIFY2(one.status == 0 && one.out.startsWith("Usage: yard") && one.out.count("\n  yard ") == 1, one.told().constData());
        const auto noun = run("run --help");
        QVERIFY2(noun.status == 0 && noun.out.contains("\n  yard run stop ") && !noun.out.contains("\n  yard machine "),
                 noun.told().constData());
        QVERIFY(run("--version").out.startsWith("yard "));
        QVERIFY(!run("--json --version").object()[QLatin1String("version")].toString().isEmpty());
        for (const char *words : {"help nonsense", "run nonsense --help", "help run nonsense"}) {
            const auto none = run(words);
            QVERIFY2(none.status == 2 && none.out.isEmpty() && none.err.startsWith("yard: Unknown command"), none.told().constData());
        }
    }

    void everyTextOfHelpIsReadable()
    {
        const auto answer = run("--json help");
        // UTF-8 misread as Latin-1.
        static const QRegularExpression kTwiceEncoded(QStringLiteral("[\\x{80}-\\x{9f}]|[\\x{c2}-\\x{f4}][\\x{80}-\\x{bf}]|\\x{fffd}"));
        const QString text = QString::fromUtf8(answer.out);
        QVERIFY2(!text.contains(kTwiceEncoded), qPrintable(kTwiceEncoded.match(text).captured(0)));
        QVERIFY(text.contains(QStringLiteral("yard alert watch [RUN…]")));
    }

    void whatStandsAsAValueIsOne_data()
    {
        QTest::addColumn<QStringList>("option");
        QTest::addColumn<QString>("comment");
        for (const char *word : {"--help", "-h", "--json", "--version", "--", "-"}) {
            const QString value = QString::fromLatin1(word);
            QTest::newRow(qPrintable(QStringLiteral("--comment ") + value)) << QStringList{QStringLiteral("--comment"), value} << value;
            QTest::newRow(qPrintable(QStringLiteral("--comment=") + value)) << QStringList{QStringLiteral("--comment=") + value} << value;
        }
    }
    void whatStandsAsAValueIsOne()
    {
        QFETCH(QStringList, option);
        QFETCH(QString, comment);
        QTemporaryDir home;
        const YardCommand command(kYard, home.path());
        const auto made = command.run(QStringList{QStringLiteral("key"), QStringLiteral("generate"), QStringLiteral("--no-passphrase")}
                                      + option + QStringList{QStringLiteral("mine")});
        QVERIFY2(made.status == 0 && !made.out.startsWith("Usage") && !made.out.startsWith("{"), made.told().constData());
        const auto listed = command.run({QStringLiteral("--json"), QStringLiteral("key"), QStringLiteral("list")});
        QCOMPARE(listed.array().first().toObject()[QLatin1String("comment")].toString(), comment);
    }

    void behindTwoDashesNothingIsAnOption()
    {
        const auto shown = run("machine show -- --help");
        QVERIFY2(shown.status == 1 && shown.err.contains("“--help”"), shown.told().constData());
        const auto removed = run("machine remove -- -x");
        QVERIFY2(removed.status == 1 && removed.err.contains("“-x”"), removed.told().constData());
        const auto asked = run("run show -x");
        QVERIFY2(asked.status == 2 && asked.err.contains("If this is a name, write -- before it."), asked.told().constData());
    }

    // Only the usage text tells which options take a value: it must be right.
    void everyUsageTextIsTrue()
    {
        QStringList wrong;
        int options = 0;
        for (const Known &command : std::as_const(m_commands)) {
            for (const QString &option : command.withValue) {
                ++options;
                const auto answer = run(command.words + QStringList{option});
                if (answer.status != 2 || !answer.err.startsWith("yard: " + option.toUtf8() + " needs a value.") || !answer.out.isEmpty())
                    wrong << command.words.join(u' ') + u' ' + option + u' ' + QString::fromUtf8(firstLine(answer.err));
            }
            for (const QString &option : command.flags) {
                ++options;
                const auto answer = run(command.words + QStringList{option + QStringLiteral("=x")});
                if (answer.status != 2 || !answer.err.startsWith("yard: Unknown option ") || !answer.out.isEmpty())
                    wrong << command.words.join(u' ') + u' ' + option + u' ' + QString::fromUtf8(firstLine(answer.err));
            }
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
        QVERIFY(options > 150);
    }

    void everyCommandRefusesWhatItDoesNotKnow()
    {
        QStringList wrong;
        for (const Known &command : std::as_const(m_commands)) {
            for (const bool isJson : {false, true}) {
                const auto answer = run((isJson ? QStringList{QStringLiteral("--json")} : QStringList()) + command.words
                                        + QStringList{isJson ? QStringLiteral("-Z") : QStringLiteral("--no-such-option=1")});
                const bool isSaid = answer.err.startsWith("yard: Unknown option ") && answer.err.contains("\nUsage: yard ");
                if (answer.status != 2 || !isSaid
                    || (isJson ? answer.out.count('\n') != 1 || answer.object().isEmpty() : !answer.out.isEmpty()))
                    wrong << command.words.join(u' ') + QString::fromUtf8(answer.told());
            }
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    }

    void oddCommandLinesAreAnswered_data()
    {
        QTest::addColumn<QStringList>("words");
        const auto row = [](const char *name, const QStringList &words) { QTest::newRow(name) << words; };
        const auto s = [](const char *text) { return QString::fromUtf8(text); };
        row("empty word", {QString()});
        row("blank", {s(" ")});
        row("dash", {s("-")});
        row("two dashes", {s("--")});
        row("two dashes and a command", {s("--"), s("run"), s("list")});
        row("equals sign", {s("=")});
        row("option before the noun", {s("--machine"), s("x"), s("run"), s("list")});
        row("noun alone", {s("run")});
        row("verb alone", {s("list")});
        row("noun in capitals", {s("RUN"), s("list")});
        row("noun and verb in one", {s("run list")});
        row("noun with a line's end", {s("run\n"), s("list")});
        row("turned round", {s("\u202erun"), s("list")});
        row("place holders", {s("%1"), s("%2")});
        row("long noun", {QString(100'000, u'x')});
        row("empty verb", {s("run"), QString()});
        row("two names", {s("run"), s("show"), s("a"), s("b")});
        row("no name of an option", {s("run"), s("show"), s("--=x")});
        row("three dashes", {s("run"), s("show"), s("---")});
        row("flag with a value", {s("run"), s("logs"), s("--follow=yes"), s("x")});
        row("empty flag value", {s("run"), s("logs"), s("--follow="), s("x")});
        row("option's beginning", {s("machine"), s("list"), s("--gro"), s("x")});
        row("empty number", {s("offer"), s("list"), s("--limit"), QString()});
        row("negative number", {s("offer"), s("list"), s("--limit"), s("-1")});
        row("number beyond 64 bits", {s("offer"), s("list"), s("--limit"), s("99999999999999999999999")});
        row("not a number", {s("offer"), s("list"), s("--limit"), s("NaN")});
        row("hexadecimal", {s("offer"), s("list"), s("--limit"), s("0x10")});
        row("Arabic digits", {s("offer"), s("list"), s("--limit"), s("١٢")});
        row("price of another kind", {s("offer"), s("list"), s("--max-price"), s("1e400USD")});
        row("commas alone", {s("offer"), s("list"), s("--gpu"), s(",,,")});
        row("time without a unit", {s("estimate"), s("--hours"), s("-3")});
        row("port 0", {s("tunnel"), s("close"), s("0x")});
        row("port beyond all", {s("tunnel"), s("close"), s("65536")});
        row("alert by name", {s("alert"), s("acknowledge"), s("first")});
        row("task is a folder", {s("task"), s("check"), s("/")});
        row("address of no store", {s("store"), s("ls"), s("http://x")});
        row("store without a bucket", {s("store"), s("add"), s("a"), s("s3://")});
        row("store without encryption",
            {s("store"), s("add"), s("--endpoint"), s("http://10.0.0.5:9000"), s("--preset"), s("minio"), s("a"), s("s3://bucket")});
        row("sandbox with words", {s("sandbox"), s("status"), s("please")});
    }
    void oddCommandLinesAreAnswered()
    {
        QFETCH(QStringList, words);
        for (const bool isJson : {false, true}) {
            const auto answer = run((isJson ? QStringList{QStringLiteral("--json")} : QStringList()) + words);
            QVERIFY2(answer.status == 2, answer.told().constData());
            QVERIFY2(answer.err.startsWith("yard: "), answer.told().constData());
            const QByteArray sentence = firstLine(answer.err);
            QVERIFY2(sentence.size() > 12 && QByteArrayView(".:…").contains(sentence.back()), answer.told().constData());
            QVERIFY2(isJson ? answer.out.count('\n') == 1 && !answer.object().isEmpty() : answer.out.isEmpty(), answer.told().constData());
        }
    }

    void aStoreWithoutEncryptionIsAskedForTwice_data()
    {
        QTest::addColumn<QString>("endpoint");
        QTest::addColumn<bool>("isOpen");
        for (const char *endpoint : {"http://10.0.0.5:9000", "http://minio.example.org", "HTTP://minio.example.org",
                                     "http://127.0.0.1.example.org", "http://localhost.example.org", "http://[2001:db8::1]:9000"})
            QTest::newRow(endpoint) << QString::fromLatin1(endpoint) << true;
        for (const char *endpoint : {"https://minio.example.org", "http://127.0.0.1:9000", "http://127.8.9.1", "http://localhost:9000",
                                     "http://minio.localhost", "http://[::1]:9000"})
            QTest::newRow(endpoint) << QString::fromLatin1(endpoint) << false;
    }
    void aStoreWithoutEncryptionIsAskedForTwice()
    {
        QFETCH(QString, endpoint);
        QFETCH(bool, isOpen);
        QTemporaryDir home;
        const YardCommand command(kYard, home.path());
        QFile keys(home.filePath(QStringLiteral("keys")));
        QVERIFY(keys.open(QIODevice::WriteOnly) && keys.write("id\nsecret\n") > 0);
        keys.close();
        const QStringList add{QStringLiteral("store"), QStringLiteral("add"),        QStringLiteral("--preset"),
                              QStringLiteral("minio"), QStringLiteral("--no-check"), QStringLiteral("--keys"),
                              keys.fileName(),         QStringLiteral("--endpoint"), endpoint,
                              QStringLiteral("mine"),  QStringLiteral("s3://bucket")};
        const auto first = command.run(add);
        QVERIFY2(first.status == (isOpen ? 2 : 0) && first.err.contains("unencrypted") == isOpen, first.told().constData());
        QVERIFY2(!isOpen || first.err.contains("--insecure"), first.told().constData());
        if (!isOpen)
            return;
        const auto second = command.run(add + QStringList{QStringLiteral("--insecure")});
        QVERIFY2(second.status == 0 && second.err.contains("Warning: ") && second.err.contains("unencrypted"), second.told().constData());
    }

    void runsGoToTheTrashAndComeBack()
    {
        const QTemporaryDir home;
        QVERIFY(QDir().mkpath(home.filePath(QStringLiteral("data"))));
        const YardCommand command(kYard, home.path());
        const auto yard = [&](const char *words) { return command.run(QString::fromUtf8(words).split(u' ')); };
        QVERIFY(yard("run list").status == 0);
        {
            const auto store = StateDatabase::open(home.filePath(QStringLiteral("data/trainyard.db")));
            QVERIFY(store);
            for (const auto &[name, state] :
                 {std::pair("one", RunState::Finished), std::pair("two", RunState::Failed), std::pair("live", RunState::Running)}) {
                Run run;
                run.lineage = run.name = QLatin1String(name);
                run.id = RunId(run.lineage + QStringLiteral("-a1"));
                run.state = state;
                run.created = QDateTime::currentDateTimeUtc();
                QVERIFY((*store)->runs.add(run));
            }
        }
        const auto names = [](const YardCommand::Answer &answer) {
            QStringList all;
            for (const auto &run : answer.array())
                all << run.toObject()[QLatin1String("name")].toString();
            all.sort();
            return all;
        };
        auto answer = yard("--json run delete one live");
        QVERIFY2(answer.status == 1 && answer.err.contains("Stop it first"), answer.told().constData());
        QCOMPARE(names(yard("--json run trash")), QStringList());
        answer = yard("--json run delete one-a1 two");
        QVERIFY2(answer.status == 0 && names(answer) == QStringList({"one", "two"}), answer.told().constData());
        QVERIFY(!answer.array().first().toObject()[QLatin1String("deleted")].toString().isEmpty());
        QCOMPARE(names(yard("--json run list --all")), QStringList{"live"});
        QCOMPARE(yard("run show one").status, 1);
        QCOMPARE(yard("run trash --restore live").status, 1);
        answer = yard("--json run trash --restore two");
        QVERIFY2(names(answer) == QStringList{"one"}, answer.told().constData());
        QCOMPARE(yard("run trash --restore one --empty").status, 2);
        answer = yard("run trash --empty");
        QVERIFY2(answer.status == 0 && !answer.out.contains("one"), answer.told().constData());
        QCOMPARE(yard("run trash --restore one").status, 1);
        QCOMPARE(names(yard("--json run list")), QStringList({"live", "two"}));
    }

    void runsAreListedByAFilter()
    {
        const QTemporaryDir home;
        QVERIFY(QDir().mkpath(home.filePath(QStringLiteral("data"))));
        const YardCommand command(kYard, home.path());
        {
            const auto store = StateDatabase::open(home.filePath(QStringLiteral("data/trainyard.db")));
            QVERIFY(store);
            for (const auto &[name, state, project] :
                 {std::tuple("one", RunState::Finished, "med"), std::tuple("two", RunState::Failed, "med"),
                  std::tuple("three", RunState::Failed, "")}) {
                Run run;
                run.lineage = run.name = QLatin1String(name);
                run.id = RunId(run.lineage + QStringLiteral("-a1"));
                run.state = state;
                run.project = QLatin1String(project);
                run.created = QDateTime::currentDateTimeUtc();
                QVERIFY((*store)->runs.add(run));
            }
            RunEdit edit;
            edit.isArchived = true;
            QVERIFY((*store)->runs.edit(QStringLiteral("three"), edit));
        }
        // Its loss is in the copy of its log.
        const QString copy = home.filePath(QStringLiteral("data/runs/one-a1"));
        QVERIFY(QDir().mkpath(copy));
        QFile log(copy + QStringLiteral("/log"));
        QVERIFY(log.open(QIODevice::WriteOnly));
        for (int step = 1; step <= 20; ++step)
            log.write("{'loss': 1.5, 'epoch': 0.1, 'step': " + QByteArray::number(step) + "}\n");
        log.close();
        const auto listed = [&](const char *filter) {
            const auto answer = command.run({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("list"),
                                             QStringLiteral("--filter"), QString::fromUtf8(filter)});
            QStringList all;
            for (const auto &run : answer.array())
                all << run.toObject()[QLatin1String("name")].toString();
            all.sort();
            return answer.status == 0 ? all.join(u' ') : QString::fromUtf8(answer.told());
        };
        QCOMPARE(listed(""), QStringLiteral("one two"));
        QCOMPARE(listed("project:med -state:failed"), QStringLiteral("one"));
        QCOMPARE(listed("loss<1.6"), QStringLiteral("one"));
        QCOMPARE(listed("-loss<1.6"), QStringLiteral("two"));
        QCOMPARE(listed("archived:yes"), QStringLiteral("three"));
        QCOMPARE(listed("zzz"), QString());
        const auto table = command.run({QStringLiteral("run"), QStringLiteral("list"), QStringLiteral("--filter=state:failed")});
        QVERIFY2(table.status == 0 && table.out.contains("two-a1") && !table.out.contains("one-a1"), table.told().constData());
        const auto wrong = command.run(
            {QStringLiteral("run"), QStringLiteral("list"), QStringLiteral("--filter"), QStringLiteral("two los<1")});
        QVERIFY2(wrong.status == 2 && wrong.out.isEmpty() && wrong.err.contains("Unknown name: los. Did you mean loss?"),
                 wrong.told().constData());
    }

    void noCommandLineCrashes()
    {
        // Each of these lines may take effect; so those that serve, wait or leave this computer are excluded.
        static const QStringList kPassedOver{
            QStringLiteral("demo"),        QStringLiteral("agent"),         QStringLiteral("exporter"),    QStringLiteral("sandbox start"),
            QStringLiteral("alert watch"), QStringLiteral("offer refresh"), QStringLiteral("machine add"), QStringLiteral("tunnel open"),
            QStringLiteral("alert test"),  QStringLiteral("key generate"),  QStringLiteral("key import"),  QStringLiteral("probe run"),
            QStringLiteral("store add"),   QStringLiteral("secret set"),    QStringLiteral("secret list"), QStringLiteral("secret remove")};
        const QStringList odd{QString(),
                              QStringLiteral(" "),
                              QStringLiteral("-"),
                              QStringLiteral("--"),
                              QStringLiteral("---"),
                              QStringLiteral("="),
                              QStringLiteral("--="),
                              QStringLiteral("-1"),
                              QStringLiteral("0"),
                              QStringLiteral("1"),
                              QStringLiteral("7"),
                              QStringLiteral("99999999999999999999"),
                              QStringLiteral("1e9"),
                              QStringLiteral("%1%2%n"),
                              QStringLiteral("../.."),
                              QStringLiteral("/dev/null"),
                              QStringLiteral("/dev/zero"),
                              QStringLiteral("a:b:c"),
                              QStringLiteral("a:/b"),
                              QStringLiteral("s3://"),
                              QStringLiteral("s3://b/k"),
                              QStringLiteral("az:///"),
                              QStringLiteral("$(id)"),
                              QStringLiteral("';--"),
                              QStringLiteral("\\"),
                              QStringLiteral("\n"),
                              QStringLiteral("\x1b[2J"),
                              QStringLiteral("\u202e"),
                              QStringLiteral("训练"),
                              QStringLiteral("\U0001f680"),
                              QString(20'000, u'9'),
                              QStringLiteral("USD/CNY=7@2026-01-01"),
                              QStringLiteral("1h"),
                              QStringLiteral("12.5USD"),
                              QStringLiteral("2026-13-99"),
                              QStringLiteral("H100"),
                              QStringLiteral("8"),
                              QStringLiteral("--json"),
                              QStringLiteral("--help"),
                              QStringLiteral("-h"),
                              QStringLiteral("--version"),
                              QStringLiteral("help")};
        std::mt19937 random(20261123);  // the same lines each time
        const auto below = [&random](qsizetype count) { return qsizetype(random() % unsigned(count)); };
        QList<Known> usable;
        for (const Known &command : std::as_const(m_commands)) {
            if (!kPassedOver.contains(command.words.join(u' ')))
                usable << command;
        }
        for (int line = 0, lines = everydayOr(80, 200); line < lines; ++line) {
            const Known &command = usable[line < usable.size() ? line : below(usable.size())];
            QStringList words = command.words;
            const QStringList options = command.withValue + command.flags;
            for (qsizetype count = below(6); count > 0; --count) {
                const bool isOption = !options.isEmpty() && below(2) == 0;
                const QString word = isOption ? options[below(options.size())] : odd[below(odd.size())];
                words << (isOption && below(6) == 0 ? word + u'=' + odd[below(odd.size())] : word);
            }
            if (below(3) == 0)
                words.insert(below(words.size() + 1), QStringLiteral("--json"));
            const auto answer = run(words);
            const QByteArray told = words.join(u'\x1f').left(400).toUtf8() + '\n' + answer.told();
            QVERIFY2(QList<int>({0, 1, 2, 3, 6}).contains(answer.status), told.constData());
            QVERIFY2(!answer.err.contains("QString::arg") && !answer.err.contains("ASSERT"), told.constData());
            // A wrong task file is named with the place of each mistake, as compilers do.
            const bool isOfFile = command.words.join(u' ') == QLatin1String("task check") && answer.err.contains(": ");
            QVERIFY2(answer.status != 2 || isOfFile || answer.err.startsWith("yard: "), told.constData());
        }
    }
};

QTEST_GUILESS_MAIN(TestCommandLine)
#include "tst_commandline.moc"
