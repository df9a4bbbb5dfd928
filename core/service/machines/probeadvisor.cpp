// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/probeadvisor.h"

namespace trainyard {

Result<std::shared_ptr<const ProbeAdvisor>> ProbeAdvisor::builtIn()
{
    TRY(auto reference, ProbeReference::builtIn());
    return std::shared_ptr<const ProbeAdvisor>(new ProbeAdvisor(std::move(reference)));
}

Result<JudgedProbe> ProbeAdvisor::judge(const ProbeRecord &record, const QList<ProbeFigure> &figures) const
{
    TRY(auto report, ProbeReport::parse(record.report));
    // The sandbox's GPUs are simulated, whatever their libraries report.
    report.isSimulated = report.isSimulated || record.isSimulated;
    QList<ProbeFigure> earlier;
    for (const ProbeFigure &one : figures) {
        if (!record.id.isSet() || one.report < record.id)
            earlier << one;
    }
    const MachineId machineId = !record.machineId.isSet() && !record.isHere() ? kRemovedMachine : record.machineId;
    JudgedProbe judged{record, std::move(report), {}, {}};
    judged.judgement = ProbeJudge(m_reference).judge(judged.report, earlier, machineId);
    judged.text = providerText(judged.report, judged.judgement, m_reference, record.machineName);
    return judged;
}

Result<JudgedProbe> ProbeAdvisor::judge(const StateDatabase &store, ProbeId id) const
{
    TRY(const auto record, store.probes.find(id));
    TRY(const auto figures, store.probes.figures());
    return judge(record, figures);
}

QHash<QString, MeasuredRate> ProbeAdvisor::measuredRates(const QList<ProbeFigure> &figures, const GpuNames &names,
                                                         const QList<GpuModel> &models) const
{
    QHash<QString, MeasuredRate> rates;
    for (const MeasuredSpeed &speed : measuredSpeeds(figures)) {
        ProbeDevice named;
        named.name = speed.gpu;
        const ReferenceGpu *known = m_reference.gpu(named);
        const QList<qsizetype> meant = names.meantBy(speed.gpu);
        const QString id = known && !known->catalogId.isEmpty() ? known->catalogId
                           : meant.size() == 1                  ? models[meant.first()].id
                                                                : QString();
        if (!id.isEmpty() && rates.value(id).reports < speed.reports)
            rates.insert(id, {speed.tflops, speed.what, speed.reports, speed.newest.date()});
    }
    return rates;
}

Result<QHash<QString, MeasuredRate>> measuredRates(const StateDatabase &store, const Catalog &catalog)
{
    TRY(const auto figures, store.probes.figures());
    if (figures.isEmpty())
        return QHash<QString, MeasuredRate>();
    TRY(const auto advisor, ProbeAdvisor::builtIn());
    return advisor->measuredRates(figures, catalog.gpuNames(), catalog.gpus());
}

Result<ProbeRecord> keepProbe(StateDatabase &store, MachineId machineId, const QByteArray &bytes, const QDateTime &taken)
{
    TRY(const auto report, ProbeReport::parse(bytes));
    ProbeRecord record;
    record.machineId = machineId;
    record.taken = taken;
    record.isSimulated = report.isSimulated;
    record.isQuick = report.isQuick;
    record.status = report.status;
    record.gpus = report.gpuNames().join(QStringLiteral(", "));
    record.report = bytes;
    return store.probes.add(record, comparableFigures(report));
}

}  // namespace trainyard
