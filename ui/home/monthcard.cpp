// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/home/monthcard.h"

#include "core/base/format.h"
#include "ui/common/accessiblerole.h"
#include "ui/common/buttons.h"
#include "ui/common/label.h"

#include <QHBoxLayout>
#include <QLocale>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace trainyard {

// The spending by the end of each day, a dotted line from the month's total to its end, and the dashed budget. Days whose spending is
// unknown are hatched.
class MonthChart : public QWidget {
public:
    explicit MonthChart(QWidget *parent) : QWidget(parent)
    {
        setFixedHeight(dp(96));
        setAccessibleRole(this, QAccessible::Chart);
    }

    // `spent` is empty if the days are unknown.
    void setValues(const QList<QPointF> &spent, const QPointF &now, double days, double end, std::optional<double> budget)
    {
        m_spent = spent;
        m_now = now;
        m_days = days;
        m_end = end;
        m_budget = budget;
        update();
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        if (m_days <= 0)
            return;
        QPainter p(this);
        const Theme t = themeOf(this);
        const QFont font = textFont(TextRole::Label);
        p.setFont(font);
        const double most = std::max({m_end, m_budget.value_or(0), m_now.y(), 0.01}) * 1.08;
        const double high = m_budget.value_or(std::max(m_end, 0.01));
        const QString top = formatNumber(high, high < 10 ? 2 : 0);
        const int left = p.fontMetrics().horizontalAdvance(top) + dp(8);
        const QRectF area(left, dp(6), width() - left - dp(6), height() - lineHeight(TextRole::Label) - dp(8));
        const auto at = [&](double day, double value) {
            return QPointF(area.left() + area.width() * day / m_days, area.bottom() - area.height() * value / most);
        };
        p.setPen(t.text3);
        const auto scale = [&](double value, const QString &text) {
            const double y = at(0, value).y();
            p.drawText(QRectF(0, y - dp(8), left - dp(6), dp(16)), int(Qt::AlignRight | Qt::AlignVCenter), text);
        };
        scale(0, QStringLiteral("0"));
        scale(high, top);
        for (const int day : {1, 10, 20, int(m_days)}) {
            const double x = at(day - 0.5, 0).x();
            p.drawText(QRectF(x - dp(14), area.bottom() + dp(3), dp(28), lineHeight(TextRole::Label)), int(Qt::AlignCenter),
                       QString::number(day));
        }
        p.setRenderHint(QPainter::Antialiasing);
        p.setPen(QPen(t.line, 1));
        p.drawLine(at(0, 0), at(m_days, 0));
        if (m_budget) {
            p.setPen(QPen(t.bad.ink, 1.2, Qt::DashLine));
            p.drawLine(at(0, *m_budget), at(m_days, *m_budget));
        }
        if (m_spent.isEmpty()) {
            p.fillRect(QRectF(QPointF(area.left(), area.top()), at(m_now.x(), 0)), QBrush(t.line2, Qt::BDiagPattern));
        } else {
            QPainterPath line(at(m_spent.first().x(), m_spent.first().y()));
            for (const QPointF &point : std::as_const(m_spent))
                line.lineTo(at(point.x(), point.y()));
            QPainterPath below = line;
            below.lineTo(at(m_spent.last().x(), 0));
            below.lineTo(at(m_spent.first().x(), 0));
            p.fillPath(below, t.info.tint);
            p.setPen(QPen(t.accent, 1.8));
            p.drawPath(line);
        }
        p.setPen(QPen(t.accent, 1.4, Qt::DotLine));
        const QPointF now = at(m_now.x(), m_now.y());
        p.drawLine(now, at(m_days, m_end));
        p.setPen(QPen(t.accent, 1.6));
        p.setBrush(t.surface);
        p.drawEllipse(now, dp(3), dp(3));
    }

private:
    QList<QPointF> m_spent;  // days since the month began, amount
    QPointF m_now;
    double m_days = 0, m_end = 0;
    std::optional<double> m_budget;
};

