// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/rent/endpart.h"

#include "ui/common/dialog.h"
#include "ui/common/label.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QSpinBox>
#include <QVBoxLayout>

namespace trainyard {

namespace {

constexpr int kMostHours = 24 * 365, kMostMinutes = 7 * 24 * 60;
constexpr double kMostMoney = 1'000'000;

}  // namespace

RentEndPart::RentEndPart(Currency currency, QWidget *parent)
    : Card(parent), m_currency(currency), m_after(new QCheckBox(tr("After"), this)), m_atAmount(new QCheckBox(tr("At an amount of"), this)),
      m_whenIdle(new QCheckBox(tr("When idle for"), this)), m_afterRun(new QCheckBox(tr("When the run ends"), this)),
      m_hours(new QSpinBox(this)), m_idle(new QSpinBox(this)), m_amount(new QDoubleSpinBox(this))
{
    m_after->setObjectName(QStringLiteral("endAfter"));
    m_atAmount->setObjectName(QStringLiteral("endAmountTick"));
    m_whenIdle->setObjectName(QStringLiteral("endIdleTick"));
    m_afterRun->setObjectName(QStringLiteral("endRun"));
    m_hours->setObjectName(QStringLiteral("endHours"));
    m_hours->setAccessibleName(tr("Give it back after this many hours"));
    m_hours->setRange(1, kMostHours);
    m_hours->setValue(12);
    m_hours->setSuffix(tr(" h"));
    m_idle->setObjectName(QStringLiteral("endIdle"));
    m_idle->setAccessibleName(tr("Give it back when idle for this many minutes"));
    m_idle->setRange(5, kMostMinutes);
    m_idle->setValue(30);
    m_idle->setSuffix(tr(" min"));
    m_amount->setObjectName(QStringLiteral("endAmount"));
    m_amount->setAccessibleName(tr("Give it back when it has cost this much"));
    m_amount->setRange(0.01, kMostMoney);
    m_amount->setDecimals(2);
    m_amount->setValue(25);
    setCurrency(currency);

    auto *title = new Label(tr("When is it given back?"), TextRole::Section, Ink::Text1, this);
    auto *note = makeProse(tr("Whichever comes first; at least one."), TextRole::Small, Ink::Text2, this);
    auto *foot = makeProse(tr("Keep this window open for this, or Trainyard's agent running."), TextRole::Small, Ink::Text3, this);
    auto *grid = new QGridLayout;
    grid->setHorizontalSpacing(dp(10));
    grid->setVerticalSpacing(dp(8));
    const bool isWide = hasRoomForColumns(this);
    const auto place = [grid, isWide](int number, QCheckBox *tick, QWidget *field) {
        const int row = isWide ? number / 2 : number, column = isWide ? 2 * (number % 2) : 0;
        grid->addWidget(tick, row, column, 1, field ? 1 : 2);
        if (field)
            grid->addWidget(field, row, column + 1);
    };
    place(0, m_after, m_hours);
    place(1, m_whenIdle, m_idle);
    place(2, m_atAmount, m_amount);
    place(3, m_afterRun, nullptr);
    grid->setColumnStretch(1, 1);
    if (isWide)
        grid->setColumnStretch(3, 1);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(dp(14), dp(12), dp(14), dp(12));
    column->setSpacing(dp(8));
    column->addWidget(title);
    column->addWidget(note);
    column->addLayout(grid);
    column->addWidget(foot);
    const QList<QWidget *> order{m_after, m_hours, m_whenIdle, m_idle, m_atAmount, m_amount, m_afterRun};
    for (qsizetype i = 1; i < order.size(); ++i)
        setTabOrder(order[i - 1], order[i]);

    for (QCheckBox *tick : {m_after, m_atAmount, m_whenIdle, m_afterRun})
        connect(tick, &QCheckBox::toggled, this, &RentEndPart::changed);
    const auto valueOf = [this](QCheckBox *tick) {
        return [this, tick] {
            tick->setChecked(true);
            Q_EMIT changed();
        };
    };
    connect(m_hours, &QSpinBox::valueChanged, this, valueOf(m_after));
    connect(m_idle, &QSpinBox::valueChanged, this, valueOf(m_whenIdle));
    connect(m_amount, &QDoubleSpinBox::valueChanged, this, valueOf(m_atAmount));
}

void RentEndPart::setCurrency(Currency currency)
{
    m_currency = currency;
    m_amount->setSuffix(QLatin1Char(' ') + currencyCode(currency));
}

QString RentEndPart::text() const
{
    QStringList parts;
    if (m_after->isChecked())
        parts << QStringLiteral("%1h").arg(m_hours->value());
    if (const auto money = amount())
        parts << money->decimal() + currencyCode(m_currency);
    if (m_whenIdle->isChecked())
        parts << QStringLiteral("idle=%1m").arg(m_idle->value());
    if (m_afterRun->isChecked())
        parts << QStringLiteral("run");
    return parts.join(u',');
}

RentEnd RentEndPart::end(const QDateTime &now) const { return parseRentEnd(text(), now).value_or(RentEnd()); }

int RentEndPart::hours() const { return m_hours->value(); }

std::optional<Money> RentEndPart::amount() const
{
    if (!m_atAmount->isChecked())
        return std::nullopt;
    const auto money = Money::parse(QByteArray::number(m_amount->value(), 'f', 2), m_currency);
    return money ? std::optional(*money) : std::nullopt;
}

}  // namespace trainyard

#include "moc_endpart.cpp"
