// SPDX-License-Identifier: GPL-3.0-or-later
// `yard estimate` compared with calculation by hand: the ten cases of docs/estimate.md are run as printed there, and every amount must
// equal the number below to the cent, in the answer and in the document.
#include "tests/support/yardcommand.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

struct Line {
    QString part;
    double unitPrice;
    QString amount;  // in cents' precision, as written in the document
};
struct Case {
    QString currency;
    QList<Line> lines;
    QString total;
};

QString s(const char *text) { return QString::fromUtf8(text); }

// Computed by hand; docs/estimate.md shows how.
const QList<Case> &handCalculated()
{
    static const QList<Case> cases{
        {s("USD"), {{s("compute"), 32.7726, s("2.18")}}, s("2.18")},
        {s("CNY"), {{s("compute"), 15.2, s("243.20")}}, s("243.20")},
        {s("USD"), {{s("compute"), 7.8494, s("784.94")}, {s("interruptions"), 7.8494, s("65.28")}}, s("850.22")},
        {s("USD"), {{s("compute"), 1.006, s("301.80")}}, s("301.80")},
        {s("CNY"), {{s("compute"), 9200, s("18400.00")}}, s("18400.00")},
        {s("USD"),
         {{s("compute"), 2.5, s("500.00")},
          {s("disk"), 0.08, s("78.90")},
          {s("object-storage"), 0.023, s("68.05")},
          {s("requests"), 0.005, s("0.25")},
          {s("requests"), 0.0004, s("0.80")}},
         s("648.00")},
        {s("USD"),
         {{s("compute"), 2, s("20.00")},
          {s("egress"), 0, s("0.00")},
          {s("egress"), 0.09, s("921.60")},
          {s("egress"), 0.085, s("3481.60")},
          {s("egress"), 0.07, s("609.00")}},
         s("5032.20")},
        {s("USD"), {{s("compute"), 15.2, s("642.25")}, {s("disk"), 0.1, s("4.11")}}, s("646.36")},
        {s("CNY"), {{s("depreciation"), 15.854895992, s("11415.53")}, {s("energy"), 0.85, s("4626.72")}}, s("16042.25")},
        {s("CNY"),
         {{s("compute"), 7.8494, s("5350.15")},
          {s("interruptions"), 7.8494, s("511.24")},
          {s("disk"), 0.08, s("373.48")},
          {s("object-storage"), 0.023, s("1610.63")},
          {s("requests"), 0.005, s("0.36")},
          {s("requests"), 0.0004, s("0.28")},
          {s("egress"), 0, s("0.00")},
          {s("egress"), 0.09, s("383.40")},
          {s("contingency"), 8229.54, s("1234.43")}},
         s("9463.97")}};
    return cases;
}

// The section of the document with this case.
QString section(int number)
{
    QFile file(QStringLiteral(TRAINYARD_SOURCE_DIR "/docs/estimate.md"));
    const QString text = file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    const qsizetype from = text.indexOf(QStringLiteral("\n### %1. ").arg(number));
    qsizetype to = text.indexOf(QStringLiteral("\n### "), from + 1);
    if (to < 0)
        to = text.indexOf(QStringLiteral("\n## "), from + 1);
    return from < 0 ? QString() : text.mid(from, to - from);
}

QStringList commandOf(const QString &text)
{
    static const QRegularExpression command(QStringLiteral("```sh\\nyard (estimate [^\\n]*)\\n```"));
    return command.match(text).captured(1).split(u' ', Qt::SkipEmptyParts);
}

// The amounts of the section's table without its last row, and that row's.
QPair<QStringList, QString> amountsOf(const QString &text)
{
    static const QRegularExpression row(QStringLiteral("^\\|.*\\| ([0-9.]+ [A-Z]{3}) \\|$"), QRegularExpression::MultilineOption);
    QStringList amounts;
    for (auto it = row.globalMatch(text); it.hasNext();)
        amounts << it.next().captured(1);
    return amounts.isEmpty() ? QPair<QStringList, QString>() : QPair(amounts.mid(0, amounts.size() - 1), amounts.last());
}

QString written(const QJsonValue &amount) { return QString::number(amount.toDouble(-1), 'f', 2); }

}  // namespace

class TestEstimate : public QObject {
    Q_OBJECT

    QTemporaryDir m_home;

