// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/compat/compatfacts.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::CompatFacts)
};

Error damaged(const QString &detail)
{
    return {ErrorCode::Corrupt, Words::tr("The built-in compatibility facts are damaged. Install Trainyard again."), detail};
}

// Reads the fields of one fact in order, and records the first invalid one.
class FactReader {
public:
    explicit FactReader(const QHash<QString, FactSource> &sources) : m_sources(sources) {}

    void begin(const QJsonObject &fact) { m_fact = fact; }
    QString problem;

    QString text(const char *key) const { return m_fact[QLatin1String(key)].toString(); }
    QStringList texts(const char *key) const { return textsOf(m_fact[QLatin1String(key)]); }
    int number(const char *key) const { return m_fact[QLatin1String(key)].toInt(); }
    QJsonArray list(const char *key) const { return m_fact[QLatin1String(key)].toArray(); }
    Version version(const char *key) { return versionOf(text(key)); }
    Version needed(const char *key)
    {
        const Version version = versionOf(text(key));
        if (version.isNull())
            fail(QLatin1String(key));
        return version;
    }
    QStringList sources()
    {
        const QStringList codes = texts("src");
        for (const QString &code : codes) {
            if (!m_sources.contains(code))
                fail(code);
        }
        return codes;
    }
    Version versionOf(const QString &text)
    {
        if (text.isEmpty())
            return {};
        const auto version = Version::parse(text);
        if (!version)
            fail(text);
        return version.value_or(Version());
    }
    static QStringList textsOf(const QJsonValue &value)
    {
        QStringList texts;
        for (const QJsonValue &entry : value.toArray())
            texts << entry.toString();
        return texts;
    }
    void fail(const QString &what)
    {
        if (problem.isEmpty())
            problem = what + QStringLiteral(" in ") + QString::fromUtf8(QJsonDocument(m_fact).toJson(QJsonDocument::Compact).left(300));
    }

private:
    const QHash<QString, FactSource> &m_sources;
    QJsonObject m_fact;
};

// "cuda>=12.4 brand=tesla,driver>=470,driver<471 …"
ConstraintString constraintOf(FactReader &reader)
{
    ConstraintString constraint{reader.needed("cuda"), reader.needed("image"), {}, {}, true, reader.sources()};
    QStringList terms{reader.text("first")};
    terms += reader.texts("extra");
    const QJsonArray groups = reader.list("groups");
    for (const QJsonValue &group : groups) {
        const QStringList brands = FactReader::textsOf(group[QLatin1String("brands")]);
        for (const QJsonValue &branch : group[QLatin1String("branches")].toArray()) {
            constraint.branches << branch.toInt();
            for (const QString &brand : brands)
                terms << QStringLiteral("brand=%1,driver>=%2,driver<%3").arg(brand).arg(branch.toInt()).arg(branch.toInt() + 1);
            constraint.isWhole = constraint.isWhole && !brands.isEmpty();
        }
    }
    constraint.text = terms.join(u' ');
    return constraint;
}

