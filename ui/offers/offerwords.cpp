// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/offerwords.h"

#include "core/base/decimal.h"
#include "core/base/format.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace trainyard {

namespace {

// Spot prices change daily and list prices a few times a year: after half a year a price should be checked again.
constexpr int kOldAfterDays = 180;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Offers)
};

QDate lastDay(AsOf asOf)
{
    const int year = static_cast<int>(asOf.number() / 10000), month = static_cast<int>(asOf.number() / 100 % 100);
    const QDate first = asOf.firstDay();
    if (month == 0)
        return QDate(year, 12, 31);
    return asOf.number() % 100 == 0 ? QDate(year, month, first.daysInMonth()) : first;
}

}  // namespace

QString purchaseWord(Purchase purchase)
{
    switch (purchase) {
    case Purchase::OnDemand: return Words::tr("on demand");
    case Purchase::Spot: return Words::tr("spot");
    case Purchase::Monthly: return Words::tr("monthly");
    case Purchase::Reserved1y: return Words::tr("1 year");
    case Purchase::Reserved3y: return Words::tr("3 years");
    }
    Q_UNREACHABLE();
}

QString wayText(const OfferBook &book, size_t row)
{
    return book.isOwn(row) ? Words::tr("owned") : purchaseWord(book.offers().purchases()[row]);
}

QString conditionWord(OfferCondition condition)
{
    switch (condition) {
    case OfferCondition::Gpu: return Words::tr("GPU model");
    case OfferCondition::Count: return Words::tr("GPU count");
    case OfferCondition::GpuMemory: return Words::tr("memory per GPU");
    case OfferCondition::TotalGpuMemory: return Words::tr("Total GPU memory");
    case OfferCondition::Vcpus: return Words::tr("vCPUs");
    case OfferCondition::Memory: return Words::tr("RAM");
    case OfferCondition::Place: return Words::tr("place");
    case OfferCondition::Region: return Words::tr("region");
    case OfferCondition::Provider: return Words::tr("provider");
    case OfferCondition::Purchase: return Words::tr("purchase option");
    case OfferCondition::Price: return Words::tr("highest price");
    case OfferCondition::Text: return Words::tr("text in the filter field");
    }
    Q_UNREACHABLE();
}

QString orderWord(OfferOrder order)
{
    switch (order) {
    case OfferOrder::Hour: return Words::tr("Price per hour");
    case OfferOrder::GpuHour: return Words::tr("Price per GPU hour");
    case OfferOrder::TflopHour: return Words::tr("Price per TFLOP/s hour");
    case OfferOrder::GibHour: return Words::tr("Price per GiB hour");
    case OfferOrder::MeasuredTflopHour: return Words::tr("Price per measured TFLOP/s hour");
    }
    Q_UNREACHABLE();
}

QString orderHeading(OfferOrder order, const QString &currency)
{
    switch (order) {
    case OfferOrder::Hour: return Words::tr("%1/h").arg(currency);
    case OfferOrder::GpuHour: return Words::tr("%1/GPU-h").arg(currency);
    case OfferOrder::TflopHour: return Words::tr("%1/TFLOP-h").arg(currency);
    case OfferOrder::GibHour: return Words::tr("%1/GiB-h").arg(currency);
    case OfferOrder::MeasuredTflopHour: return Words::tr("%1/meas. TFLOP-h").arg(currency);
    }
    Q_UNREACHABLE();
}

QString measuredText(const OfferBook &book, size_t row)
{
    const MeasuredRate *rate = book.catalog.measuredRate(book.offers().column(OfferText::Gpu).id(row));
    if (!rate)
        return {};
    const QString speed = formatNumber(rate->tflops, rate->tflops < 100 ? 1 : 0);
    return Words::tr("%1 TFLOP/s each in your own benchmarks (%2): the median of %n report(s), the last from %3", nullptr, rate->reports)
        .arg(speed, rate->what, QLocale().toString(rate->newest, Words::tr("d MMM yyyy")));
}

int decimalsOf(OfferOrder order)
{
    switch (order) {
    case OfferOrder::Hour: return 2;
    case OfferOrder::GpuHour: return 3;
    case OfferOrder::GibHour: return 4;
    case OfferOrder::TflopHour:
    case OfferOrder::MeasuredTflopHour: return 5;
    }
    Q_UNREACHABLE();
}

QString amountText(const Money &money, int decimals)
{
    return formatNumber(static_cast<double>(money.rounded(decimals).nanos()) / static_cast<double>(Money::kNanosPerUnit), decimals);
}

QString amountText(const Money &money) { return amountText(money, minorDigits(money.currency())); }

QString gibText(qint64 mebibytes)
{
    if (mebibytes == kUnknown)
        return unknownWord();
    return formatNumber(static_cast<double>(mebibytes) / 1024, mebibytes % 1024 == 0 || mebibytes >= 100 * 1024 ? 0 : 1);
}

QString countText(qint64 value, int decimals)
{
    if (value == kUnknown)
        return unknownWord();
    qint64 whole = 1;
    for (int i = 0; i < decimals; ++i)
        whole *= 10;
    return value % whole == 0 ? formatCount(value / whole) : decimalText(value, decimals);
}