    YardCommand::Answer run(const QStringList &words) const
    {
        return YardCommand(QStringLiteral(TRAINYARD_BIN_DIR "/yard"), m_home.path()).run(words);
    }
    YardCommand::Answer run(const char *words) const { return run(s(words).split(u' ')); }
    QJsonObject first(const char *words) const { return run(words).object()[QLatin1String("estimates")][0].toObject(); }
    static QList<double> amounts(const QJsonObject &estimate)
    {
        QList<double> found;
        const QJsonArray lines = estimate[QLatin1String("lines")].toArray();
        for (const QJsonValue &line : lines)
            found << line[QLatin1String("amount")].toDouble(-1);
        return found;
    }

private Q_SLOTS:
    void casesAreAsComputedByHandAndAsDocumented_data()
    {
        QTest::addColumn<int>("number");
        for (int number = 1; number <= 10; ++number)
            QTest::addRow("case %d", number) << number;
    }
    void casesAreAsComputedByHandAndAsDocumented()
    {
        QFETCH(int, number);
        QCOMPARE(handCalculated().size(), 10);
        const Case &hand = handCalculated()[number - 1];
        const QString text = section(number);
        const QStringList command = commandOf(text);
        QVERIFY2(command.size() > 4, "the document shows the command");

        const auto answer = run(QStringList{QStringLiteral("--json")} + command);
        QVERIFY2(answer.status == 0, answer.told().constData());
        QCOMPARE(answer.object()[QLatin1String("currency")].toString(), hand.currency);
        const QJsonArray estimates = answer.object()[QLatin1String("estimates")].toArray();
        QCOMPARE(estimates.size(), 1);
        const QJsonObject estimate = estimates[0].toObject();
        const QJsonArray lines = estimate[QLatin1String("lines")].toArray();
        QStringList parts, handParts, told, handAmounts;
        for (const Line &line : hand.lines) {
            handParts << line.part;
            handAmounts << line.amount + u' ' + hand.currency;
        }
        for (qsizetype i = 0; i < lines.size(); ++i) {
            const QJsonObject line = lines[i].toObject();
            parts << line[QLatin1String("part")].toString();
            told << written(line[QLatin1String("amount")]) + u' ' + hand.currency;
            if (i < hand.lines.size())
                QCOMPARE(line[QLatin1String("unit_price")].toDouble(), hand.lines[i].unitPrice);
            QVERIFY(line[QLatin1String("quantity")].isDouble() && !line[QLatin1String("formula")].toString().isEmpty());
            const QString source = line[QLatin1String("source")].toString();
            QVERIFY2(!source.isEmpty() || line[QLatin1String("recalled")].toBool(), "every price has a source");
            if (!source.isEmpty() && source != QLatin1String("given"))
                QVERIFY(!line[QLatin1String("as_of")].toString().isEmpty() && line[QLatin1String("age_days")].toInt() > 0);
        }
        QCOMPARE(parts, handParts);
        QCOMPARE(told, handAmounts);
        QCOMPARE(written(estimate[QLatin1String("total")]), hand.total);
        QCOMPARE(estimate[QLatin1String("without")].toArray(), QJsonArray());

        const auto [documented, total] = amountsOf(text);
        QCOMPARE(documented, handAmounts);
        QCOMPARE(total, QString(hand.total + u' ' + hand.currency));
    }

