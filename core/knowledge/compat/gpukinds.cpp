// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/compat/gpukinds.h"

#include <algorithm>

namespace trainyard {

namespace {

// Older libnvidia-container reports Unknown for the brands that were added to NVML later.
const QStringList kNvidia{QStringLiteral("nvidia"), QStringLiteral("unknown")};
const QStringList kNvidiaRtx{QStringLiteral("nvidiartx"), QStringLiteral("unknown")};
const QStringList kQuadroRtx{QStringLiteral("quadrortx"), QStringLiteral("unknown")};
const QStringList kTesla{QStringLiteral("tesla")}, kGeForce{QStringLiteral("geforce")}, kQuadro{QStringLiteral("quadro")};

// The first word of the name in nvidia-smi.
bool isCalled(const GpuModel &model, const char *brand)
{
    return std::any_of(model.names.begin(), model.names.end(),
                       [brand](const QString &name) { return name.startsWith(QLatin1String(brand)); });
}

// "NVIDIA GeForce RTX 3060" → "RTX3060"
QString plain(const QString &name)
{
    QString plain;
    for (const QChar c : name) {
        if (c.isLetterOrNumber())
            plain += c.toUpper();
    }
    for (const QLatin1String maker : {QLatin1String("NVIDIA"), QLatin1String("GEFORCE")}) {
        if (plain.startsWith(maker))
            plain.remove(0, maker.size());
    }
    return plain;
}

QList<QStringList> brandsOf(const QList<const GpuKindFact *> &facts, bool isTesla, bool isGeForce)
{
    const QString kind = facts.isEmpty() ? QString() : facts.first()->kind;
    const QString brand = facts.isEmpty() ? QString() : facts.first()->brand.toLower();
    if (isGeForce || kind == QLatin1String("geforce"))
        return {kGeForce};
    if (isTesla)
        return {kTesla};
    if (brand == QLatin1String("nvidia"))
        return {kNvidia};
    if (!brand.isEmpty())
        return {{brand}};
    if (kind == QLatin1String("data-center"))
        return {kNvidia, kTesla};
    if (kind == QLatin1String("workstation"))
        return {kNvidiaRtx, kQuadroRtx, kQuadro};
    return {kNvidia, kTesla, kNvidiaRtx, kQuadroRtx, kQuadro, kGeForce};
}

std::optional<bool> eligibility(const QList<const GpuKindFact *> &facts, bool isGeForce)
{
    const auto isAll = [&facts](const char *kind) {
        return !facts.isEmpty()
               && std::all_of(facts.begin(), facts.end(), [kind](const GpuKindFact *fact) { return fact->kind == QLatin1String(kind); });
    };
    if (isGeForce || isAll("geforce"))
        return false;
    return isAll("data-center") ? std::optional(true) : std::nullopt;
}

}  // namespace

GpuKinds::GpuKinds(const CompatFacts &facts, const QList<GpuModel> &models) : m_facts(facts), m_models(models), m_names(models) {}

QList<const GpuKindFact *> GpuKinds::factsFor(const GpuWords &words) const
{
    QList<const GpuKindFact *> found;
    for (const GpuKindFact &fact : m_facts.gpus) {
        if (words.answersTo(fact.name))
            found << &fact;
    }
    return found;
}

GpuKind GpuKinds::find(const QString &name) const
{
    GpuKind kind{name, {}, {}, {}, false, {}, {}};
    QList<Version> capabilities;
    QList<const GpuKindFact *> facts;
    bool isTesla = true, isGeForce = true, isInFacts = true;
    const QList<qsizetype> models = m_names.meantBy(name);
    for (const qsizetype at : models) {
        const GpuModel &model = m_models[at];
        if (model.vendor != QLatin1String("NVIDIA"))
            kind.otherMaker = model.vendor;
        kind.isOnArm = kind.isOnArm || (model.vendor == QLatin1String("NVIDIA") && model.formFactor.contains(QLatin1String("superchip")));
        const auto ofModel = factsFor(m_names.words(at));
        capabilities << Version::parse(model.computeCapability).value_or(Version());
        facts += ofModel;
        isInFacts = isInFacts && !ofModel.isEmpty();
        isTesla = isTesla && isCalled(model, "Tesla ");
        isGeForce = isGeForce && isCalled(model, "NVIDIA GeForce ");
    }
    if (models.isEmpty()) {
        isTesla = isGeForce = false;
        for (const GpuKindFact &fact : m_facts.gpus) {
            if (plain(fact.name) == plain(name)) {
                facts << &fact;
                capabilities << fact.capability;
            }
        }
    }
    if (!isInFacts)
        facts.clear();
    if (!capabilities.isEmpty() && !capabilities.first().isNull()
        && std::all_of(capabilities.begin(), capabilities.end(), [&](const Version &one) { return one == capabilities.first(); }))
        kind.capability = capabilities.first();
    kind.isDataCentre = eligibility(facts, isGeForce);
    kind.brands = brandsOf(facts, isTesla, isGeForce);
    for (const GpuKindFact *fact : std::as_const(facts)) {
        for (const QString &source : fact->sources) {
            if (!kind.sources.contains(source))
                kind.sources << source;
        }
    }
    return kind;
}

}  // namespace trainyard
