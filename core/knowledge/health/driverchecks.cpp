// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/health/internal/checklist.h"

#include "core/knowledge/health/internal/kernellog.h"
#include "core/knowledge/health/plaintext.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::DriverChecks)
};

QString kernelVersion(const KeyedLines &driver)
{
    static const QRegularExpression form(QStringLiteral("Kernel Module(?: for [A-Za-z0-9_]+)?\\s+([0-9]+(?:\\.[0-9]+)+)"));
    return form.match(driver.value("kernel")).captured(1);
}

// Used in place of an answer of nvidia-smi.
void tellProblem(Checklist &list, const SmiProblem &problem)
{
    const QString kernel = kernelVersion(list.driver);
    const qsizetype cards = list.driver.all("pci").size();
    const QString why = Words::tr("Without a working driver no program can use a GPU.");
    const auto bad = [&](const QString &what) -> HealthFinding & {
        HealthFinding &finding = list.add("driver", HealthSection::Driver, HealthState::Bad, what, why);
        finding.detail = problem.said;
        return finding;
    };
    switch (problem.trouble) {
    case SmiTrouble::NotThere:
        if (!kernel.isEmpty()) {
            HealthFinding &finding = list.add(
                "driver", HealthSection::Driver, HealthState::Warning,
                Words::tr("The driver %1 is loaded, but nvidia-smi is missing, so only little information is available.").arg(kernel), why);
            finding.remedy = Words::tr("Install the driver's utilities; in a container, start it with the utility capability.");
            finding.command = QStringLiteral("docker run -e NVIDIA_DRIVER_CAPABILITIES=compute,utility …");
        } else if (cards > 0) {
            HealthFinding &finding = bad(Words::tr("%1 NVIDIA GPUs are on the PCI bus, but no driver is installed.").arg(cards));
            finding.remedy = Words::tr("Install the driver, then restart the machine.");
            finding.command = QStringLiteral("sudo ubuntu-drivers install --gpgpu");
        } else {
            list.add("driver", HealthSection::Driver, HealthState::Warning, Words::tr("No NVIDIA GPU and no driver found."),
                     Words::tr("Programs that need a GPU do not run here."));
        }
        return;
    case SmiTrouble::Hangs: {
        HealthFinding &finding = bad(Words::tr("nvidia-smi did not respond in time: the driver is stuck."));
        finding.remedy = Words::tr(
            "Restart the machine; a stuck driver does not recover otherwise. If it happens again, return the machine.");
        finding.command = QStringLiteral("sudo reboot");
        return;
    }
    case SmiTrouble::NoDriver: {
        HealthFinding &finding = bad(Words::tr("nvidia-smi cannot reach the driver: it is not loaded or does not fit the kernel."));
        finding.remedy = Words::tr("Load it and read what it says; after a kernel update, install the driver again.");
        finding.command = QStringLiteral("sudo modprobe nvidia; sudo dmesg | grep -i nvrm | tail");
        return;
    }
    case SmiTrouble::NoPermission: {
        HealthFinding &finding = bad(Words::tr("This user may not use the GPUs."));
        finding.remedy = Words::tr("Ask the machine's administrator to add the user to the group of the device files.");
        finding.command = QStringLiteral("ls -l /dev/nvidia*; id");
        return;
    }
    case SmiTrouble::NoLibrary: {
        HealthFinding &finding = bad(Words::tr("The driver's library libnvidia-ml is missing."));
        finding.remedy = Words::tr("Install the driver's libraries in the version of the kernel module.");
        finding.command = QStringLiteral("cat /proc/driver/nvidia/version");
        return;
    }
    case SmiTrouble::Other: {
        HealthFinding &finding = bad(Words::tr("nvidia-smi fails."));
        finding.remedy = Words::tr("Check the kernel log; in a container, restart it: its access to the devices may be gone.");
        finding.command = QStringLiteral("sudo dmesg | grep -i -E 'nvrm|xid' | tail");
        return;
    }
    case SmiTrouble::NotTried:
        list.add("driver", HealthSection::Driver, HealthState::Unknown,
                 list.whyNot(list.answer.part(QStringLiteral("smi-csv")), QStringLiteral("nvidia-smi")), why);
        return;
    case SmiTrouble::Mismatch:
    case SmiTrouble::NoDevices:
    case SmiTrouble::Lost:
    case SmiTrouble::NeedsReset: return;  // reported elsewhere
    case SmiTrouble::NotUnderstood: {
        const int status = list.answer.part(QStringLiteral("smi-csv")).status;
        const QString meaning = list.facts.smiStatuses.value(status);
        HealthFinding &finding = list.add("driver", HealthSection::Driver, HealthState::Unknown,
                                          meaning.isEmpty()
                                              ? Words::tr("nvidia-smi ended with status %1 and an unknown message.").arg(status)
                                              : Words::tr("nvidia-smi ended with status %1 (%2).").arg(status).arg(meaning),
                                          why);
        finding.detail = shortened(list.answer.part(QStringLiteral("smi-csv")).text, 6);
        finding.command = QStringLiteral("nvidia-smi");
        return;
    }
    }
}