    void intervalsAndBreakEvensAreAsDocumented()
    {
        const auto estimate = [&](int number) {
            return run(QStringList{QStringLiteral("--json")} + commandOf(section(number)))
                .object()[QLatin1String("estimates")][0]
                .toObject();
        };
        const QJsonObject third = estimate(3)[QLatin1String("interruptions")].toObject();
        QCOMPARE(third[QLatin1String("young_seconds")].toInt(), 5091);
        QCOMPARE(third[QLatin1String("daly_seconds")].toInt(), 4972);
        QCOMPARE(third[QLatin1String("checkpoint_every_seconds")].toInt(), 4972);
        QCOMPARE(third[QLatin1String("expected_seconds")].toInt(), 389940);
        for (const char *figure : {"5091 s", "4972 s", "389940 s"})
            QVERIFY2(section(3).contains(QLatin1String(figure)), figure);
        QCOMPARE(estimate(10)[QLatin1String("interruptions")][QLatin1String("expected_seconds")].toInt(), 189312);

        const QJsonArray fourth = estimate(4)[QLatin1String("break_even")].toArray();
        QCOMPARE(fourth.size(), 2);
        QCOMPARE(fourth[0][QLatin1String("purchase")].toString(), s("reserved-1y"));
        QCOMPARE(written(fourth[0][QLatin1String("committed_month")]), s("462.66"));
        QCOMPARE(written(fourth[0][QLatin1String("hours_per_month")]), s("459.90"));
        QCOMPARE(written(fourth[0][QLatin1String("saving")]), s("40.34"));
        QCOMPARE(written(fourth[1][QLatin1String("committed_month")]), s("317.25"));
        QCOMPARE(written(fourth[1][QLatin1String("hours_per_month")]), s("315.36"));
        QCOMPARE(written(fourth[1][QLatin1String("saving")]), s("185.75"));
        for (const char *figure : {"462.66 USD", "459.90 hours", "40.34 USD", "317.25 USD", "315.36 hours", "185.75 USD"})
            QVERIFY2(section(4).contains(QLatin1String(figure)), figure);
        QCOMPARE(written(estimate(5)[QLatin1String("break_even")][0][QLatin1String("hours_per_month")]), s("480.17"));
        QVERIFY(section(5).contains(QLatin1String("480.17 hours")));
    }

    void whatIsNotKnownIsSaidAndNotZero()
    {
        // The region's disk prices are in no list, and a spot machine's interruptions need figures.
        const auto answer = run("--json estimate --offer aws/p4d.24xlarge/us-east-1/spot --hours 10 --disk 100 --prices-of us-east-9");
        QVERIFY2(answer.status == 0, answer.told().constData());
        const QJsonObject estimate = answer.object()[QLatin1String("estimates")][0].toObject();
        QCOMPARE(estimate[QLatin1String("without")].toArray().size(), 2);
        QVERIFY(estimate[QLatin1String("total")].isNull());
        QCOMPARE(written(estimate[QLatin1String("at_least")]), s("78.49"));
        const QJsonArray lines = estimate[QLatin1String("lines")].toArray();
        QCOMPARE(lines.size(), 3);
        for (const int i : {1, 2}) {
            QVERIFY(lines[i][QLatin1String("amount")].isNull());
            QVERIFY(!lines[i][QLatin1String("missing")].toString().isEmpty());
        }
        QVERIFY(lines[2][QLatin1String("missing")].toString().contains(QLatin1String("us-east-1")));
        const auto people = run("estimate --offer aws/p4d.24xlarge/us-east-1/spot --hours 10");
        QVERIFY2(people.out.contains("unknown") && people.out.contains("Not included in the total: Interruptions."),
                 people.told().constData());
        QVERIFY2(people.out.contains("at least 78.49 USD"), people.told().constData());
        // An exchange rate is never invented.
        const QJsonObject yuan = first("--json estimate --price 10CNY --hours 1 --currency USD");
        QCOMPARE(yuan[QLatin1String("without")].toArray().size(), 1);
        QVERIFY(yuan[QLatin1String("lines")][0][QLatin1String("amount")].isNull());
        QVERIFY(yuan[QLatin1String("total")].isNull());
        const auto noTotal = run("estimate --gpu A100 --count 8 --provider alibaba --hours 10 --currency USD");
        static const QRegularExpression total(QStringLiteral("Total +unknown"));
        QVERIFY2(noTotal.status == 0 && total.match(QString::fromUtf8(noTotal.out)).hasMatch() && !noTotal.out.contains("0.00 USD"),
                 noTotal.told().constData());
    }

    void ownHardwareStandsBesideOffers()
    {
        const auto answer = run("--json estimate --gpu A100 --count 8 --provider aws --hours 100 --own-price 120000USD --own-watts 4000 "
                                "--own-kwh 0.2USD");
        QVERIFY2(answer.status == 0, answer.told().constData());
        const QJsonArray estimates = answer.object()[QLatin1String("estimates")].toArray();
        QCOMPARE(estimates.size(), 2);
        QCOMPARE(estimates[0][QLatin1String("kind")].toString(), s("offer"));
        QCOMPARE(estimates[1][QLatin1String("kind")].toString(), s("own"));
        // 100 × 120000 / (36 × 730) and 4 kW × 100 h × 0.2.
        QCOMPARE(amounts(estimates[1].toObject()), (QList<double>{456.62, 80.00}));
    }

