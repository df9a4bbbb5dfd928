// SPDX-License-Identifier: GPL-3.0-or-later
// Conditions by which containers are refused, tested with the 55 vectors of tests/data/compat (made by a separate evaluator from the
// sources of libnvidia-container and the NVIDIA Container Toolkit), and with conditions that nobody should write.
#include "core/knowledge/compat/compatfacts.h"
#include "core/knowledge/compat/constraint.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRandomGenerator>
#include <QTest>

using namespace trainyard;

namespace {

QJsonArray vectors()
{
    QFile file(QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/compat/constraint-vectors.json"));
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).array() : QJsonArray();
}

std::optional<Version> versionOf(const QJsonValue &value) { return value.isString() ? Version::parse(value.toString()) : std::nullopt; }

ConstraintHost hostOf(const QJsonObject &host)
{
    const QString brand = host[QLatin1String("brand")].toString();
    return {versionOf(host[QLatin1String("cuda")]), versionOf(host[QLatin1String("driver")]), versionOf(host[QLatin1String("arch")]),
            brand.isEmpty() ? QStringList() : QStringList{brand}};
}

QString outcomeName(ConstraintOutcome outcome)
{
    return outcome == ConstraintOutcome::Satisfied     ? QStringLiteral("satisfied")
           : outcome == ConstraintOutcome::Unsatisfied ? QStringLiteral("unsatisfied")
                                                       : QStringLiteral("invalid");
}

const ConstraintHost kHost{Version::parse(u"12.4"), Version::parse(u"550.54.15"), Version::parse(u"9.0"), {QStringLiteral("NVIDIA")}};

}  // namespace

class TestConstraint : public QObject {
    Q_OBJECT

    CompatFacts m_facts;

    QString unfolded(const QString &text) const
    {
        if (!text.startsWith(QLatin1String("@image:")))
            return text;
        for (const ConstraintString &one : m_facts.constraints) {
            if (one.cuda == Version::parse(text.mid(7)))
                return one.text;
        }
        return {};
    }

private Q_SLOTS:
    void initTestCase()
    {
        const auto facts = CompatFacts::parse(builtInCompatFiles());
        QVERIFY2(facts, facts ? "" : qPrintable(facts.error().detail));
        m_facts = *facts;
    }

    void vectorsAreJudgedAsTheRealReadersDo_data()
    {
        QTest::addColumn<QJsonObject>("vector");
        QTest::addColumn<QString>("reader");
        const QJsonArray all = vectors();
        QCOMPARE(all.size(), 55);
        for (const QJsonValue &vector : all) {
            for (const char *reader : {"legacy", "go"}) {
                if (vector[QLatin1String(reader)].isString())
                    QTest::addRow("vector %d, %s", vector[QLatin1String("id")].toInt(), reader)
                        << vector.toObject() << QString::fromLatin1(reader);
            }
        }
    }
    void vectorsAreJudgedAsTheRealReadersDo()
    {
        QFETCH(QJsonObject, vector);
        QFETCH(QString, reader);
        const auto by = reader == QLatin1String("legacy") ? ConstraintReader::Hook : ConstraintReader::Toolkit;
        // The last vectors are about variables, not strings: which of them the hook reads.
        QJsonArray constraints = vector[QLatin1String("constraints")].toArray();
        if (vector.contains(QLatin1String("environment"))) {
            QMap<QString, QString> environment;
            const QJsonObject told = vector[QLatin1String("environment")].toObject();
            for (auto it = told.begin(); it != told.end(); ++it)
                environment.insert(it.key(), it.value().toString());
            constraints = QJsonArray::fromStringList(conditionsOf(environment));
        }
        ConstraintOutcome worst = ConstraintOutcome::Satisfied;
        for (const QJsonValue &host : vector[QLatin1String("hosts")].toArray()) {
            for (const QJsonValue &constraint : std::as_const(constraints)) {
                const QString text = unfolded(constraint.toString());
                QVERIFY(!text.isEmpty() || constraint.toString().isEmpty());
                const ConstraintAnswer answer = checkConstraint(text, hostOf(host.toObject()), by);
                QVERIFY(answer.outcome != ConstraintOutcome::Malformed || (answer.position > 0 && !answer.problem.isEmpty()));
                worst = std::max(worst, answer.outcome);
            }
        }
        QCOMPARE(outcomeName(worst), vector[reader].toString());
    }

