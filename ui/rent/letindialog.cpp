// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/rent/letindialog.h"

#include "core/base/format.h"
#include "core/base/seentext.h"
#include "core/base/shellquote.h"
#include "core/service/clouds/rentorder.h"
#include "ui/common/buttons.h"
#include "ui/common/commandpreview.h"
#include "ui/common/fieldrow.h"
#include "ui/common/label.h"
#include "ui/common/messagebar.h"

#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace trainyard {

LetInDialog::LetInDialog(const LetIn &plan, QWidget *parent) : Dialog(parent), m_plan(plan), m_messages(new MessageBar(this))
{
    setObjectName(QStringLiteral("letInDialog"));
    setModal(true);
    setWindowTitle(tr("Let SSH in to %1 from this address?").arg(seenText(m_plan.name)));
    QVBoxLayout *const column = makeBody(560);
    m_title = new Label(windowTitle(), TextRole::PageTitle, Ink::Text1, this);
    m_title->setWordWrap(true);
    column->addWidget(m_title);
    //: an address, a moment
    QString story = tr("SSH has been allowed from %1 since %2, and from nowhere else.")
                        .arg(m_plan.before, formatMoment(m_plan.since, QDateTime::currentDateTimeUtc()));
    if (!m_plan.others.isEmpty()) {
        story += QLatin1Char(' ')
                 + tr("The same rule holds for %1, which will be reached from the new address, too.")
                       .arg(seenText(m_plan.others.join(QStringLiteral(", "))));
    }
    m_story = makeProse(story, TextRole::Body, Ink::Text2, this);
    column->addWidget(m_story);
    column->addWidget(m_messages);
    m_address = new QLineEdit;
    m_address->setObjectName(QStringLiteral("letInAddress"));
    m_address->setFont(textFont(TextRole::Code));
    m_address->setPlaceholderText(QStringLiteral("203.0.113.7"));
    m_row = new FieldRow(tr("Allowed from now on"), m_address, this);
    m_row->setHelp(tr("Looking for your public address…"));
    column->addWidget(m_row);
    m_command = new CommandPreview(QStringLiteral("letInCommand"), tr("The same as a command"), this);
    m_command->setVisibleLines(1, 3);
    m_command->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    column->addWidget(m_command);
    column->addStretch(1);
    m_cancel = makeButton(QStringLiteral("cancelLetInButton"), tr("Cancel"), ButtonVariant::Normal, {}, this);
    m_letIn = makeButton(QStringLiteral("letInButton"), tr("Let in"), ButtonVariant::Primary, QStringLiteral("link"), this);
    setFooter({m_cancel, m_letIn});
    m_letIn->setDefault(true);
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_letIn, &QPushButton::clicked, this, [this] { Q_EMIT submitted(m_address->text().trimmed()); });
    connect(m_address, &QLineEdit::textChanged, this, &LetInDialog::showAll);
    m_address->setFocus();
    showAll();
}

void LetInDialog::setOwnAddress(const Result<QString> &address)
{
    if (!address)
        m_row->setHelp(tr("Your public address could not be found: enter it."));
    else if (m_address->text().trimmed().isEmpty())
        m_address->setText(*address);
    if (address)
        m_row->setHelp(tr("The internet sees this computer at %1.").arg(*address));
    showAll();
}

void LetInDialog::setBusy(bool isBusy)
{
    m_isBusy = isBusy;
    m_messages->clear();
    showAll();
}

void LetInDialog::setDone(const LetIn &done)
{
    setWindowTitle(tr("SSH of %1 follows you").arg(seenText(done.name)));
    m_title->setText(windowTitle());
    m_story->setText(done.isSame() ? tr("SSH is allowed from %1, as before: its provider was told again.").arg(done.now)
                                   : tr("SSH is allowed from %1 now, and no longer from %2.").arg(done.now, done.before));
    m_row->hide();
    m_command->hide();
    m_letIn->hide();
    m_cancel->setText(tr("Close"));
    m_cancel->setDefault(true);
    m_cancel->setFocus();
}

void LetInDialog::showError(const Error &error)
{
    setBusy(false);
    m_messages->post({QStringLiteral("letIn"), Tone::Bad, error.what, {}, error.detail, {}});
}

void LetInDialog::showAll()
{
    const QString address = m_address->text().trimmed();
    const auto allowed = allowedFrom(address);
    if (address.isEmpty() || allowed)
        m_row->clearError();
    else
        m_row->setError(tr("This is not an address, or one that is open to too many."));
    m_address->setEnabled(!m_isBusy);
    setDisabledReason(m_letIn, m_isBusy            ? tr("The provider is being told.")
                               : address.isEmpty() ? tr("Enter the public address that you connect from.")
                               : allowed           ? QString()
                                                   : tr("This is not an address, or one that is open to too many."));
    QStringList words{QStringLiteral("yard"), QStringLiteral("machine"), QStringLiteral("let-me-in")};
    if (allowed)
        words << QStringLiteral("--from") << *allowed;
    m_command->setText(shellJoined(words << m_plan.name));
}

}  // namespace trainyard

#include "moc_letindialog.cpp"