    void severalOffersAreEstimatedAtOnce()
    {
        const auto answer = run("--json estimate --gpu A100 --count 8 --hours 10 --limit 4");
        const QJsonArray estimates = answer.object()[QLatin1String("estimates")].toArray();
        QCOMPARE(estimates.size(), 4);
        double before = 0;
        for (const QJsonValue &estimate : estimates) {
            QVERIFY(estimate[QLatin1String("name")].toString().endsWith(QLatin1String("/on-demand")));
            QVERIFY(estimate[QLatin1String("total")].toDouble() >= before);
            before = estimate[QLatin1String("total")].toDouble();
        }
        QCOMPARE(run("estimate --gpu A100 --max-price 0.01 --hours 1").status, 1);
    }

    void listedOffersAreFoundByTheirId()
    {
        const QJsonArray offers =
            run("--json offer list --provider lambda --purchase on-demand --limit 3").object()[QLatin1String("offers")].toArray();
        QCOMPARE(offers.size(), 3);
        for (const QJsonValue &offer : offers) {
            const QString id = offer[QLatin1String("id")].toString();
            const auto answer = run(QStringList{s("--json"), s("estimate"), s("--hours"), s("1"), s("--offer"), id});
            QVERIFY2(answer.status == 0, answer.told().constData());
            QCOMPARE(answer.object()[QLatin1String("estimates")][0][QLatin1String("name")].toString(), id);
        }
        QCOMPARE(run("estimate --hours 1 --offer aws/nothing/nowhere/spot").status, 1);
    }

    void rateCardsAreRoundedUpToHours()
    {
        QFile card(m_home.filePath(QStringLiteral("mine.csv")));
        QVERIFY(card.open(QIODevice::WriteOnly));
        card.write("provider,gpu,price,currency\nplatform B,A100,15.2,CNY\n");
        card.close();
        QCOMPARE(run(QStringList{s("offer"), s("import"), card.fileName()}).status, 0);
        const auto answer = run(
            QStringList{s("--json"), s("estimate"), s("--offer"), s("mine:platform B/1xA100/-/on-demand"), s("--hours"), s("90m")});
        QVERIFY2(answer.status == 0, answer.told().constData());
        QCOMPARE(amounts(answer.object()[QLatin1String("estimates")][0].toObject()), QList<double>{30.4});
        QCOMPARE(run(QStringList{s("offer"), s("remove"), s("mine")}).status, 0);
    }

