// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/alerts/alertsettingscard.h"

#include "ui/alerts/ruletable.h"
#include "ui/common/buttons.h"
#include "ui/common/fieldrow.h"
#include "ui/common/label.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QProcess>
#include <QPushButton>
#include <QVBoxLayout>

namespace trainyard {

namespace {

// In the form that QProcess::splitCommand() splits again: quotes only, nothing is expanded.
QString joined(const QStringList &command)
{
    QStringList words;
    for (QString word : command) {
        const bool needsQuotes = word.isEmpty() || word.contains(u' ') || word.contains(u'"');
        word.replace(u'"', QLatin1String("\"\"\""));
        words << (needsQuotes ? u'"' + word + u'"' : word);
    }
    return words.join(u' ');
}

}  // namespace

AlertSettingsCard::AlertSettingsCard(QWidget *parent)
    : Card(parent), m_rules(new RuleTable(this)), m_quiet(new QLineEdit), m_command(new QLineEdit), m_address(new QLineEdit),
      m_secret(new QLineEdit), m_quietRow(new FieldRow(tr("Quiet hours"), m_quiet, this)),
      m_commandRow(new FieldRow(tr("Program and arguments"), m_command, this)),
      m_addressRow(new FieldRow(tr("Address of the webhook"), m_address, this)),
      m_critical(new QCheckBox(tr("Let critical alerts through"), this)), m_desktop(new QCheckBox(tr("On the desktop"), this)),
      m_runsCommand(new QCheckBox(tr("Run a command on this computer"), this)), m_sends(new QCheckBox(tr("Send to a webhook"), this)),
      m_format(new QComboBox), m_save(makeButton(QStringLiteral("webhookSave"), tr("Save address"), ButtonVariant::Normal, {}, this)),
      m_remove(makeButton(QStringLiteral("webhookRemove"), tr("Remove"), ButtonVariant::Link, {}, this)),
      m_test(makeButton(QStringLiteral("alertTest"), tr("Send a test"), ButtonVariant::Normal, QStringLiteral("bell"), this)),
      m_agent(new Label(TextRole::Small, Ink::Text2, this)), m_result(new Label(TextRole::Small, Ink::Text2, this)),
      m_error(new Label(TextRole::Small, Ink::Bad, this))
{
    setObjectName(QStringLiteral("alertSettings"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(dp(20), dp(16), dp(20), dp(16));
    column->setSpacing(dp(12));
    column->addWidget(new Label(tr("Alerts"), TextRole::Section, Ink::Text1, this));
    m_agent->setObjectName(QStringLiteral("alertAgent"));
    m_agent->setWordWrap(true);
    m_agent->hide();
    column->addWidget(m_agent);
    m_error->setWordWrap(true);
    m_error->hide();
    column->addWidget(m_error);
    addRules(column);
    column->addWidget(new Hairline(Qt::Horizontal, this));
    addQuietHours(column);
    column->addWidget(new Hairline(Qt::Horizontal, this));
    addWays(column);
    addTest(column);
    setSettings({});
    setWebhookHost({});
}

void AlertSettingsCard::addRules(QVBoxLayout *column)
{
    auto *help = makeProse(tr("Notify me about these. A task can have its own (section “alerts”)."), TextRole::Small, Ink::Text3, this);
    column->addWidget(help);
    column->addWidget(m_rules);
    connect(m_rules, &RuleTable::changed, this, &AlertSettingsCard::submit);
}

void AlertSettingsCard::addQuietHours(QVBoxLayout *column)
{
    m_quiet->setObjectName(QStringLiteral("quietHours"));
    m_quiet->setPlaceholderText(QStringLiteral("22:00-07:00"));
    m_quietRow->setHelp(tr("In this computer's time; separate several with commas. Alerts still open are sent when quiet hours end."));
    column->addWidget(m_quietRow);
    m_critical->setObjectName(QStringLiteral("criticalPasses"));
    column->addWidget(m_critical);
    connect(m_quiet, &QLineEdit::editingFinished, this, &AlertSettingsCard::submit);
    connect(m_critical, &QCheckBox::clicked, this, &AlertSettingsCard::submit);
}

void AlertSettingsCard::addWays(QVBoxLayout *column)
{
    column->addWidget(m_desktop);
    m_desktop->setObjectName(QStringLiteral("noticesChoice"));
    m_runsCommand->setObjectName(QStringLiteral("commandChoice"));
    column->addWidget(m_runsCommand);
    m_command->setObjectName(QStringLiteral("commandLine"));
    m_command->setPlaceholderText(QStringLiteral("/usr/local/bin/notify --phone"));
    m_commandRow->setHelp(tr("It receives the alert as JSON on standard input and in TRAINYARD_ALERT_… variables; no shell is involved."));
    column->addWidget(m_commandRow);
    m_sends->setObjectName(QStringLiteral("webhookChoice"));
    column->addWidget(m_sends);
    m_format->setObjectName(QStringLiteral("webhookFormat"));
    const std::initializer_list<std::pair<WebhookFormat, QString>> formats{{WebhookFormat::Json, tr("JSON, for programs")},
                                                                           {WebhookFormat::Slack, QStringLiteral("Slack")},
                                                                           {WebhookFormat::Feishu, tr("Feishu, Lark")},
                                                                           {WebhookFormat::DingTalk, tr("DingTalk")},
                                                                           {WebhookFormat::WeCom, tr("WeCom")}};
    for (const auto &[format, name] : formats)
        m_format->addItem(name, int(format));
    m_formatRow = new FieldRow(tr("Message format"), m_format, this);
    m_formatRow->setHelp(tr("Every message contains the word Trainyard, for services that require a keyword."));
    column->addWidget(m_formatRow);
    m_address->setObjectName(QStringLiteral("webhookAddress"));
    m_address->setEchoMode(QLineEdit::Password);
    m_addressRow->setHelp(tr("Anyone who knows it can post there, so it is stored in a file that only you can read and not shown again."));
    column->addWidget(m_addressRow);
    m_secret->setObjectName(QStringLiteral("webhookSecret"));
    m_secret->setEchoMode(QLineEdit::Password);
    m_secretRow = new FieldRow(tr("Signing secret, if the service provides one"), m_secret, this);
    column->addWidget(m_secretRow);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_save);
    buttons->addWidget(m_remove);
    buttons->addStretch(1);
    column->addLayout(buttons);
    for (QCheckBox *box : {m_desktop, m_runsCommand, m_sends})
        connect(box, &QCheckBox::clicked, this, &AlertSettingsCard::submit);
    connect(m_command, &QLineEdit::editingFinished, this, &AlertSettingsCard::submit);
    connect(m_format, &QComboBox::activated, this, &AlertSettingsCard::submit);
    connect(m_address, &QLineEdit::textChanged, this, &AlertSettingsCard::showEnabled);
    connect(m_address, &QLineEdit::returnPressed, this, &AlertSettingsCard::submitWebhook);
    connect(m_save, &QPushButton::clicked, this, &AlertSettingsCard::submitWebhook);
    connect(m_remove, &QPushButton::clicked, this, [this] { Q_EMIT webhookChanged({}); });
}

void AlertSettingsCard::addTest(QVBoxLayout *column)
{
    m_result->setObjectName(QStringLiteral("alertTestResult"));
    m_result->setWordWrap(true);
    auto *row = new QHBoxLayout;
    row->setSpacing(dp(12));
    row->addWidget(m_test, 0, Qt::AlignTop);
    row->addWidget(m_result, 1);
    column->addLayout(row);
    connect(m_test, &QPushButton::clicked, this, &AlertSettingsCard::testRequested);
}

void AlertSettingsCard::setSettings(const AlertSettings &settings)
{
    m_settings = settings;
    m_rules->setRules(settings.rules);
    m_quiet->setText(settings.quiet.text());
    m_quietRow->clearError();
    m_critical->setChecked(settings.quiet.passesCritical);
    m_desktop->setChecked(settings.ways.contains(AlertChannel::Desktop));
    m_runsCommand->setChecked(settings.ways.contains(AlertChannel::Command));
    m_command->setText(joined(settings.command));
    m_sends->setChecked(settings.ways.contains(AlertChannel::Webhook));
    m_format->setCurrentIndex(m_format->findData(int(settings.format)));
    showEnabled();
}

void AlertSettingsCard::setWebhookHost(const QString &host)
{
    m_host = host;
    m_address->clear();
    m_secret->clear();
    m_address->setPlaceholderText(host.isEmpty() ? QStringLiteral("https://…")
                                                 : tr("Set (%1). Paste another address to replace it.").arg(host));
    m_addressRow->clearError();
    showEnabled();
}

void AlertSettingsCard::setTesting(bool isTesting)
{
    setDisabledReason(m_test, isTesting ? tr("Already sending the test.") : QString());
    if (isTesting) {
        m_result->setInk(Ink::Text2);
        m_result->setText(tr("Sending…"));
    }
}

void AlertSettingsCard::setAgent(const QString &text)
{
    m_agent->setText(text);
    m_agent->setVisible(!text.isEmpty());
}

void AlertSettingsCard::setTestResult(const QString &text, bool isGood)
{
    m_result->setInk(isGood ? Ink::Ok : Ink::Bad);
    m_result->setText(text);
}

void AlertSettingsCard::setError(const QString &what)
{
    m_error->setText(what);
    m_error->setVisible(!what.isEmpty());
}

void AlertSettingsCard::showEnabled()
{
    m_commandRow->setVisible(m_runsCommand->isChecked());
    const bool sends = m_sends->isChecked();
    for (QWidget *widget : {static_cast<QWidget *>(m_formatRow), static_cast<QWidget *>(m_addressRow), static_cast<QWidget *>(m_save)})
        widget->setVisible(sends);
    m_remove->setVisible(sends && !m_host.isEmpty());
    const auto format = WebhookFormat(m_format->currentData().toInt());
    m_secretRow->setVisible(sends && (format == WebhookFormat::Feishu || format == WebhookFormat::DingTalk));
    setDisabledReason(m_save, m_address->text().trimmed().isEmpty() ? tr("Enter the address first.") : QString());
}

void AlertSettingsCard::submit()
{
    showEnabled();
    const auto ranges = QuietHours::parse(m_quiet->text());
    if (!ranges) {
        m_quietRow->setError(tr("Enter hours such as 22:00-07:00."));
        return;
    }
    m_quietRow->clearError();
    AlertSettings settings;
    settings.rules = m_rules->rules();
    settings.quiet = {*ranges, m_critical->isChecked()};
    settings.ways.clear();
    if (m_desktop->isChecked())
        settings.ways << AlertChannel::Desktop;
    if (m_runsCommand->isChecked())
        settings.ways << AlertChannel::Command;
    if (m_sends->isChecked())
        settings.ways << AlertChannel::Webhook;
    settings.command = QProcess::splitCommand(m_command->text());
    settings.format = WebhookFormat(m_format->currentData().toInt());
    if (settings == m_settings)
        return;
    m_settings = settings;
    Q_EMIT settingsChanged(settings);
}

void AlertSettingsCard::submitWebhook()
{
    const WebhookAddress address{m_address->text().trimmed(), m_secret->text().trimmed()};
    if (address.url.isEmpty())
        return;
    if (const auto fine = address.check(); !fine) {
        m_addressRow->setError(fine.error().what.toHtmlEscaped());
        return;
    }
    Q_EMIT webhookChanged(address);
}

}  // namespace trainyard

#include "moc_alertsettingscard.cpp"