void readCuda(const QJsonDocument &file, FactReader &reader, CompatFacts &facts)
{
    QHash<QString, QPair<QList<Version>, QStringList>> tables;
    const auto each = [&](const char *key, auto take) {
        for (const QJsonValue &fact : file[QLatin1String(key)].toArray()) {
            reader.begin(fact.toObject());
            take();
        }
    };
    each("families", [&] {
        facts.families << CudaFamily{reader.number("cuda_major"), reader.version("linux_min"), reader.version("windows_min"),
                                     reader.sources()};
    });
    each("sm_tables", [&] {
        auto &[targets, sources] = tables[reader.text("id")];
        for (const QJsonValue &sm : reader.list("sm"))
            targets << reader.versionOf(QStringLiteral("%1.%2").arg(sm.toInt() / 10).arg(sm.toInt() % 10));
        sources = reader.sources();
    });
    each("toolkits", [&] {
        const auto table = tables.value(reader.text("sm_table"));
        facts.toolkits << CudaToolkit{reader.needed("version"),
                                      reader.version("linux_min"),
                                      reader.version("windows_min"),
                                      table.first,
                                      reader.sources(),
                                      table.second};
    });
    each("architectures", [&] {
        GpuArchitecture architecture{reader.text("arch"), {}, reader.needed("first_cuda"), true, reader.number("last_driver_branch"),
                                     reader.sources()};
        for (const QString &capability : reader.texts("cc"))
            architecture.capabilities << reader.versionOf(capability);
        architecture.isFirstCudaOfNvidia = architecture.sources.contains(QStringLiteral("ARCHMATRIX"));
        facts.architectures << architecture;
    });
    each("gpus", [&] {
        facts.gpus << GpuKindFact{reader.text("name"), reader.needed("cc"), reader.text("kind"), reader.text("brand"), reader.sources()};
    });
    each("driver_branches", [&] {
        facts.branches << DriverBranch{reader.number("branch"),       reader.version("cuda"), reader.text("end"), {},
                                       reader.version("newest_seen"), reader.sources()};
    });
    qsizetype at = 0;
    for (const QJsonValue &fact : file[QLatin1String("driver_branches")].toArray()) {
        if (const QJsonValue ended = fact[QLatin1String("ended")]; ended.isBool())
            facts.branches[at].isEnded = ended.toBool();
        ++at;
    }
    each("constraint_strings", [&] { facts.constraints << constraintOf(reader); });
    each("unpublished_drivers", [&] {
        facts.unpublished << UnpublishedDriver{reader.needed("version"), reader.texts("published"), reader.sources()};
    });
}

TorchRelease torchOf(FactReader &reader)
{
    TorchRelease release{reader.needed("first"), reader.needed("last"), reader.version("default"), {}, reader.sources()};
    const QJsonArray builds = reader.list("builds");
    for (const QJsonValue &build : builds) {
        reader.begin(build.toObject());
        release.builds << TorchBuild{
            reader.text("tag"),          reader.needed("cuda"),   reader.version("cudnn"),      reader.text("code_linux"),
            reader.text("code_windows"), reader.text("code_arm"), reader.texts("code_members"), reader.sources()};
    }
    return release;
}

void readFrameworks(const QJsonDocument &file, FactReader &reader, CompatFacts &facts)
{
    const auto each = [&](const char *key, auto take) {
        for (const QJsonValue &fact : file[QLatin1String(key)].toArray()) {
            reader.begin(fact.toObject());
            take();
        }
    };
    each("torch", [&] { facts.torch << torchOf(reader); });
    each("tensorflow", [&] {
        facts.tensorflow << TensorflowRelease{reader.needed("version"), reader.needed("cuda"), reader.version("cudnn"), reader.sources()};
    });
    each("jax", [&] {
        JaxStep step{reader.needed("first"), {}, reader.sources()};
        for (const QJsonValue &wheel : reader.list("wheels"))
            step.wheels << JaxStep::Wheel{reader.versionOf(wheel[QLatin1String("least")].toString()),
                                          reader.versionOf(wheel[QLatin1String("built")].toString())};
        facts.jax << step;
    });
    const QJsonObject extras = file[QLatin1String("jax_extras")].toObject();
    reader.begin(extras);
    const QStringList sources = reader.sources();
    const Version first = reader.needed("first");
    for (const QString &name : {QStringLiteral("cuda12"), QStringLiteral("cuda13")}) {
        reader.begin(extras[name].toObject());
        facts.jaxExtras << JaxExtra{name, first, reader.needed("driver"), reader.needed("cc"), reader.needed("cuda"), sources};
    }
    each("images", [&] { facts.images << KnownImages{reader.text("name"), reader.texts("tags"), reader.sources()}; });
    each("ngc_pytorch", [&] {
        facts.ngc << NgcRelease{reader.text("tag"),   reader.version("cuda"),        reader.version("driver"),
                                reader.text("torch"), reader.texts("older_drivers"), reader.sources()};
    });
}

}  // namespace

