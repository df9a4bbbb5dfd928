// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/benchmark/providertext.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

constexpr qsizetype kMaxFindings = 20;  // a letter, not a complete list

constexpr const char *kSubject = QT_TRANSLATE_NOOP("trainyard::ProviderText", "Subject: The GPUs of machine %1 do not do what they should");
constexpr const char *kMeasured = QT_TRANSLATE_NOOP(
    "trainyard::ProviderText",
    "Hello,\n\nthe machine %1 that I have from you was measured on %2 UTC, and its GPUs do not do what such GPUs do elsewhere.");
constexpr const char *kLooked = QT_TRANSLATE_NOOP(
    "trainyard::ProviderText",
    "Hello,\n\nthe machine %1 that I have from you was measured on %2 UTC, and something about it should be looked at.");
constexpr const char *kProgram = QT_TRANSLATE_NOOP("trainyard::ProviderText", "Measured with yard-probe %1; driver %2, CUDA %3, %4.");
constexpr const char *kGpus = QT_TRANSLATE_NOOP("trainyard::ProviderText", "The GPUs:");
constexpr const char *kFound = QT_TRANSLATE_NOOP("trainyard::ProviderText", "What was found:");
constexpr const char *kUsual = QT_TRANSLATE_NOOP("trainyard::ProviderText", "usual: %1 (%2)");
constexpr const char *kEstimate = QT_TRANSLATE_NOOP("trainyard::ProviderText", "estimate: %1 (%2)");
constexpr const char *kFloor = QT_TRANSLATE_NOOP("trainyard::ProviderText", "fails below %1 (%2)");
constexpr const char *kBefore = QT_TRANSLATE_NOOP("trainyard::ProviderText",
                                                  "before, on GPUs of this model: %1, the median of %2 reports of mine");
constexpr const char *kMore = QT_TRANSLATE_NOOP("trainyard::ProviderText", "and %1 more of the kind.");
constexpr const char *kReplace = QT_TRANSLATE_NOOP(
    "trainyard::ProviderText",
    "Please give me another machine, and do not charge the time since this one was handed over. The whole report with every sample is ready for you.");
constexpr const char *kCheck = QT_TRANSLATE_NOOP(
    "trainyard::ProviderText",
    "Please look at the machine and tell me what you find. The whole report with every sample is ready for you.");
constexpr const char *kUnknown = QT_TRANSLATE_NOOP("trainyard::ProviderText", "unknown");

class Writer {
public:
    Writer(const ProbeReport &report, const ProbeJudgement &judgement, const ProbeReference &reference, const QString &machine,
           bool isEnglish)
        : m_report(report), m_judgement(judgement), m_reference(reference), m_machine(machine), m_isEnglish(isEnglish)
    {
    }

    QString write() const
    {
        const bool isBad = m_judgement.verdict == ProbeVerdict::GiveBack;
        const QString name = u'“' + (m_machine.isEmpty() ? orUnknown(m_report.product) : m_machine) + u'”';
        const QString when = m_report.started.isValid() ? m_report.started.toString(QStringLiteral("yyyy-MM-dd HH:mm")) : say(kUnknown);
        QStringList lines{say(kSubject).arg(name),
                          {},
                          say(isBad ? kMeasured : kLooked).arg(name, when),
                          say(kProgram).arg(orUnknown(m_report.programVersion), orUnknown(m_report.driverVersion),
                                            orUnknown(m_report.cudaVersion), orUnknown(m_report.system)),
                          {}};
        if (!m_report.devices.isEmpty()) {
            lines << say(kGpus);
            for (const ProbeDevice &device : m_report.devices)
                lines << QStringLiteral("- GPU %1: %2").arg(device.index).arg(deviceText(device));
            lines << QString();
        }
        lines << say(kFound);
        qsizetype told = 0, more = 0;
        for (const ProbeFinding &finding : m_judgement.findings) {
            if (finding.standing < ProbeStanding::Below
                && !(finding.what == QLatin1String("status") && finding.standing == ProbeStanding::NotMeasured))
                continue;
            if (++told <= kMaxFindings)
                lines << QStringLiteral("- ") + findingText(finding);
            else
                ++more;
        }
        if (more > 0)
            lines << QStringLiteral("- ") + say(kMore).arg(more);
        lines << QString() << say(isBad ? kReplace : kCheck);
        return lines.join(u'\n') + u'\n';
    }

private:
    QString say(const char *text) const
    {
        return m_isEnglish ? QString::fromUtf8(text) : QCoreApplication::translate("trainyard::ProviderText", text);
    }
    QString orUnknown(const QString &text) const { return text.isEmpty() ? say(kUnknown) : text; }

