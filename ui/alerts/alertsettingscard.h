// SPDX-License-Identifier: GPL-3.0-or-later
// The alert section of the settings: rules, quiet hours, channels and a test. Changes apply immediately. A webhook address can be entered
// but is never shown again; only its host is displayed.
//
// Object names: alertSettings, quietHours, criticalPasses, noticesChoice (the desktop), commandChoice, commandLine, webhookChoice,
// webhookFormat, webhookAddress, webhookSecret, webhookSave, webhookRemove, alertTest, alertTestResult, alertAgent; those of ruletable.h.
#pragma once

#include "core/observe/alert/alertsettings.h"
#include "ui/common/card.h"

class QCheckBox;
class QComboBox;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace trainyard {

class FieldRow;
class Label;
class RuleTable;

class AlertSettingsCard : public Card {
    Q_OBJECT
public:
    explicit AlertSettingsCard(QWidget *parent = nullptr);

    void setSettings(const AlertSettings &settings);
    void setWebhookHost(const QString &host);  // empty: none is set
    void setTesting(bool isTesting);
    void setTestResult(const QString &text, bool isGood);
    void setAgent(const QString &text);  // which program sends them; empty: not known yet
    void setError(const QString &what);  // why a setting could not be saved; empty: no error

Q_SIGNALS:
    void settingsChanged(const trainyard::AlertSettings &settings);
    void webhookChanged(const trainyard::WebhookAddress &address);
    void testRequested();

private:
    void addRules(QVBoxLayout *column);
    void addQuietHours(QVBoxLayout *column);
    void addWays(QVBoxLayout *column);
    void addTest(QVBoxLayout *column);
    void submit();
    void submitWebhook();
    void showEnabled();

    AlertSettings m_settings;
    RuleTable *m_rules;
    QLineEdit *m_quiet, *m_command, *m_address, *m_secret;
    FieldRow *m_quietRow, *m_commandRow, *m_addressRow, *m_secretRow = nullptr, *m_formatRow = nullptr;
    QCheckBox *m_critical, *m_desktop, *m_runsCommand, *m_sends;
    QComboBox *m_format;
    QPushButton *m_save, *m_remove, *m_test;
    Label *m_agent, *m_result, *m_error;
    QString m_host;
};

}  // namespace trainyard
