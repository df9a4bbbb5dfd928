// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/benchmark/probejudge.h"

#include "core/knowledge/benchmark/internal/probestatus.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

// Relative to the usual value. The upper two are our choice; the lowest is how NVIDIA's diagnosis (DCGM) derives its floors.
constexpr double kAbove = 1.10, kMinUsual = 0.90, kMin = 0.75;
// A GPU slower than the others of its machine: reported from the first value on, to be checked from the second on.
constexpr double kStraggler = 0.95, kLostStraggler = 0.90;
constexpr qsizetype kMinCompanions = 3;
// The second half of a sustained run relative to the first.
constexpr double kSteady = 0.90;
constexpr double kMinThrottleSeconds = 1;  // two samples of half a second: a single one may be a momentary reading
constexpr double kFullPower = 0.95;
constexpr qint64 kMaxRemappedRows = 512;  // Azure's check fails above this

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::ProbeJudge)
};

QString placeText(const QList<int> &devices)
{
    if (devices.isEmpty())
        return Words::tr("The machine");
    const QString first = Words::tr("GPU %1").arg(devices.first());
    return devices.size() < 2 ? first : Words::tr("%1 to %2").arg(first, Words::tr("GPU %1").arg(devices[1]));
}

QString englishFigure(double value) { return QString::number(value, 'f', value < 100 ? 1 : 0); }

// Decides whether a GPU does its work; a link alone does not.
bool isOfTheGpu(const QString &probe)
{
    return probe == QLatin1String("copy") || probe == QLatin1String("triad") || probe == QLatin1String("memcpy")
           || probe == QLatin1String("matmul") || probe == QLatin1String("sustained");
}

QString amount(double value, const QString &unit) { return probeFigureText(value) + QChar(0x00A0) + probeUnitText(unit); }

class Judging {
public:
    Judging(const ProbeReference &reference, const ProbeReport &report, const QList<ProbeFigure> &history, MachineId machineId)
        : m_reference(reference), m_report(report), m_history(history), m_machineId(machineId)
    {
    }

    ProbeJudgement run()
    {
        for (const ProbeDevice &device : m_report.devices)
            judgeDevice(device);
        for (const ProbeResult &result : m_report.results)
            judgeResult(result);
        findStragglers();
        judgeStatus();
        m_found.isSimulated = m_report.isSimulated;
        m_found.verdict = verdict();
        std::stable_sort(m_found.findings.begin(), m_found.findings.end(),
                         [](const ProbeFinding &a, const ProbeFinding &b) { return a.standing > b.standing; });
        return std::move(m_found);
    }

private:
    void add(const QString &what, const QList<int> &devices, ProbeStanding standing, const QString &sentence, const QString &english,
             const QStringList &sources = {})
    {
        m_found.findings << ProbeFinding{what, devices, standing, sentence, english, {}, {}, {}, {}, sources};
    }

    void judgeStatus()
    {
        const ProbeStatus status = probeStatus(m_report.status);
        m_found.isWithoutGpu = m_report.status == QLatin1String("no-gpu");
        if (status.kind == ProbeStatus::Kind::Whole)
            return;
        const bool isWrong = m_report.status == QLatin1String("wrong-results");
        if (isWrong && std::any_of(m_found.findings.begin(), m_found.findings.end(), [](const ProbeFinding &one) {
                return one.standing == ProbeStanding::Wrong;
            }))
            return;
        QStringList told{m_report.failure.call, m_report.failure.name, m_report.failure.detail};
        told.removeAll(QString());
        add(QStringLiteral("status"), {},
            isWrong                                    ? ProbeStanding::Wrong
            : status.kind == ProbeStatus::Kind::Faulty ? ProbeStanding::Faulty
                                                       : ProbeStanding::NotMeasured,
            told.isEmpty() ? status.sentence : Words::tr("%1 (%2)").arg(status.sentence, told.join(QStringLiteral(", "))),
            QStringList{QStringLiteral("status “%1”").arg(m_report.status), m_report.message, told.join(QStringLiteral(", "))}.join(
                QStringLiteral("; ")));
        m_isWhole = false;
        if (status.kind != ProbeStatus::Kind::Faulty)
            m_found.missing << status.sentence;
    }

