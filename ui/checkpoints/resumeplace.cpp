// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/checkpoints/resumeplace.h"

#include "core/model/objectstoreconfig.h"
#include "ui/checkpoints/internal/typingpause.h"
#include "ui/common/badge.h"
#include "ui/common/fieldrow.h"
#include "ui/common/icons.h"
#include "ui/common/label.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>

namespace trainyard {

ResumePlace::ResumePlace(const Run &run, QWidget *parent)
    : QWidget(parent), m_run(run), m_machine(new QComboBox), m_origin(new QLineEdit),
      m_originRow(new FieldRow(tr("Copy in an object store"), m_origin)), m_simulated(new Badge(simulatedBadge())),
      m_help(new Label({}, TextRole::Small, Ink::Text3))
{
    m_machine->setObjectName(QStringLiteral("resumeMachine"));
    m_machine->setAccessibleName(tr("On which machine"));
    m_origin->setObjectName(QStringLiteral("resumeOrigin"));
    m_origin->setPlaceholderText(QStringLiteral("s3://bucket/folder/checkpoint-6000"));
    m_origin->setFont(textFont(TextRole::Code));
    m_originRow->setRoomKept(false);
    m_originRow->setHelp(tr("The machine downloads it directly. Leave empty to copy it through this computer."));
    m_help->setWordWrap(true);
    auto *const row = new QHBoxLayout;
    row->setSpacing(dp(8));
    row->addWidget(m_machine, 1);
    row->addWidget(m_simulated);
    auto *const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(dp(8));
    column->addWidget(new Label(tr("On which machine"), TextRole::Section));
    column->addLayout(row);
    column->addWidget(m_help);
    column->addWidget(m_originRow);
    m_later.setSingleShot(true);
    m_later.setInterval(kAfterAddress);
    connect(m_machine, &QComboBox::activated, this, [this] {
        show();
        Q_EMIT edited();
        if (isRight())
            Q_EMIT changed();
    });
    connect(m_origin, &QLineEdit::textEdited, this, [this] {
        m_later.start();
        Q_EMIT edited();
    });
    connect(&m_later, &QTimer::timeout, this, [this] {
        show();
        if (isRight())
            Q_EMIT changed();
    });
    setMachines({});
}

void ResumePlace::setMachines(const QList<Machine> &machines)
{
    const MachineId before = m_machine->count() > 0 ? machineId() : m_run.head().machineId;
    m_machine->clear();
    m_simulatedIds.clear();
    const auto add = [this](MachineId id, const QString &name, bool isSimulated) {
        m_machine->addItem(
            icon(isSimulated ? QStringLiteral("flask") : QStringLiteral("machines"), isSimulated ? Ink::Simulated : Ink::Text2), name,
            id.number());
        if (isSimulated)
            m_simulatedIds << id;
    };
    const bool isKnown = std::any_of(machines.begin(), machines.end(),
                                     [this](const Machine &machine) { return machine.id == m_run.head().machineId; });
    if (!isKnown)
        add(m_run.head().machineId, m_run.head().machineName, m_run.isSimulated);
    for (const Machine &machine : machines)
        add(machine.id, machine.name, machine.isSimulated);
    m_machine->setCurrentIndex(std::max(0, m_machine->findData(before.number())));
    show();
}

MachineId ResumePlace::machineId() const { return MachineId(m_machine->currentData().toLongLong()); }

QString ResumePlace::machineName() const { return m_machine->currentText(); }

bool ResumePlace::isElsewhere() const { return machineId() != m_run.head().machineId; }

QString ResumePlace::origin() const { return isElsewhere() ? m_origin->text().trimmed() : QString(); }

bool ResumePlace::isRight() const { return origin().isEmpty() || (isStoreAddress(origin()) && parseStoreAddress(origin())); }

void ResumePlace::show()
{
    m_simulated->setVisible(m_simulatedIds.contains(machineId()));
    m_originRow->setVisible(isElsewhere());
    m_help->setText(
        !isElsewhere() ? tr("This run's checkpoints are on this machine.")
        : origin().isEmpty()
            ? tr("The checkpoint is first copied from %1 to %2 and verified by SHA-256. The run starts once the copy is complete.")
                  .arg(m_run.head().machineName, machineName())
            : tr("%1 first downloads the copy and verifies its SHA-256. The run starts once it is complete.").arg(machineName()));
    if (isRight())
        m_originRow->clearError();
    else
        m_originRow->setError(tr("Enter the full address, such as s3://bucket/folder/checkpoint-6000."));
}

}  // namespace trainyard

#include "moc_resumeplace.cpp"
