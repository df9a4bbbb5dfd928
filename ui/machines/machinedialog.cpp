// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/machines/machinedialog.h"

#include "core/base/format.h"
#include "core/model/sshcommand.h"
#include "ui/common/buttons.h"
#include "ui/common/fieldrow.h"
#include "ui/common/label.h"
#include "ui/common/messagebar.h"
#include "ui/common/moneyedit.h"
#include "ui/machines/keydialog.h"
#include "ui/machines/keypart.h"

#include <QCompleter>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace trainyard {

namespace {

constexpr int kMaxMachineName = 64;
constexpr int kMaxNotes = 2000;  // as the database accepts
constexpr int kMaxSource = 200;

// "user@gpu-3.lab.example" → "gpu-3"; IP addresses stay whole.
QString suggestedName(const SshTarget &target)
{
    const QString &host = target.host;
    const bool isAddress = host.contains(QLatin1Char(':'))
                           || (!host.isEmpty() && host.back().isDigit() && host.count(QLatin1Char('.')) == 3);
    return (isAddress ? host : host.section(QLatin1Char('.'), 0, 0)).left(kMaxMachineName);
}

}  // namespace

MachineDialog::MachineDialog(QWidget *parent)
    : Dialog(parent), m_name(new QLineEdit), m_command(new QLineEdit), m_group(new QLineEdit), m_notes(new QPlainTextEdit),
      m_key(new KeyPart(this)), m_price(new MoneyEdit(QStringLiteral("machinePrice"), tr("Price per hour"))),
      m_nameRow(new FieldRow(tr("Name"), m_name, this)), m_commandRow(new FieldRow(tr("SSH command"), m_command, this)),
      m_groupRow(new FieldRow(tr("Group"), m_group, this)), m_notesRow(new FieldRow(tr("Notes"), m_notes, this)),
      m_priceRow(new FieldRow(tr("Price per hour"), m_price, this)),
      m_title(new Label(tr("Which machine?"), TextRole::PageTitle, Ink::Text1, this)),
      m_prose(new Label(tr("Trainyard connects over SSH and reads what the machine has. Nothing is installed on it."), TextRole::Body,
                        Ink::Text2, this)),
      m_messages(new MessageBar(this)), m_progress(new Label(TextRole::Body, Ink::Text2, this)),
      m_connect(makeButton(QStringLiteral("connectMachineButton"), tr("Connect and add"), ButtonVariant::Primary, {}, this)),
      m_cancel(makeButton(QStringLiteral("cancelMachineButton"), tr("Cancel"), ButtonVariant::Normal, {}, this)),
      m_fromConfig(makeButton(QStringLiteral("machineFromConfig"), tr("From ~/.ssh/config…"), ButtonVariant::Normal, {}, this))
{
    setObjectName(QStringLiteral("addMachineDialog"));
    setWindowTitle(tr("Add a machine"));
    setModal(true);
    m_name->setObjectName(QStringLiteral("machineNameEdit"));
    m_name->setMaxLength(kMaxMachineName);
    m_command->setObjectName(QStringLiteral("sshCommandEdit"));
    QFont code = textFont(TextRole::Code);
    m_command->setFont(code);
    m_command->setPlaceholderText(QStringLiteral("ssh -p 22 user@203.0.113.7"));
    m_commandRow->setHelp(tr("Paste the command from your provider or colleague. Aliases from ~/.ssh/config work too."));
    m_nameRow->setHelp(tr("Its name in Trainyard."));

    m_group->setObjectName(QStringLiteral("machineGroupEdit"));
    m_group->setMaxLength(kMaxMachineName);
    m_groupRow->setHelp(tr("For example a lab, provider or project. Optional."));
    m_notes->setObjectName(QStringLiteral("machineNotesEdit"));
    m_notes->setTabChangesFocus(true);
    m_notes->setFixedHeight(3 * lineHeight(TextRole::Body) + dp(18));
    m_notesRow->setHelp(tr("For your own reference: who to ask, when it is free."));
    m_priceRow->setHelp(tr("For a rented machine: billed from now until you give it back. Optional."));
    m_title->setWordWrap(true);
    m_prose->setWordWrap(true);
    QVBoxLayout *const column = makeBody(560);
    column->addWidget(m_title);
    column->addWidget(m_prose);
    column->addWidget(m_messages);
    column->addWidget(m_commandRow);
    column->addWidget(m_key);
    auto *names = new QHBoxLayout;
    names->setSpacing(dp(12));
    names->addWidget(m_nameRow, 1, Qt::AlignTop);
    names->addWidget(m_groupRow, 1, Qt::AlignTop);
    column->addLayout(names);
    column->addWidget(m_priceRow);
    column->addWidget(m_notesRow);
    column->addStretch(1);
    setFooter({m_cancel, m_connect}, {m_fromConfig, m_progress});
    m_fromConfig->hide();  // until there are hosts to choose from
    connect(m_fromConfig, &QPushButton::clicked, this, &MachineDialog::importRequested);
    setTabOrder(m_command, m_key);
    setTabOrder(m_key, m_name);
    setTabOrder(m_name, m_group);
    setTabOrder(m_group, m_price);
    setTabOrder(m_price, m_notes);
    setTabOrder(m_notes, m_fromConfig);
    setTabOrder(m_fromConfig, m_cancel);
    setTabOrder(m_cancel, m_connect);
    m_connect->setDefault(true);
    m_command->setFocus();

    m_tick.setInterval(1000);
    connect(&m_tick, &QTimer::timeout, this, &MachineDialog::showElapsed);
    // A successful parse is shown after a short pause; an error only on leaving the field or on submit.
    m_pause.setSingleShot(true);
    m_pause.setInterval(150);
    connect(&m_pause, &QTimer::timeout, this, [this] { readCommand(false); });
    connect(m_command, &QLineEdit::textChanged, this, [this] {
        m_commandRow->clearError();
        m_pause.start();
    });
    connect(m_command, &QLineEdit::editingFinished, this, [this] {
        if (!m_command->text().trimmed().isEmpty())
            readCommand(true);
    });
    connect(m_key, &KeyPart::pathEdited, this, &MachineDialog::chooseKey);
    connect(m_key, &KeyPart::generateRequested, this, &MachineDialog::generateKey);
    connect(m_name, &QLineEdit::textEdited, this, [this](const QString &text) {
        m_isNameTyped = !text.isEmpty();
        m_nameRow->clearError();
    });
    connect(m_price, &MoneyEdit::edited, m_priceRow, &FieldRow::clearError);
    connect(m_connect, &QPushButton::clicked, this, &MachineDialog::submit);
    connect(m_cancel, &QPushButton::clicked, this, &MachineDialog::reject);
}

