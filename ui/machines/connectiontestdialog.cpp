// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/machines/connectiontestdialog.h"

#include "core/base/format.h"
#include "ui/common/buttons.h"
#include "ui/common/card.h"
#include "ui/common/label.h"
#include "ui/common/messagebar.h"
#include "ui/machines/teststeprow.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QPushButton>
#include <QScreen>
#include <QVBoxLayout>

#include <algorithm>

namespace trainyard {

ConnectionTestDialog::ConnectionTestDialog(const QString &machineName, const QString &address, QWidget *parent)
    : Dialog(parent), m_machine(machineName), m_address(address), m_messages(new MessageBar(this)),
      m_summary(new Label(TextRole::Body, Ink::Text2, this)),
      m_again(makeButton(QStringLiteral("testAgainButton"), tr("Test again"), ButtonVariant::Normal, QStringLiteral("refresh"), this)),
      m_copy(makeButton(QStringLiteral("copyTestReportButton"), tr("Copy report"), ButtonVariant::Quiet, QStringLiteral("copy"), this)),
      m_edit(makeButton(QStringLiteral("editTestedMachineButton"), tr("Edit machine…"), ButtonVariant::Normal, {}, this)),
      m_close(makeButton(QStringLiteral("closeTestButton"), tr("Close"), ButtonVariant::Primary, {}, this))
{
    setObjectName(QStringLiteral("connectionTestDialog"));
    setWindowTitle(tr("Test connection"));
    setModal(true);
    auto *title = new ElidedLabel(TextRole::PageTitle, Ink::Text1, Qt::ElideRight, this);
    title->setText(tr("Can %1 be used?").arg(machineName));
    auto *place = new ElidedLabel(TextRole::Small, Ink::Text3, Qt::ElideMiddle, this);
    place->setText(address);

    auto *steps = new QWidget(this);
    auto *list = new QVBoxLayout(steps);
    list->setContentsMargins(0, 0, 0, 0);
    list->setSpacing(0);
    for (const ConnectionStep step : kConnectionSteps) {
        if (!m_rows.isEmpty())
            list->addWidget(new Hairline(Qt::Horizontal, steps));
        m_rows << new TestStepRow(step, steps);
        list->addWidget(m_rows.last());
    }
    list->addStretch(1);

    m_summary->setObjectName(QStringLiteral("testSummary"));
    m_summary->setWordWrap(true);
    QVBoxLayout *const column = makeBody(720, 640);
    auto *head = new QVBoxLayout;
    head->setSpacing(dp(2));
    head->addWidget(title);
    head->addWidget(place);
    column->addLayout(head);
    column->addWidget(m_messages);
    column->addWidget(steps, 1);
    column->addWidget(new Hairline(Qt::Horizontal, this));
    column->addWidget(m_summary);
    setFooter({m_edit, m_again, m_close}, {m_copy});

    m_tick.setInterval(1000);
    connect(&m_tick, &QTimer::timeout, this, &ConnectionTestDialog::showElapsed);
    connect(m_again, &QPushButton::clicked, this, &ConnectionTestDialog::testRequested);
    connect(m_edit, &QPushButton::clicked, this, &ConnectionTestDialog::editRequested);
    connect(m_close, &QPushButton::clicked, this, &ConnectionTestDialog::reject);
    connect(m_copy, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(reportText());
        m_copy->setText(tr("Copied"));
        QTimer::singleShot(2000, m_copy, [this] { m_copy->setText(tr("Copy report")); });
    });
}

void ConnectionTestDialog::begin()
{
    m_messages->clear();
    for (qsizetype i = 0; i < m_rows.size(); ++i) {
        StepFinding waiting;
        waiting.step = kConnectionSteps[size_t(i)];
        m_rows[i]->setFinding(waiting);
    }
    m_since.start();
    setRunning(true);
}

void ConnectionTestDialog::showStep(const StepFinding &finding)
{
    if (m_isRunning)
        m_rows[int(finding.step)]->setFinding(finding);
}

void ConnectionTestDialog::finish(const ConnectionReport &report)
{
    for (const StepFinding &finding : report.steps)
        m_rows[int(finding.step)]->setFinding(finding);
    setRunning(false);
    const QString time = formatNumber(double(report.elapsedMs) / 1000, 1);
    const auto notes = std::count_if(report.steps.cbegin(), report.steps.cend(),
                                     [](const StepFinding &finding) { return finding.state == StepState::Note; });
    const StepFinding *failed = report.failure();
    if (report.isCancelled)
        m_summary->setText(tr("Cancelled after %1 s.").arg(time));
    else if (failed)
        m_summary->setText(tr("Stopped at “%1” after %2 s. See the fix above.").arg(connectionStepTitle(failed->step), time));
    else if (notes > 0)
        m_summary->setText(tr("It can be used, with %n note(s); tested in %1 s.", nullptr, int(notes)).arg(time));
    else
        m_summary->setText(tr("It can be used; tested in %1 s.").arg(time));
    m_summary->setInk(failed ? Ink::Bad : Ink::Text2);
    // After the texts have their final height.
    if (failed)
        QTimer::singleShot(0, this, [this, row = m_rows[int(failed->step)]] { scrollTo(row); });
    m_edit->setVisible(failed && failed->step <= ConnectionStep::Login);
}

void ConnectionTestDialog::fail(const Error &error)
{
    setRunning(false);
    m_summary->clear();
    if (!error.isCancelled())
        m_messages->post({QStringLiteral("test"), Tone::Bad, error.what, {}, error.detail, {}});
}

QString ConnectionTestDialog::reportText() const
{
    QStringList lines{m_machine + QStringLiteral("  ") + m_address};
    for (const TestStepRow *row : m_rows) {
        const StepFinding &finding = row->finding();
        lines << QStringLiteral("%1  %2  %3")
                     .arg(stepStateName(finding.state), -11)
                     .arg(connectionStepName(finding.step), -9)
                     .arg(finding.sentence);
        if (!finding.detail.isEmpty())
            lines << QString(24, u' ') + QString(finding.detail).replace(u'\n', u'\n' + QString(24, u' '));
    }
    return lines.join(u'\n') + u'\n';
}

void ConnectionTestDialog::setRunning(bool isRunning)
{
    m_isRunning = isRunning;
    m_again->setVisible(!isRunning);
    m_copy->setVisible(!isRunning);
    m_edit->setVisible(false);
    m_close->setText(isRunning ? tr("Cancel") : tr("Close"));
    setVariant(m_close, isRunning ? ButtonVariant::Normal : ButtonVariant::Primary);
    m_summary->setInk(Ink::Text2);
    if (isRunning) {
        m_tick.start();
        m_close->setFocus();
        showElapsed();
    } else {
        m_tick.stop();
        m_close->setFocus();
    }
}

void ConnectionTestDialog::showElapsed()
{
    m_summary->setText(tr("Testing… %1").arg(formatDuration(m_since.elapsed())));
    for (TestStepRow *row : std::as_const(m_rows))
        row->showElapsed();
}

void ConnectionTestDialog::reject()
{
    if (m_isRunning) {
        Q_EMIT cancelRequested();
        return;
    }
    Dialog::reject();
}

}  // namespace trainyard

#include "moc_connectiontestdialog.cpp"