    void judgeDevice(const ProbeDevice &device)
    {
        const QList<int> here{device.index};
        const QString place = placeText(here);
        const auto memory = [&](ProbeStanding standing, const QString &sentence, const QString &english, const QStringList &sources) {
            add(QStringLiteral("memory"), here, standing, sentence, english, sources);
        };
        const QString watch = QStringLiteral("ngpuexp"), azure = QStringLiteral("azNHC");
        if (device.hasRemapFailed == true)
            memory(ProbeStanding::Faulty, Words::tr("%1 could not replace a broken row of its memory: it must be replaced.").arg(place),
                   QStringLiteral("row remapping failed"), {watch, azure});
        if (device.isRemapPending == true)
            memory(ProbeStanding::Below,
                   Words::tr("%1 waits for a reset to replace a broken row of its memory: restart the machine and probe again.").arg(place),
                   QStringLiteral("row remapping pending"), {watch});
        if (device.remappedUncorrectable.value_or(0) > kMaxRemappedRows)
            memory(ProbeStanding::Faulty,
                   Words::tr("%1 has replaced %2 rows of its memory after errors that could not be corrected; more than %3 are too many.")
                       .arg(place)
                       .arg(*device.remappedUncorrectable)
                       .arg(kMaxRemappedRows),
                   QStringLiteral("%1 rows remapped after uncorrectable errors").arg(*device.remappedUncorrectable), {azure});
        if (device.uncorrectedVolatile.value_or(0) > 0)
            memory(ProbeStanding::Faulty,
                   Words::tr("%1 has had %2 memory errors since the driver was loaded that could not be corrected.")
                       .arg(place)
                       .arg(*device.uncorrectedVolatile),
                   QStringLiteral("%1 uncorrectable ECC errors since the driver was loaded").arg(*device.uncorrectedVolatile), {watch});
        else if (device.uncorrectedAggregate.value_or(0) > 0)
            memory(ProbeStanding::Note,
                   Words::tr("%1 has had %2 memory errors in its life that could not be corrected, none since the driver was loaded.")
                       .arg(place)
                       .arg(*device.uncorrectedAggregate),
                   QStringLiteral("%1 uncorrectable ECC errors in its life").arg(*device.uncorrectedAggregate), {});
        if (device.powerLimitW && device.defaultPowerLimitW && *device.powerLimitW < kFullPower * *device.defaultPowerLimitW) {
            add(QStringLiteral("power"), here, ProbeStanding::Below,
                Words::tr("%1 is held to %2 W, of the %3 W that are its default: it will be slower.")
                    .arg(place, probeFigureText(*device.powerLimitW), probeFigureText(*device.defaultPowerLimitW)),
                QStringLiteral("power limit %1 W, default %2 W").arg(*device.powerLimitW).arg(*device.defaultPowerLimitW));
        }
        if (device.isMeasured == false) {
            add(QStringLiteral("status"), here, ProbeStanding::NotMeasured,
                Words::tr("%1 was not measured: %2").arg(place, device.reason.isEmpty() ? QStringLiteral("-") : device.reason),
                QStringLiteral("not measured: ") + device.reason);
            m_isWhole = false;
        }
        if (device.isMig == true)
            add(QStringLiteral("status"), here, ProbeStanding::Note,
                Words::tr("%1 is a part of a GPU (MIG): figures of whole ones do not apply.").arg(place), QStringLiteral("MIG"));
    }

