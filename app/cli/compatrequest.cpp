// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/compatrequest.h"

#include "core/knowledge/compat/constraint.h"

#include <QCoreApplication>
#include <QDate>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::CompatRequest)
};

constexpr qsizetype kMaxName = 200;     // of a GPU
constexpr qsizetype kMaxGpuKinds = 16;  // kinds of them in one machine

class CompatRequestReader {
public:
    CompatRequestReader(const Options &options, const std::optional<MachineFacts> &machine, const CompatAdvisor &advisor)
        : m_options(options), m_machine(machine), m_advisor(advisor)
    {
    }

    Result<CompatRequest> read()
    {
        for (const auto &step : {&CompatRequestReader::readGpus, &CompatRequestReader::readSystem, &CompatRequestReader::readDriver,
                                 &CompatRequestReader::readImage, &CompatRequestReader::readVersions}) {
            TRY_DO((this->*step)());
        }
        m_request.question.isSeen = m_machine && !has("--gpu") && !has("--driver");
        return m_request;
    }

private:
    bool has(const char *option) const { return m_options.has(QLatin1String(option)); }
    QString value(const char *option) const { return m_options.value(QLatin1String(option)); }

    Result<void> readSystem()
    {
        const QString name = has("--os") ? value("--os") : QStringLiteral("linux");
        if (name != QLatin1String("linux") && name != QLatin1String("windows"))
            return invalidInput(Words::tr("“%1” is not a valid value for --os. Use linux or windows.").arg(name.left(60)));
        m_request.question.system = name == QLatin1String("linux") ? HostSystem::Linux : HostSystem::Windows;
        if (has("--arch") && value("--arch") != QLatin1String("x86_64") && value("--arch") != QLatin1String("aarch64"))
            return invalidInput(Words::tr("“%1” is not a valid value for --arch. Use x86_64 or aarch64.").arg(value("--arch").left(60)));
        CompatAdvisor::addProcessor(has("--arch") ? value("--arch") : m_machine ? m_machine->architecture : QString(), &m_request.question);
        return {};
    }

    Result<void> readGpus()
    {
        const auto given = readList(m_options, QStringLiteral("--gpu"));
        QStringList names = given ? *given : QStringList();
        if (!given || names.size() > kMaxGpuKinds)
            return invalidInput(Words::tr("--gpu takes the names of up to %1 GPU models, separated by commas.").arg(kMaxGpuKinds));
        if (!has("--gpu") && m_machine)
            m_advisor.addGpus(*m_machine, &m_request.question, &m_request.problems);
        names.removeDuplicates();
        for (const QString &name : std::as_const(names)) {
            if (name.size() > kMaxName)
                return invalidInput(Words::tr("There is no GPU named “%1…”.").arg(name.left(60)));
            m_request.question.gpus << m_advisor.kinds().find(name);
        }
        return {};
    }

    Result<void> readDriver()
    {
        if (!has("--driver")) {
            if (m_machine)
                m_advisor.addDriver(*m_machine, &m_request.question, &m_request.problems);
            return {};
        }
        TRY(const auto driver, driverFromText(value("--driver"), m_advisor.facts()));
        m_request.question.driver = driver;
        return {};
    }

    Result<void> readImage()
    {
        if (has("--image")) {
            TRY(const auto image, ImageReference::parse(value("--image")));
            m_request.question.image = image;
        }
        if (has("--require")) {
            if (value("--require").size() > kMaxConstraint)
                return invalidInput(checkSyntax(value("--require")).problem);
            m_request.question.require = value("--require");
        }
        return {};
    }

    Result<void> readVersions()
    {
        if (has("--cuda")) {
            TRY(const auto cuda, cudaFromText(value("--cuda")));
            m_request.question.cuda = cuda;
        }
        for (const char *name : {"torch", "tensorflow", "jax"}) {
            const QString option = QStringLiteral("--") + QLatin1String(name);
            if (!m_options.has(option))
                continue;
            TRY(const auto framework, frameworkFromText(QLatin1String(name), m_options.value(option)));
            m_request.question.frameworks << framework;
        }
        return {};
    }

    const Options &m_options;
    const std::optional<MachineFacts> &m_machine;
    const CompatAdvisor &m_advisor;
    CompatRequest m_request;
};

}  // namespace

QString compatCheckUsage()
{
    return QStringLiteral(
        "compat check (--machine NAME | --gpu NAME[,NAME…] --driver VERSION) [--os linux|windows] [--arch x86_64|aarch64] [--image "
        "IMAGE] [--require CONDITION] "
        "[--cuda VERSION] [--torch VERSION[+BUILD]] [--tensorflow VERSION] [--jax VERSION[+BUILD]]");
}

QStringList compatCheckOptions()
{
    return {QStringLiteral("--machine"), QStringLiteral("--gpu"),        QStringLiteral("--driver"),  QStringLiteral("--os"),
            QStringLiteral("--arch"),    QStringLiteral("--image"),      QStringLiteral("--require"), QStringLiteral("--cuda"),
            QStringLiteral("--torch"),   QStringLiteral("--tensorflow"), QStringLiteral("--jax")};
}

QString compatImagesUsage() { return QStringLiteral("compat images [--machine NAME | --gpu NAME[,NAME…] --driver VERSION]"); }

QStringList compatImagesOptions() { return {QStringLiteral("--machine"), QStringLiteral("--gpu"), QStringLiteral("--driver")}; }

Result<CompatRequest> readCompatRequest(const Options &options, const std::optional<MachineFacts> &machine, const CompatAdvisor &advisor)
{
    return CompatRequestReader(options, machine, advisor).read();
}

Result<CompatAsked> askCompat(BareContext &context, const Options &options)
{
    TRY(const auto advisor, CompatAdvisor::builtIn());
    CompatAsked asked{advisor, {}, {}, {}};
    if (options.has(QStringLiteral("--machine"))) {
        TRY(const auto services, context.openServices());
        TRY(const auto machine, services->database().machines.find(options.value(QStringLiteral("--machine"))));
        TRY(const auto inspected, context.console.wait(services->machines.inspect(machine.id, context.console.stop())));
        asked.facts = inspected;
        asked.machine = machine.name;
    }
    TRY(const auto request, readCompatRequest(options, asked.facts, *advisor));
    asked.request = request;
    asked.request.question.month = QDate::currentDate().toString(QStringLiteral("yyyy-MM"));
    return asked;
}

}  // namespace trainyard
