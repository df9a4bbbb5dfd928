// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/benchmark/probereport.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cmath>

namespace trainyard {

namespace {

constexpr int kDeepest = 24;            // the schema nests six deep
constexpr qsizetype kMaxDevices = 128;  // 16 GPUs divided into seven MIG instances each, and some spare
constexpr qsizetype kMaxResults = 8192;
constexpr qsizetype kMaxMoments = 4096;
constexpr qsizetype kMaxWords = 64;  // in a list of names
constexpr qsizetype kMaxText = 400;
constexpr double kMaxFigure = 1e7;  // a hundred times what any current GPU achieves
constexpr double kMaxCount = 9e15;  // whole numbers that a double holds exactly

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::ProbeReport)
};

Error corrupt(const QString &detail)
{
    return {ErrorCode::Corrupt, Words::tr("The output of the benchmark is not a readable report: run it again."), detail};
}

// Brackets in strings count as well: a report has few of those.
bool isTooDeep(const QByteArray &json)
{
    int depth = 0;
    bool isText = false, isEscaped = false;
    for (const char c : json) {
        if (isText) {
            isText = isEscaped || c != '"';
            isEscaped = !isEscaped && c == '\\';
        } else if (c == '"') {
            isText = true;
        } else if ((c == '{' || c == '[') && ++depth > kDeepest) {
            return true;
        } else if (c == '}' || c == ']') {
            --depth;
        }
    }
    return false;
}

// One line for a person: it is shown on terminals and in messages.
QString textOf(const QJsonValue &value)
{
    QString text = value.toString().left(kMaxText);
    for (QChar &c : text) {
        if (c.category() == QChar::Other_Control || c.category() == QChar::Other_Format || c.category() == QChar::Separator_Line
            || c.category() == QChar::Separator_Paragraph || c.isSurrogate())
            c = u' ';
    }
    return text.trimmed();
}

std::optional<double> numberOf(const QJsonValue &value, double most = kMaxFigure)
{
    const double number = value.toDouble(-1);
    return value.isDouble() && std::isfinite(number) && number >= 0 && number <= most ? std::optional(number) : std::nullopt;
}

std::optional<qint64> countOf(const QJsonValue &value)
{
    const auto number = numberOf(value, kMaxCount);
    return number && *number == std::floor(*number) ? std::optional(static_cast<qint64>(*number)) : std::nullopt;
}

std::optional<int> smallOf(const QJsonValue &value, int most)
{
    const auto count = countOf(value);
    return count && *count <= most ? std::optional(static_cast<int>(*count)) : std::nullopt;
}

std::optional<bool> flagOf(const QJsonValue &value) { return value.isBool() ? std::optional(value.toBool()) : std::nullopt; }

ProbeLink linkOf(const QJsonValue &value, const char *generation, const char *width)
{
    ProbeLink link{smallOf(value[QLatin1String(generation)], 16), smallOf(value[QLatin1String(width)], 64)};
    for (std::optional<int> *part : {&link.generation, &link.width}) {
        if (*part == 0)
            part->reset();
    }
    return link;
}

ProbeFailure failureOf(const QJsonValue &value)
{
    return {textOf(value[QLatin1String("status")]), textOf(value[QLatin1String("call")]), textOf(value[QLatin1String("name")]),
            textOf(value[QLatin1String("detail")]), countOf(value[QLatin1String("code")])};
}

QString pciIdOf(const QJsonValue &value)
{
    const QString id = textOf(value).toLower();
    const auto isHex = [](QChar c) { return (c >= u'0' && c <= u'9') || (c >= u'a' && c <= u'f'); };
    return id.size() == 4 && std::all_of(id.begin(), id.end(), isHex) ? id : QString();
}

