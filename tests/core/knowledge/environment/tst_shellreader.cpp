// SPDX-License-Identifier: GPL-3.0-or-later
// Parsing of shell text and Dockerfiles: words and their positions, nesting, continued lines, here-documents.
#include "core/knowledge/environment/internal/dockerfilereader.h"

#include <QTest>

using namespace trainyard;

namespace {

QString s(const char *text) { return QString::fromUtf8(text); }

// "A=1 [docker|run|x y] ; [ls]"
QString shape(const QString &text, ShellForm form = ShellForm::Shell)
{
    const ShellReading reading = readShell(text, {0, text.size()}, form);
    QStringList commands;
    for (const ShellCommand &command : reading.commands) {
        QStringList assignments, words;
        for (const ShellWord &word : command.assignments)
            assignments << word.text;
        for (const ShellWord &word : command.words)
            words << word.text;
        const QString before = command.before == s("\n") ? s("/") : command.before;
        commands << (QStringList{before} + assignments + QStringList{s("[") + words.join(u'|') + s("]")}).join(u' ').trimmed();
    }
    return commands.join(u' ');
}

}  // namespace

class TestShellReader : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void commandsAndWords_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("shape");
        const auto row = [](const char *name, const char *text, const char *expected) { QTest::newRow(name) << s(text) << s(expected); };
        row("words", "docker run  'x y' \"a $B\"", "[docker|run|x y|a $B]");
        row("operators", "a && b || c; d | e & f", "[a] && [b] || [c] ; [d] | [e] & [f]");
        row("lines", "a\nb \\\n  c\n\nd", "[a] / [b|c] / [d]");
        row("comments", "a # b\n# c\nd#e", "[a] / [d#e]");
        row("assignments", "A=1 B='x y' c D=2", "A=1 B=x y [c|D=2]");
        row("assignment alone", "A=1", "A=1 []");
        row("redirections", "a 2>&1 >out <in b &>all", "[a|b]");
        row("keywords", "if a; then b; else c; fi; for x in 1 2; do d; done", "[a] ; [b] ; [c] ; [for|x|in|1|2] ; [d]");
        row("prefixes", "sudo -E -u me env A=1 nohup timeout 10 nice -n 5 b", "A=1 [b]");
        row("exec", "exec python x", "[python|x]");
        row("groups", "(a; b) && { c; }", "( [a] ; [b] && [c]");
        row("inside", "bash -c 'a && b'", "[bash|-c|a && b] [a] && [b]");
        row("substitution", "a $(b c) `d`", "[a|$(b c)|`d`] [b|c] [d]");
        row("braces", "a ${B:-x y} c", "[a|${B:-x y}|c]");
        row("escaped", "a\\ b \\$c", "[a b|$c]");
        row("document", "cat <<E >x\nb c\nE\nd", "[cat] / [d]");
        row("document for a shell", "sh <<-'E'\n\tb\n\tE\nd", "[sh] / [d] [b]");
        row("here-string", "a <<<\"b\" c", "[a|c]");
        row("number", "a 2 b", "[a|2|b]");
        row("nothing", "  \n # x\n", "");
    }
    void commandsAndWords()
    {
        QFETCH(QString, text);
        QFETCH(QString, shape);
        QCOMPARE(::shape(text), shape);
    }

    void placesAreThoseOfTheText()
    {
        const QString text = s("a \\\n  'b c' --x=\"1\"");
        const ShellReading reading = readShell(text, {0, text.size()}, ShellForm::Shell);
        QCOMPARE(reading.commands.size(), 1);
        const ShellCommand &command = reading.commands.first();
        QCOMPARE(text.mid(command.words[1].begin, command.words[1].end - command.words[1].begin), s("'b c'"));
        QVERIFY(command.words[1].isQuoted && !command.words[2].isQuoted);
        QCOMPARE(command.option({s("--x")})->text, s("1"));
        const auto named = namedValue(command.words[2]);
        QVERIFY(named && named->name == s("--x") && named->value == s("1"));
    }

    void whatIsNeverClosedIsTold()
    {
        const QString quote = s("a \"b c\nd");
        QCOMPARE(readShell(quote, {0, quote.size()}, ShellForm::Shell).unclosed.value_or(-1), 2);
        const QString blanks = s("a \\  \nb");
        QCOMPARE(readShell(blanks, {0, blanks.size()}, ShellForm::Shell).blanksAfterBackslash, QList<qsizetype>{2});
        QVERIFY(readShell(blanks, {0, blanks.size()}, ShellForm::Dockerfile).blanksAfterBackslash.isEmpty());
    }

    void dockerfilesAreInstructions()
    {
        const SourceText source(
            "# c\nFROM --platform=linux/amd64 a:1 AS b\nRUN --mount=type=cache,target=/x \\\n  # why\n\n  c && \\\n  d\nCMD [\"e\", \"f \\\"g\\\"\"]\nCMD [h\nENV A=1 B=\"2 3\"\nRUN <<EOF\ni\nEOF\nUSER j\n");
        const Dockerfile file = readDockerfile(source);
        QStringList names;
        for (const Instruction &one : file.instructions)
            names << one.name;
        QCOMPARE(names.join(u' '), s("FROM RUN CMD CMD ENV RUN USER"));
        QCOMPARE(file.stages, 1);
        QCOMPARE(file.instructions[0].flag(s("platform"))->text, s("linux/amd64"));
        QCOMPARE(file.instructions[0].words.size(), 3);
        QCOMPARE(file.instructions[1].flag(s("mount"))->text, s("type=cache,target=/x"));
        const ShellReading run = readShell(source.text(), file.instructions[1].arguments, ShellForm::Dockerfile);
        QVERIFY(run.commands.size() == 2 && run.commands[0].name() == s("c") && run.commands[1].name() == s("d"));
        QVERIFY(file.instructions[2].isExec && file.instructions[2].words.size() == 2);
        QCOMPARE(file.instructions[2].words[1].text, s("f \"g\""));
        QVERIFY(!file.instructions[3].isExec);
        QCOMPARE(file.instructions[4].words.size(), 2);
        QCOMPARE(file.instructions[5].documents.size(), 1);
        QCOMPARE(source.part(file.instructions[5].documents.first()).trimmed(), s("i"));
        QCOMPARE(source.line(file.instructions[6].nameRange.begin), 14);
    }
};

QTEST_GUILESS_MAIN(TestShellReader)
#include "tst_shellreader.moc"
