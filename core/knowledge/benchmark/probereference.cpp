// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/benchmark/probereference.h"

#include "core/knowledge/benchmark/internal/probefiles.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cmath>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::ProbeReference)
};

Error damaged(const QString &detail)
{
    return {ErrorCode::Corrupt, Words::tr("The built-in figures for judging a probe are damaged. Install Trainyard again."), detail};
}

std::optional<ReferenceFigure::Kind> kindOf(const QString &name)
{
    using Kind = ReferenceFigure::Kind;
    constexpr std::pair<const char *, Kind> kKinds[] = {{"measured", Kind::Measured},
                                                        {"floor", Kind::Floor},
                                                        {"provider-floor", Kind::ProviderFloor},
                                                        {"spec", Kind::Spec},
                                                        {"estimate", Kind::Estimate}};
    for (const auto &[word, kind] : kKinds) {
        if (name == QLatin1String(word))
            return kind;
    }
    return std::nullopt;
}

QStringList textsOf(const QJsonValue &value)
{
    QStringList texts;
    for (const QJsonValue &entry : value.toArray())
        texts << entry.toString();
    return texts;
}

// The distance between two product sizes, in doublings.
double apart(int a, int b) { return std::abs(std::log2(static_cast<double>(a) / b)); }

// The figures of `kind` nearest to the size: for this size, for any size, or for one at most twice or half as large.
QList<ReferenceFigure> nearest(const ReferenceGpu &gpu, const QString &what, ReferenceFigure::Kind kind, int size)
{
    QList<ReferenceFigure> same, any, near;
    double least = 1;
    for (const ReferenceFigure &one : gpu.figures) {
        if (one.what != what || one.kind != kind)
            continue;
        if (one.size == 0) {
            any << one;
        } else if (one.size == size) {
            same << one;
        } else if (size > 0 && apart(one.size, size) <= least) {
            if (apart(one.size, size) < least)
                near.clear();
            least = apart(one.size, size);
            near << one;
        }
    }
    return !same.isEmpty() ? same : !any.isEmpty() ? any : near;
}

// Other copies within the GPU's memory move the same amount of data.
QStringList alike(const QString &what)
{
    if (what == QLatin1String("memcpy") || what == QLatin1String("triad"))
        return {what, QStringLiteral("copy")};
    return {what};
}

Result<ReferenceGpu> gpuOf(const QJsonObject &object, const QHash<QString, ReferenceSource> &sources)
{
    ReferenceGpu gpu;
    gpu.key = object[QLatin1String("key")].toString();
    gpu.catalogId = object[QLatin1String("gpu")].toString();
    gpu.names = textsOf(object[QLatin1String("names")]);
    gpu.pciDeviceIds = textsOf(object[QLatin1String("pci")]);
    const QJsonArray figures = object[QLatin1String("figures")].toArray();
    for (const QJsonValue &entry : figures) {
        const auto kind = kindOf(entry[QLatin1String("kind")].toString());
        ReferenceFigure figure{entry[QLatin1String("what")].toString(), kind.value_or(ReferenceFigure::Kind::Spec),
                               entry[QLatin1String("low")].toDouble(),  entry[QLatin1String("high")].toDouble(),
                               entry[QLatin1String("size")].toInt(),    entry[QLatin1String("conditions")].toString(),
                               entry[QLatin1String("src")].toString()};
        if (!kind || figure.what.isEmpty() || !(figure.low > 0) || figure.high < figure.low || !sources.contains(figure.source))
            return damaged(gpu.key + u' ' + figure.what);
        gpu.figures << figure;
    }
    const QJsonObject lanes = object[QLatin1String("lanes")].toObject();
    gpu.usualLanes = lanes[QLatin1String("width")].toInt();
    gpu.lanesAt = lanes[QLatin1String("at")].toString();
    gpu.lanesSource = lanes[QLatin1String("src")].toString();
    if (gpu.key.isEmpty() || gpu.pciDeviceIds.isEmpty() || gpu.figures.isEmpty()
        || (gpu.usualLanes > 0 && !sources.contains(gpu.lanesSource)))
        return damaged(gpu.key);
    return gpu;
}

}  // namespace