MonthCard::MonthCard(QWidget *parent)
    : Card(parent), m_month(new Label(TextRole::Section, Ink::Text1, this)),
      m_spent(new ElidedLabel(TextRole::Strong, Ink::Text1, Qt::ElideRight, this)),
      m_others(new ElidedLabel(TextRole::Small, Ink::Text3, Qt::ElideRight, this)), m_pace(new Label(TextRole::Small, Ink::Text2, this)),
      m_chart(new MonthChart(this))
{
    setObjectName(QStringLiteral("monthCard"));
    m_pace->setWordWrap(true);
    m_spent->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    auto *head = new QHBoxLayout;
    head->setSpacing(dp(8));
    head->addWidget(m_month);
    head->addWidget(m_spent, 1);
    auto *foot = new QHBoxLayout;
    foot->setSpacing(dp(8));
    foot->addWidget(m_pace, 1);
    auto *budgets = makeButton(QStringLiteral("monthBudgetsButton"), tr("Budgets…"), ButtonVariant::Link, {}, this);
    foot->addWidget(budgets, 0, Qt::AlignTop);
    connect(budgets, &QPushButton::clicked, this, &MonthCard::budgetsRequested);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(dp(16), dp(12), dp(16), dp(12));
    column->setSpacing(dp(6));
    column->addLayout(head);
    column->addWidget(m_chart);
    column->addLayout(foot);
    column->addWidget(m_others);
    hide();
}

void MonthCard::setMeter(const MeterNow &meter)
{
    QList<Currency> spent;
    for (auto i = meter.readings.begin(); i != meter.readings.end(); ++i) {
        if (i->month.total.nanos() > 0)
            spent << i.key();
    }
    setVisible(!spent.isEmpty());
    if (spent.isEmpty())
        return;
    std::optional<Money> budget;
    for (const BudgetState &state : meter.budgets) {
        if (state.budget.scope == BudgetScope::Month)
            budget = state.budget.amount;
    }
    const Currency shown = budget && spent.contains(budget->currency()) ? budget->currency() : spent.first();
    if (budget && budget->currency() != shown)
        budget.reset();
    const MeterReading reading = meter.readings.value(shown);

    const QDate today = meter.when.toLocalTime().date();
    const QDate first(today.year(), today.month(), 1);
    const qint64 began = first.startOfDay().toSecsSinceEpoch(), end = first.addMonths(1).startOfDay().toSecsSinceEpoch();
    const qint64 now = meter.when.toSecsSinceEpoch();
    const auto units = [](const Money &money) { return double(money.nanos()) / double(Money::kNanosPerUnit); };
    QList<QPointF> points;
    for (QDate day = first;; day = day.addDays(1)) {
        const qint64 moment = std::min(now, day.startOfDay().toSecsSinceEpoch());
        double sum = 0;  // for the chart; texts are exact
        for (const MeteredRental &rental : meter.metered) {
            if (rental.perHour.currency() != shown)
                continue;
            const auto before = accrued(rental, began), after = accrued(rental, moment);
            if (before && after)
                sum += units(*after) - units(*before);
        }
        points << QPointF(double(moment - began) / 86400, sum);
        if (moment >= now)
            break;
    }
    const auto left = reading.perHour.times(std::max<qint64>(0, end - now), 3600);
    const auto expected = left ? reading.month.total.plus(*left) : left;

    const QLocale locale;
    m_month->setText(locale.standaloneMonthName(today.month(), QLocale::ShortFormat));
    m_spent->setText(budget ? tr("%1 of %2").arg(formatMoney(reading.month.total), formatMoney(*budget))
                            : formatMoney(reading.month.total));
    m_spent->setInk(budget && reading.month.total >= *budget ? Ink::Bad : Ink::Text1);
    const Money total = expected ? *expected : reading.month.total;
    m_pace->setText(reading.perHour.nanos() == 0 ? tr("No machine is rented now.")
                                                 : tr("At this rate, %1 by the end of the month.").arg(formatMoney(total)));
    m_pace->setInk(budget && total > *budget ? Ink::Warning : Ink::Text2);
    QStringList others;
    for (const Currency currency : std::as_const(spent)) {
        if (currency != shown)
            others << formatMoney(meter.readings.value(currency).month.total);
    }
    m_others->setText(tr("and %1").arg(others.join(QStringLiteral(" + "))));
    m_others->setVisible(!others.isEmpty());
    // The total is exact; days that do not add up to it are not shown as if they were known.
    const QPointF spentNow(double(now - began) / 86400, units(reading.month.total));
    const bool areDaysKnown = std::abs(points.last().y() - spentNow.y()) <= 0.01 * std::max(spentNow.y(), 0.01);
    m_chart->setValues(areDaysKnown ? points : QList<QPointF>(), spentNow, double(end - began) / 86400, units(total),
                       budget ? std::optional(units(*budget)) : std::nullopt);
    m_chart->setAccessibleName(QStringList{m_spent->text(), m_pace->text()}.join(QStringLiteral(", ")));
}

}  // namespace trainyard

#include "moc_monthcard.cpp"
