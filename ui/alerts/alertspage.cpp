// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/alerts/alertspage.h"

#include "core/base/format.h"
#include "ui/alerts/alertrow.h"
#include "ui/common/buttons.h"
#include "ui/common/card.h"
#include "ui/common/iconlabel.h"
#include "ui/common/label.h"
#include "ui/common/pageheader.h"
#include "ui/common/pagescroll.h"
#include "ui/common/placeholder.h"

#include <QGridLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace trainyard {

namespace {

constexpr qsizetype kMaxEarlier = 60;  // beyond that `yard alert history` is the better place
constexpr qsizetype kMaxOpen = 100;
constexpr int kMostWidth = 1200;  // on wider screens, names and values would be far apart

void empty(QVBoxLayout *layout)
{
    while (QLayoutItem *item = layout->takeAt(0)) {
        if (QWidget *row = item->widget()) {
            row->hide();
            row->setParent(nullptr);  // its object names can be reused from here on
            row->deleteLater();       // one of its buttons may have been clicked
        }
        delete item;
    }
}

}  // namespace

AlertsPage::AlertsPage(QWidget *parent)
    : QWidget(parent), m_header(new PageHeader(tr("Alerts"), this)), m_open(new Card), m_earlier(new Card), m_openRows(new QVBoxLayout),
      m_earlierRows(new QVBoxLayout), m_placeholder(new Placeholder(QStringLiteral("bell"), nullptr, this))
{
    setObjectName(QStringLiteral("alertsPage"));
    auto *settings = makeButton(QStringLiteral("alertSettingsButton"), tr("Notification settings…"), ButtonVariant::Normal,
                                QStringLiteral("settings"), this);
    connect(settings, &QPushButton::clicked, this, &AlertsPage::settingsRequested);
    m_header->addAction(settings);
    m_placeholder->setSentence(tr("No open alerts."));
    m_placeholder->setDetail(
        tr("Hot, idle or lost GPUs, filling disks, and stalled or failed runs are shown here while Trainyard or its agent is running."));

    m_open->setObjectName(QStringLiteral("openAlerts"));
    m_openRows->setContentsMargins(0, dp(4), 0, dp(4));
    m_openRows->setSpacing(0);
    m_open->setLayout(m_openRows);
    m_earlier->setObjectName(QStringLiteral("earlierAlerts"));
    auto *earlier = new QVBoxLayout(m_earlier);
    earlier->setContentsMargins(dp(16), dp(12), dp(16), dp(12));
    earlier->setSpacing(dp(8));
    earlier->addWidget(new Label(tr("Earlier"), TextRole::Section, Ink::Text1, m_earlier));
    earlier->addLayout(m_earlierRows);

    QVBoxLayout *column = scrolledColumn(this);
    column->parentWidget()->setMaximumWidth(dp(kMostWidth));
    column->addWidget(m_header);
    column->addWidget(m_open);
    column->addWidget(m_placeholder, 1);
    column->addWidget(m_earlier);
    // Fills the page below the rows; the placeholder takes the space instead while there are none.
    m_rest = new QWidget;
    column->addWidget(m_rest, 1);
    setAlerts({}, {});
}

MessageBar *AlertsPage::messageBar() const { return m_header->messageBar(); }

void AlertsPage::setAlerts(const QList<Alert> &alerts, const QDateTime &now)
{
    // Rows show ages: updating once a minute is enough, and keeps the focus where it is.
    const qint64 minute = now.toSecsSinceEpoch() / 60;
    if (alerts == m_alerts && minute == m_minute)
        return;
    m_alerts = alerts;
    m_minute = minute;
    QList<Alert> open, earlier;
    for (const Alert &alert : alerts)
        (alert.isOpen() ? open : earlier) << alert;
    m_header->setContext(open.isEmpty() ? QString() : tr("%n open", nullptr, int(open.size())));
    m_open->setVisible(!open.isEmpty());
    m_placeholder->setVisible(open.isEmpty());
    m_rest->setVisible(!open.isEmpty());
    m_earlier->setVisible(!earlier.isEmpty());
    const QWidget *focused = focusWidget();
    const QString name = focused && focused->hasFocus() && isAncestorOf(focused) ? focused->objectName() : QString();
    showOpen(open, now);
    showEarlier(earlier, now);
    if (auto *again = name.isEmpty() ? nullptr : findChild<QWidget *>(name))
        again->setFocus();
}

void AlertsPage::showOpen(QList<Alert> open, const QDateTime &now)
{
    empty(m_openRows);
    // Acknowledged alerts come last.
    std::stable_sort(open.begin(), open.end(), [](const Alert &a, const Alert &b) {
        return a.acknowledged.isValid() != b.acknowledged.isValid() ? b.acknowledged.isValid() : a.severity > b.severity;
    });
    for (qsizetype i = 0; i < std::min(open.size(), kMaxOpen); ++i) {
        if (i > 0)
            m_openRows->addWidget(new Hairline(Qt::Horizontal, m_open));
        auto *row = new AlertRow(open[i], now, m_open);
        connect(row, &AlertRow::openRunRequested, this, &AlertsPage::openRunRequested);
        connect(row, &AlertRow::budgetsRequested, this, &AlertsPage::budgetsRequested);
        connect(row, &AlertRow::acknowledged, this, &AlertsPage::acknowledged);
        m_openRows->addWidget(row);
    }
}

void AlertsPage::showEarlier(const QList<Alert> &earlier, const QDateTime &now)
{
    empty(m_earlierRows);
    auto *table = new QWidget(m_earlier);
    auto *grid = new QGridLayout(table);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(dp(16));
    grid->setVerticalSpacing(dp(6));
    for (qsizetype i = 0; i < std::min(earlier.size(), kMaxEarlier); ++i) {
        const Alert &alert = earlier[i];
        const int row = int(i);
        auto *mark = new IconLabel(iconOf(alert.severity), Ink::Text3, 14, table);
        mark->setAccessibleName(alertSeverityTitle(alert.severity));
        auto *title = new ElidedLabel(TextRole::Body, Ink::Text1, Qt::ElideRight, table);
        title->setText(alertTitle(alert));
        title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        const qint64 lasted = alert.opened.msecsTo(alert.cleared);
        grid->addWidget(mark, row, 0);
        grid->addWidget(new Label(formatMoment(alert.opened, now), TextRole::Small, Ink::Text3, table), row, 1);
        grid->addWidget(title, row, 2);
        grid->addWidget(new Label(alert.isEvent() || lasted <= 0 ? QString() : tr("for %1").arg(formatDuration(lasted)), TextRole::Small,
                                  Ink::Text3, table),
                        row, 3, Qt::AlignRight);
    }
    grid->setColumnStretch(2, 1);
    m_earlierRows->addWidget(table);
}

}  // namespace trainyard

#include "moc_alertspage.cpp"