Result<ProbeReference> ProbeReference::parse(const QByteArray &json)
{
    QJsonParseError problem{};
    const QJsonObject top = QJsonDocument::fromJson(json, &problem).object();
    if (problem.error != QJsonParseError::NoError)
        return damaged(problem.errorString());
    ProbeReference reference;
    reference.asOf = top[QLatin1String("as_of")].toString();
    for (const QJsonValue &entry : top[QLatin1String("sources")].toArray()) {
        const ReferenceSource source{entry[QLatin1String("code")].toString(), entry[QLatin1String("title")].toString(),
                                     entry[QLatin1String("link")].toString(), entry[QLatin1String("date")].toString()};
        reference.sources.insert(source.code, source);
    }
    for (const char *list : {"gpus", "others"}) {
        for (const QJsonValue &entry : top[QLatin1String(list)].toArray()) {
            TRY(auto gpu, gpuOf(entry.toObject(), reference.sources));
            reference.gpus << std::move(gpu);
        }
    }
    for (const QJsonValue &entry : top[QLatin1String("links")].toArray()) {
        const Link link{entry[QLatin1String("generation")].toInt(), entry[QLatin1String("width")].toInt(),
                        entry[QLatin1String("h2d")].toDouble(), entry[QLatin1String("kind")] == QLatin1String("estimate"),
                        entry[QLatin1String("src")].toString()};
        if (link.generation < 1 || link.width < 1 || !(link.gigabytesPerSecond > 0) || !reference.sources.contains(link.source))
            return damaged(QStringLiteral("links"));
        reference.links << link;
    }
    for (const QJsonValue &entry : top[QLatin1String("clocks")].toArray()) {
        constexpr std::pair<const char *, Clocks::Meaning> kMeanings[] = {{"none", Clocks::Meaning::Nothing},
                                                                          {"set", Clocks::Meaning::Setting},
                                                                          {"hot", Clocks::Meaning::Hot},
                                                                          {"fault", Clocks::Meaning::Fault}};
        const auto *found = std::find_if(std::begin(kMeanings), std::end(kMeanings),
                                         [&](const auto &one) { return entry[QLatin1String("means")] == QLatin1String(one.first); });
        const QString source = entry[QLatin1String("src")].toString();
        if (found == std::end(kMeanings) || !reference.sources.contains(source))
            return damaged(QStringLiteral("clocks"));
        reference.clocks.insert(entry[QLatin1String("name")].toString(), Clocks{found->second, source});
    }
    if (reference.asOf.isEmpty() || reference.gpus.isEmpty() || reference.links.isEmpty() || reference.clocks.isEmpty())
        return damaged(QStringLiteral("a part is missing"));
    return reference;
}

Result<ProbeReference> ProbeReference::builtIn() { return parse(builtInProbeReference()); }

const ReferenceGpu *ProbeReference::gpu(const ProbeDevice &device) const
{
    if (device.isMig.value_or(false))
        return nullptr;
    for (const ReferenceGpu &one : gpus) {
        if (!device.pciDeviceId.isEmpty() && one.pciDeviceIds.contains(device.pciDeviceId))
            return &one;
    }
    for (const ReferenceGpu &one : gpus) {
        if (one.names.contains(device.name))
            return &one;
    }
    return nullptr;
}

ProbeBand ProbeReference::band(const ReferenceGpu &gpu, const QString &what, int size) const
{
    using Kind = ReferenceFigure::Kind;
    ProbeBand band;
    for (const QString &name : alike(what)) {
        for (const Kind kind : {Kind::Measured, Kind::Estimate}) {
            const QList<ReferenceFigure> figures = nearest(gpu, name, kind, size);
            if (figures.isEmpty())
                continue;
            band.low = figures.first().low;
            QStringList conditions;
            for (const ReferenceFigure &one : figures) {
                band.low = std::min(band.low, one.low);
                band.high = std::max(band.high, one.high);
                conditions << one.conditions;
                band.sources << one.source;
            }
            conditions.removeAll(QString());
            band.conditions = conditions.join(QStringLiteral("; "));
            band.isEstimate = kind == Kind::Estimate;
            break;
        }
        for (const ReferenceFigure &one : nearest(gpu, name, Kind::Floor, size)) {
            band.floor = one.low;
            band.floorSource = one.source;
        }
        for (const ReferenceFigure &one : nearest(gpu, name, Kind::ProviderFloor, size)) {
            band.providerFloor = one.low;
            band.providerFloorSource = one.source;
        }
        if (band.isKnown() || band.floor || band.providerFloor)
            break;
    }
    return band;
}

const ProbeReference::Link *ProbeReference::link(const ProbeLink &link) const
{
    const auto found = std::find_if(links.begin(), links.end(),
                                    [&](const Link &one) { return one.generation == link.generation && one.width == link.width; });
    return found == links.end() ? nullptr : &*found;
}

}  // namespace trainyard