void checkModule(Checklist &list, const QList<SmiProblem> &problems)
{
    const QString kernel = kernelVersion(list.driver), module = list.driver.value("module");
    const QString why = Words::tr("A library of another version than the kernel module cannot talk to it: nothing starts.");
    for (const SmiProblem &problem : problems) {
        if (problem.trouble != SmiTrouble::Mismatch)
            continue;
        const KernelLog log = parseKernelLog(list.answer.part(QStringLiteral("kernel-log")).text);
        const QString loaded = !kernel.isEmpty() ? kernel : !module.isEmpty() ? module : log.module;
        const QString library = problem.libraryVersion.isEmpty() ? log.library : problem.libraryVersion;
        QString what = Words::tr("The driver's library and the loaded kernel module are of different versions.");
        if (!library.isEmpty() && !loaded.isEmpty())
            what = Words::tr("The driver's library is %1, the loaded kernel module is %2.").arg(library, loaded);
        HealthFinding &finding = list.add("kernel-module", HealthSection::Driver, HealthState::Bad, what, why);
        finding.remedy = Words::tr("Restart the machine: the driver was updated while the old module was loaded.");
        finding.command = QStringLiteral("sudo reboot");
        finding.detail = problem.said;
        if (!loaded.isEmpty())
            finding.numbers.insert(QStringLiteral("module"), loaded);
        if (!library.isEmpty())
            finding.numbers.insert(QStringLiteral("library"), library);
        return;
    }
    if (kernel.isEmpty() && module.isEmpty()) {
        if (!list.smi.driver.isEmpty()) {
            list.add("kernel-module", HealthSection::Driver, HealthState::Unknown,
                     Words::tr("The version of the loaded kernel module cannot be read here."), why);
        }
        return;
    }
    const QString loaded = kernel.isEmpty() ? module : kernel;
    if (!kernel.isEmpty() && !module.isEmpty() && kernel != module) {
        HealthFinding &finding = list.add("kernel-module", HealthSection::Driver, HealthState::Bad,
                                          Words::tr("The kernel names two versions of its module: %1 and %2.").arg(kernel, module), why);
        finding.command = QStringLiteral("sudo reboot");
        return;
    }
    if (list.smi.driver.isEmpty())
        return;
    const bool fits = loaded == list.smi.driver;
    HealthFinding &finding = list.add("kernel-module", HealthSection::Driver, fits ? HealthState::Ok : HealthState::Bad,
                                      fits ? Words::tr("The loaded kernel module is %1, as the driver.").arg(loaded)
                                           : Words::tr("The loaded kernel module is %1, the driver says %2.").arg(loaded, list.smi.driver),
                                      why);
    finding.numbers.insert(QStringLiteral("module"), loaded);
    if (!fits)
        finding.command = QStringLiteral("sudo reboot");
}

