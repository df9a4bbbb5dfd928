// SPDX-License-Identifier: GPL-3.0-or-later
// Each rule of docs/probe-judging.md on a report made for it.
#include "madereport.h"

#include "core/knowledge/benchmark/probejudge.h"
#include "core/knowledge/benchmark/providertext.h"

#include <QTest>

using namespace trainyard;

Q_DECLARE_METATYPE(trainyard::ProbeVerdict)
Q_DECLARE_METATYPE(trainyard::ProbeStanding)

class TestProbeJudge : public QObject {
    Q_OBJECT

    ProbeReference m_reference;

    ProbeJudgement judge(const MadeReport &made, const QList<ProbeFigure> &history = {}, MachineId machineId = MachineId(1)) const
    {
        const auto report = made.parsed();
        return report ? ProbeJudge(m_reference).judge(*report, history, machineId) : ProbeJudgement();
    }
    static const ProbeFinding *find(const ProbeJudgement &judgement, const QString &what, int device = -1)
    {
        const auto found = std::find_if(judgement.findings.begin(), judgement.findings.end(), [&](const ProbeFinding &one) {
            return one.what == what && (device < 0 || one.devices == QList<int>{device});
        });
        return found == judgement.findings.end() ? nullptr : &*found;
    }
    // This many reports with these figures, from this machine and these very GPUs.
    static QList<ProbeFigure> history(const MadeReport &made, int reports, MachineId machineId, const QString &uuid = {})
    {
        QList<ProbeFigure> figures;
        const auto report = made.parsed();
        for (int i = 1; report && i <= reports; ++i) {
            for (ProbeFigure one : comparableFigures(*report)) {
                one.report = ProbeId(i);
                one.machineId = machineId;
                one.uuid = uuid.isEmpty() ? one.uuid : uuid;
                figures << one;
            }
        }
        return figures;
    }
    using Change = std::function<void(MadeReport &)>;

private Q_SLOTS:
    void initTestCase()
    {
        const auto reference = ProbeReference::builtIn();
        QVERIFY(reference);
        m_reference = *reference;
    }