void MachineDialog::setOffer(const HourlyOffer &offer)
{
    m_offer = offer;
    m_price->setMoney(offer.perHour);
    //: the offer's name, a day
    m_priceRow->setHelp(
        (offer.asOf.isKnown()
             ? tr("From the offer %1, as of %2. Billed from now until you give the machine back.").arg(offer.id, offer.asOf.text())
             : tr("From the offer %1. Billed from now until you give the machine back.").arg(offer.id)));
}

void MachineDialog::setMachine(const Machine &machine)
{
    m_machine = machine;
    setObjectName(QStringLiteral("editMachineDialog"));
    setWindowTitle(tr("Edit a machine"));
    m_title->setText(tr("Edit %1").arg(machine.name));
    m_prose->setText(tr("Its runs and their local copies are kept, whatever you change here."));
    m_connect->setText(tr("Save"));
    m_priceRow->hide();  // rental is handled by the card's menu
    m_isNameTyped = true;
    m_name->setText(machine.name);
    m_group->setText(machine.group);
    m_notes->setPlainText(machine.notes);
    m_command->setText(sshCommandFor(machine.target));
    readCommand(true);
    if (machine.isSimulated) {
        setDisabledReason(m_command, tr("The sandbox sets its own address."));
        setDisabledReason(m_name, tr("The sandbox keeps its name."));
        m_key->setDisabledReason(tr("The sandbox has a key of its own."));
        m_group->setFocus();
        return;
    }
    m_name->setFocus();
    m_name->selectAll();
}

void MachineDialog::setKnownGroups(const QStringList &groups)
{
    auto *completer = new QCompleter(groups, m_group);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->setFilterMode(Qt::MatchContains);
    m_group->setCompleter(completer);
}

void MachineDialog::setKnownHosts(const QStringList &aliases)
{
    QStringList commands;
    for (const QString &alias : aliases)
        commands << QStringLiteral("ssh ") + alias;
    auto *completer = new QCompleter(commands, m_command);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->setFilterMode(Qt::MatchContains);
    m_command->setCompleter(completer);
    m_fromConfig->setVisible(!aliases.isEmpty());
}

void MachineDialog::setKnownNames(const QStringList &names) { m_knownNames = names; }

QString MachineDialog::machineName() const { return m_name->text().trimmed(); }

void MachineDialog::readCommand(bool isFinal)
{
    m_pause.stop();
    m_target.reset();
    const Result<SshCommand> parsed = parseSshCommand(m_command->text().trimmed());
    if (!parsed) {
        if (isFinal)
            m_commandRow->setError(parsed.error().what);
        m_key->setPath(m_chosenKey);
        nameKey();
        return;
    }
    m_target = parsed->target;
    m_commandRow->clearError();
    m_commandRow->setHelp(parsed->forwards.isEmpty() ? tr("Recognized: %1").arg(m_target->display())
                                                     : tr("Recognized: %1. Tunnels (-L) are not saved.").arg(m_target->display()));
    // A key named in the command takes precedence; otherwise the one chosen beside it is used.
    if (!m_target->identityFiles.isEmpty())
        m_chosenKey.clear();
    else if (!m_chosenKey.isEmpty())
        m_target->identityFiles = {m_chosenKey};
    m_key->setPath(m_target->identityFiles.value(0));
    nameKey();
    if (!m_isNameTyped) {
        m_name->setText(suggestedName(*m_target));
        m_nameRow->clearError();
    }
}