    void oldImagesAskForTheirCuda()
    {
        QCOMPARE(conditionsOf({{QStringLiteral("CUDA_VERSION"), QStringLiteral("11.6.2")}}), QStringList{QStringLiteral("cuda>=11.6")});
        QCOMPARE(
            conditionsOf({{QStringLiteral("CUDA_VERSION"), QStringLiteral("11.6.2")}, {QStringLiteral("NVIDIA_REQUIRE_CUDA"), QString()}}),
            (QStringList{QString(), QStringLiteral("cuda>=11.6")}));
        QVERIFY(conditionsOf({{QStringLiteral("CUDA_VERSION"), QStringLiteral("new")}}).isEmpty());
    }

    void stringsOfImagesAreUnfoldedWhole()
    {
        // The number of terms in the images that were read.
        for (const auto &[cuda, terms] : {std::pair("12.4", 31), std::pair("12.6", 37), std::pair("12.8", 61), std::pair("13.0", 61)}) {
            const QString text = unfolded(QStringLiteral("@image:") + QLatin1String(cuda));
            QCOMPARE(text.split(u' ').size(), terms);
            QVERIFY(text.startsWith(QStringLiteral("cuda>=") + QLatin1String(cuda)));
            QCOMPARE(checkSyntax(text).outcome, ConstraintOutcome::Satisfied);
        }
        QVERIFY(unfolded(QStringLiteral("@image:11.3")).split(u' ').contains(QStringLiteral("driver>=450")));
    }

    void theTermThatDecidesIsTold()
    {
        QCOMPARE(checkConstraint(QStringLiteral("cuda>=13.0 driver>=550,driver<551"), kHost, ConstraintReader::Hook).term,
                 QStringLiteral("driver>=550,driver<551"));
        // The hook prints the first.
        QCOMPARE(checkConstraint(QStringLiteral("  cuda>=13.0 driver>=560"), kHost, ConstraintReader::Hook).term,
                 QStringLiteral("cuda>=13.0"));
    }

    void whatIsMalformedIsToldWithItsPlace_data()
    {
        QTest::addColumn<QString>("constraint");
        QTest::addColumn<int>("position");
        const auto row = [](const char *name, const QString &text, int position) { QTest::newRow(name) << text << position; };
        row("property", QStringLiteral("cuda>=13.0 foo=1"), 12);
        row("in a term", QStringLiteral("driver>=1,cuda>>12"), 11);
        row("after empty factors", QStringLiteral(",,cuda==12"), 3);
        row("no value", QStringLiteral("cuda>="), 1);
        row("only an operator", QStringLiteral(">="), 1);
        row("number too large", QStringLiteral("cuda>=99999999999999999999"), 1);
        row("NUL", QStringLiteral("cuda>=12") + QChar(0), 1);
        row("shell", QStringLiteral("cuda>=13.0 $(reboot)"), 12);
        row("Arabic digits", QStringLiteral("cuda>=") + QChar(0x0661), 1);
        row("10 kB of digits", QStringLiteral("cuda>=") + QString(10000, u'1'), 1);
        row("longer than all", QString(kMaxConstraint + 1, u' '), int(kMaxConstraint) + 1);
    }
    void whatIsMalformedIsToldWithItsPlace()
    {
        QFETCH(QString, constraint);
        QFETCH(int, position);
        const ConstraintAnswer answer = checkSyntax(constraint);
        QCOMPARE(answer.outcome, ConstraintOutcome::Malformed);
        QCOMPARE(answer.position, position);
        QVERIFY(!answer.problem.isEmpty() && answer.problem.size() < 300);
    }

    void damagedConditionsAreReadOrRefused()
    {
        const QString good = unfolded(QStringLiteral("@image:12.4"));
        const QString signs = QStringLiteral(" ,=<>!.0129abcdev\u4e2d") + QChar(0);
        QRandomGenerator random(1);
        int satisfied = 0, malformed = 0;
        for (int i = 0; i < 3000; ++i) {
            QString text = good.mid(random.bounded(int(good.size())), random.bounded(200));
            for (int n = random.bounded(8); n > 0 && !text.isEmpty(); --n)
                text[random.bounded(int(text.size()))] = signs[random.bounded(int(signs.size()))];
            for (const auto reader : {ConstraintReader::Hook, ConstraintReader::Toolkit}) {
                const ConstraintAnswer answer = checkConstraint(text, kHost, reader);
                if (answer.outcome == ConstraintOutcome::Malformed)
                    QVERIFY(answer.position >= 1 && answer.position <= text.size() && !answer.problem.isEmpty());
                (answer.outcome == ConstraintOutcome::Malformed ? malformed : satisfied) += 1;
            }
        }
        QVERIFY(satisfied > 100 && malformed > 100);
    }
};

QTEST_APPLESS_MAIN(TestConstraint)
#include "tst_constraint.moc"
