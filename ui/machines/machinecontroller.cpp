// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/machines/machinecontroller.h"

#include "core/model/sshcommand.h"
#include "core/service/machines/configuredhosts.h"
#include "core/service/machines/terminalcommand.h"
#include "core/service/machines/tunnelmanager.h"
#include "core/service/runs/services.h"
#include "core/service/runs/whendone.h"
#include "ui/page/fleetcontroller.h"
#include "ui/page/sshprompter.h"

#include <QDesktopServices>
#include <QDir>
#include <QProcess>
#include <QStandardPaths>
#include <QUrl>
#include <QtConcurrentRun>

#include <memory>

namespace trainyard {

MachineController::MachineController(Services &services, FleetController &fleet, SshPrompter &prompter, QWidget *window)
    : QObject(window), m_services(services), m_fleet(fleet), m_prompter(prompter), m_window(window)
{
}

MachineController::~MachineController() { m_stop.request_stop(); }

void MachineController::prepare(MachineDialog *dialog)
{
    m_dialog = dialog;
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QStringList names, groups;
    const QList<MachineCard> cards = m_fleet.cards();
    for (const MachineCard &card : cards) {
        names.append(card.machine.name);
        if (!card.machine.group.isEmpty())
            groups.append(card.machine.group);
    }
    groups.removeDuplicates();
    groups.sort(Qt::CaseInsensitive);
    dialog->setKnownNames(names);
    dialog->setKnownGroups(groups);
    connect(dialog, &MachineDialog::cancelRequested, this, &MachineController::cancel);
    connect(dialog, &MachineDialog::keyNamed, this, [this](const QString &path) {
        whenDone(m_services.keys.read(path), this, [this, path](const Result<StoredKey> &key) {
            if (m_dialog)
                m_dialog->showKey(path, key);
        });
    });
    connect(dialog, &MachineDialog::keyWanted, this, [this](const QString &name, const QString &passphrase) {
        whenDone(m_services.keys.make(name, passphrase, name), this, [this](const Result<StoredKey> &key) {
            if (m_dialog)
                m_dialog->takeKey(key);
        });
    });
}

void MachineController::add(const std::optional<HourlyOffer> &offer)
{
    if (m_dialog)
        return;
    prepare(new MachineDialog(m_window));
    m_dialog->setKnownHosts(m_services.machines.configuredHosts());
    if (offer)
        m_dialog->setOffer(*offer);
    connect(m_dialog, &MachineDialog::importRequested, this, &MachineController::importHosts);
    connect(m_dialog, &MachineDialog::submitted, this, &MachineController::connectNew);
    m_dialog->open();
}

void MachineController::importHosts()
{
    if (m_import || m_isReadingHosts)
        return;
    m_isReadingHosts = true;
    whenDone(QtConcurrent::run(readConfiguredHosts), this, [this](const Result<ConfiguredHosts> &found) {
        m_isReadingHosts = false;
        if (!found) {
            Q_EMIT failed(QStringLiteral("import"), found.error());
            return;
        }
        if (m_dialog)
            m_dialog->reject();
        QList<Machine> known;
        for (const MachineCard &card : m_fleet.cards())
            known << card.machine;
        m_import = new ImportHostsDialog(*found, known, m_window);
        connect(m_import, &ImportHostsDialog::submitted, this, &MachineController::storeImported);
        m_import->open();
    });
}

void MachineController::storeImported(const QList<Machine> &machines)
{
    MachineId last;
    for (const Machine &machine : machines) {
        const Result<Machine> stored = m_services.database().machines.add(machine);
        if (stored) {
            last = stored->id;
        } else if (stored.error().code != ErrorCode::AlreadyExists) {  // by another window meanwhile
            m_import->showError(stored.error());
            m_fleet.reloadMachines();
            return;
        }
    }
    m_import->accept();
    m_fleet.reloadMachines();
    if (last.isSet())
        Q_EMIT added(last);
}

void MachineController::edit(MachineId machineId)
{
    if (m_dialog)
        return;
    const Result<Machine> machine = m_services.database().machines.find(machineId);
    if (!machine) {
        Q_EMIT failed(QStringLiteral("edit"), machine.error());
        return;
    }
    prepare(new MachineDialog(m_window));
    m_dialog->setMachine(*machine);
    connect(m_dialog, &MachineDialog::submitted, this, &MachineController::save);
    m_dialog->open();
}

void MachineController::connectNew(const Machine &machine, const std::optional<Rental> &rental)
{
    m_stop = std::stop_source();
    m_dialog->setConnecting(true);
    whenDone(m_services.machines.add(machine, m_stop.get_token()), this, [this, rental](const Result<Machine> &stored) {
        if (!stored) {
            if (m_dialog)
                m_dialog->showError(stored.error());
            return;
        }
        if (m_dialog) {
            m_dialog->setConnecting(false);
            m_dialog->accept();
        }
        m_fleet.reloadMachines();
        if (rental) {
            Rental begun = *rental;
            begun.machineId = stored->id;
            Q_EMIT rented(begun);
        }
        Q_EMIT added(stored->id);
    });
}

void MachineController::save(const Machine &machine)
{
    const Result<Machine> before = m_services.database().machines.find(machine.id);
    const Result<void> updated = m_services.machines.update(machine);
    if (!updated) {
        m_dialog->showError(updated.error());
        return;
    }
    m_dialog->accept();
    m_fleet.reloadMachines();
    Q_EMIT changed(machine.id);
    // A new address may raise questions, which only a test that the user watches may ask.
    if (before && !(before->target == machine.target))
        test(machine.id);
}

void MachineController::setGroup(MachineId machineId, const QString &group)
{
    Result<Machine> machine = m_services.database().machines.find(machineId);
    if (machine) {
        machine->group = group;
        const Result<void> updated = m_services.machines.update(*machine);
        if (updated) {
            m_fleet.reloadMachines();
            Q_EMIT changed(machineId);
            return;
        }
        Q_EMIT failed(QStringLiteral("group"), updated.error());
        return;
    }
    Q_EMIT failed(QStringLiteral("group"), machine.error());
}

void MachineController::test(MachineId machineId)
{
    if (m_test)
        return;
    const Result<Machine> machine = m_services.database().machines.find(machineId);
    if (!machine) {
        Q_EMIT failed(QStringLiteral("test"), machine.error());
        return;
    }
    m_testedId = machineId;
    m_test = new ConnectionTestDialog(machine->name, sshCommandFor(machine->target), m_window);
    m_test->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_test, &ConnectionTestDialog::testRequested, this, &MachineController::runTest);
    connect(m_test, &ConnectionTestDialog::cancelRequested, this, &MachineController::cancel);
    connect(m_test, &ConnectionTestDialog::editRequested, this, [this] {
        m_test->accept();
        m_test = nullptr;  // it is destroyed when control returns to the event loop; the next test may begin before
        edit(m_testedId);
    });
    m_test->open();
    runTest();
}

