// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/clouds/billcheck.h"

#include "core/base/seentext.h"
#include "core/knowledge/cost/meter.h"

#include <QCoreApplication>
#include <QMap>
#include <QSet>

#include <algorithm>
#include <array>

namespace trainyard {

namespace {

struct BillWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::CloudService)
};

using Finding = BillCheckLine::Finding;
constexpr std::array kFindings{"agrees", "differs", "not-billed-yet", "not-counted", "unattributed"};
constexpr qint64 kBillDay = 86400;
constexpr qint64 kBillDelay = 2 * kBillDay;  // by when clouds have charged for an hour
constexpr int kMostOthers = 50;              // lines; the rest becomes one

qint64 startOf(QDate day, int utcOffset) { return QDateTime(day, QTime(), Qt::OffsetFromUTC, utcOffset).toSecsSinceEpoch(); }

Result<void> addTo(std::optional<Money> &sum, const Money &amount)
{
    if (!sum) {
        sum = amount;
        return {};
    }
    if (sum->currency() != amount.currency())
        return invalidInput(BillWords::tr("The bill of one machine is in two currencies: compare it at the cloud."));
    TRY(const auto added, sum->plus(amount));
    sum = added;
    return {};
}

Result<void> addTo(QList<Money> &sums, const Money &amount)
{
    for (Money &sum : sums) {
        if (sum.currency() == amount.currency()) {
            TRY(const auto added, sum.plus(amount));
            sum = added;
            return {};
        }
    }
    sums << amount;
    return {};
}

struct Counted {
    std::optional<Money> least, most;  // up to the beginning of the last day of the bill, and until now
    qint64 began = 0;
};

Result<Counted> countedFor(InstanceId id, const QList<Rental> &rentals, const CloudBill &bill, qint64 now)
{
    const qint64 from = startOf(bill.month, bill.utcOffset);
    const qint64 end = startOf(bill.month.addMonths(1), bill.utcOffset);
    const qint64 sure = bill.isFinal ? end : bill.billedTo.isValid() ? startOf(bill.billedTo, bill.utcOffset) : from;
    Counted counted;
    for (const Rental &rental : rentals) {
        if (rental.instanceId != id || !isCountable(rental) || isOfStopped(rental))
            continue;
        const MeteredRental metered = meteredRental(rental);
        TRY(const auto most, shareBetween(metered, from, std::max(from, std::min(now, end))));
        TRY(const auto least, shareBetween(metered, from, std::max(from, std::min({now, end, sure}))));
        if (most.total.nanos() == 0)
            continue;
        TRY_DO(addTo(counted.most, most.total));
        TRY_DO(addTo(counted.least, least.total));
        counted.began = counted.began == 0 ? metered.span.from : std::min(counted.began, metered.span.from);
    }
    return counted;
}

// The cloud rounds each of its lines.
qint64 toleranceOf(const Money &amount, qsizetype lines)
{
    qint64 cent = Money::kNanosPerUnit;
    for (int digit = 0; digit < minorDigits(amount.currency()); ++digit)
        cent /= 10;
    constexpr qint64 kLineRounding = 10;  // clouds keep at least six decimals of a line: half a millionth, and reserve
    return cent / 2 + lines * kLineRounding * 1000;
}

void judge(BillCheckLine &line, const Counted &counted, const CloudBill &bill, qsizetype lines, qint64 now)
{
    line.counted = counted.most;
    if (!line.billed) {
        const bool isRecent = !bill.isFinal && now - counted.began < kBillDelay;
        const bool isBeforeBill = !bill.isFinal && counted.least && counted.least->nanos() == 0;
        line.finding = isRecent || isBeforeBill ? Finding::NotBilledYet : Finding::Differs;
        line.pending = counted.most;
        line.why = line.finding == Finding::Differs ? BillWords::tr("The bill has nothing of it.")
                                                    : BillWords::tr("The bill does not go so far yet.");
        return;
    }
    if (!counted.most) {
        line.finding = Finding::Differs;
        line.why = BillWords::tr("It was charged for, and not counted here in that month.");
        return;
    }
    if (counted.most->currency() != line.billed->currency()) {
        line.finding = Finding::Differs;
        line.why = BillWords::tr("It is charged in %1 and counted in %2.")
                       .arg(currencyCode(line.billed->currency()), currencyCode(counted.most->currency()));
        return;
    }
    const qint64 tolerance = toleranceOf(*line.billed, lines);
    const qint64 rest = counted.most->nanos() - line.billed->nanos();
    if (line.billed->nanos() > counted.most->nanos() + tolerance) {
        line.finding = Finding::Differs;
        line.why =
            BillWords::tr("%1 more was charged than was counted.").arg(Money(-rest, line.billed->currency()).roundedToCents().text());
    } else if (line.billed->nanos() < counted.least->nanos() - tolerance) {
        line.finding = Finding::Differs;
        line.why = BillWords::tr("%1 less was charged than was counted.")
                       .arg(Money(counted.least->nanos() - line.billed->nanos(), line.billed->currency()).roundedToCents().text());
    } else if (rest > tolerance) {
        line.pending = Money(rest, line.billed->currency());
    }
}

}  // namespace

