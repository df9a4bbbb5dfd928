// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/alerts/alertrow.h"

#include "core/base/format.h"
#include "ui/common/badge.h"
#include "ui/common/buttons.h"
#include "ui/common/iconlabel.h"
#include "ui/common/label.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QPushButton>

namespace trainyard {

namespace {

constexpr int kNarrow = 520;

QString contextOf(const Alert &alert, const QDateTime &now)
{
    QStringList parts;
    //: a moment, then how long ago that is
    parts << AlertRow::tr("since %1 (%2)")
                 .arg(formatMoment(alert.opened, now), formatDuration(std::max<qint64>(0, alert.opened.msecsTo(now))));
    if (!alert.machine.isEmpty())
        parts << alert.machine.simplified();
    if (alert.hasNoData)
        parts << AlertRow::tr("no more data: unknown whether it continues");
    if (alert.acknowledged.isValid())
        parts << AlertRow::tr("acknowledged");
    return parts.join(AlertRow::tr(" · ", "between facts"));
}

}  // namespace

Tone toneOf(AlertSeverity severity)
{
    return severity == AlertSeverity::Critical ? Tone::Bad : severity == AlertSeverity::Warning ? Tone::Warning : Tone::Info;
}

QString iconOf(AlertSeverity severity)
{
    return severity == AlertSeverity::Critical  ? QStringLiteral("cross")
           : severity == AlertSeverity::Warning ? QStringLiteral("triangle")
                                                : QStringLiteral("info");
}

AlertRow::AlertRow(const Alert &alert, const QDateTime &now, QWidget *parent)
    : QWidget(parent), m_grid(new QGridLayout(this)), m_buttons(new QHBoxLayout)
{
    const QString id = QString::number(alert.id.number());
    setObjectName(QStringLiteral("alert_") + id);
    const bool isSeen = alert.acknowledged.isValid();
    auto *mark = new IconLabel(iconOf(alert.severity), isSeen ? Ink::Text3 : inkOf(toneOf(alert.severity)), 18, this);
    mark->setAccessibleName(alertSeverityTitle(alert.severity));
    auto *title = makeProse(alertTitle(alert), TextRole::Strong, isSeen ? Ink::Text2 : Ink::Text1, this);
    auto *context = makeProse(contextOf(alert, now), TextRole::Small, Ink::Text3, this);
    auto *detail = makeProse(alert.detail, TextRole::Small, Ink::Text2, this);
    detail->setVisible(!alert.detail.isEmpty() && !title->text().contains(alert.detail));
    auto *step = makeProse(alertNextStep(alert), TextRole::Body, Ink::Text2, this);

    m_buttons->setSpacing(dp(8));
    if (alert.runId.isSet()) {
        auto *open = makeButton(QStringLiteral("openRun_") + id, tr("Open run"), ButtonVariant::Normal, {}, this);
        open->setAccessibleDescription(alertTitle(alert));
        connect(open, &QPushButton::clicked, this, [this, run = alert.runId] { Q_EMIT openRunRequested(run); });
        m_buttons->addWidget(open);
    }
    if (alert.kind == AlertKind::Budget) {
        auto *budgets = makeButton(QStringLiteral("openBudgets_") + id, tr("Budgets…"), ButtonVariant::Normal, {}, this);
        budgets->setAccessibleDescription(alertTitle(alert));
        connect(budgets, &QPushButton::clicked, this, &AlertRow::budgetsRequested);
        m_buttons->addWidget(budgets);
    }
    if (!isSeen) {
        auto *seen = makeButton(QStringLiteral("acknowledge_") + id, tr("Acknowledge"), ButtonVariant::Normal, QStringLiteral("check"),
                                this);
        seen->setAccessibleDescription(alertTitle(alert));
        seen->setToolTip(tr("Stops counting it, and sends no more notifications while it continues."));
        connect(seen, &QPushButton::clicked, this, [this, number = alert.id] { Q_EMIT acknowledged(number); });
        m_buttons->addWidget(seen);
    }
    m_grid->setContentsMargins(dp(16), dp(12), dp(16), dp(12));
    m_grid->setHorizontalSpacing(dp(12));
    m_grid->setVerticalSpacing(dp(3));
    m_grid->addWidget(mark, 0, 0, Qt::AlignTop);
    m_grid->addWidget(title, 0, 1);
    m_grid->addWidget(context, 1, 1);
    m_grid->addWidget(detail, 2, 1);
    m_grid->addWidget(step, 3, 1);
    placeButtons();
    if (alert.isSimulated)
        m_grid->addWidget(new Badge(simulatedBadge(), this), 4, 1, Qt::AlignLeft);
    m_grid->setColumnStretch(1, 1);
}

void AlertRow::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    const bool isNarrow = width() < dp(kNarrow);
    if (isNarrow == m_isNarrow)
        return;
    m_isNarrow = isNarrow;
    m_grid->removeItem(m_buttons);
    m_buttons->setParent(nullptr);
    placeButtons();
}

// Beside the text, or below it.
void AlertRow::placeButtons()
{
    m_buttons->setContentsMargins(0, m_isNarrow ? dp(6) : 0, 0, 0);
    if (m_isNarrow)
        m_grid->addLayout(m_buttons, 5, 1, Qt::AlignLeft);
    else
        m_grid->addLayout(m_buttons, 0, 2, 4, 1, Qt::AlignTop | Qt::AlignRight);
}

}  // namespace trainyard

#include "moc_alertrow.cpp"
