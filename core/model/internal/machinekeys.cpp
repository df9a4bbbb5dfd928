// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/internal/machinekeys.h"

#include "core/model/internal/wholematch.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <cmath>
#include <memory>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Task)
};

constexpr double kMostGiB = 64 * 1024;  // of a disk or of memory; no cloud has more

// SkyPilot's units, each 1024 of the one before, without case. nullopt: it is something else.
std::optional<double> gibibytes(const QString &text)
{
    static const QRegularExpression kSize(QStringLiteral("\\A([0-9]{1,9}(?:\\.[0-9]{1,9})?)(?:([KMGTP])I?B?)?\\z"),
                                          QRegularExpression::CaseInsensitiveOption);
    const auto match = kSize.match(text);
    if (!match.hasMatch())
        return std::nullopt;
    static const QString kUnits = QStringLiteral("KMGTP");
    const QString unit = match.captured(2).toUpper();
    const auto power = unit.isEmpty() ? 0 : kUnits.indexOf(unit) - kUnits.indexOf(u'G');
    return match.captured(1).toDouble() * std::pow(1024.0, double(power));
}

std::optional<NeededAmount> amountFrom(const QString &key, const YAML::Node &node, IssueList &issues)
{
    const auto text = scalarText(node, key, issues);
    if (!text)
        return std::nullopt;
    const bool isMemory = key == QLatin1String("memory");
    NeededAmount needed;
    QString number = *text;
    if (number.endsWith(u'+'))
        needed.kind = NeededAmount::Kind::AtLeast;
    else if (isMemory && number.endsWith(u'x'))
        needed.kind = NeededAmount::Kind::PerCpu;
    if (needed.kind != NeededAmount::Kind::Exact)
        number.chop(1);
    const bool isPlain = matchesWhole(number, "[0-9]{1,9}(\\.[0-9]{1,9})?");
    const auto amount = isPlain                                                 ? std::optional(number.toDouble())
                        : isMemory && needed.kind != NeededAmount::Kind::PerCpu ? gibibytes(number)
                                                                                : std::nullopt;
    if (!amount) {
        issues.error(node.Mark(), isMemory ? Words::tr(
                                      "'memory' is a number of GB, with '+' for at least, like 32 or 32+, or 4x for 4 GB for each vCPU.")
                                           : Words::tr("'%1' is a number, with '+' for at least, like 4 or 4+.").arg(key));
        return std::nullopt;
    }
    needed.amount = *amount;
    return needed;
}

std::optional<QString> nameFrom(const QString &key, const YAML::Node &node, IssueList &issues)
{
    const auto text = scalarText(node, key, issues);
    if (text && (text->trimmed().isEmpty() || text->size() > 100)) {
        issues.error(node.Mark(), Words::tr("'%1' is a name, of at most 100 characters.").arg(key));
        return std::nullopt;
    }
    return text ? std::optional(text->trimmed()) : std::nullopt;
}

// A star stands for any.
QString wildName(const QString &name) { return name == QLatin1String("*") ? QString() : name.toLower(); }

std::optional<int> diskFrom(const YAML::Node &node, IssueList &issues)
{
    const auto text = scalarText(node, QStringLiteral("disk_size"), issues);
    const auto size = text ? gibibytes(*text) : std::nullopt;
    if (text && (!size || *size < 1 || *size > kMostGiB)) {
        issues.error(node.Mark(), Words::tr("'disk_size' is a size in GB, like 256 or 1TB."));
        return std::nullopt;
    }
    return size ? std::optional(int(*size)) : std::nullopt;
}

std::optional<Money> hourFrom(const YAML::Node &node, IssueList &issues)
{
    const auto text = scalarText(node, QStringLiteral("max_hourly_cost"), issues);
    if (!text)
        return std::nullopt;
    const auto price = Money::parse(text->toUtf8(), Currency::USD);
    if (price && price->nanos() > 0)
        return *price;
    issues.error(node.Mark(), Words::tr("'max_hourly_cost' is an amount in US dollars, like 10.0."));
    return std::nullopt;
}