void MachineController::runTest()
{
    m_stop = std::stop_source();
    m_test->begin();
    // Dialog and controller may be destroyed when a step arrives; they are looked up in the main thread only.
    const ConnectionTest::Report report = [guard = std::make_shared<QPointer<MachineController>>(this),
                                           context = QPointer<QObject>(&m_services)](const StepFinding &finding) {
        QMetaObject::invokeMethod(
            context.data(),
            [guard, finding] {
                if (*guard && (*guard)->m_test)
                    (*guard)->m_test->showStep(finding);
            },
            Qt::QueuedConnection);
    };
    const MachineId id = m_testedId;
    whenDone(m_services.machines.test(id, report, m_stop.get_token()), this, [this, id](const Result<ConnectionReport> &outcome) {
        if (outcome && outcome->isOk())
            m_fleet.retry(id);
        if (!m_test || id != m_testedId)
            return;
        if (outcome)
            m_test->finish(*outcome);
        else
            m_test->fail(outcome.error());
    });
}

void MachineController::openTerminal(MachineId machineId)
{
    const auto machine = m_services.database().machines.find(machineId);
    if (!machine)
        return Q_EMIT failed(QStringLiteral("terminal"), machine.error());
    const QString command = sshCommandFor(machine->target);
    QStringList words = terminalCommand(command, qEnvironmentVariable("TERMINAL"),
                                        [](const QString &program) { return !QStandardPaths::findExecutable(program).isEmpty(); });
    if (words.isEmpty()) {
        return Q_EMIT failed(
            QStringLiteral("terminal"),
            {ErrorCode::Unsupported,
             tr("No terminal program was found on this computer. Set TERMINAL, or run this in a terminal: %1").arg(command),
             {}});
    }
    const QString program = words.takeFirst();
    if (!QProcess::startDetached(program, words, QDir::homePath()))
        Q_EMIT failed(QStringLiteral("terminal"),
                      {ErrorCode::Io, tr("Could not start %1. Run this in a terminal: %2").arg(program, command), {}});
}

void MachineController::openPort(MachineId machineId, const QString &address)
{
    quint16 localPort = 0;
    const auto remote = parseTunnelAddress(address, &localPort);
    const auto machine = m_services.database().machines.find(machineId);
    if (!remote || !machine) {
        Q_EMIT failed(QStringLiteral("port"), remote ? machine.error() : remote.error());
        return;
    }
    whenDone(m_services.tunnels.open(*machine, *remote, localPort), this, [this](const Result<OpenTunnel> &opened) {
        if (!opened || !opened->state.problem.what.isEmpty()) {
            Q_EMIT failed(QStringLiteral("port"), opened ? opened->state.problem : opened.error());
            return;
        }
        const QString page = QStringLiteral("http://127.0.0.1:%1/").arg(opened->record.localPort);
        if (!QDesktopServices::openUrl(QUrl(page)))
            Q_EMIT failed(QStringLiteral("port"),
                          {ErrorCode::Unsupported, tr("Could not start a browser. Open %1 yourself.").arg(page), {}});
    });
}

void MachineController::cancel()
{
    m_stop.request_stop();
    m_prompter.cancelAll();
}

}  // namespace trainyard

#include "moc_machinecontroller.cpp"