QString gpuText(const OfferBook &book, size_t row)
{
    const TextColumn &gpus = book.offers().column(OfferText::Gpu);
    QString name = gpus.at(row);
    // A name from the catalogue; a name entered by the user stays as it is.
    if (!book.catalog.gpuFacts(gpus.id(row)).models.isEmpty())
        name.replace(u'-', u' ');
    return Words::tr("%1 × %2", "GPU count and model").arg(countText(book.offers().gpus()[row], 4), name);
}

QString typeText(const OfferBook &book, size_t row)
{
    const QString &type = book.offers().text(OfferText::Type, row);
    return type.isEmpty() ? QStringLiteral("–") : type;
}

QString placeText(const OfferBook &book, size_t row)
{
    const QString text = book.catalog.places().text(book.catalog.placeIds()[row], placeLanguage());
    return text.isEmpty() ? Words::tr("location unknown") : text;
}

QString providerText(const OfferBook &book, size_t row)
{
    const QString &code = book.offers().text(OfferText::Provider, row);
    const QString name = book.catalog.providerName(code).section(QStringLiteral(" ("), 0, 0);
    const QStringList words = name.split(u' ', Qt::SkipEmptyParts);
    if (words.size() < 3 || name == code)
        return name;
    // By its initials where they are in common use: AWS, OCI.
    QString initials;
    for (const QString &word : words)
        initials += word.front();
    return initials.compare(code, Qt::CaseInsensitive) == 0 ? initials : words.first();
}

QString offerName(const OfferBook &book, size_t row)
{
    const OfferTable &offers = book.offers();
    QString name = providerText(book, row);
    const QString &type = offers.text(OfferText::Type, row), &region = offers.text(OfferText::Region, row);
    name += QLatin1Char(' ') + (type.isEmpty() ? gpuText(book, row) : type);
    QStringList facts{name};
    if (!region.isEmpty() && !book.isOwn(row))
        facts << region;
    return (facts << wayText(book, row)).join(Words::tr(", ", "between facts"));
}

QString ageText(AsOf asOf, QDate today)
{
    if (!asOf.isKnown())
        return Words::tr("age unknown");
    if (asOf.number() % 100 != 0) {
        const qint64 days = asOf.firstDay().daysTo(today);
        return days <= 0 ? Words::tr("today") : Words::tr("%1 d", "days").arg(days);
    }
    return asOf.text();
}

QString dayText(AsOf asOf)
{
    if (!asOf.isKnown())
        return unknownWord();
    if (asOf.number() % 10000 == 0)
        return asOf.text();
    const QLocale locale;
    //: month and year, and day, month and year, as QLocale::toString takes them
    return locale.toString(asOf.firstDay(), asOf.number() % 100 == 0 ? Words::tr("MMM yyyy") : Words::tr("d MMM yyyy"));
}

bool isOldPrice(AsOf asOf, QDate today) { return asOf.isKnown() && lastDay(asOf).daysTo(today) > kOldAfterDays; }

bool isRecalled(const OfferBook &book, size_t row)
{
    const QList<qsizetype> &models = book.catalog.gpuFacts(book.offers().column(OfferText::Gpu).id(row)).models;
    return std::any_of(models.cbegin(), models.cend(), [&](qsizetype model) { return !book.catalog.gpus()[model].isCrossChecked; });
}

const PriceSource *sourceOf(const OfferBook &book, const QString &code)
{
    const QList<PriceSource> &sources = book.catalog.sources();
    const auto found = std::find_if(sources.cbegin(), sources.cend(), [&](const PriceSource &source) { return source.code == code; });
    return found == sources.cend() ? nullptr : &*found;
}

QString sourceText(const OfferBook &book, size_t row)
{
    return book.offers().text(OfferText::Source, row) + Words::tr(" · ", "between facts")
           + ageText(book.offers().figures(row).asOf, book.today);
}

QString publishedText(const OfferFigures &figures)
{
    const auto price = figures.price();
    if (price) {
        const QString text = decimalText(price->nanos(), Money::kDecimals, minorDigits(figures.currency)) + QChar(0x00A0)
                             + currencyCode(figures.currency);
        return figures.purchase == Purchase::Monthly ? Words::tr("%1 per month").arg(text) : Words::tr("%1 per hour").arg(text);
    }
    return figures.savingPercent == kUnknown ? Words::tr("price unknown")
                                             : Words::tr("price unknown, usually %1 % below on demand").arg(figures.savingPercent);
}

QString conversionText(const OfferBook &book, size_t row, Currency currency)
{
    const Currency own = book.offers().currencies()[row];
    const ExchangeRate *rate = own == currency ? nullptr : book.rates.between(own, currency);
    if (!rate || !book.offers().figures(row).price())
        return {};
    const QString perUnit = decimalText(rate->nanos, Money::kDecimals, 2);
    return Words::tr("published in %1; converted at your rate from %2: 1 %3 = %4 %5")
        .arg(currencyCode(own), QLocale().toString(rate->day, Words::tr("d MMM yyyy")), currencyCode(rate->from), perUnit,
             currencyCode(rate->to));
}

}  // namespace trainyard