    void judgeResult(const ProbeResult &result)
    {
        using Status = ProbeResult::Status;
        const QString what = probeFigureName(result);
        QList<int> devices;
        if (result.pair)
            devices = {result.pair->first, result.pair->second};
        else if (result.device)
            devices = {*result.device};
        const QString place = placeText(devices), name = probeWhatText(what);
        if (result.status == Status::Wrong || result.isCorrect == false || result.errors.value_or(0) > 0) {
            const QString sentence = result.errors.value_or(0) > 0
                                         ? Words::tr("%1 lost data written to its memory: %2 errors.").arg(place).arg(*result.errors)
                                         : Words::tr("%1 computed wrong results (%2).").arg(place, name);
            add(what, devices, ProbeStanding::Wrong,
                result.check.isEmpty() ? sentence : Words::tr("%1 Checked: %2").arg(sentence, result.check),
                QStringLiteral("%1: %2").arg(probeWhatEnglish(what), result.errors.value_or(0) > 0
                                                                         ? QStringLiteral("%1 errors").arg(*result.errors)
                                                                         : QStringLiteral("wrong results")));
            return;
        }
        if (result.status == Status::Hang) {
            add(what, devices, ProbeStanding::Faulty,
                Words::tr("%1 did not return from it (%2): the driver or GPU hangs.").arg(place, name),
                probeWhatEnglish(what) + QStringLiteral(": hangs"));
            return;
        }
        if (result.status != Status::Ok) {
            if (result.status != Status::Skipped)
                m_isWhole = false;
            add(what, devices, ProbeStanding::NotMeasured,
                Words::tr("%1 (%2) was not measured: %3").arg(name, place, result.reason.isEmpty() ? QStringLiteral("-") : result.reason),
                probeWhatEnglish(what) + QStringLiteral(": not measured: ") + result.reason);
            return;
        }
        if (result.probe == QLatin1String("memory-test")) {
            add(what, devices, ProbeStanding::InBand, Words::tr("%1 passed the memory test.").arg(place),
                probeWhatEnglish(what) + QStringLiteral(": no errors"));
            return;
        }
        if (!result.hasFigure())
            return;
        compare(result, what, devices);
        if (result.probe == QLatin1String("sustained"))
            judgeSustained(result, devices);
        if (result.probe == QLatin1String("h2d-pinned") && result.device)
            judgeLink(result, devices);
    }

    const ProbeDevice *deviceOf(const QList<int> &devices) const { return devices.isEmpty() ? nullptr : m_report.device(devices.first()); }

    // The known range of such a figure; an empty band for the probe's own kernels, for which there are no other measurements.
    ProbeBand bandOf(const ProbeResult &result, const QList<int> &devices) const
    {
        const ProbeDevice *device = deviceOf(devices);
        const ReferenceGpu *gpu = device ? m_reference.gpu(*device) : nullptr;
        const bool isProduct = result.probe == QLatin1String("matmul") || result.probe == QLatin1String("sustained");
        if (isProduct) {
            const bool isSquare = result.shape.size() == 3 && result.shape[0] == result.shape[1] && result.shape[1] == result.shape[2];
            return gpu && result.path == QLatin1String("cublaslt")
                       ? m_reference.band(*gpu, QStringLiteral("matmul ") + result.dtype, isSquare ? result.shape[0] : 0)
                       : ProbeBand();
        }
        if (result.probe == QLatin1String("h2d-pinned") || result.probe == QLatin1String("d2h-pinned"))
            return hostBandOf(result, device, gpu);
        // Figures between GPUs apply to those connected by NVLink.
        if (result.probe == QLatin1String("peer-bandwidth") && m_report.nvlinksBetween(devices.value(0), devices.value(1)).value_or(0) == 0)
            return {};
        return gpu ? m_reference.band(*gpu, result.probe, 0) : ProbeBand();
    }

    // If the link is slower than the GPU supports, the range of such a link; the link itself is judged separately.
    ProbeBand hostBandOf(const ProbeResult &result, const ProbeDevice *device, const ReferenceGpu *gpu) const
    {
        const bool isLess = device && result.link
                            && (result.link->width < device->mostLink.width || result.link->generation < device->mostLink.generation);
        ProbeBand band = gpu && !isLess ? m_reference.band(*gpu, result.probe, 0) : ProbeBand();
        const ProbeReference::Link *link = result.link ? m_reference.link(*result.link) : nullptr;
        if (!band.isKnown() && link) {
            band.low = band.high = link->gigabytesPerSecond;
            band.isEstimate = link->isEstimate;
            band.conditions = QStringLiteral("PCIe %1.0 x%2").arg(link->generation).arg(link->width);
            band.sources = QStringList{link->source};
        }
        return band;
    }

