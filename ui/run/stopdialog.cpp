#include "ui/run/stopdialog.h"

#include "ui/common/buttons.h"
#include "ui/common/card.h"
#include "ui/common/label.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

namespace trainyard {

StopDialog::StopDialog(const Run &run, QWidget *parent) : QDialog(parent)
{
    setObjectName(QStringLiteral("runStopDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setModal(true);
    setWindowTitle(tr("Stop %1?").arg(run.name));
    setFixedWidth(dp(560));

    auto *const body = new QVBoxLayout;
    body->setContentsMargins(dp(24), dp(20), dp(24), dp(20));
    body->setSpacing(dp(8));
    auto *const title = new ElidedLabel(TextRole::PageTitle);
    title->setText(windowTitle());
    body->addWidget(title);
    auto *const text = new Label(
        run.checkpointDir.isEmpty()
            ? tr("The run on %1 is asked to end and, after its grace period, is killed. This task saves no "
                 "checkpoints, so its progress is lost.").arg(run.machineName)
            : tr("The run on %1 is asked to end, so that it can save, and is killed after its grace period. What was "
                 "saved stays: it can be resumed from the latest good checkpoint.").arg(run.machineName),
        TextRole::Body, Ink::Text2);
    text->setWordWrap(true);
    body->addWidget(text);

    auto *const footer = new QHBoxLayout;
    footer->setContentsMargins(dp(24), dp(12), dp(24), dp(12));
    footer->setSpacing(dp(8));
    footer->addStretch(1);
    QPushButton *const cancel = makeButton(QStringLiteral("runStopCancel"), tr("Keep it running"));
    QPushButton *const confirm = makeButton(QStringLiteral("runStopConfirm"), tr("Stop the run"),
                                            ButtonVariant::DestructiveFilled, QStringLiteral("stop"));
    footer->addWidget(cancel);
    footer->addWidget(confirm);
    cancel->setDefault(true);
    confirm->setAutoDefault(false);

    auto *const all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addLayout(body);
    all->addWidget(new Hairline);
    all->addLayout(footer);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(confirm, &QPushButton::clicked, this, &QDialog::accept);
}

void StopDialog::paintEvent(QPaintEvent *)
{
    QPainter(this).fillRect(rect(), themeOf(this).surface);
}

}  // namespace trainyard