QString TorchRelease::pipArguments(const QString &version, const QString &tag) const
{
    const QString index = QStringLiteral("https://download.pytorch.org/whl/");
    return first.part(0) >= 2                         ? QStringLiteral("torch==%1 --index-url %2%3").arg(version, index, tag)
           : first >= Version::parse(u"1.11").value() ? QStringLiteral("torch==%1+%3 --extra-index-url %2%3").arg(version, index, tag)
                                                      : QStringLiteral("torch==%1+%2 -f %3torch_stable.html").arg(version, tag, index);
}

Result<CompatFacts> CompatFacts::parse(const CompatFiles &files)
{
    CompatFacts facts;
    QList<QJsonDocument> documents;
    for (const QByteArray &bytes : {files.sources, files.cuda, files.frameworks}) {
        QJsonParseError problem{};
        documents << QJsonDocument::fromJson(bytes, &problem);
        if (problem.error != QJsonParseError::NoError)
            return damaged(problem.errorString());
    }
    const QJsonArray sources = documents[0].array();
    for (const QJsonValue &entry : sources) {
        const FactSource source{entry[QLatin1String("code")].toString(), entry[QLatin1String("title")].toString(),
                                entry[QLatin1String("link")].toString(), entry[QLatin1String("as_of")].toString(),
                                entry[QLatin1String("licence")].toString()};
        facts.sources.insert(source.code, source);
    }
    facts.asOf = documents[1][QLatin1String("as_of")].toString();
    FactReader reader(facts.sources);
    readCuda(documents[1], reader, facts);
    readFrameworks(documents[2], reader, facts);
    if (!reader.problem.isEmpty())
        return damaged(reader.problem);
    if (facts.families.isEmpty() || facts.toolkits.isEmpty() || facts.branches.isEmpty() || facts.torch.isEmpty() || facts.images.isEmpty())
        return damaged(QStringLiteral("a list is missing"));
    return facts;
}

const DriverBranch *CompatFacts::branch(int number) const
{
    const auto found = std::find_if(branches.begin(), branches.end(), [number](const DriverBranch &one) { return one.branch == number; });
    return found == branches.end() ? nullptr : &*found;
}

const CudaFamily *CompatFacts::family(int major) const
{
    const auto found = std::find_if(families.begin(), families.end(), [major](const CudaFamily &one) { return one.major == major; });
    return found == families.end() ? nullptr : &*found;
}

const CudaToolkit *CompatFacts::toolkit(const Version &cuda) const
{
    const CudaToolkit *first = nullptr;
    for (const CudaToolkit &toolkit : toolkits) {
        if (toolkit.version.part(0) != cuda.part(0) || toolkit.version.part(1) != cuda.part(1))
            continue;
        if (cuda.size() > 2 && toolkit.version == cuda)
            return &toolkit;
        if (!first)
            first = &toolkit;
    }
    return first;
}

const GpuArchitecture *CompatFacts::architecture(const Version &capability) const
{
    const auto found = std::find_if(architectures.begin(), architectures.end(),
                                    [&](const GpuArchitecture &one) { return one.capabilities.contains(capability); });
    return found == architectures.end() ? nullptr : &*found;
}

const TorchRelease *CompatFacts::torchRelease(const Version &version) const
{
    const auto found = std::find_if(torch.begin(), torch.end(), [&](const TorchRelease &one) {
        const qsizetype digits = std::min(version.size(), one.first.size());
        return version.first(digits) >= one.first.first(digits) && version.first(digits) <= one.last.first(digits);
    });
    return found == torch.end() ? nullptr : &*found;
}

const KnownImages *CompatFacts::image(const QString &name) const
{
    const auto found = std::find_if(images.begin(), images.end(), [&](const KnownImages &one) { return one.name == name; });
    return found == images.end() ? nullptr : &*found;
}

}  // namespace trainyard