QString billFindingName(Finding finding) { return QLatin1String(kFindings[size_t(finding)]); }

bool BillCheck::agrees() const
{
    return std::none_of(lines.begin(), lines.end(), [](const BillCheckLine &one) { return one.finding == Finding::Differs; });
}

Result<BillCheck> checkBillAgainst(const CloudBill &bill, const AccountRecord &account, const QList<Instance> &instances,
                                   const QList<Rental> &rentals, const QDateTime &now)
{
    BillCheck check;
    check.bill = bill;
    const qint64 seconds = now.toSecsSinceEpoch();
    QMap<QString, QList<CloudBillLine>> others;
    QHash<InstanceId, QList<CloudBillLine>> owned;
    QHash<QString, InstanceId> byId, byToken;
    for (const Instance &one : instances) {
        if (one.request.account != account.name)
            continue;
        if (!one.providerId.isEmpty())
            byId.insert(one.providerId, one.id);
        if (!one.request.clientToken.isEmpty())
            byToken.insert(one.request.clientToken, one.id);
    }
    std::optional<Money> machines;
    for (const CloudBillLine &line : bill.lines) {
        TRY_DO(addTo(check.total, line.amount));
        if (line.isMachine && !bill.hasResourceIds) {
            TRY_DO(addTo(machines, line.amount));
        }
        const InstanceId id = byToken.value(line.clientToken, byId.value(line.resourceId));
        if (id.isSet())
            owned[id] << line;
        else
            others[line.resourceId.isEmpty() ? line.item : line.resourceId] << line;
    }
    Counted all;
    for (const Instance &one : instances) {
        if (one.request.account != account.name)
            continue;
        TRY(const auto counted, countedFor(one.id, rentals, bill, seconds));
        const QList<CloudBillLine> lines = owned.value(one.id);
        if (!counted.most && lines.isEmpty())
            continue;
        if (!bill.hasResourceIds) {
            if (counted.most) {
                TRY_DO(addTo(all.most, *counted.most));
                TRY_DO(addTo(all.least, *counted.least));
                all.began = all.began == 0 ? counted.began : std::min(all.began, counted.began);
            }
            continue;
        }
        BillCheckLine line;
        line.machine = one.request.name;
        line.id = one.providerId;
        for (const CloudBillLine &part : lines) {
            TRY_DO(addTo(part.isMachine ? line.billed : line.extras, part.amount));
        }
        judge(line, counted, bill, lines.size(), seconds);
        check.lines << line;
    }
    if (!bill.hasResourceIds && (all.most || machines)) {
        BillCheckLine line;
        line.billed = machines;
        judge(line, all, bill, bill.lines.size(), seconds);
        if (line.finding != Finding::Differs)
            line.finding = Finding::Unattributed;
        check.lines << line;
    }
    int shown = 0;
    BillCheckLine rest;
    for (auto one = others.cbegin(); one != others.cend(); ++one) {
        BillCheckLine line;
        line.finding = Finding::NotCounted;
        line.id = seenText(one.value().first().resourceId.left(80), u"", u'?');
        QStringList items;
        for (const CloudBillLine &part : one.value()) {
            TRY_DO(addTo(part.isMachine ? line.billed : line.extras, part.amount));
            const QString item = seenText(part.item.left(80), u"", u'?');
            if (!items.contains(item) && items.size() < 4)
                items << item;
        }
        line.why = items.join(QStringLiteral(", "));
        if (++shown <= kMostOthers)
            check.lines << line;
    }
    if (shown > kMostOthers) {
        rest.finding = Finding::NotCounted;
        rest.why = BillWords::tr("%n more", nullptr, shown - kMostOthers);
        check.lines << rest;
    }
    const auto rank = [](const BillCheckLine &one) {
        return one.finding == Finding::Differs ? 0 : one.finding == Finding::NotCounted ? 2 : 1;
    };
    std::stable_sort(check.lines.begin(), check.lines.end(),
                     [&rank](const BillCheckLine &a, const BillCheckLine &b) { return rank(a) < rank(b); });
    return check;
}

}  // namespace trainyard