// "aws/us-east-1/us-east-1a"; the names behind the first slash of Kubernetes and the like may contain more.
bool readInfra(const YAML::Node &node, NeededMachine &one, IssueList &issues)
{
    const auto text = nameFrom(QStringLiteral("infra"), node, issues);
    if (!text)
        return false;
    const QStringList parts = text->split(u'/');
    static const QStringList kOwn{QStringLiteral("k8s"), QStringLiteral("kubernetes"), QStringLiteral("ssh"), QStringLiteral("slurm")};
    const bool isOwn = kOwn.contains(parts.first().toLower());
    if (parts.contains(QString()) || (parts.size() > 3 && !isOwn)) {
        issues.error(node.Mark(),
                     Words::tr("'infra' is a cloud, a region and a zone, like aws/us-east-1; each but the first may be missing."));
        return false;
    }
    one.cloud = wildName(parts.first());
    one.region = isOwn ? QString() : wildName(parts.value(1));
    one.zone = isOwn ? QString() : wildName(parts.value(2));
    return true;
}

struct SameMap {
    bool hasInfra = false, hasParts = false;
};

}  // namespace

bool isMachineImage(const QString &text)
{
    return matchesWhole(text, "ami-[0-9a-f]+|skypilot:.+|projects/.+|ocid1\\.image\\..+|/[A-Za-z]*Galler.+|(?!docker:)[^:]+(:[^:]+){3}");
}

QString cloudOfImage(const QString &text)
{
    if (text.startsWith(QLatin1String("ami-")))
        return QStringLiteral("aws");
    if (text.startsWith(QLatin1String("projects/")))
        return QStringLiteral("gcp");
    const bool isElsewhere = text.startsWith(QLatin1String("skypilot:")) || text.startsWith(QLatin1String("ocid1."));
    return isElsewhere ? QString() : QStringLiteral("azure");
}

QList<KeyHandler> machineKeys(NeededMachine &one, IssueList &issues, const OnMachineKey &then)
{
    const auto seen = std::make_shared<SameMap>();
    // `read` says whether the value was valid; a null is as if the key were not there.
    const auto handler = [&issues, then](const char *name, auto read) {
        const QString key = QString::fromLatin1(name);
        return KeyHandler{key, [&issues, then, key, read](const YAML::Node &keyNode, const YAML::Node &value) {
                              if (!value.IsNull() && read(key, value))
                                  then(key, keyNode, value);
                          }};
    };
    const auto place = [&issues, seen, handler](const char *name, QString &target) {
        return handler(name, [&issues, &target, seen](const QString &key, const YAML::Node &value) {
            const auto text = nameFrom(key, value, issues);
            if (text && seen->hasInfra)
                issues.error(value.Mark(), Words::tr("'infra' names the cloud, the region and the zone: remove '%1'.").arg(key));
            if (!text || seen->hasInfra)
                return false;
            seen->hasParts = true;
            target = wildName(*text);
            return true;
        });
    };
    return {
        handler("infra",
                [&one, &issues, seen](const QString &, const YAML::Node &value) {
                    if (seen->hasParts) {
                        issues.error(value.Mark(),
                                     Words::tr("'infra' names the cloud, the region and the zone: remove 'cloud', 'region' and 'zone'."));
                        return false;
                    }
                    seen->hasInfra = true;
                    return readInfra(value, one, issues);
                }),
        place("cloud", one.cloud),
        place("region", one.region),
        place("zone", one.zone),
        handler("instance_type",
                [&one, &issues](const QString &key, const YAML::Node &value) {
                    const auto text = nameFrom(key, value, issues);
                    one.type = text.value_or(one.type);
                    return text.has_value();
                }),
        handler("use_spot",
                [&one, &issues](const QString &key, const YAML::Node &value) {
                    const auto isSpot = scalarBool(value, key, issues);
                    one.isSpot = isSpot.value_or(one.isSpot);
                    return isSpot.has_value();
                }),
        handler("cpus",
                [&one, &issues](const QString &key, const YAML::Node &value) {
                    const auto amount = amountFrom(key, value, issues);
                    one.vcpus = amount ? amount : one.vcpus;
                    return amount.has_value();
                }),
        handler("memory",
                [&one, &issues](const QString &key, const YAML::Node &value) {
                    const auto amount = amountFrom(key, value, issues);
                    one.memoryGiB = amount ? amount : one.memoryGiB;
                    return amount.has_value();
                }),
        handler("disk_size",
                [&one, &issues](const QString &, const YAML::Node &value) {
                    const auto size = diskFrom(value, issues);
                    one.diskGiB = size.value_or(one.diskGiB);
                    return size.has_value();
                }),
        handler("max_hourly_cost",
                [&one, &issues](const QString &, const YAML::Node &value) {
                    const auto most = hourFrom(value, issues);
                    one.mostHour = most ? most : one.mostHour;
                    return most.has_value();
                }),
    };
}

}  // namespace trainyard
