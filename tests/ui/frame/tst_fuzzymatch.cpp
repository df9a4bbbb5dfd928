// SPDX-License-Identifier: GPL-3.0-or-later
// Finding texts by some of their letters: what is found, in which order, which letters are highlighted, and that it is fast.
#include "ui/common/fuzzymatch.h"

#include <QElapsedTimer>
#include <QRandomGenerator>
#include <QTest>

using namespace trainyard;

namespace {

QString s(const char *text) { return QString::fromUtf8(text); }

QString marked(const QString &text, const QList<int> &marks)
{
    QString letters;
    for (const int mark : marks)
        letters += text[mark];
    return letters;
}

QStringList best(const char *typed, const QStringList &texts, qsizetype max = 50)
{
    QStringList found;
    for (const FuzzyHit &hit : fuzzyBest(s(typed), texts, max))
        found << texts[hit.index];
    return found;
}

QStringList manyNames(int count)
{
    const QStringList words{s("llama31"), s("qwen3"), s("char-lm"), s("whisper"), s("diffusion"),
                            s("sft"),     s("16k"),   s("context"), s("vit")};
    QRandomGenerator random(7);
    QStringList names;
    for (int i = 0; i < count; ++i) {
        QStringList parts;
        for (int k = 0; k < 4; ++k)
            parts << words[random.bounded(words.size())];
        names << parts.join(u'-') + u'-' + QString::number(i);
    }
    return names;
}

// In milliseconds, the fastest of a few: other programs use the same processors.
double quickest(const QString &typed, const QStringList &names)
{
    double least = 1e9;
    for (int i = 0; i < 5; ++i) {
        QElapsedTimer clock;
        clock.start();
        const qsizetype found = fuzzyBest(typed, names, 50).size();
        least = std::min(least, double(clock.nsecsElapsed()) / 1e6);
        if (found > 50)
            return 1e9;
    }
    return least;
}

}  // namespace

class TestFuzzyMatch : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void lettersInOrderAreFound_data();
    void lettersInOrderAreFound();
    void theBetterOneComesFirst_data();
    void theBetterOneComesFirst();
    void equalOnesKeepTheirOrder();
    void whatStandsBehindTheLineBreakCountsLess();
    void onlySoManyAsWanted();
    void longTextsOfOthersAreCut();
    void tenThousandTakeLittleTime();
};

void TestFuzzyMatch::lettersInOrderAreFound_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("letters");  // the highlighted ones; none if it is not found
    const auto row = [](const char *name, const char *typed, const char *text, const char *letters) {
        QTest::newRow(name) << s(typed) << s(text) << s(letters);
    };
    row("the whole", "runs", "Runs", "Runs");
    row("some letters", "lr", "Launch a run", "Lr");
    row("starts of words rather than the first ones", "char lm", "mlarch-char-lm", "charlm");
    row("capitals do not matter", "SANDBOX", "Start the sandbox", "sandbox");
    row("words in another order", "lab char", "char-lm on lab1", "charlab");
    row("not in that order", "nur", "run", "");
    row("one letter too many", "runss", "runs", "");
    row("in one piece within a word", "rope", "westeurope", "rope");
    row("letters here and there within a word", "stop", "westeurope, on demand", "");
    row("letters here and there from the start of a word", "wtrp", "westeurope", "wtrp");
    row("the same word twice", "run run", "run", "run");
    row("Chinese", "检查点", "查看检查点", "检查点");
    row("Chinese, with characters between", "检点", "检查点", "检点");
    row("Chinese and Latin", "启llama", "启动 llama31", "启llama");
    row("half of a character is not found", "\U0001F600", "\U0001F601", "");
    row("a character of two halves", "\U0001F600", "a \U0001F600", "\U0001F600");
    row("nothing in the text", "a", "", "");
}