ProbeDevice deviceOf(const QJsonObject &object, int index)
{
    const auto of = [&](const char *key) { return object[QLatin1String(key)]; };
    ProbeDevice device;
    device.index = index;
    device.name = textOf(of("name"));
    device.uuid = textOf(of("uuid"));
    device.pciAddress = textOf(of("pciAddress"));
    device.pciDeviceId = pciIdOf(of("pciDeviceId"));
    device.computeCapability = textOf(of("computeCapability"));
    device.memoryBytes = countOf(of("memoryBytes"));
    device.uncorrectedVolatile = countOf(of("ecc")[QLatin1String("uncorrectedVolatile")]);
    device.uncorrectedAggregate = countOf(of("ecc")[QLatin1String("uncorrectedAggregate")]);
    device.remappedUncorrectable = countOf(of("remappedRows")[QLatin1String("uncorrectable")]);
    device.isRemapPending = flagOf(of("remappedRows")[QLatin1String("isPending")]);
    device.hasRemapFailed = flagOf(of("remappedRows")[QLatin1String("hasFailed")]);
    device.isMig = flagOf(of("mig")[QLatin1String("isEnabled")]);
    device.powerLimitW = numberOf(of("power")[QLatin1String("limitW")]);
    device.defaultPowerLimitW = numberOf(of("power")[QLatin1String("defaultLimitW")]);
    device.mostLink = linkOf(of("pcie"), "maxGeneration", "maxWidth");
    device.isMeasured = flagOf(of("isMeasured"));
    device.reason = textOf(of("reason"));
    device.processes = static_cast<int>(std::min<qsizetype>(of("processes").toArray().size(), 10'000));
    return device;
}

ProbeResult::Status statusOf(const QString &word)
{
    constexpr std::pair<const char *, ProbeResult::Status> kWords[] = {{"ok", ProbeResult::Status::Ok},
                                                                       {"wrong", ProbeResult::Status::Wrong},
                                                                       {"skipped", ProbeResult::Status::Skipped},
                                                                       {"failed", ProbeResult::Status::Failed},
                                                                       {"hang", ProbeResult::Status::Hang}};
    for (const auto &[name, status] : kWords) {
        if (word == QLatin1String(name))
            return status;
    }
    return ProbeResult::Status::Unknown;
}

void readConditions(const QJsonObject &conditions, ProbeResult &result)
{
    result.dtype = textOf(conditions[QLatin1String("dtype")]);
    result.path = textOf(conditions[QLatin1String("path")]);
    result.library = textOf(conditions[QLatin1String("library")]);
    const QJsonArray shape = conditions[QLatin1String("shape")].toArray();
    for (const QJsonValue &side : shape) {
        if (const auto length = smallOf(side, 1 << 24); length && shape.size() == 3)
            result.shape << *length;
    }
    if (result.shape.size() != 3)
        result.shape.clear();
    if (const ProbeLink link = linkOf(conditions[QLatin1String("link")], "generation", "width"); link.generation || link.width)
        result.link = link;
    result.smMHz = numberOf(conditions[QLatin1String("smMHz")]);
}

Result<ProbeResult> resultOf(const QJsonObject &object)
{
    const auto of = [&](const char *key) { return object[QLatin1String(key)]; };
    ProbeResult result;
    result.probe = textOf(of("probe"));
    if (result.probe.isEmpty())
        return corrupt(QStringLiteral("a result without its probe"));
    constexpr int kMaxIndex = 4096;
    result.device = smallOf(of("device"), kMaxIndex);
    const QJsonArray pair = of("devices").toArray();
    if (pair.size() == 2) {
        const auto from = smallOf(pair[0], kMaxIndex), to = smallOf(pair[1], kMaxIndex);
        if (from && to)
            result.pair = {*from, *to};
    }
    result.status = statusOf(textOf(of("status")));
    result.unit = textOf(of("unit"));
    result.median = numberOf(of("median"), result.unit == QLatin1String("errors") ? kMaxCount : kMaxFigure);
    result.least = numberOf(of("min"));
    result.most = numberOf(of("max"));
    result.deviation = numberOf(of("deviation"));
    result.samples = smallOf(of("samples"), 1'000'000).value_or(0);
    result.isCorrect = flagOf(of("isCorrect"));
    result.check = textOf(of("check"));
    readConditions(of("conditions").toObject(), result);
    const QJsonArray series = of("series").toArray();
    if (series.size() > kMaxMoments)
        return corrupt(QStringLiteral("a series of %1").arg(series.size()));
    for (const QJsonValue &moment : series) {
        if (const auto second = numberOf(moment[QLatin1String("second")]))
            result.series << ProbeMoment{*second, numberOf(moment[QLatin1String("rate")]),
                                         numberOf(moment[QLatin1String("temperatureC")], 1000)};
    }
    const QJsonObject throttle = of("throttleSeconds").toObject();
    for (auto it = throttle.begin(); it != throttle.end() && result.throttleSeconds.size() < kMaxWords; ++it) {
        if (const auto seconds = numberOf(it.value()); seconds && *seconds > 0)
            result.throttleSeconds.insert(textOf(it.key()), *seconds);
    }
    result.errors = countOf(of("errors"));
    result.reason = textOf(of("reason"));
    result.failure = failureOf(of("failure"));
    // A rate of zero is a failure under another name.
    if (result.median == 0.0 && result.unit != QLatin1String("errors"))
        result.median.reset();
    return result;
}

void readLinks(const QJsonObject &links, ProbeReport &report)
{
    const QJsonArray order = links[QLatin1String("devices")].toArray(), rows = links[QLatin1String("nvlinkCount")].toArray();
    if (order.size() > kMaxDevices || rows.size() != order.size())
        return;
    for (const QJsonValue &index : order)
        report.linkDevices << smallOf(index, 4096).value_or(-1);
    for (const QJsonValue &row : rows) {
        QList<std::optional<int>> counts;
        const QJsonArray cells = row.toArray();
        for (qsizetype i = 0; i < order.size(); ++i)
            counts << smallOf(cells.at(i), 64);
        report.nvlinks << counts;
    }
}

}  // namespace

Result<ProbeReport> ProbeReport::parse(const QByteArray &json)
{
    if (json.size() > kMaxProbeReport)
        return corrupt(QStringLiteral("%1 bytes").arg(json.size()));
    if (isTooDeep(json))
        return corrupt(QStringLiteral("nested too deep"));
    QJsonParseError problem{};
    const QJsonObject top = QJsonDocument::fromJson(json, &problem).object();
    if (problem.error != QJsonParseError::NoError)
        return corrupt(problem.errorString());
    const auto of = [&](const char *key) { return top[QLatin1String(key)]; };
    if (of("schema").toString() != QLatin1String("trainyard-probe/1"))
        return corrupt(QStringLiteral("schema: ") + textOf(of("schema")));

    ProbeReport report;
    report.status = textOf(of("status"));
    if (report.status.isEmpty())
        return corrupt(QStringLiteral("no status"));
    report.programVersion = textOf(of("program")[QLatin1String("version")]);
    report.architecture = textOf(of("program")[QLatin1String("architecture")]);
    report.kernels = textOf(of("program")[QLatin1String("kernels")]);
    // If a report does not state it, the GPU does not count as real.
    report.isSimulated = of("simulated").toBool(true);
    report.isShared = of("shared").toBool();
    report.message = textOf(of("message"));
    report.failure = failureOf(of("failure"));
    report.started = QDateTime::fromString(textOf(of("started")), Qt::ISODate).toUTC();
    report.seconds = numberOf(of("seconds"));
    report.isQuick = of("options")[QLatin1String("quick")].toBool();
    report.system = textOf(of("host")[QLatin1String("system")]);
    report.kernel = textOf(of("host")[QLatin1String("kernel")]);
    report.container = textOf(of("host")[QLatin1String("container")]);
    report.vendor = textOf(of("host")[QLatin1String("vendor")]);
    report.product = textOf(of("host")[QLatin1String("product")]);
    report.driverVersion = textOf(of("driver")[QLatin1String("version")]);
    report.cudaVersion = textOf(of("driver")[QLatin1String("cudaVersion")]);
    report.cublasLt = textOf(of("driver")[QLatin1String("cublasLt")][QLatin1String("version")]);

    const QJsonArray devices = of("devices").toArray(), results = of("results").toArray(), left = of("left").toArray();
    if (devices.size() > kMaxDevices || results.size() > kMaxResults || left.size() > kMaxWords)
        return corrupt(QStringLiteral("%1 devices, %2 results, %3 left").arg(devices.size()).arg(results.size()).arg(left.size()));
    for (const QJsonValue &entry : devices) {
        const auto index = smallOf(entry[QLatin1String("index")], 4096);
        if (!index || report.device(*index))
            return corrupt(QStringLiteral("a device without an index of its own"));
        report.devices << deviceOf(entry.toObject(), *index);
    }
    for (const QJsonValue &entry : results) {
        TRY(auto result, resultOf(entry.toObject()));
        report.results << std::move(result);
    }
    for (const QJsonValue &entry : left)
        report.left << textOf(entry);
    readLinks(of("links").toObject(), report);
    return report;
}

const ProbeDevice *ProbeReport::device(int index) const
{
    const auto found = std::find_if(devices.begin(), devices.end(), [&](const ProbeDevice &one) { return one.index == index; });
    return found == devices.end() ? nullptr : &*found;
}

std::optional<int> ProbeReport::nvlinksBetween(int from, int to) const
{
    const qsizetype row = linkDevices.indexOf(from), column = linkDevices.indexOf(to);
    return row < 0 || column < 0 ? std::nullopt : nvlinks[row][column];
}

QStringList ProbeReport::gpuNames() const
{
    QStringList names;
    for (const ProbeDevice &one : devices) {
        if (!one.name.isEmpty() && !names.contains(one.name))
            names << one.name;
    }
    return names;
}

}  // namespace trainyard