    void compare(const ProbeResult &result, const QString &what, const QList<int> &devices)
    {
        ProbeFinding finding;
        finding.what = what;
        finding.devices = devices;
        finding.value = result.median;
        finding.unit = result.unit;
        const double value = *result.median;
        const ProbeBand band = bandOf(result, devices);
        finding.standing = byBand(value, band, result.probe == QLatin1String("sustained"));
        QStringList sentences{Words::tr("%1: %2, %3.").arg(placeText(devices), probeWhatText(what), amount(value, result.unit))};
        if (band.isKnown() || band.floor || band.providerFloor) {
            finding.expected = band;
            finding.sources = band.sources;
            if (band.floor)
                finding.sources << band.floorSource;
            if (band.providerFloor)
                finding.sources << band.providerFloorSource;
            finding.sources.removeDuplicates();
            sentences << bandSentences(value, band, result.unit, result.probe == QLatin1String("sustained"));
        } else if (!devices.isEmpty()) {
            sentences << Words::tr("No reference value is known.");
        }
        const ProbeDevice *device = deviceOf(devices);
        if (device && devices.size() == 1 && isKeptForComparing(result.probe) && !m_report.isSimulated && !device->name.isEmpty()
            && device->isMig != true) {
            const ProbePast past = pastOf(m_history,
                                          {{}, m_machineId, device->name, device->uuid, what, value, result.unit, m_report.isQuick, {}});
            finding.past = past;
            takePast(value, past, result.unit, finding, sentences);
        }
        if (devices.size() == 1 && isOfTheGpu(result.probe)
            && (finding.standing == ProbeStanding::InBand || finding.standing == ProbeStanding::Above))
            m_judged << devices.first();
        finding.sentence = sentences.join(u' ');
        finding.english = QStringLiteral("%1: %2 %3").arg(probeWhatEnglish(what), englishFigure(value), probeUnitText(result.unit));
        m_found.findings << finding;
    }

    static ProbeStanding byBand(double value, const ProbeBand &band, bool isSustained)
    {
        if (band.floor && value < *band.floor && !isSustained)
            return ProbeStanding::FarBelow;
        if (!band.isKnown())
            return band.providerFloor && value < *band.providerFloor ? ProbeStanding::Below : ProbeStanding::NoReference;
        if (value > kAbove * band.high)
            return ProbeStanding::Above;
        // Other measurements are short runs: heat and the power limit reduce a long one somewhat.
        if (value < kMin * band.low)
            return band.isEstimate || isSustained ? ProbeStanding::Below : ProbeStanding::FarBelow;
        if ((value < kMinUsual * band.low && !band.isEstimate && !isSustained) || (band.providerFloor && value < *band.providerFloor))
            return ProbeStanding::Below;
        return ProbeStanding::InBand;
    }

    static QStringList bandSentences(double value, const ProbeBand &band, const QString &unit, bool isSustained)
    {
        QStringList sentences;
        if (band.isKnown()) {
            const QString usual = band.low < band.high ? Words::tr("%1 to %2").arg(probeFigureText(band.low), amount(band.high, unit))
                                                       : amount(band.low, unit);
            sentences << (band.isEstimate ? Words::tr("The estimate is %1.").arg(usual)
                          : isSustained   ? Words::tr("Usual in short runs is %1.").arg(usual)
                                          : Words::tr("Usual is %1.").arg(usual));
        }
        if (band.floor && value < *band.floor)
            sentences << Words::tr("The maker's own diagnosis fails it below %1.").arg(amount(*band.floor, unit));
        else if (band.floor && !band.isKnown())
            sentences << Words::tr("The maker's own diagnosis lets it pass from %1 on.").arg(amount(*band.floor, unit));
        if (band.providerFloor && value < *band.providerFloor)
            sentences << Words::tr("Azure fails its own machines below %1.").arg(amount(*band.providerFloor, unit));
        return sentences;
    }

    void takePast(double value, const ProbePast &past, const QString &unit, ProbeFinding &finding, QStringList &sentences)
    {
        if (past.reports < kMinReports) {
            if (finding.standing == ProbeStanding::NoReference)
                sentences << Words::tr("Your own earlier reports: %1 of the %2 that are needed.").arg(past.reports).arg(kMinReports);
            return;
        }
        // A deviation as large as on other days is not worth reporting.
        const bool isLess = value < kMinUsual * past.median && value < past.median - 3 * past.deviation;
        const bool isReference = finding.expected && finding.expected->isKnown() && !finding.expected->isEstimate;
        const ProbeStanding standing = !isLess                                      ? ProbeStanding::InBand
                                       : value < kMin * past.median && !isReference ? ProbeStanding::FarBelow
                                                                                    : ProbeStanding::Below;
        if (finding.standing == ProbeStanding::NoReference)
            finding.standing = standing;
        else
            finding.standing = std::max(finding.standing, standing);
        const QString before = amount(past.median, unit);
        sentences
            << (past.scope == ProbePast::Scope::SameGpu
                    ? Words::tr("This GPU measured %1 before, the median of %2 reports.").arg(before).arg(past.reports)
                : past.scope == ProbePast::Scope::SameMachine
                    ? Words::tr("This machine measured %1 before, the median of %2 reports.").arg(before).arg(past.reports)
                    : Words::tr("Your other GPUs of this model measured %1, the median of %2 reports.").arg(before).arg(past.reports));
    }