    void memoryIsAsDocumented()
    {
        const auto answer = run("--json estimate memory --preset llama-7b --gpus 8 --zero 3");
        QVERIFY2(answer.status == 0, answer.told().constData());
        QFile file(QStringLiteral(TRAINYARD_SOURCE_DIR "/docs/estimate.md"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray document = file.readAll();
        const QList<qint64> hand{1684603904,  1684603904, 3369207808, 6738415616, 1842301952,
                                 20132659200, 1115684864, 1073741824, 3764121908};
        const QJsonArray lines = answer.object()[QLatin1String("lines")].toArray();
        QCOMPARE(lines.size(), hand.size());
        for (qsizetype i = 0; i < hand.size(); ++i) {
            QCOMPARE(lines[i][QLatin1String("bytes")].toInteger(), hand[i]);
            QVERIFY(!lines[i][QLatin1String("formula")].toString().isEmpty());
            QVERIFY(document.contains("| " + QByteArray::number(hand[i]) + " |"));
        }
        QCOMPARE(answer.object()[QLatin1String("bytes")].toInteger(), 41405340980);
        QVERIFY(document.contains("| 41405340980 |"));
        const QJsonArray models = answer.object()[QLatin1String("gpu_models")].toArray();
        QVERIFY(models.size() > 50);
        QCOMPARE(models[0][QLatin1String("verdict")].toString(), s("holds"));
        QCOMPARE(run("estimate memory --preset gpt-2 --batch 8 --precision fp16-mixed").status, 0);
    }

    void badInputIsOneSentence_data()
    {
        QTest::addColumn<QString>("words");
        const auto row = [](const char *name, const char *words) { QTest::newRow(name) << s(words); };
        row("nothing", "estimate");
        row("no time", "estimate --price 1USD");
        row("nothing to estimate", "estimate --hours 1");
        row("no hours", "estimate --price 1USD --hours 0");
        row("negative hours", "estimate --price 1USD --hours -5");
        row("absurd hours", "estimate --price 1USD --hours 1e18");
        row("absurd hours in digits", "estimate --price 1USD --hours 1000000000000000000");
        row("hours that are none", "estimate --price 1USD --hours nan");
        row("price that is none", "estimate --price nanUSD --hours 1");
        row("negative price", "estimate --price -1USD --hours 1");
        row("absurd price", "estimate --price 99999999999USD --hours 1");
        row("a sum too large", "estimate --price 9000000000USD --hours 87600 --machines 100000");
        row("unknown currency", "estimate --price 1XYZ --hours 1");
        row("no currency", "estimate --price 1 --hours 1");
        row("unknown currency of amounts", "estimate --price 1USD --hours 1 --currency BTC");
        row("negative disk", "estimate --price 1USD --hours 1 --disk -3");
        row("absurd disk", "estimate --price 1USD --hours 1 --disk 99999999999999");
        row("infinite traffic", "estimate --price 1USD --hours 1 --egress inf");
        row("no machine", "estimate --price 1USD --hours 1 --machines 0");
        row("absurd contingency", "estimate --price 1USD --hours 1 --contingency 5000");
        row("negative contingency", "estimate --price 1USD --hours 1 --contingency -15");
        row("rate of another day", "estimate --price 1USD --hours 1 --rate USD/CNY=7@2999-01-01");
        row("two subjects", "estimate --price 1USD --gpu A100 --hours 1");
        row("unknown provider", "estimate --price 1USD --provider nobody --hours 1");
        row("step that is none", "estimate --price 1USD --hours 1 --billing often");
        row("more hours than a month has", "estimate --price 1USD --hours 1 --hours-per-month 731");
        row("interruptions twice", "estimate --price 1USD --hours 1 --interrupted-every 5 --interruption-rate 5");
        row("never ending",
            "estimate --price 1USD --purchase spot --hours 100 --interrupted-every 60s --checkpoint-write 50m --restart 50m");
        row("time without a unit", "estimate --price 1USD --hours 1 --checkpoint-write 5");
        row("half of own hardware", "estimate --own-price 1000USD --hours 1");
        row("PUE below one", "estimate --own-price 1USD --own-watts 1 --own-kwh 1USD --own-pue 0.5 --hours 1");
        row("unknown option", "estimate --price 1USD --hours 1 --hope 3");
        row("a word too many", "estimate --price 1USD --hours 1 now");
        row("memory of nothing", "estimate memory");
        row("unknown preset", "estimate memory --preset gpt-9");
        row("preset and layers", "estimate memory --preset gpt-2 --layers 3");
        row("batch of none", "estimate memory --preset gpt-2 --batch 0");
        row("absurd batch", "estimate memory --preset gpt-2 --batch 10000000 --sequence 100000000 --checkpointing none");
        row("ZeRO 4", "estimate memory --preset gpt-2 --zero 4");
        row("unknown precision", "estimate memory --preset gpt-2 --precision fp3");
        row("fp8 of a convolutional model", "estimate memory --preset resnet-50 --precision fp8");
        row("no parameters", "estimate memory --parameters 0b --activation-bytes 5");
        row("parameters without activations", "estimate memory --parameters 7b");
        row("heads that do not divide", "estimate memory --layers 2 --hidden 100 --heads 7 --sequence 10");
    }
    void badInputIsOneSentence()
    {
        QFETCH(QString, words);
        const auto answer = run(words.split(u' '));
        QVERIFY2(answer.status == 2, answer.told().constData());
        QCOMPARE(answer.out, QByteArray());
        const QByteArray sentence = answer.err.left(answer.err.indexOf('\n'));
        QVERIFY2(sentence.startsWith("yard: ") && sentence.endsWith('.') && sentence.size() < 400, answer.told().constData());
        const auto json = run(QStringList{s("--json")} + words.split(u' '));
        QCOMPARE(json.status, 2);
        QCOMPARE(json.object()[QLatin1String("error")][QLatin1String("code")].toString(), s("invalid-input"));
    }
};

QTEST_GUILESS_MAIN(TestEstimate)
#include "tst_estimate.moc"
