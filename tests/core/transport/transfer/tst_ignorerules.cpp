// SPDX-License-Identifier: GPL-3.0-or-later
// Patterns of .gitignore files.
#include "core/transport/transfer/ignorerules.h"

#include <QElapsedTimer>
#include <QTest>

using namespace trainyard;

class TestIgnoreRules : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void patternsFitAsInGit_data();
    void patternsFitAsInGit();
    void theLastPatternThatFitsDecides();
    void rulesOfAFolderCountBelowItOnly();
    void aPatternMadeToBeSlowIsGivenUp();
};

void TestIgnoreRules::patternsFitAsInGit_data()
{
    QTest::addColumn<QByteArray>("pattern");
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<bool>("isDirectory");
    QTest::addColumn<bool>("isIgnored");
    const auto row = [](const char *name, const char *pattern, const char *path, bool isDirectory, bool isIgnored) {
        QTest::newRow(name) << QByteArray(pattern) << QByteArray(path) << isDirectory << isIgnored;
    };
    row("a name anywhere", "data", "a/b/data", false, true);
    row("a part of a name", "data", "a/data2", false, false);
    row("an ending", "*.pt", "a/x.pt", false, true);
    row("a folder only, and it is", "out/", "a/out", true, true);
    row("a folder only, and it is a file", "out/", "a/out", false, false);
    row("anchored", "/out", "out", true, true);
    row("anchored, deeper", "/out", "a/out", true, false);
    row("a slash within anchors", "a/out", "a/out", true, true);
    row("a slash within anchors, deeper", "a/out", "b/a/out", true, false);
    row("a star stops at a slash", "a/*", "a/b/c", false, false);
    row("two stars in front", "**/out", "a/b/out", true, true);
    row("two stars in front, at the top", "**/out", "out", true, true);
    row("two stars within", "a/**/z", "a/b/c/z", false, true);
    row("two stars within, none between", "a/**/z", "a/z", false, true);
    row("two stars behind", "a/**", "a/b/c", false, true);
    row("a class", "x[0-9].bin", "x7.bin", false, true);
    row("a class that is not", "x[!0-9].bin", "x7.bin", false, false);
    row("a question mark", "x?", "xy", false, true);
    row("an escaped mark", "\\#x", "#x", false, true);
    row("a comment", "#x", "#x", false, false);
    row("blanks behind", "x  ", "x", false, true);
    row("bytes that are no text", "\xff*", "\xff\xfe", false, true);
    row("a class never closed", "x[a", "x[a", false, true);
}

void TestIgnoreRules::patternsFitAsInGit()
{
    QFETCH(QByteArray, pattern);
    QFETCH(QByteArray, path);
    QFETCH(bool, isDirectory);
    QFETCH(bool, isIgnored);
    IgnoreRules rules;
    rules.add(pattern);
    QCOMPARE(rules.isIgnored(path, isDirectory), isIgnored);
}

void TestIgnoreRules::theLastPatternThatFitsDecides()
{
    IgnoreRules rules;
    rules.add("*.log\n!keep.log\n");
    QVERIFY(rules.isIgnored("a.log", false));
    QVERIFY(!rules.isIgnored("keep.log", false));
    rules.add("keep.log\n", "deep");
    QVERIFY(rules.isIgnored("deep/keep.log", false));
    QVERIFY(!rules.isIgnored("keep.log", false));
}

void TestIgnoreRules::rulesOfAFolderCountBelowItOnly()
{
    IgnoreRules rules;
    rules.add("/x\n", "a");
    QVERIFY(rules.isIgnored("a/x", false));
    QVERIFY(!rules.isIgnored("x", false));
    QVERIFY(!rules.isIgnored("ab/x", false));
}

void TestIgnoreRules::aPatternMadeToBeSlowIsGivenUp()
{
    IgnoreRules rules;
    rules.add(QByteArray("*a").repeated(40) + "b");
    QElapsedTimer timer;
    timer.start();
    QVERIFY(!rules.isIgnored(QByteArray(2000, 'a'), false));
    QVERIFY(timer.elapsed() < 2000);
}

QTEST_GUILESS_MAIN(TestIgnoreRules)
#include "tst_ignorerules.moc"
