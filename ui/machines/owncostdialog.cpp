// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/machines/owncostdialog.h"

#include "core/base/decimal.h"
#include "core/base/format.h"
#include "ui/common/buttons.h"
#include "ui/common/fieldrow.h"
#include "ui/common/label.h"
#include "ui/common/messagebar.h"
#include "ui/common/moneyedit.h"

#include <QGridLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace trainyard {

namespace {

constexpr int kMostYears = 50, kMostPue = 10, kMostWatts = 1'000'000;

}  // namespace

OwnCostDialog::OwnCostDialog(const QString &machineName, const std::optional<OwnHardware> &known, std::optional<int> gpuWatts,
                             QWidget *parent)
    : Dialog(parent), m_gpuWatts(gpuWatts), m_kwh(new MoneyEdit(QStringLiteral("ownCostKwh"), tr("Price per kWh"))),
      m_purchase(new MoneyEdit(QStringLiteral("ownCostPurchase"), tr("Purchase price"))),
      m_kwhRow(new FieldRow(tr("Price per kWh"), m_kwh, this)), m_purchaseRow(new FieldRow(tr("Purchase price"), m_purchase, this)),
      m_result(new Label(TextRole::Body, Ink::Text1, this)), m_messages(new MessageBar(this))
{
    setObjectName(QStringLiteral("ownCostDialog"));
    setWindowTitle(tr("Own costs"));
    setModal(true);
    const OwnHardware own = known.value_or(OwnHardware());
    m_yearsRow = addField(m_years, "ownCostYears", tr("Depreciation period, years"),
                          decimalText((qint64(own.lifeMonths) * 100 + 6) / 12, 2), {});
    m_useRow = addField(m_use, "ownCostUse", tr("Utilization, percent"), QString::number(own.utilisationPercent),
                        tr("Share of its life in which runs are active: it depreciates in idle hours too."));
    m_wattsRow = addField(m_watts, "ownCostWatts", tr("Power without GPUs, watts"), QString::number(own.watts),
                          gpuWatts ? tr("Measured for its GPUs: %1 W.").arg(formatNumber(*gpuWatts, 0))
                                   : tr("That of its GPUs is measured during its next run."));
    m_pueRow = addField(m_pue, "ownCostPue", tr("Data center PUE"), decimalText(own.pueHundredths, 2),
                        tr("The data center's total power divided by that of its machines; 1 if you do not know it."));
    m_purchaseRow->setHelp(tr("Empty: depreciation is not counted."));
    m_kwhRow->setHelp(tr("Empty: electricity is not counted."));
    if (known && own.perKwh.nanos() > 0)
        m_kwh->setMoney(own.perKwh);
    if (known && own.price.nanos() > 0)
        m_purchase->setMoney(own.price);
    if (known) {
        m_kwh->setCurrency(own.price.currency());
        m_purchase->setCurrency(own.price.currency());
    }
    m_result->setObjectName(QStringLiteral("ownCostResult"));
    m_result->setWordWrap(true);

    QVBoxLayout *const column = makeBody(560);
    column->addWidget(makeProse(tr("What does running %1 cost you?").arg(machineName), TextRole::PageTitle, Ink::Text1, this));
    column->addWidget(
        makeProse(tr("These are your own figures, not a bill: they are marked as such, never added to billed money, and count in "
                     "no budget."),
                  TextRole::Body, Ink::Text2, this));
    column->addWidget(m_messages);
    auto *grid = new QGridLayout;
    grid->setHorizontalSpacing(dp(16));
    grid->setVerticalSpacing(dp(12));
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
    const QList<FieldRow *> rows{m_kwhRow, m_purchaseRow, m_wattsRow, m_yearsRow, m_pueRow, m_useRow};
    for (int i = 0; i < rows.size(); ++i)
        grid->addWidget(rows[i], i / 2, i % 2, Qt::AlignTop);
    column->addLayout(grid);
    column->addWidget(m_result);
    column->addStretch(1);
    for (int i = 1; i < rows.size(); ++i)
        setTabOrder(rows[i - 1]->control(), rows[i]->control());
    auto *forget = makeButton(QStringLiteral("ownCostForget"), tr("Remove"), ButtonVariant::Link, {}, this);
    forget->setVisible(known.has_value());
    auto *cancel = makeButton(QStringLiteral("ownCostCancel"), tr("Cancel"), ButtonVariant::Normal, {}, this);
    auto *save = makeButton(QStringLiteral("ownCostSave"), tr("Save"), ButtonVariant::Primary, {}, this);
    save->setDefault(true);
    setFooter({cancel, save}, {forget});
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(save, &QPushButton::clicked, this, &OwnCostDialog::submit);
    connect(forget, &QPushButton::clicked, this, [this] { Q_EMIT submitted(std::nullopt); });
    for (MoneyEdit *money : {m_kwh, m_purchase})
        connect(money, &MoneyEdit::edited, this, &OwnCostDialog::showResult);
    for (QLineEdit *field : {m_years, m_use, m_watts, m_pue})
        connect(field, &QLineEdit::textChanged, this, &OwnCostDialog::showResult);
    m_kwh->setFocus();
    showResult();
}

