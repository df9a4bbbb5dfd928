// SPDX-License-Identifier: GPL-3.0-or-later
// A machine's own output as a question about compatibility.
#include "core/service/machines/compatadvisor.h"

#include <QTest>

#include <utility>

using namespace trainyard;

namespace {

const QDate kDay(2026, 11, 1);

MachineFacts box(const QString &gpu, const QString &driver)
{
    MachineFacts facts;
    facts.architecture = QStringLiteral("x86_64");
    facts.driverVersion = driver;
    facts.gpus = {{0, gpu, QStringLiteral("GPU-1"), 81559}, {1, gpu, QStringLiteral("GPU-2"), 81559}};
    return facts;
}

}  // namespace

class TestCompatAdvisor : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void judgesAnImageByWhatTheMachineSays_data();
    void judgesAnImageByWhatTheMachineSays();
    void saysWhatFitsInstead();
    void speaksOfTheEngineThatStartsTheContainer();
    void judgesNothingWhereNothingIsToBeJudged();
    void sayingsOfTheMachineAreNeverTrusted();

private:
    std::shared_ptr<const CompatAdvisor> m_advisor;
};

void TestCompatAdvisor::initTestCase()
{
    const auto advisor = CompatAdvisor::builtIn();
    QVERIFY(advisor);
    m_advisor = *advisor;
}

void TestCompatAdvisor::judgesAnImageByWhatTheMachineSays_data()
{
    QTest::addColumn<QString>("gpu");
    QTest::addColumn<QString>("driver");
    QTest::addColumn<QString>("image");
    QTest::addColumn<CompatVerdict>("verdict");
    const QString h100 = QStringLiteral("NVIDIA H100 80GB HBM3"), driver = QStringLiteral("550.54.15");
    QTest::newRow("fits") << h100 << driver << QStringLiteral("pytorch/pytorch:2.5.1-cuda12.4-cudnn9-runtime") << CompatVerdict::Runs;
    QTest::newRow("too new") << h100 << driver << QStringLiteral("pytorch/pytorch:2.9.0-cuda13.0-cudnn9-runtime") << CompatVerdict::Fails;
    QTest::newRow("not known") << h100 << driver << QStringLiteral("somebody/something:latest") << CompatVerdict::Unknown;
    QTest::newRow("no driver named") << h100 << QString() << QStringLiteral("pytorch/pytorch:2.5.1-cuda12.4-cudnn9-runtime")
                                     << CompatVerdict::Unknown;
}

void TestCompatAdvisor::judgesAnImageByWhatTheMachineSays()
{
    QFETCH(QString, gpu);
    QFETCH(QString, driver);
    QFETCH(QString, image);
    QFETCH(CompatVerdict, verdict);
    const auto answer = m_advisor->imageOn(box(gpu, driver), image, kDay);
    QVERIFY(answer);
    QCOMPARE(answer->verdict, verdict);
    QVERIFY(!answer->reasons.isEmpty() || !answer->missing.isEmpty());
}

void TestCompatAdvisor::saysWhatFitsInstead()
{
    const auto answer = m_advisor->imageOn(box(QStringLiteral("NVIDIA H100 80GB HBM3"), QStringLiteral("550.54.15")),
                                           QStringLiteral("pytorch/pytorch:2.9.0-cuda13.0-cudnn9-runtime"), kDay);
    QVERIFY(answer && !answer->remedies.isEmpty());
    QCOMPARE(answer->remedies.first().kind, QStringLiteral("image"));
    QCOMPARE(answer->remedies.first().value, QStringLiteral("pytorch/pytorch:2.9.0-cuda12.8-cudnn9-runtime"));
}

// What `docker run --gpus` refuses, Podman starts.
void TestCompatAdvisor::speaksOfTheEngineThatStartsTheContainer()
{
    const QString image = QStringLiteral("nvidia/cuda:13.0.3-base-ubi8");
    MachineFacts machine = box(QStringLiteral("NVIDIA H100 80GB HBM3"), QStringLiteral("560.35.03"));
    machine.engines = {{EngineKind::Docker, true, QStringLiteral("24.0.7"), {}}, {EngineKind::Podman, true, QStringLiteral("4.3.1"), {}}};
    const auto startedBy = [&](EngineKind wanted) {
        const auto answer = m_advisor->imageOn(machine, image, kDay, wanted);
        QString said;
        for (const CompatReason &reason : answer ? answer->reasons : QList<CompatReason>())
            said += reason.rule == QLatin1String("start") ? reason.sentence : QString();
        return std::pair(answer ? answer->start : std::nullopt, said);
    };
    QVERIFY(startedBy(EngineKind::Auto).first == CompatVerdict::Refused);
    QVERIFY(startedBy(EngineKind::Docker).second.contains(QStringLiteral("docker run")));
    QVERIFY(startedBy(EngineKind::Podman).first == CompatVerdict::Runs);
    QVERIFY(!startedBy(EngineKind::Podman).second.contains(QStringLiteral("docker")));
    machine.engines.first().isUsable = false;
    QVERIFY(startedBy(EngineKind::Auto).first == CompatVerdict::Runs);
    // The list of images is judged in the same way.
    for (const JudgedImage &known : m_advisor->imagesFor(machine, kDay))
        QVERIFY2(!known.answer || known.answer->start != CompatVerdict::Refused, qPrintable(known.image));
}

void TestCompatAdvisor::judgesNothingWhereNothingIsToBeJudged()
{
    const QString image = QStringLiteral("pytorch/pytorch:2.5.1-cuda12.4-cudnn9-runtime");
    MachineFacts none;
    QVERIFY(!m_advisor->imageOn(none, image, kDay));
    MachineFacts simulated = box(QStringLiteral("NVIDIA H100 80GB HBM3"), QStringLiteral("550.54.15"));
    for (MachineFacts::Gpu &gpu : simulated.gpus)
        gpu.uuid = QStringLiteral("SIM-1");
    QVERIFY(!m_advisor->imageOn(simulated, image, kDay));
    QVERIFY(
        !m_advisor->imageOn(box(QStringLiteral("NVIDIA H100 80GB HBM3"), QStringLiteral("550.54.15")), QStringLiteral("no image!"), kDay));
}

void TestCompatAdvisor::sayingsOfTheMachineAreNeverTrusted()
{
    const auto answer = m_advisor->imageOn(box(QString(100'000, u'G'), QStringLiteral("$(reboot)")),
                                           QStringLiteral("pytorch/pytorch:2.5.1-cuda12.4-cudnn9-runtime"), kDay);
    QVERIFY(answer);
    QCOMPARE(answer->verdict, CompatVerdict::Unknown);
    for (const CompatReason &reason : answer->reasons)
        QVERIFY(reason.sentence.size() < 1000);
    for (const QString &sentence : answer->missing)
        QVERIFY(sentence.size() < 1000);
}

QTEST_GUILESS_MAIN(TestCompatAdvisor)
#include "tst_compatadvisor.moc"