void MachineDialog::nameKey()
{
    const QString path = m_key->path();
    if (path == m_namedKey)
        return;
    m_namedKey = path;
    if (!path.isEmpty())
        Q_EMIT keyNamed(path);
}

void MachineDialog::chooseKey(const QString &path)
{
    m_chosenKey = path.trimmed();
    // The command names no other key.
    if (auto parsed = parseSshCommand(m_command->text().trimmed()); parsed && !parsed->target.identityFiles.isEmpty()) {
        parsed->target.identityFiles.clear();
        m_command->setText(sshCommandFor(parsed->target));
    }
    m_pause.start();
}

void MachineDialog::generateKey()
{
    if (m_keyDialog)
        return;
    m_keyDialog = new KeyDialog(machineName(), this);
    m_keyDialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_keyDialog, &KeyDialog::submitted, this, &MachineDialog::keyWanted);
    m_keyDialog->open();
}

void MachineDialog::takeKey(const Result<StoredKey> &key)
{
    if (!key) {
        if (m_keyDialog)
            m_keyDialog->showError(key.error());
        return;
    }
    if (m_keyDialog)
        m_keyDialog->accept();
    m_namedKey = key->path;
    chooseKey(key->path);
    m_key->setPath(key->path);
    m_key->showKey(key);
}

void MachineDialog::showKey(const QString &path, const Result<StoredKey> &key)
{
    if (path == m_key->path())
        m_key->showKey(key);
}

bool MachineDialog::checkName()
{
    const QString name = machineName();
    if (name.isEmpty()) {
        m_nameRow->setError(tr("Give the machine a name."));
        return false;
    }
    const bool isOwn = m_machine.id.isSet() && name == m_machine.name;
    if (!isOwn && m_knownNames.contains(name, Qt::CaseInsensitive)) {
        m_nameRow->setError(tr("A machine named %1 already exists. Choose another name.").arg(name));
        return false;
    }
    return true;
}

void MachineDialog::submit()
{
    if (m_isConnecting)
        return;
    m_messages->clear();
    if (m_notes->toPlainText().size() > kMaxNotes) {
        m_notesRow->setError(tr("Notes can have at most %1 characters. Shorten them.").arg(kMaxNotes));
        m_notes->setFocus();
        return;
    }
    m_notesRow->clearError();
    readCommand(true);
    if (!m_target) {
        m_command->setFocus();
        return;
    }
    if (!checkName()) {
        m_name->setFocus();
        return;
    }
    const bool isPriced = !m_machine.id.isSet() && !m_price->amount()->text().trimmed().isEmpty();
    const Result<Money> price = m_price->money();
    if (isPriced && !price) {
        m_priceRow->setError(price.error().what);
        m_price->setFocus();
        return;
    }
    Machine machine = m_machine;
    machine.name = machineName();
    if (!machine.isSimulated)
        machine.target = *m_target;
    machine.group = m_group->text().trimmed();
    machine.notes = m_notes->toPlainText().trimmed();
    std::optional<Rental> rental;
    if (isPriced) {
        rental.emplace();
        rental->perHour = *price;
        // A different price is a different deal: the other data of the offer no longer apply.
        if (m_offer && m_offer->perHour == *price) {
            rental->billing = m_offer->billing;
            rental->source = m_offer->id.simplified().left(kMaxSource);
        }
    }
    Q_EMIT submitted(machine, rental);
}

void MachineDialog::setConnecting(bool isConnecting)
{
    m_isConnecting = isConnecting;
    for (QWidget *field : {static_cast<QWidget *>(m_command), static_cast<QWidget *>(m_key), static_cast<QWidget *>(m_name),
                           static_cast<QWidget *>(m_group), static_cast<QWidget *>(m_price), static_cast<QWidget *>(m_notes)})
        field->setEnabled(!isConnecting);
    m_connect->setEnabled(!isConnecting);
    m_fromConfig->setEnabled(!isConnecting);
    if (isConnecting) {
        m_since.start();
        m_tick.start();
        m_cancel->setFocus();
        showElapsed();
    } else {
        m_tick.stop();
        m_progress->clear();
    }
}

void MachineDialog::showError(const Error &error)
{
    setConnecting(false);
    m_connect->setFocus();
    if (error.isCancelled())
        return;
    m_messages->post({QStringLiteral("add"), Tone::Bad, error.what, {}, error.detail, {}});
    if (error.code == ErrorCode::AlreadyExists)
        m_nameRow->setError(error.what);
}

void MachineDialog::showElapsed() { m_progress->setText(tr("Connecting… %1").arg(formatDuration(m_since.elapsed()))); }

void MachineDialog::reject()
{
    // The first Esc cancels the attempt, the second closes the dialog: the input is kept.
    if (m_isConnecting) {
        Q_EMIT cancelRequested();
        return;
    }
    Dialog::reject();
}

}  // namespace trainyard

#include "moc_machinedialog.cpp"