FieldRow *OwnCostDialog::addField(QLineEdit *&field, const char *name, const QString &label, const QString &value, const QString &help)
{
    field = new QLineEdit(value, this);
    field->setObjectName(QLatin1String(name));
    auto *row = new FieldRow(label, field, this);
    row->setHelp(help);
    return row;
}

std::optional<qint64> OwnCostDialog::number(FieldRow *row, int decimals, qint64 least, qint64 most, bool isFinal)
{
    const QString text = static_cast<QLineEdit *>(row->control())->text().trimmed().replace(u',', u'.');
    qint64 scale = 1;
    for (int i = 0; i < decimals; ++i)
        scale *= 10;
    const auto value = parseDecimal(text.toLatin1(), decimals);
    if (value && *value >= least * scale && *value <= most * scale)
        return *value;
    if (isFinal)
        row->setError(tr("Enter a number from %1 to %2.").arg(least).arg(formatCount(most)));
    return std::nullopt;
}

// nullopt: something is not right; with `isFinal` it is marked, and has the focus.
std::optional<OwnHardware> OwnCostDialog::read(bool isFinal)
{
    OwnHardware own;
    FieldRow *wrong = nullptr;
    const auto blame = [&](FieldRow *row) {
        if (!wrong)
            wrong = row;
    };
    std::optional<Money> amounts[2];
    const std::pair<MoneyEdit *, FieldRow *> monies[] = {{m_kwh, m_kwhRow}, {m_purchase, m_purchaseRow}};
    for (size_t i = 0; i < std::size(monies); ++i) {
        const auto &[edit, row] = monies[i];
        row->clearError();
        if (edit->amount()->text().trimmed().isEmpty())
            continue;
        const auto money = edit->money();
        if (money) {
            amounts[i] = *money;
            continue;
        }
        if (isFinal)
            row->setError(money.error().what);
        blame(row);
    }
    const auto whole = [&](FieldRow *row, int decimals, qint64 least, qint64 most) {
        row->clearError();
        const auto value = number(row, decimals, least, most, isFinal);
        if (!value)
            blame(row);
        return value.value_or(0);
    };
    own.watts = int(whole(m_wattsRow, 0, 0, kMostWatts));
    own.lifeMonths = int((whole(m_yearsRow, 2, 0, kMostYears) * 12 + 50) / 100);
    own.pueHundredths = int(whole(m_pueRow, 2, 1, kMostPue));
    own.utilisationPercent = int(whole(m_useRow, 0, 1, 100));
    const Currency currency = amounts[0] ? amounts[0]->currency() : amounts[1] ? amounts[1]->currency() : Currency::USD;
    own.perKwh = amounts[0].value_or(Money(0, currency));
    own.price = amounts[1].value_or(Money(0, currency));
    if (!wrong) {
        const auto problem = checkOwn(own);
        if (problem)
            return own;
        if (isFinal)
            showError(problem.error());
        blame(m_kwhRow);
    }
    if (isFinal)
        wrong->control()->setFocus();
    return std::nullopt;
}

void OwnCostDialog::showResult()
{
    m_messages->clear();
    const auto own = read(false);
    const auto perHour = own ? hourlyCost(withGpus(*own, m_gpuWatts)) : Result<Money>(Error{});
    const bool isPriced = !m_kwh->amount()->text().trimmed().isEmpty() || !m_purchase->amount()->text().trimmed().isEmpty();
    m_result->setText(!isPriced    ? tr("Enter a price to see the cost per hour.")
                      : !perHour   ? QString()
                      : m_gpuWatts ? tr("%1 per hour under load.").arg(formatMoney(*perHour))
                                   : tr("%1 per hour, without the power of its GPUs.").arg(formatMoney(*perHour)));
}

void OwnCostDialog::submit()
{
    if (const auto own = read(true))
        Q_EMIT submitted(own);
}

void OwnCostDialog::showError(const Error &error)
{
    m_messages->post({QStringLiteral("owncost"), Tone::Bad, error.what, {}, error.detail, {}});
}

}  // namespace trainyard

#include "moc_owncostdialog.cpp"