    void judgeSustained(const ProbeResult &result, const QList<int> &devices)
    {
        const QString place = placeText(devices);
        for (auto it = result.throttleSeconds.begin(); it != result.throttleSeconds.end(); ++it) {
            using Meaning = ProbeReference::Clocks::Meaning;
            const auto known = m_reference.clocks.constFind(it.key());
            const Meaning meaning = known == m_reference.clocks.constEnd() ? Meaning::Setting : known->meaning;
            if (meaning == Meaning::Nothing || it.value() < kMinThrottleSeconds)
                continue;
            const QString seconds = probeFigureText(it.value());
            add(QStringLiteral("throttle"), devices,
                meaning == Meaning::Fault ? ProbeStanding::Throttled
                : meaning == Meaning::Hot ? ProbeStanding::Below
                                          : ProbeStanding::Note,
                meaning == Meaning::Fault
                    ? Words::tr("%1 was slowed down by its own protection for %2 s (%3): cooling or power of the machine is at fault.")
                          .arg(place, seconds, it.key())
                : meaning == Meaning::Hot
                    ? Words::tr("%1 got so hot that the driver slowed it down for %2 s (%3).").arg(place, seconds, it.key())
                    : Words::tr("The clocks of %1 were held down for %2 s (%3) by a setting.").arg(place, seconds, it.key()),
                QStringLiteral("clocks held down by %1 for %2 s").arg(it.key()).arg(it.value()),
                known == m_reference.clocks.constEnd() ? QStringList() : QStringList{known->source});
        }
        QList<double> first, last;
        for (qsizetype i = 0; i < result.series.size(); ++i) {
            if (const auto rate = result.series[i].rate)
                (i * 4 < result.series.size() ? first : last) << *rate;
        }
        last = last.mid(last.size() * 2 / 3);
        if (first.size() < 2 || last.size() < 2)
            return;
        const double before = medianOf(first), after = medianOf(last);
        if (after < kSteady * before) {
            add(QStringLiteral("steadiness"), devices, ProbeStanding::Below,
                Words::tr("%1 became slower while it ran, from %2 to %3: look at its temperature.")
                    .arg(place, probeFigureText(before), amount(after, result.unit)),
                QStringLiteral("sustained rate fell from %1 to %2 %3")
                    .arg(englishFigure(before), englishFigure(after), probeUnitText(result.unit)));
        }
    }

    void judgeLink(const ProbeResult &result, const QList<int> &devices)
    {
        const ProbeDevice *device = deviceOf(devices);
        if (!device || !result.link)
            return;
        const ProbeLink &now = *result.link, &most = device->mostLink;
        if (now.width && most.width && *now.width < *most.width) {
            const ReferenceGpu *gpu = m_reference.gpu(*device);
            const bool isUsual = gpu && gpu->usualLanes > 0 && *now.width >= gpu->usualLanes;
            const QString sentence = Words::tr("%1 uses %2 of its %3 PCIe lanes.").arg(placeText(devices)).arg(*now.width).arg(*most.width);
            add(QStringLiteral("link"), devices, isUsual ? ProbeStanding::Note : ProbeStanding::Below,
                isUsual ? Words::tr("%1 %2 provides no more for these GPUs.").arg(sentence, gpu->lanesAt) : sentence,
                QStringLiteral("PCIe x%1 of x%2 under load").arg(*now.width).arg(*most.width),
                isUsual ? QStringList{gpu->lanesSource} : QStringList());
        }
        if (now.generation && most.generation && *now.generation < *most.generation) {
            add(QStringLiteral("link"), devices, ProbeStanding::Below,
                Words::tr("%1 runs its PCIe link as generation %2 under load, and could do %3.")
                    .arg(placeText(devices))
                    .arg(*now.generation)
                    .arg(*most.generation),
                QStringLiteral("PCIe generation %1 of %2 under load").arg(*now.generation).arg(*most.generation));
        }
    }