    static QString figure(double value, const QString &unit)
    {
        return QString::number(value, 'f', value < 100 ? 1 : 0) + u' ' + probeUnitText(unit);
    }

    static QString deviceText(const ProbeDevice &device)
    {
        QStringList parts{device.name, device.uuid, device.pciAddress.isEmpty() ? QString() : QStringLiteral("PCI ") + device.pciAddress};
        parts.removeAll(QString());
        return parts.isEmpty() ? QStringLiteral("-") : parts.join(QStringLiteral(", "));
    }

    QString sourceText(const QString &code) const
    {
        const ReferenceSource source = m_reference.sources.value(code);
        return source.link.isEmpty() ? source.title : source.title + QStringLiteral(", ") + source.link;
    }

    QString findingText(const ProbeFinding &finding) const
    {
        QStringList places;
        for (const int device : finding.devices)
            places << QStringLiteral("GPU %1").arg(device);
        QString text = places.isEmpty() ? QString() : places.join(QStringLiteral(" → ")) + QStringLiteral(": ");
        // A figure reads the same in both languages except for its name.
        const bool isFigure = finding.value && finding.what != QLatin1String("straggler");
        if (!m_isEnglish && !isFigure)
            return finding.sentence;
        text += m_isEnglish ? finding.english : probeWhatText(finding.what) + QStringLiteral(": ") + figure(*finding.value, finding.unit);
        QStringList beside;
        if (finding.expected && finding.expected->isKnown()) {
            const ProbeBand &band = *finding.expected;
            const QString usual = band.low < band.high ? QString::number(band.low) + QStringLiteral("–") + figure(band.high, finding.unit)
                                                       : figure(band.low, finding.unit);
            QStringList told;
            for (const QString &code : band.sources) {
                if (!told.contains(sourceText(code)))
                    told << sourceText(code);
            }
            if (!band.conditions.isEmpty())
                told.prepend(band.conditions);
            beside << say(band.isEstimate ? kEstimate : kUsual).arg(usual, told.join(QStringLiteral("; ")));
        }
        if (finding.expected && finding.expected->floor && finding.value && *finding.value < *finding.expected->floor)
            beside << say(kFloor).arg(figure(*finding.expected->floor, finding.unit), sourceText(finding.expected->floorSource));
        if (finding.past && finding.past->reports >= kMinReports)
            beside << say(kBefore).arg(figure(finding.past->median, finding.unit)).arg(finding.past->reports);
        return beside.isEmpty() ? text : text + QStringLiteral("; ") + beside.join(QStringLiteral("; "));
    }

    const ProbeReport &m_report;
    const ProbeJudgement &m_judgement;
    const ProbeReference &m_reference;
    const QString m_machine;
    const bool m_isEnglish;
};

}  // namespace

ProviderText providerText(const ProbeReport &report, const ProbeJudgement &judgement, const ProbeReference &reference,
                          const QString &machine)
{
    if (report.isSimulated || judgement.verdict == ProbeVerdict::Keep
        || (judgement.verdict == ProbeVerdict::Unclear && !judgement.hasSomethingBad()))
        return {};
    ProviderText text{Writer(report, judgement, reference, machine, true).write(),
                      Writer(report, judgement, reference, machine, false).write()};
    const bool isEnglish = QCoreApplication::translate("trainyard::ProviderText", kFound) == QString::fromUtf8(kFound);
    if (isEnglish)
        text.local.clear();
    return text;
}

}  // namespace trainyard
