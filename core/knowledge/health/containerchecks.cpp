// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/health/internal/checklist.h"

#include "core/knowledge/health/plaintext.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::ContainerChecks)
};

// How many GPUs `nvidia-smi -L` listed inside the container.
qsizetype gpusIn(const CheckPart &part)
{
    static const QRegularExpression form(QStringLiteral("^GPU [0-9]{1,3}: .+\\(UUID: [A-Za-z0-9-]+\\)$"));
    qsizetype count = 0;
    for (const QString &line : part.lines())
        count += form.match(line).hasMatch() ? 1 : 0;
    return count;
}

bool isRefused(const CheckPart &part, const char *words) { return part.text.contains(QLatin1String(words), Qt::CaseInsensitive); }

// The JSON object, without the client's output before and after it.
QJsonObject objectIn(const QString &text)
{
    const qsizetype begin = text.indexOf(u'{'), end = text.lastIndexOf(u'}');
    return begin < 0 || end < begin ? QJsonObject() : QJsonDocument::fromJson(text.mid(begin, end - begin + 1).toUtf8()).object();
}

// Whether it responds at all; only then were further questions asked.
bool checkEngine(Checklist &list, const QString &engine)
{
    const CheckPart part = list.answer.part(engine);
    const QString why = Words::tr("Images are run by a container engine.");
    if (part.status == CheckPart::kNotThere || part.status == CheckPart::kMissing)
        return false;
    const QByteArray id = engine.toLatin1();
    if (part.status != 0) {
        HealthFinding &finding = list.add(id.constData(), HealthSection::Containers,
                                          part.status == CheckPart::kTimedOut ? HealthState::Bad : HealthState::Warning,
                                          list.whyNot(part, engine), why);
        if (part.text.contains(QLatin1Char('{')))
            finding.what = Words::tr("%1 is installed, but this user cannot use it.").arg(engine);
        const QStringList lines = part.lines();
        finding.detail = lines.isEmpty() ? QString() : lines.last().left(300);
        if (isRefused(part, "permission denied")) {
            finding.remedy = Words::tr("Put the user into the group docker and log in again.");
            finding.command = latin("sudo usermod -aG docker \"$USER\"");
        } else if (engine == QLatin1String("docker")) {
            if (isRefused(part, "Cannot connect to the Docker daemon"))
                finding.what = Words::tr("%1 is installed, but its daemon is not running.").arg(engine);
            finding.remedy = Words::tr("Start its service.");
            finding.command = latin("sudo systemctl start docker");
        }
        return false;
    }
    const QJsonObject info = objectIn(part.text);
    QString version = info[QLatin1String("ServerVersion")].toString();
    if (version.isEmpty())
        version = info[QLatin1String("version")][QLatin1String("Version")].toString();
    HealthFinding &finding = list.add(
        id.constData(), HealthSection::Containers, HealthState::Ok,
        version.isEmpty() ? Words::tr("%1 answers.").arg(engine) : Words::tr("%1 %2 answers.").arg(engine, version.left(40)), why);
    finding.numbers.insert(latin("version"), version.left(40));
    if (info.contains(QLatin1String("Runtimes"))) {
        const QStringList runtimes = info[QLatin1String("Runtimes")].toObject().keys();
        finding.detail = Words::tr("Runtimes: %1").arg(runtimes.join(latin(", ")).left(200));
    }
    return true;
}

