// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/resume/coderevision.h"
#include "core/checkpoint/resume/resumecost.h"

#include <QTest>

using namespace trainyard;

namespace {

const QByteArray kCommit(40, 'a');
const QString kCommitText = QString::fromLatin1(kCommit);

}  // namespace

class TestCodeRevision : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatGitSaysIsReadLineByLine()
    {
        const auto revision = parseRevision(
            "commit " + kCommit + "\nfolder /home/me/code\nbranch main\nremote https://me:secret@example.org/a/b.git\nchanges 2\n");
        QVERIFY(revision);
        QCOMPARE(revision->commit, kCommitText);
        QCOMPARE(revision->branch, QStringLiteral("main"));
        QCOMPARE(revision->folder, QStringLiteral("/home/me/code"));
        QCOMPARE(revision->remote, QStringLiteral("https://example.org/a/b.git"));
        QCOMPARE(revision->changes.value_or(-1), 2);
        QVERIFY(revisionText(*revision).startsWith(QStringLiteral("aaaaaaaaaa (main)")));
    }

    void whatIsNoCommitIsNothing_data()
    {
        QTest::addColumn<QByteArray>("printed");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("an error") << QByteArray("fatal: not a git repository\n");
        QTest::newRow("too short") << QByteArray("commit abc\n");
        QTest::newRow("no hexadecimal digits") << "commit " + QByteArray(40, 'z');
        QTest::newRow("only a branch") << QByteArray("branch main\nchanges 0\n");
    }
    void whatIsNoCommitIsNothing()
    {
        QFETCH(QByteArray, printed);
        QVERIFY(!parseRevision(printed));
    }

    void hostileNamesAreLeftOut()
    {
        const auto revision = parseRevision("commit " + kCommit + "\nbranch \033[31mred\nfolder " + QByteArray(1000, 'x')
                                            + "\nchanges -4\nremote ext::sh -c evil\n");
        QVERIFY(revision);
        QVERIFY(revision->branch.isEmpty() && revision->folder.isEmpty() && revision->remote.isEmpty());
        QVERIFY(!revision->changes);
        QVERIFY(revisionText(*revision).contains(QStringLiteral("changes unknown")));
    }

    void addressesLoseWhatSomebodyLogsInWith_data()
    {
        QTest::addColumn<QString>("remote");
        QTest::addColumn<QString>("shown");
        const auto row = [](const char *name, const char *remote, const char *shown) {
            QTest::newRow(name) << QString::fromLatin1(remote) << QString::fromLatin1(shown);
        };
        row("plain", "https://example.org/a/b.git", "https://example.org/a/b.git");
        row("user and password", "https://me:pw@example.org/a.git", "https://example.org/a.git");
        row("a token as the user", "https://ghp_abcdef@example.org/a.git", "https://example.org/a.git");
        row("an at sign in the password", "https://me:p@w@example.org/a.git", "https://example.org/a.git");
        row("a slash in the password", "https://me:p/w@example.org/a.git", "https://example.org/a.git");
        row("an at sign in the path", "https://example.org/@scope/a.git", "https://example.org/@scope/a.git");
        row("a token in the query", "https://example.org/a.git?private_token=x", "https://example.org/a.git");
        row("ssh", "ssh://git@example.org:22/a.git", "ssh://example.org:22/a.git");
        row("as scp writes it", "git@example.org:a/b.git", "git@example.org:a/b.git");
        row("a folder", "/srv/git/a.git", "/srv/git/a.git");
        row("a command", "ext::ssh -i key %S", "");
    }
    void addressesLoseWhatSomebodyLogsInWith()
    {
        QFETCH(QString, remote);
        QFETCH(QString, shown);
        QCOMPARE(withoutCredentials(remote), shown);
    }

    void headsAndPackedReferencesAreRead()
    {
        QCOMPARE(parseGitHead("ref: refs/heads/main\n")->reference, QStringLiteral("refs/heads/main"));
        QCOMPARE(parseGitHead(kCommit + '\n')->commit, kCommitText);
        QVERIFY(!parseGitHead("ref: ../../etc/passwd\n") && !parseGitHead("ref: refs/../../x\n") && !parseGitHead("what?"));
        const QByteArray packed = "# pack-refs with: peeled\n" + QByteArray(40, 'b') + " refs/heads/other\n" + kCommit
                                  + " refs/heads/main\n";
        QCOMPARE(packedCommit(packed, QStringLiteral("refs/heads/main")), kCommitText);
        QVERIFY(packedCommit(packed, QStringLiteral("refs/heads/ma")).isEmpty());
    }

    void commandsNameTheirFoldersOfCode_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<bool>("startsAtHome");
        QTest::addColumn<QStringList>("folders");
        const auto row = [](const char *name, const char *command, bool startsAtHome, const QStringList &folders) {
            QTest::newRow(name) << QString::fromUtf8(command) << startsAtHome << folders;
        };
        row("changes to it", "cd /srv/code && python train.py", true, {QStringLiteral("/srv/code")});
        row("from the home on", "cd ~/code\npython train.py", false, {QStringLiteral("code")});
        row("relative, at home", "cd code; python train.py", true, {QStringLiteral("code")});
        row("relative, in a workdir", "cd code; python train.py", false, {});
        row("a script by its path", "torchrun /srv/code/train.py --data /data/x.bin", true, {QStringLiteral("/srv/code")});
        row("quoted", "cd '/srv/code' && sh run.sh", true, {QStringLiteral("/srv/code")});
        row("a variable", "cd $CODE && python train.py", true, {});
        row("nothing", "python train.py", true, {});
        row("at most four", "cd /a; cd /b; cd /c; cd /d; cd /e", true,
            {QStringLiteral("/a"), QStringLiteral("/b"), QStringLiteral("/c"), QStringLiteral("/d")});
    }
    void commandsNameTheirFoldersOfCode()
    {
        QFETCH(QString, command);
        QFETCH(bool, startsAtHome);
        QFETCH(QStringList, folders);
        QCOMPARE(codeFoldersIn(command, startsAtHome), folders);
    }

    void whatItCostsFollowsFromPaceAndPrice()
    {
        const Money price(2 * Money::kNanosPerUnit, Currency::USD);
        ResumePace pace;
        pace.secondsPerStep = 3.6;
        pace.totalSteps = 10'000;
        pace.fromStep = 6'000;
        ResumeLimits limits;
        ResumeCost cost = costOfResuming(price, pace, limits);
        QCOMPARE(cost.hoursLeft.value_or(0), 4.0);
        QCOMPARE(cost.toTheEnd->text(), QStringLiteral("8.00 USD"));
        QVERIFY(!cost.most && !cost.isCutShort);
        limits.hours = 3;
        limits.budget = Money(4 * Money::kNanosPerUnit, Currency::USD);
        cost = costOfResuming(price, pace, limits);
        QCOMPARE(cost.mostHours.value_or(0), 2.0);
        QCOMPARE(cost.most->text(), QStringLiteral("4.00 USD"));
        QVERIFY(cost.isCutShort);
        QVERIFY(costSentences(cost, pace, false).size() >= 3);
    }

    void whatIsUnknownCostsNothingKnown()
    {
        ResumePace pace;
        ResumeLimits limits;
        limits.budget = Money(4 * Money::kNanosPerUnit, Currency::EUR);
        const ResumeCost none = costOfResuming(std::nullopt, pace, limits);
        QVERIFY(!none.hoursLeft && !none.toTheEnd && !none.most && !none.mostHours);
        QVERIFY(!costSentences(none, pace, false).isEmpty());
        // Amounts in two currencies are never compared.
        QVERIFY(!costOfResuming(Money(1, Currency::USD), pace, limits).mostHours);
        pace = {3.6, 10'000, 12'000, false};
        QCOMPARE(costOfResuming(std::nullopt, pace, {}).hoursLeft.value_or(-1), 0.0);
        pace.totalSteps = 1e300;
        QVERIFY(!costOfResuming(std::nullopt, pace, {}).hoursLeft);
    }
};

QTEST_GUILESS_MAIN(TestCodeRevision)
#include "tst_coderevision.moc"
