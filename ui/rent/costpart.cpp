// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/rent/costpart.h"

#include "core/base/format.h"
#include "ui/common/card.h"
#include "ui/common/label.h"
#include "ui/common/stackedbar.h"
#include "ui/rent/rentwords.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QVBoxLayout>

namespace trainyard {

namespace {

QString leftOut(const RentCosts &costs)
{
    if (costs.disk && costs.address)
        return RentCostPart::tr("Without traffic, whose price is not known here.");
    if (costs.disk)
        return RentCostPart::tr("Without traffic and a public address, whose prices are not known here.");
    if (costs.address)
        return RentCostPart::tr("Without its disk and traffic, whose prices are not known here.");
    return RentCostPart::tr("Without its disk, traffic and a public address, whose prices are not known here.");
}

}  // namespace

RentCostPart::RentCostPart(QWidget *parent)
    : QWidget(parent), m_title(new Label(TextRole::Section, Ink::Text1, this)), m_total(new Label(TextRole::BigValue, Ink::Text1, this)),
      m_from(makeProse({}, TextRole::Small, Ink::Text3, this)), m_eachHourName(new Label(TextRole::Small, Ink::Text2, this)),
      m_bar(new StackedBar(this))
{
    m_total->setObjectName(QStringLiteral("rentTotal"));
    m_bar->setObjectName(QStringLiteral("rentBar"));
    auto *head = new QHBoxLayout;
    head->addWidget(m_title, 1);
    head->addWidget(m_total);
    auto *lines = new QGridLayout;
    lines->setHorizontalSpacing(dp(8));
    lines->setVerticalSpacing(dp(4));
    lines->setColumnStretch(2, 1);
    m_machine = addLine(lines, 0, tr("Machine"), 0);
    m_disk = addLine(lines, 1, tr("Disk"), 3);
    m_address = addLine(lines, 2, tr("Public address"), 5);
    auto *sums = new QGridLayout;
    sums->setHorizontalSpacing(dp(8));
    sums->setVerticalSpacing(dp(4));
    sums->setColumnStretch(0, 1);
    m_eachHour = addSum(sums, 0, m_eachHourName, "rentEachHour");
    m_neverMore = addSum(sums, 1, new Label(tr("Never more than"), TextRole::Small, Ink::Text2, this), "rentNeverMore");
    m_leftOut = makeProse({}, TextRole::Small, Ink::Text3, this);
    m_leftOut->setObjectName(QStringLiteral("rentLeftOut"));
    sums->addWidget(m_leftOut, 2, 0, 1, 2);
    m_endsBy = addSum(sums, 3, new Label(tr("Ends by"), TextRole::Small, Ink::Text2, this), "rentEndsBy");
    m_ready = makeProse({}, TextRole::Small, Ink::Text2, this);
    m_ready->setObjectName(QStringLiteral("rentUsuallyReady"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(dp(8));
    column->addLayout(head);
    column->addWidget(m_bar);
    column->addLayout(lines);
    column->addWidget(new Hairline(Qt::Horizontal, this));
    column->addLayout(sums);
    column->addWidget(m_from);
    column->addWidget(m_ready);
}

RentCostPart::Line RentCostPart::addLine(QGridLayout *grid, int row, const QString &name, int series)
{
    const Line line{new SeriesMark(series, this), new Label(name, TextRole::Small, Ink::Text1, this),
                    new Label(TextRole::Small, Ink::Text3, this), new Label(TextRole::Small, Ink::Text1, this)};
    line.amount->setAlignment(Qt::AlignRight);
    line.how->setWordWrap(true);
    grid->addWidget(line.mark, row, 0);
    grid->addWidget(line.name, row, 1);
    grid->addWidget(line.how, row, 2);
    grid->addWidget(line.amount, row, 3);
    return line;
}

Label *RentCostPart::addSum(QGridLayout *grid, int row, Label *name, const char *objectName)
{
    auto *amount = new Label(TextRole::Strong, Ink::Text1, this);
    amount->setObjectName(QLatin1String(objectName));
    amount->setAlignment(Qt::AlignRight);
    grid->addWidget(name, row, 0);
    grid->addWidget(amount, row, 1);
    return amount;
}

void RentCostPart::setView(const RentCostView &view, const QDateTime &now)
{
    const auto forHours = [&view](const Money &perHour) { return perHour.times(view.hours).value_or(perHour); };
    const Money machine = forHours(view.costs.machine), all = forHours(view.costs.perHour());
    m_title->setText(tr("Estimate for %1 h").arg(formatCount(view.hours)));
    const bool isPartial = !view.costs.disk || !view.costs.address;
    //: money
    m_total->setText((isPartial ? tr("at least %1") : tr("about %1")).arg(formatMoney(all)));
    //: hours × price per hour
    m_machine.how->setText(tr("%1 h × %2").arg(formatCount(view.hours), view.costs.machine.decimal()));
    m_machine.amount->setText(formatAmount(machine));
    QString diskHow = view.diskGiB > 0 ? tr("%1 GiB, %2").arg(formatCount(view.diskGiB), view.diskName) : tr("size as its image needs");
    if (view.diskGiB > 0 && view.diskName.isEmpty())
        diskHow = tr("%1 GiB").arg(formatCount(view.diskGiB));
    m_disk.how->setText(diskHow);
    m_disk.amount->setText(view.costs.disk ? formatAmount(forHours(*view.costs.disk)) : unknownWord());
    m_disk.amount->setInk(view.costs.disk ? Ink::Text1 : Ink::Warning);
    m_address.how->setText(view.costs.address ? tr("%1 h × %2").arg(formatCount(view.hours), view.costs.address->decimal()) : QString());
    m_address.amount->setText(view.costs.address ? formatAmount(forHours(*view.costs.address)) : unknownWord());
    m_address.amount->setInk(view.costs.address ? Ink::Text1 : Ink::Warning);
    const auto share = [&](const Money &part) { return all.nanos() > 0 ? double(part.nanos()) / double(all.nanos()) : 0; };
    QList<BarPart> parts{{all.nanos() > 0 ? share(machine) : 1, 0, tr("Machine"), false}};
    if (view.costs.disk)
        parts << BarPart{share(forHours(*view.costs.disk)), 3, tr("Disk"), false};
    if (view.costs.address && view.costs.address->nanos() > 0)
        parts << BarPart{share(forHours(*view.costs.address)), 5, tr("Public address"), false};
    m_bar->setParts(
        parts, tr("Machine %1, disk %2, public address %3").arg(m_machine.amount->text(), m_disk.amount->text(), m_address.amount->text()));
    m_eachHourName->setText(isPartial ? tr("Each hour, as far as known") : tr("Each hour, all of it"));
    m_eachHour->setText(formatMoney(view.costs.perHour()));
    const QDateTime latest = latestEnd(view.end, now, view.costs.machine);
    m_neverMore->setText(view.most ? formatMoney(*view.most) : view.end.isSet() ? tr("depends on your runs") : tr("no limit yet"));
    m_endsBy->setText(latest.isValid() ? formatMoment(latest, now) : view.end.isSet() ? tr("when your runs end") : tr("no end yet"));
    const Ink ink = view.end.isSet() ? Ink::Text1 : Ink::Warning;
    m_neverMore->setInk(ink);
    m_endsBy->setInk(ink);
    m_leftOut->setText(leftOut(view.costs));
    m_from->setText(view.from);
    m_ready->setVisible(view.ready.has_value());
    if (view.ready)
        m_ready->setText(usualReadyText(*view.ready));
}

}  // namespace trainyard

#include "moc_costpart.cpp"