void checkContainer(Checklist &list, const QString &engine)
{
    const bool hasGpus = !list.smi.cards.isEmpty() && !list.smi.hasSimulated();
    const QString why = hasGpus ? Words::tr("An engine that starts containers may still not give them the GPUs; only a test shows it.")
                                : Words::tr("An engine that responds may still be unable to start a container.");
    const QByteArray id = (engine + latin("-container")).toLatin1();
    const auto tell = [&](HealthState state, const QString &what) -> HealthFinding & {
        return list.add(id.constData(), HealthSection::Containers, state, what, why);
    };
    const CheckPart wanted = list.answer.part(engine + latin("-image"));
    if (!list.request.image.isEmpty() && wanted.status > 0) {
        HealthFinding &finding = tell(
            HealthState::Unknown,
            Words::tr("The image %1 is not available to %2, so no container was started; a check does not download anything.")
                .arg(list.request.image, engine));
        finding.command = engine + latin(" pull ") + list.request.image;
        return;
    }
    if (!list.answer.has(engine + latin("-chosen")) && !list.answer.isWhole()) {
        tell(HealthState::Unknown, list.whyNot(wanted, engine));
        return;
    }
    if (!list.answer.has(engine + latin("-chosen"))) {
        HealthFinding &finding = tell(
            HealthState::Unknown,
            Words::tr("%1 has no image, so no container was started; a check does not download anything.").arg(engine));
        finding.remedy = Words::tr("Fetch one, then check again: yard machine check --image IMAGE.");
        finding.command = engine + latin(" pull docker.io/nvidia/cuda:12.6.3-base-ubuntu22.04");
        return;
    }
    if (const CheckPart plain = list.answer.part(engine + latin("-run.plain")); plain.status != CheckPart::kMissing) {
        if (plain.status == 0) {
            tell(HealthState::Ok, Words::tr("%1 started a container.").arg(engine));
        } else if (isRefused(plain, "executable file not found") || isRefused(plain, "no such file or directory")) {
            tell(HealthState::Unknown, Words::tr("%1 created a container, but the image has no program `true` to test with.").arg(engine))
                .detail = shortened(plain.text, 4);
        } else {
            HealthFinding &finding = tell(HealthState::Bad, plain.status == CheckPart::kTimedOut
                                                                ? Words::tr("A container of %1 did not start within 60 s.").arg(engine)
                                                                : Words::tr("%1 cannot start a container.").arg(engine));
            finding.detail = shortened(plain.text, 6);
            finding.remedy = Words::tr("Its message gives the reason; start a container by hand to see it again.");
            finding.command = engine + latin(" run --rm IMAGE true");
        }
        return;
    }
    const CheckPart gpus = list.answer.part(engine + latin("-run.gpus")), cdi = list.answer.part(engine + latin("-run.cdi"));
    if (gpus.status == CheckPart::kGivenUp) {
        tell(HealthState::Unknown, list.whyNot(gpus, engine));
        return;
    }
    const struct {
        const CheckPart &part;
        const char *option;
    } ways[] = {{gpus, "--gpus all"}, {cdi, "--device nvidia.com/gpu=all"}};
    for (const auto &way : ways) {
        if (way.part.status != 0)
            continue;
        const qsizetype seen = gpusIn(way.part), here = list.smi.cards.size();
        // Without nvidia-smi outside the container it is unknown how many there are.
        const bool areAll = seen > 0 && (here == 0 || seen == here);
        const HealthState state = areAll ? HealthState::Ok : HealthState::Bad;
        HealthFinding &finding = tell(
            state,
            areAll ? Words::tr("%1 started a container with %2; all %3 GPUs respond inside it.").arg(engine, latin(way.option)).arg(seen)
                   : Words::tr("%1 started a container with %2, but only %3 of %4 GPUs respond inside it.")
                         .arg(engine, latin(way.option))
                         .arg(seen)
                         .arg(here));
        finding.detail = shortened(way.part.text, 10);
        finding.numbers = {{latin("gpus_inside"), QString::number(seen)}, {latin("gpus"), QString::number(here)}};
        return;
    }
    HealthFinding &finding = tell(HealthState::Bad, Words::tr("No container of %1 gets the GPUs.").arg(engine));
    finding.detail = shortened(gpus.text.isEmpty() ? cdi.text : gpus.text, 6);
    finding.remedy = Words::tr("Install the NVIDIA container toolkit and set it up for this engine.");
    finding.command = engine == QLatin1String("docker")
                          ? latin("sudo nvidia-ctk runtime configure --runtime=docker && sudo systemctl restart docker")
                          : latin("sudo nvidia-ctk cdi generate --output=/etc/cdi/nvidia.yaml");
}

}  // namespace

void checkContainers(Checklist &list)
{
    bool isAny = false;
    for (const char *engine : {"docker", "podman"}) {
        const QString name = latin(engine);
        isAny = isAny || list.answer.part(name).status != CheckPart::kNotThere;
        if (!list.answer.has(name))
            list.add(engine, HealthSection::Containers, HealthState::Unknown, list.whyNot(list.answer.part(name), name));
        if (checkEngine(list, name))
            checkContainer(list, name);
    }
    if (!isAny) {
        HealthFinding &finding = list.add("engine", HealthSection::Containers, HealthState::Warning,
                                          Words::tr("There is neither docker nor podman; only tasks without an image run here."),
                                          Words::tr("Images are run by a container engine."));
        finding.remedy = Words::tr(
            "If you want images, install one; on a rented machine that is itself a container, choose the image when you rent it.");
        finding.command = latin("sudo apt-get install podman");
        return;
    }
    const CheckPart cdi = list.answer.part(latin("cdi"));
    if (!list.smi.cards.isEmpty() && !list.smi.hasSimulated() && cdi.status != CheckPart::kNotThere && cdi.status != CheckPart::kMissing) {
        static const QRegularExpression device(QStringLiteral("^nvidia\\.com/gpu=\\S+$"));
        qsizetype count = 0;
        for (const QString &line : cdi.lines())
            count += device.match(line).hasMatch() ? 1 : 0;
        HealthFinding &finding = list.add("cdi", HealthSection::Containers,
                                          cdi.status != 0 ? HealthState::Unknown
                                          : count > 0     ? HealthState::Ok
                                                          : HealthState::Warning,
                                          cdi.status != 0 ? list.whyNot(cdi, latin("nvidia-ctk"))
                                          : count > 0     ? Words::tr("%1 devices are described for CDI.").arg(count)
                                                          : Words::tr("No GPU is described for CDI."),
                                          Words::tr("podman and newer engines give GPUs to containers through CDI."));
        if (finding.state == HealthState::Warning)
            finding.command = latin("sudo nvidia-ctk cdi generate --output=/etc/cdi/nvidia.yaml");
    }
}

}  // namespace trainyard
