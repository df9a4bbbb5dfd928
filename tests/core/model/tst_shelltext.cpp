// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/shelltext.h"

#include <QTest>

using namespace trainyard;

class ShellTextTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void splitsPlainCommands_data();
    void splitsPlainCommands();
    void leavesTheRestToAShell_data();
    void leavesTheRestToAShell();
    void addsArgumentsWhereTheyBelong_data();
    void addsArgumentsWhereTheyBelong();
    void doesNotGuessWhereArgumentsBelong_data();
    void doesNotGuessWhereArgumentsBelong();
};

void ShellTextTest::splitsPlainCommands_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("words");
    QTest::newRow("one word") << "/train" << QStringList{"/train"};
    QTest::newRow("blanks and tabs") << "  python \t train.py  \n" << QStringList{"python", "train.py"};
    QTest::newRow("quotes") << "p 'a b' \"c 'd'\" e'f'\"g\" ''" << QStringList{"p", "a b", "c 'd'", "efg", ""};
    QTest::newRow("dollar in single quotes") << "p '$x `y`'" << QStringList{"p", "$x `y`"};
    QTest::newRow("backslashes") << "p a\\ b \\$c \"\\\"\\n\"" << QStringList{"p", "a b", "$c", "\"\\n"};
    QTest::newRow("continued lines") << "p \\\n  --a 1 \\\n  --b\\\n2\n" << QStringList{"p", "--a", "1", "--b2"};
    QTest::newRow("comments") << "# first\n\np a#b # last\n# more\n" << QStringList{"p", "a#b"};
    QTest::newRow("exec is not needed") << "exec p --x" << QStringList{"p", "--x"};
    QTest::newRow("line break in quotes") << "p 'a\nb'" << QStringList{"p", "a\nb"};
    QTest::newRow("any script") << "p 数据 é=1" << QStringList{"p", "数据", "é=1"};
}

void ShellTextTest::splitsPlainCommands()
{
    QFETCH(QString, text);
    const auto words = plainCommandWords(text);
    QVERIFY(words.has_value());
    QTEST(*words, "words");
}

void ShellTextTest::leavesTheRestToAShell_data()
{
    QTest::addColumn<QString>("text");
    for (const char *text : {"",
                             "# only a comment",
                             "a $b",
                             "a \"$b\"",
                             "a `b`",
                             "a; b",
                             "a | b",
                             "a & b",
                             "a && b",
                             "a &",
                             "a < b",
                             "a > b",
                             "(a)",
                             "a\nb",
                             "a *",
                             "a ?",
                             "a [b]",
                             "a {b,c}",
                             "~/a",
                             "a ~/b",
                             "A=1 b",
                             "! a",
                             "cd b",
                             "export A=1",
                             "if a",
                             "a 'b",
                             "a \"b",
                             "a \\",
                             "exec -a b c",
                             ": x"})
        QTest::newRow(text) << QString::fromLatin1(text);
}

void ShellTextTest::leavesTheRestToAShell()
{
    QFETCH(QString, text);
    QVERIFY(!plainCommandWords(text));
}

void ShellTextTest::addsArgumentsWhereTheyBelong_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("result");
    QTest::newRow("plain") << "python a.py"
                           << "python a.py --resume x";
    QTest::newRow("line end stays") << "python a.py\n"
                                    << "python a.py --resume x\n";
    QTest::newRow("comment behind") << "python a.py # go\n"
                                    << "python a.py --resume x # go\n";
    QTest::newRow("comment before") << "# go\npython a.py"
                                    << "# go\npython a.py --resume x";
    QTest::newRow("continued lines") << "python a.py \\\n  --lr 1\n"
                                     << "python a.py \\\n  --lr 1 --resume x\n";
    QTest::newRow("continued into nothing") << "python a.py \\\n"
                                            << "python a.py --resume x \\\n";
    QTest::newRow("variables") << "python a.py --lr $LR \"${A}\""
                               << "python a.py --lr $LR \"${A}\" --resume x";
    QTest::newRow("chain") << "cd /code && python a.py"
                           << "cd /code && python a.py --resume x";
    QTest::newRow("chain over lines") << "cd /code &&\n  python a.py\n"
                                      << "cd /code &&\n  python a.py --resume x\n";
    QTest::newRow("redirected") << "python a.py > out 2>&1"
                                << "python a.py > out 2>&1 --resume x";
    QTest::newRow("pipe in quotes") << "python a.py 'a|b;c'"
                                    << "python a.py 'a|b;c' --resume x";
}

void ShellTextTest::addsArgumentsWhereTheyBelong()
{
    QFETCH(QString, text);
    const auto result = withArguments(text, QStringLiteral("--resume x"));
    QVERIFY(result.has_value());
    QTEST(*result, "result");
}

void ShellTextTest::doesNotGuessWhereArgumentsBelong_data()
{
    QTest::addColumn<QString>("text");
    for (const char *text : {"", "a\nb", "a; b", "a | tee log", "a &", "a & b", "a || b", "(a)", "a $(b)", "a `b`", "a <<E\nx\nE\n",
                             "for i in 1; do a; done", "a 'b", "a &&", "&& a", "a \"$(b)\""})
        QTest::newRow(text) << QString::fromLatin1(text);
}

void ShellTextTest::doesNotGuessWhereArgumentsBelong()
{
    QFETCH(QString, text);
    QVERIFY(!withArguments(text, QStringLiteral("--resume x")));
}

QTEST_APPLESS_MAIN(ShellTextTest)
#include "tst_shelltext.moc"