void TestFuzzyMatch::lettersInOrderAreFound()
{
    QFETCH(QString, typed);
    QFETCH(QString, text);
    QFETCH(QString, letters);
    const auto match = fuzzyMatch(typed, text);
    QCOMPARE(match.has_value(), !letters.isEmpty());
    if (!match)
        return;
    QCOMPARE(marked(text, match->marks), letters);
    QVERIFY(std::is_sorted(match->marks.cbegin(), match->marks.cend()));
    // The fast search over many gives the same result.
    const QList<FuzzyHit> hits = fuzzyBest(typed, {text}, 1);
    QVERIFY(hits.size() == 1 && hits.first().match.score == match->score && hits.first().match.marks == match->marks);
}

void TestFuzzyMatch::theBetterOneComesFirst_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QStringList>("texts");  // the best one last
    const auto row = [](const char *name, const char *typed, const QStringList &texts) { QTest::newRow(name) << s(typed) << texts; };
    row("letters in a row", "run", {s("rxuxn"), s("xrun")});
    row("starts of words", "cl", {s("xclx"), s("Char Lm")});
    row("capitals within a word", "rp", {s("xrapid"), s("RunPage")});
    row("digits begin a word", "8", {s("a18"), s("llama8")});
    row("the start of the text", "set", {s("Reset all"), s("Offset"), s("Settings")});
    row("the shorter one", "run", {s("Run a demonstration of the whole program"), s("Run")});
    row("few letters between", "ab", {s("axxxxb"), s("axb")});
}

void TestFuzzyMatch::theBetterOneComesFirst()
{
    QFETCH(QString, typed);
    QFETCH(QStringList, texts);
    QCOMPARE(fuzzyBest(typed, texts, 50).first().index, texts.size() - 1);
}

void TestFuzzyMatch::equalOnesKeepTheirOrder()
{
    const QStringList texts{s("run a"), s("run b"), s("no"), s("run c")};
    QCOMPARE(best("run", texts), QStringList({s("run a"), s("run b"), s("run c")}));
    QCOMPARE(best("", texts), texts);
    QCOMPARE(best("  ", texts), texts);
}

void TestFuzzyMatch::whatStandsBehindTheLineBreakCountsLess()
{
    QCOMPARE(best("lab1", {s("char-lm\nlab1"), s("lab1\nhost")}), QStringList({s("lab1\nhost"), s("char-lm\nlab1")}));
}

void TestFuzzyMatch::onlySoManyAsWanted()
{
    const QStringList names = manyNames(300);
    QCOMPARE(fuzzyBest(s("l"), names, 50).size(), 50);
    QCOMPARE(fuzzyBest(s("l"), names, 0).size(), 0);
    // The same ones that a search over all of them ranks best.
    const QList<FuzzyHit> few = fuzzyBest(s("sft"), names, 20), all = fuzzyBest(s("sft"), names, 300);
    for (qsizetype i = 0; i < few.size(); ++i)
        QCOMPARE(few[i].index, all[i].index);
}

void TestFuzzyMatch::longTextsOfOthersAreCut()
{
    const QString longName = QString(100'000, u'a') + u'b';
    QVERIFY(fuzzyMatch(s("aaa"), longName));
    QVERIFY(!fuzzyMatch(s("b"), longName));
    QVERIFY(fuzzyMatch(QString(100'000, u'a'), longName));  // the typed text is shortened too
    QVERIFY(quickest(QString(64, u'a'), QStringList(100, longName)) < 1000);
}

// Linear in the texts. Without optimisation it takes about ten times as long as in an installed program.
void TestFuzzyMatch::tenThousandTakeLittleTime()
{
    for (const char *const typed : {"l", "llama", "llama sft ctx", "zzz"}) {
        const double few = quickest(s(typed), manyNames(1000)), many = quickest(s(typed), manyNames(10'000));
        qInfo("%s: 1,000 names %.2f ms, 10,000 names %.2f ms", typed, few, many);
        QVERIFY2(many < 400, qPrintable(QString::number(many)));
        QVERIFY2(many < 40 * std::max(few, 0.05), "It grows faster than the number of names.");
    }
}

QTEST_GUILESS_MAIN(TestFuzzyMatch)
#include "tst_fuzzymatch.moc"
