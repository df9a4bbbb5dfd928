#include "ui/machines/addmachinedialog.h"

#include "ui/common/buttons.h"
#include "ui/common/fieldrow.h"
#include "ui/common/format.h"
#include "ui/common/label.h"
#include "ui/common/messagebar.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace trainyard {

namespace {

constexpr int kLongestName = 64;

// "user@gpu-3.lab.example" → "gpu-3"; addresses stay whole.
QString suggestedName(const SshTarget &target)
{
    const QString &host = target.host;
    const bool isAddress = host.contains(QLatin1Char(':')) || (!host.isEmpty() && host.back().isDigit() && host.count(QLatin1Char('.')) == 3);
    return (isAddress ? host : host.section(QLatin1Char('.'), 0, 0)).left(kLongestName);
}

}  // namespace

AddMachineDialog::AddMachineDialog(QWidget *parent)
    : QDialog(parent), m_name(new QLineEdit), m_command(new QLineEdit),
      m_nameRow(new FieldRow(tr("Name"), m_name, this)),
      m_commandRow(new FieldRow(tr("SSH command"), m_command, this)), m_messages(new MessageBar(this)),
      m_progress(new Label(TextRole::Body, Ink::Text2, this)),
      m_connect(makeButton(QStringLiteral("connectMachineButton"), tr("Connect and add"), ButtonVariant::Primary, {}, this)),
      m_cancel(makeButton(QStringLiteral("cancelMachineButton"), tr("Cancel"), ButtonVariant::Normal, {}, this))
{
    setObjectName(QStringLiteral("addMachineDialog"));
    setWindowTitle(tr("Add a machine"));
    setModal(true);
    m_name->setObjectName(QStringLiteral("machineNameEdit"));
    m_name->setMaxLength(kLongestName);
    m_command->setObjectName(QStringLiteral("sshCommandEdit"));
    QFont code = textFont(TextRole::Code);
    m_command->setFont(code);
    m_command->setPlaceholderText(QStringLiteral("ssh -p 22 user@203.0.113.7"));
    m_commandRow->setHelp(tr("Paste the line your provider or your colleague gave you. Aliases of ~/.ssh/config work too."));
    m_nameRow->setHelp(tr("What you call it here."));

    auto *title = new Label(tr("Which machine?"), TextRole::PageTitle, Ink::Text1, this);
    auto *prose = new Label(tr("Trainyard connects over SSH and reads what the machine has. Nothing is installed on it."),
                            TextRole::Body, Ink::Text2, this);
    prose->setWordWrap(true);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(dp(8));
    buttons->addWidget(m_progress, 1);
    buttons->addWidget(m_cancel);
    buttons->addWidget(m_connect);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(dp(24), dp(20), dp(24), dp(20));
    column->setSpacing(dp(12));
    column->addWidget(title);
    column->addWidget(prose);
    column->addWidget(m_messages);
    column->addWidget(m_commandRow);
    column->addWidget(m_nameRow);
    column->addStretch(1);
    column->addLayout(buttons);
    setTabOrder(m_command, m_name);
    setTabOrder(m_name, m_cancel);
    setTabOrder(m_cancel, m_connect);
    setMinimumWidth(dp(560));
    m_connect->setDefault(true);
    m_command->setFocus();

    m_tick.setInterval(1000);
    connect(&m_tick, &QTimer::timeout, this, &AddMachineDialog::showElapsed);
    // What was understood shows after a short rest; what was not only on leaving the field or on submit.
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
    connect(m_name, &QLineEdit::textEdited, this, [this](const QString &text) {
        m_isNameTyped = !text.isEmpty();
        m_nameRow->clearError();
    });
    connect(m_connect, &QPushButton::clicked, this, &AddMachineDialog::submit);
    connect(m_cancel, &QPushButton::clicked, this, &AddMachineDialog::reject);
}

void AddMachineDialog::setKnownNames(const QStringList &names)
{
    m_knownNames = names;
}

QString AddMachineDialog::machineName() const
{
    return m_name->text().trimmed();
}

void AddMachineDialog::readCommand(bool isFinal)
{
    m_pause.stop();
    m_target.reset();
    const Result<SshTarget> parsed = parseSshCommand(m_command->text().trimmed());
    if (!parsed) {
        if (isFinal)
            m_commandRow->setError(parsed.error().what);
        return;
    }
    m_target = *parsed;
    m_commandRow->clearError();
    QString understood = tr("Understood: %1").arg(m_target->display());
    if (!m_target->identityFiles.isEmpty())
        understood = tr("%1, key %2").arg(understood, m_target->identityFiles.join(QStringLiteral(", ")));
    m_commandRow->setHelp(understood);
    if (!m_isNameTyped) {
        m_name->setText(suggestedName(*m_target));
        m_nameRow->clearError();
    }
}

bool AddMachineDialog::checkName()
{
    const QString name = machineName();
    if (name.isEmpty()) {
        m_nameRow->setError(tr("Give the machine a name."));
        return false;
    }
    if (m_knownNames.contains(name, Qt::CaseInsensitive)) {
        m_nameRow->setError(tr("There is a machine called %1 already. Choose another name.").arg(name));
        return false;
    }
    return true;
}

void AddMachineDialog::submit()
{
    if (m_isConnecting)
        return;
    m_messages->clear();
    readCommand(true);
    if (!m_target) {
        m_command->setFocus();
        return;
    }
    if (!checkName()) {
        m_name->setFocus();
        return;
    }
    Q_EMIT addRequested(machineName(), *m_target);
}

void AddMachineDialog::setConnecting(bool isConnecting)
{
    m_isConnecting = isConnecting;
    m_name->setEnabled(!isConnecting);
    m_command->setEnabled(!isConnecting);
    m_connect->setEnabled(!isConnecting);
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

void AddMachineDialog::showError(const Error &error)
{
    setConnecting(false);
    m_connect->setFocus();
    if (error.isCancelled())
        return;
    m_messages->post({QStringLiteral("add"), Tone::Bad, error.what, {}, error.detail, {}});
    if (error.code == ErrorCode::AlreadyExists)
        m_nameRow->setError(error.what);
}

void AddMachineDialog::showElapsed()
{
    m_progress->setText(tr("Connecting… %1").arg(formatDuration(m_since.elapsed())));
}

void AddMachineDialog::reject()
{
    // The first Esc ends the attempt, the second the dialog: what was typed stays.
    if (m_isConnecting) {
        Q_EMIT cancelRequested();
        return;
    }
    QDialog::reject();
}

}  // namespace trainyard