    // Compares the GPUs of one machine.
    void findStragglers()
    {
        QMap<QString, QList<const ProbeFinding *>> groups;
        for (const ProbeFinding &one : std::as_const(m_found.findings)) {
            if (one.devices.size() == 1 && one.value && m_report.device(one.devices.first()))
                groups[one.what + u'\n' + m_report.device(one.devices.first())->name + u'\n' + one.unit] << &one;
        }
        QList<ProbeFinding> found;
        for (const auto &group : std::as_const(groups)) {
            QList<double> values;
            for (const ProbeFinding *one : group)
                values << *one->value;
            const double median = medianOf(values);
            // For latencies lower is better, so these are not compared.
            if (values.size() < kMinCompanions || group.first()->unit == QLatin1String("us"))
                continue;
            for (const ProbeFinding *one : group) {
                if (*one->value >= kStraggler * median)
                    continue;
                found << ProbeFinding{
                    QStringLiteral("straggler"),
                    one->devices,
                    *one->value < kLostStraggler * median ? ProbeStanding::Below : ProbeStanding::Note,
                    Words::tr("%1 is slower than the other GPUs (%2): %3, their median is %4.")
                        .arg(placeText(one->devices), probeWhatText(one->what), amount(*one->value, one->unit), amount(median, one->unit)),
                    QStringLiteral("%1: %2 %3, median of the machine's GPUs %4")
                        .arg(probeWhatEnglish(one->what), englishFigure(*one->value), probeUnitText(one->unit), englishFigure(median)),
                    one->value,
                    one->unit,
                    {},
                    {},
                    {QStringLiteral("mlE")}};
            }
        }
        m_found.findings += found;
    }

    ProbeVerdict verdict()
    {
        QStringList &missing = m_found.missing;
        if (m_report.isSimulated) {
            missing.prepend(Words::tr("Simulated: libraries stand in for a driver, and no value comes from a real GPU."));
            return ProbeVerdict::Unclear;
        }
        bool isBad = false, isDoubtful = false;
        for (const ProbeFinding &one : std::as_const(m_found.findings)) {
            const bool isMeasuredRate = one.standing == ProbeStanding::FarBelow || one.standing == ProbeStanding::Throttled;
            isBad = isBad || (decidesAgainst(one.standing) && !(isMeasuredRate && m_report.isShared));
            isDoubtful = isDoubtful || one.standing == ProbeStanding::Below || (isMeasuredRate && m_report.isShared);
        }
        if (isBad)
            return ProbeVerdict::GiveBack;
        if (m_report.isShared)
            missing << Words::tr("Other programs used a GPU meanwhile: measure again when it is free.");
        if (isDoubtful)
            missing << Words::tr("Some values are lower than they should be: measure again when nothing else runs on the machine.");
        bool isCompared = !m_report.devices.isEmpty();
        for (const ProbeDevice &device : m_report.devices) {
            if (m_judged.contains(device.index) || device.isMeasured == false)
                continue;
            isCompared = false;
            missing << Words::tr("There was nothing to compare the values of %1 (%2) with.")
                           .arg(placeText({device.index}), device.name.isEmpty() ? QStringLiteral("-") : device.name);
        }
        if (!m_isWhole && missing.isEmpty())
            missing << Words::tr("Not everything could be measured: see what is missing and why, and run the benchmark again.");
        return isDoubtful || !isCompared || !m_isWhole || m_report.isShared ? ProbeVerdict::Unclear : ProbeVerdict::Keep;
    }

    const ProbeReference &m_reference;
    const ProbeReport &m_report;
    const QList<ProbeFigure> &m_history;
    const MachineId m_machineId;
    ProbeJudgement m_found;
    QList<int> m_judged;  // devices with at least one normal rate
    bool m_isWhole = true;
};

}  // namespace

ProbeJudgement ProbeJudge::judge(const ProbeReport &report, const QList<ProbeFigure> &history, MachineId machineId) const
{
    return Judging(m_reference, report, history, machineId).run();
}

}  // namespace trainyard