    void verdicts_data()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<ProbeVerdict>("verdict");
        QTest::addColumn<QString>("what");  // of the finding that matters
        QTest::addColumn<ProbeStanding>("standing");
        const auto row = [](const char *name, ProbeVerdict verdict, const char *what, ProbeStanding standing, const Change &change) {
            QTest::newRow(name) << change << verdict << QString::fromLatin1(what) << standing;
        };
        using V = ProbeVerdict;
        using S = ProbeStanding;
        const char *product = "matmul bf16 cublaslt";
        row("as it should be", V::Keep, product, S::InBand, [](MadeReport &) {});
        row("nine tenths are enough", V::Keep, product, S::InBand,
            [](MadeReport &made) { made.withFigure("matmul", -1, 693, "bf16", "cublaslt"); });
        row("somewhat slow", V::Unclear, product, S::Below,
            [](MadeReport &made) { made.withFigure("matmul", -1, 690, "bf16", "cublaslt"); });
        row("far too slow", V::GiveBack, product, S::FarBelow,
            [](MadeReport &made) { made.withFigure("matmul", 0, 570, "bf16", "cublaslt"); });
        row("more than usual", V::Keep, product, S::Above,
            [](MadeReport &made) { made.withFigure("matmul", -1, 890, "bf16", "cublaslt"); });
        row("slow memory", V::GiveBack, "copy", S::FarBelow, [](MadeReport &made) { made.withFigure("copy", 1, 2990); });
        row("memory below the maker's floor", V::GiveBack, "copy", S::FarBelow, [](MadeReport &made) { made.withFigure("copy", 1, 2300); });
        row("somewhat slow memory", V::Unclear, "copy", S::Below, [](MadeReport &made) { made.withFigure("copy", 1, 3590); });
        row("the driver's copy goes by its own figure", V::Unclear, "memcpy", S::Below,
            [](MadeReport &made) { made.withFigure("memcpy", 0, 3800); });
        row("own kernels have no figure of others", V::Keep, "matmul bf16 own", S::NoReference,
            [](MadeReport &made) { made.withFigure("matmul", -1, 1, "bf16", "own"); });
        row("wrong product", V::GiveBack, product, S::Wrong, [](MadeReport &made) {
            made.withResult(
                "matmul", 1, [](QJsonObject &one) { one[QStringLiteral("isCorrect")] = false; }, "bf16", "cublaslt");
        });
        row("said to be wrong", V::GiveBack, "copy", S::Wrong, [](MadeReport &made) {
            made.withResult("copy", 1, [](QJsonObject &one) { one[QStringLiteral("status")] = QStringLiteral("wrong"); });
        });
        row("memory that forgets", V::GiveBack, "memory-test", S::Wrong, [](MadeReport &made) {
            made.withResult("memory-test", 0, [](QJsonObject &one) { one[QStringLiteral("errors")] = one[QStringLiteral("median")] = 3; });
        });
        row("wrong although others use it", V::GiveBack, product, S::Wrong, [](MadeReport &made) {
            made.with("shared", true)
                .withResult(
                    "matmul", 1, [](QJsonObject &one) { one[QStringLiteral("isCorrect")] = false; }, "bf16", "cublaslt");
        });
        row("slow because others use it", V::Unclear, product, S::FarBelow,
            [](MadeReport &made) { made.with("shared", true).withFigure("matmul", -1, 400, "bf16", "cublaslt"); });
        row("in use, and fast", V::Unclear, product, S::InBand, [](MadeReport &made) { made.with("shared", true); });
        row("lost", V::GiveBack, "status", S::Faulty, [](MadeReport &made) { made.with("status", QStringLiteral("gpu-lost")); });
        row("hangs", V::GiveBack, "sustained bf16 cublaslt", S::Faulty, [](MadeReport &made) {
            made.withResult("sustained", 0, [](QJsonObject &one) { one[QStringLiteral("status")] = QStringLiteral("hang"); });
        });
        row("protection against heat", V::GiveBack, "throttle", S::Throttled, [](MadeReport &made) {
            made.withResult("sustained", 0, [](QJsonObject &one) {
                one[QStringLiteral("throttleSeconds")] = QJsonObject{{QStringLiteral("hw-thermal"), 4.5}};
            });
        });
        row("for half a second only", V::Keep, product, S::InBand, [](MadeReport &made) {
            made.withResult("sustained", 0, [](QJsonObject &one) {
                one[QStringLiteral("throttleSeconds")] = QJsonObject{{QStringLiteral("hw-thermal"), 0.5}};
            });
        });
        row("power brake", V::GiveBack, "throttle", S::Throttled, [](MadeReport &made) {
            made.withResult("sustained", 0, [](QJsonObject &one) {
                one[QStringLiteral("throttleSeconds")] = QJsonObject{{QStringLiteral("hw-power-brake"), 9}};
            });
        });
        row("warm", V::Unclear, "throttle", S::Below, [](MadeReport &made) {
            made.withResult("sustained", 0, [](QJsonObject &one) {
                one[QStringLiteral("throttleSeconds")] = QJsonObject{{QStringLiteral("sw-thermal"), 3}};
            });
        });
        row("somebody set clocks", V::Keep, "throttle", S::Note, [](MadeReport &made) {
            made.withResult("sustained", 0, [](QJsonObject &one) {
                one[QStringLiteral("throttleSeconds")] = QJsonObject{{QStringLiteral("application-clocks"), 30}};
            });
        });
        row("its power limit alone is no fault", V::Keep, product, S::InBand, [](MadeReport &) {});
        row("a sustained run may be slower", V::Keep, "sustained bf16 cublaslt", S::InBand,
            [](MadeReport &made) { made.withFigure("sustained", -1, 600); });
        row("but not by so much", V::Unclear, "sustained bf16 cublaslt", S::Below,
            [](MadeReport &made) { made.withFigure("sustained", -1, 500); });
        row("becomes slower", V::Unclear, "steadiness", S::Below, [](MadeReport &made) {
            made.withResult("sustained", 0, [](QJsonObject &one) {
                QJsonArray series;
                for (int i = 0; i < 20; ++i)
                    series << QJsonObject{{QStringLiteral("second"), i * 0.5}, {QStringLiteral("rate"), 780 - 12 * i}};
                one[QStringLiteral("series")] = series;
            });
        });
        row("row that cannot be replaced", V::GiveBack, "memory", S::Faulty, [](MadeReport &made) {
            made.withDevice(1, [](QJsonObject &one) {
                one[QStringLiteral("remappedRows")] = QJsonObject{{QStringLiteral("hasFailed"), true}};
            });
        });
        row("row that waits for a reset", V::Unclear, "memory", S::Below, [](MadeReport &made) {
            made.withDevice(1, [](QJsonObject &one) {
                one[QStringLiteral("remappedRows")] = QJsonObject{{QStringLiteral("isPending"), true}};
            });
        });
        row("errors since the start", V::GiveBack, "memory", S::Faulty, [](MadeReport &made) {
            made.withDevice(1, [](QJsonObject &one) {
                one[QStringLiteral("ecc")] = QJsonObject{{QStringLiteral("uncorrectedVolatile"), 2}};
            });
        });
        row("errors long ago", V::Keep, "memory", S::Note, [](MadeReport &made) {
            made.withDevice(1, [](QJsonObject &one) {
                one[QStringLiteral("ecc")] = QJsonObject{{QStringLiteral("uncorrectedVolatile"), 0},
                                                         {QStringLiteral("uncorrectedAggregate"), 2}};
            });
        });
        row("held down by its power limit", V::Unclear, "power", S::Below, [](MadeReport &made) {
            made.withDevice(0, [](QJsonObject &one) {
                one[QStringLiteral("power")] = QJsonObject{{QStringLiteral("limitW"), 400}, {QStringLiteral("defaultLimitW"), 700}};
            });
        });
        row("half of its lanes", V::Unclear, "link", S::Below, [](MadeReport &made) {
            for (const char *probe : {"h2d-pinned", "d2h-pinned"}) {
                made.withResult(probe, 0, [](QJsonObject &one) {
                    one[QStringLiteral("median")] = 13;
                    one[QStringLiteral("conditions")] = QJsonObject{
                        {QStringLiteral("link"), QJsonObject{{QStringLiteral("generation"), 4}, {QStringLiteral("width"), 8}}}};
                });
            }
        });
        row("slow from the host", V::GiveBack, "h2d-pinned", S::FarBelow, [](MadeReport &made) { made.withFigure("h2d-pinned", 0, 24); });
        row("below what Azure lets pass", V::Unclear, "h2d-pinned", S::Below,
            [](MadeReport &made) { made.withFigure("h2d-pinned", 0, 47); });
        row("slow between GPUs", V::GiveBack, "peer-bandwidth", S::FarBelow,
            [](MadeReport &made) { made.withFigure("peer-bandwidth", -1, 180); });
        row("no NVLink between them", V::Keep, "peer-bandwidth", S::NoReference,
            [](MadeReport &made) { made.with("links", QJsonValue()).withFigure("peer-bandwidth", -1, 40); });
        row("one GPU not measured", V::Unclear, "status", S::NotMeasured,
            [](MadeReport &made) { made.withDevice(1, [](QJsonObject &one) { one[QStringLiteral("isMeasured")] = false; }); });
        row("one probe failed", V::Unclear, "triad", S::NotMeasured, [](MadeReport &made) {
            made.withResult("triad", 0, [](QJsonObject &one) { one[QStringLiteral("status")] = QStringLiteral("failed"); });
        });
        row("one probe skipped", V::Keep, "triad", S::NotMeasured, [](MadeReport &made) {
            made.withResult("triad", 0, [](QJsonObject &one) { one[QStringLiteral("status")] = QStringLiteral("skipped"); });
        });
        row("cut short", V::Unclear, "status", S::NotMeasured, [](MadeReport &made) { made.with("status", QStringLiteral("time-limit")); });
        row("a status of tomorrow", V::Unclear, "status", S::NotMeasured,
            [](MadeReport &made) { made.with("status", QStringLiteral("moon-phase")); });
        row("no GPU at all", V::Unclear, "status", S::NotMeasured, [](MadeReport &made) {
            made.with("status", QStringLiteral("no-gpu")).with("devices", QJsonArray()).with("results", QJsonArray());
        });
        row("nothing measured, and called fine", V::Unclear, "", S::InBand, [](MadeReport &made) { made.with("results", QJsonArray()); });
        row("a GPU that nobody knows", V::Unclear, product, S::NoReference,
            [](MadeReport &made) { made.withModel(QStringLiteral("NVIDIA H9000"), QStringLiteral("ffff")); });
        row("an estimate condemns nobody", V::Unclear, "matmul fp16 cublaslt", S::Below, [](MadeReport &made) {
            made.withModel(QStringLiteral("Tesla V100-SXM2-32GB"), QStringLiteral("1db5"));
            made.withResult(
                "matmul", -1,
                [](QJsonObject &one) {
                    one[QStringLiteral("median")] = 20;
                    QJsonObject conditions = one[QStringLiteral("conditions")].toObject();
                    conditions[QStringLiteral("dtype")] = QStringLiteral("fp16");
                    one[QStringLiteral("conditions")] = conditions;
                },
                "bf16", "cublaslt");
        });
        row("a part of a GPU", V::Unclear, product, S::NoReference, [](MadeReport &made) {
            for (const int index : {0, 1})
                made.withDevice(index, [](QJsonObject &one) {
                    one[QStringLiteral("mig")] = QJsonObject{{QStringLiteral("isEnabled"), true}};
                });
        });
        row("simulated and fine", V::Unclear, product, S::InBand, [](MadeReport &made) { made.with("simulated", true); });
        row("simulated and lost", V::Unclear, "status", S::Faulty,
            [](MadeReport &made) { made.with("simulated", true).with("status", QStringLiteral("gpu-lost")); });
    }
    void verdicts()
    {
        QFETCH(Change, change);
        QFETCH(ProbeVerdict, verdict);
        QFETCH(QString, what);
        QFETCH(ProbeStanding, standing);
        MadeReport made;
        change(made);
        QVERIFY(made.parsed());
        const ProbeJudgement judgement = judge(made);
        QStringList told;
        for (const ProbeFinding &one : judgement.findings)
            told << probeStandingName(one.standing) + u' ' + one.what + u' ' + one.sentence;
        QVERIFY2(judgement.verdict == verdict, qPrintable(told.join(u'\n') + u'\n' + judgement.missing.join(u'\n')));
        const bool isThere = std::any_of(judgement.findings.begin(), judgement.findings.end(),
                                         [&](const ProbeFinding &one) { return one.what == what && one.standing == standing; });
        QVERIFY2(what.isEmpty() || isThere, qPrintable(told.join(u'\n')));
        QVERIFY(verdict != ProbeVerdict::Unclear || !judgement.missing.isEmpty());
        QVERIFY(std::is_sorted(judgement.findings.begin(), judgement.findings.end(),
                               [](const ProbeFinding &a, const ProbeFinding &b) { return a.standing > b.standing; }));
    }

    void everyExpectationNamesItsSource()
    {
        const ProbeJudgement judgement = judge(MadeReport());
        int expected = 0;
        for (const ProbeFinding &one : judgement.findings) {
            if (!one.expected)
                continue;
            ++expected;
            QVERIFY2(!one.sources.isEmpty(), qPrintable(one.what));
            for (const QString &code : one.sources)
                QVERIFY2(m_reference.sources.contains(code), qPrintable(code));
        }
        QVERIFY(expected > 10);
    }

    void aMachineWithoutAGpuIsNoUnclearOne()
    {
        MadeReport made;
        QVERIFY(!judge(made).isWithoutGpu);
        made.with("status", QStringLiteral("no-gpu")).with("devices", QJsonArray()).with("results", QJsonArray());
        QVERIFY(judge(made).isWithoutGpu);
    }

    void lanesThatACloudNeverGivesAreNoFault()
    {
        MadeReport made;
        made.withModel(QStringLiteral("Tesla T4"), QStringLiteral("1eb8"));
        for (const char *probe : {"h2d-pinned", "d2h-pinned"}) {
            made.withResult(probe, -1, [](QJsonObject &one) {
                one[QStringLiteral("median")] = 6.1;
                one[QStringLiteral("conditions")] = QJsonObject{
                    {QStringLiteral("link"), QJsonObject{{QStringLiteral("generation"), 3}, {QStringLiteral("width"), 8}}}};
            });
        }
        for (const int index : {0, 1})
            made.withDevice(index, [](QJsonObject &one) {
                one[QStringLiteral("pcie")] = QJsonObject{{QStringLiteral("maxGeneration"), 3}, {QStringLiteral("maxWidth"), 16}};
            });
        made.withFigure("copy", -1, 244);
        const ProbeJudgement judgement = judge(made);
        const ProbeFinding *link = find(judgement, QStringLiteral("link")), *host = find(judgement, QStringLiteral("h2d-pinned"));
        QVERIFY(link && host);
        QCOMPARE(link->standing, ProbeStanding::Note);
        QCOMPARE(link->sources, QStringList{QStringLiteral("tgxml")});
        QCOMPARE(host->standing, ProbeStanding::InBand);
        QVERIFY(host->expected->isEstimate);
    }

    void stragglersAreFoundAmongThree()
    {
        MadeReport made;
        QJsonArray devices = made.object[QStringLiteral("devices")].toArray(), results = made.object[QStringLiteral("results")].toArray();
        QJsonObject third = devices[1].toObject();
        third[QStringLiteral("index")] = 2;
        devices << third;
        for (const QJsonValue &one : made.object[QStringLiteral("results")].toArray()) {
            QJsonObject copy = one.toObject();
            if (copy[QStringLiteral("device")] != 1)
                continue;
            copy[QStringLiteral("device")] = 2;
            results << copy;
        }
        made.with("devices", devices).with("results", results).withFigure("matmul", 2, 735, "bf16", "cublaslt");
        const ProbeJudgement judgement = judge(made);
        const ProbeFinding *straggler = find(judgement, QStringLiteral("straggler"), 2);
        QVERIFY(straggler);
        QCOMPARE(straggler->standing, ProbeStanding::Note);
        QCOMPARE(straggler->sources, QStringList{QStringLiteral("mlE")});
        QCOMPARE(judgement.verdict, ProbeVerdict::Keep);
        QVERIFY(!find(judgement, QStringLiteral("straggler"), 0));
        // There is no reference figure for the rate of our own kernels, so only the other GPUs can be compared.
        made.withFigure("matmul", 2, 200, "bf16", "own");
        QCOMPARE(judge(made).verdict, ProbeVerdict::Unclear);
    }

    void ownHistoryNeedsThreeReports()
    {
        MadeReport unknown;
        unknown.withModel(QStringLiteral("NVIDIA H9000"), QStringLiteral("ffff"));
        const QString product = QStringLiteral("matmul bf16 cublaslt");
        const ProbeJudgement two = judge(unknown, history(unknown, 2, MachineId(1)));
        QCOMPARE(two.verdict, ProbeVerdict::Unclear);
        const ProbeFinding *finding = find(two, product);
        QVERIFY(finding && finding->past && finding->past->reports == 2);
        QCOMPARE(finding->standing, ProbeStanding::NoReference);
        QVERIFY2(finding->sentence.contains(u'2') && finding->sentence.contains(u'3'), qPrintable(finding->sentence));
        QCOMPARE(judge(unknown, history(unknown, 3, MachineId(1))).verdict, ProbeVerdict::Keep);
        // Slower than ever before: nothing else is known, so its own past decides.
        MadeReport slow = unknown;
        slow.withFigure("matmul", 0, 500, "bf16", "cublaslt");
        QCOMPARE(judge(slow, history(unknown, 3, MachineId(1))).verdict, ProbeVerdict::GiveBack);
        // Quick probes are compared with quick probes.
        MadeReport quick = unknown;
        quick.with("options", QJsonObject{{QStringLiteral("quick"), true}});
        QCOMPARE(judge(quick, history(unknown, 3, MachineId(1))).verdict, ProbeVerdict::Unclear);
    }

    void ownHistoryIsOfTheNearestScope()
    {
        const MadeReport made;
        const QString product = QStringLiteral("matmul bf16 cublaslt");
        const auto scope = [&](MachineId machine, const QString &uuid) {
            const ProbeJudgement judgement = judge(made, history(made, 3, machine, uuid), MachineId(1));
            const ProbeFinding *finding = find(judgement, product);
            return finding && finding->past ? finding->past->scope : ProbePast::Scope(-1);
        };
        QCOMPARE(scope(MachineId(2), {}), ProbePast::Scope::SameGpu);
        QCOMPARE(scope(MachineId(1), QStringLiteral("GPU-other")), ProbePast::Scope::SameMachine);
        QCOMPARE(scope(MachineId(2), QStringLiteral("GPU-other")), ProbePast::Scope::SameModel);
    }

    void slowerThanItWasIsSaidButDecidesNothing()
    {
        MadeReport before, now;
        before.withFigure("copy", -1, 4400);
        now.withFigure("copy", -1, 3700);
        const ProbeJudgement judgement = judge(now, history(before, 4, MachineId(1)));
        const ProbeFinding *finding = find(judgement, QStringLiteral("copy"));
        QVERIFY(finding && finding->past);
        QCOMPARE(finding->past->median, 4400.0);
        QCOMPARE(finding->standing, ProbeStanding::Below);
        QCOMPARE(judgement.verdict, ProbeVerdict::Unclear);
    }

    void whatNeverWasAlikeIsNoNews()
    {
        MadeReport unknown;
        unknown.withModel(QStringLiteral("NVIDIA H9000"), QStringLiteral("ffff"));
        QList<ProbeFigure> figures;
        for (int i = 0; i < 5; ++i) {
            MadeReport one = unknown;
            one.withFigure("copy", -1, 3000 + 500 * i);
            for (ProbeFigure figure : history(one, 1, MachineId(1))) {
                figure.report = ProbeId(i + 1);
                figures << figure;
            }
        }
        unknown.withFigure("copy", -1, 3400);
        const ProbeJudgement judgement = judge(unknown, figures);
        const ProbeFinding *finding = find(judgement, QStringLiteral("copy"));
        QVERIFY(finding);
        QCOMPARE(finding->standing, ProbeStanding::InBand);
    }

    void simulatedReportsLeaveNothingBehind()
    {
        MadeReport made;
        made.with("simulated", true).with("status", QStringLiteral("wrong-results"));
        const auto report = made.parsed();
        QVERIFY(report);
        QVERIFY(comparableFigures(*report).isEmpty());
        const ProbeJudgement judgement = judge(made);
        QVERIFY(judgement.isSimulated && !judgement.hasSomethingBad());
        QVERIFY(judgement.missing.first().contains(QStringLiteral("Simulated")));
        QCOMPARE(providerText(*report, judgement, m_reference, QStringLiteral("box")).english, QString());
        QVERIFY(comparableFigures(*MadeReport().parsed()).size() > 10);
        QVERIFY(comparableFigures(*MadeReport().with("shared", true).parsed()).isEmpty());
    }

    void theLetterHasAllThatItNeeds()
    {
        MadeReport made;
        made.withFigure("matmul", 1, 501, "bf16", "cublaslt").withResult("sustained", 1, [](QJsonObject &one) {
            one[QStringLiteral("throttleSeconds")] = QJsonObject{{QStringLiteral("hw-thermal"), 12}};
        });
        const auto report = made.parsed();
        QVERIFY(report);
        const ProviderText text = providerText(*report, judge(made), m_reference, QStringLiteral("box-7"));
        for (const char *part : {"box-7", "2026-11-22 07:00", "GPU-made-0000-0001", "00000000:3b:00.0", "NVIDIA H200", "501 TFLOP/s",
                                 "769–798 TFLOP/s", "measured on one lent H200", "hw-thermal", "580.95.05", "another machine", "0.1.0"})
            QVERIFY2(text.english.contains(QString::fromUtf8(part)), qPrintable(QString::fromUtf8(part) + u'\n' + text.english));
        QCOMPARE(text.local, QString());
        // It contains nothing that is in order.
        QVERIFY(!text.english.contains(QStringLiteral("triad")));
        QCOMPARE(providerText(*MadeReport().parsed(), judge(MadeReport()), m_reference, QStringLiteral("box-7")).english, QString());
        MadeReport doubtful;
        doubtful.withFigure("copy", 1, 3590);
        const ProviderText asks = providerText(*doubtful.parsed(), judge(doubtful), m_reference, QStringLiteral("box-7"));
        QVERIFY2(asks.english.contains(QStringLiteral("Please look at the machine")), qPrintable(asks.english));
    }
};

QTEST_APPLESS_MAIN(TestProbeJudge)
#include "tst_probejudge.moc"