void checkDeviceFiles(Checklist &list)
{
    const QStringList open = list.driver.all("device"), closed = list.driver.all("closed");
    const QString why = Words::tr("Programs reach a GPU through its device files.");
    if (!closed.isEmpty()) {
        HealthFinding &finding = list.add("device-files", HealthSection::Driver, HealthState::Bad,
                                          Words::tr("This user may not open %1.").arg(closed.join(QStringLiteral(", "))), why);
        finding.remedy = Words::tr("Ask the machine's administrator to add the user to the group of the device files.");
        finding.command = QStringLiteral("ls -l /dev/nvidia*; id");
    } else if (!open.isEmpty() && !open.contains(QStringLiteral("/dev/nvidia-uvm"))) {
        HealthFinding &finding = list.add("device-files", HealthSection::Driver, HealthState::Warning,
                                          Words::tr("/dev/nvidia-uvm is missing; CUDA needs it."), why);
        finding.remedy = Words::tr("Load the module; in a container, start it through the NVIDIA runtime.");
        finding.command = QStringLiteral("sudo nvidia-modprobe -u -c=0");
    } else if (!open.isEmpty()) {
        list.add("device-files", HealthSection::Driver, HealthState::Ok,
                 Words::tr("This user may open the %1 device files.").arg(open.size()), why);
    } else if (!list.smi.cards.isEmpty() && !list.smi.hasSimulated()) {
        list.add("device-files", HealthSection::Driver, HealthState::Unknown, Words::tr("No known device files found in /dev."), why);
    }
}

}  // namespace

void checkDriver(Checklist &list)
{
    if (list.answer.has(QStringLiteral("workplace"))) {
        HealthFinding &finding = list.add("workplace", HealthSection::Storage, HealthState::Bad,
                                          Words::tr("No folder on the machine is writable, so nothing could be checked."),
                                          Words::tr("Every program needs a folder for temporary files."));
        finding.command = QStringLiteral("df -h /tmp \"$HOME\"");
        return;
    }
    if (list.smi.hasSimulated()) {
        list.add("driver", HealthSection::Driver, HealthState::Unknown, Words::tr("The GPUs are simulated; there is no driver to check."))
            .isSimulated = true;
        return;
    }
    const QList<SmiProblem> problems = smiProblems(list.answer.part(QStringLiteral("smi-csv")));
    if (!list.smi.driver.isEmpty() && (problems.isEmpty() || !problems.first().busId.isEmpty())) {
        HealthFinding &finding = list.add(
            "driver", HealthSection::Driver, HealthState::Ok,
            list.smi.cuda.isEmpty() ? Words::tr("Driver %1 answers.").arg(list.smi.driver)
                                    : Words::tr("Driver %1 answers; it runs programs up to CUDA %2.").arg(list.smi.driver, list.smi.cuda),
            Words::tr("It decides which images and frameworks run: see `yard compat images`."));
        finding.numbers.insert(QStringLiteral("driver"), list.smi.driver);
        if (!list.smi.cuda.isEmpty())
            finding.numbers.insert(QStringLiteral("cuda"), list.smi.cuda);
    } else {
        for (const SmiProblem &problem : problems)
            tellProblem(list, problem);
        if (problems.isEmpty() && list.answer.has(QStringLiteral("smi-csv"))) {
            HealthFinding &finding = list.add("driver", HealthSection::Driver, HealthState::Unknown,
                                              Words::tr("The output of nvidia-smi is not recognized."));
            finding.detail = shortened(list.answer.part(QStringLiteral("smi-csv")).text, 6);
        }
    }
    if (list.driver.value("nouveau") == QLatin1String("1")) {
        HealthFinding &finding = list.add("nouveau", HealthSection::Driver, HealthState::Bad,
                                          Words::tr("The nouveau driver uses the GPUs; NVIDIA's driver cannot be loaded at the same time."),
                                          Words::tr("CUDA needs NVIDIA's own driver."));
        finding.command = QStringLiteral(
            "echo 'blacklist nouveau' | sudo tee /etc/modprobe.d/no-nouveau.conf; sudo update-initramfs -u; sudo reboot");
    }
    checkModule(list, problems);
    checkDeviceFiles(list);
}

}  // namespace trainyard
