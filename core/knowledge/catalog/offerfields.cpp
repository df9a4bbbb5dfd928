// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/catalog/offerfields.h"

#include "core/base/decimal.h"
#include "core/base/excerpt.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

constexpr std::array<const char *, kOfferFieldCount> kOfferFieldNames{
    "provider", "type",     "gpu",   "gpus",   "gpu_memory_gib", "vcpus",          "memory_gib",   "region",     "purchase",
    "price",    "currency", "as_of", "source", "shape_source",   "saving_percent", "interruption", "spot_source"};

constexpr qsizetype kMaxFieldBytes = 300;
constexpr qint64 kMaxGpus = 1'024;  // the largest machine on sale has 72
constexpr qint64 kMaxGpuMemoryGib = 4'096;
constexpr qint64 kMaxVcpus = 65'536;
constexpr qint64 kMaxMemoryGib = 1'048'576;
// Per GPU and hour. The highest known price is 40; a price above this limit has another unit.
constexpr qint64 kMaxPerGpuHour = 10'000;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::RateCard)
};

// Characters that affect the text around them: C1 controls, line separators, overrides of the writing direction.
bool isSteering(QChar c)
{
    const char16_t code = c.unicode();
    return (code >= 0x80 && code < 0xa0) || (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

// Some words in GBK, among them 平台, happen to be valid UTF-8. Read as such, they give neighbours that occur in no language: letters of two
// scripts, or a combining accent after a letter with an accent. The five accents of Vietnamese tones do occur there.
bool isMisread(QChar before, QChar c)
{
    const auto isTwoBytes = [](QChar one) { return one.unicode() >= 0x80 && one.unicode() < 0x800; };
    if (!isTwoBytes(before) || !isTwoBytes(c))
        return false;
    const char16_t code = c.unicode();
    const bool isTone = code == 0x300 || code == 0x301 || code == 0x303 || code == 0x309 || code == 0x323;
    if (code >= 0x300 && code < 0x370)
        return !isTone && before.isLetter();
    return before.isLetter() && c.isLetter() && before.script() != c.script();
}

class OfferReading {
public:
    OfferReading(const OfferFields &fields, const RateCardRules &rules) : m_fields(fields), m_rules(rules) {}

    std::optional<FieldFault> fault;
    OfferFigures figures;

    void read()
    {
        checkTexts();
        if (required(OfferField::Provider) && required(OfferField::Gpu)) {
            readShape();
            readCurrencyAndPurchase();
            readPrice();
            readDay();
            figures.savingPercent = number(OfferField::SavingPercent, 0, 0, 99, kUnknown);
        }
    }

private:
    QByteArrayView field(OfferField which) const { return m_fields[static_cast<size_t>(which)]; }

    void fail(OfferField which, const QString &what)
    {
        if (!fault)
            fault = FieldFault{which, what};
    }

    void checkTexts()
    {
        for (const OfferField which : {OfferField::Provider, OfferField::Type, OfferField::Gpu, OfferField::Region, OfferField::Source,
                                       OfferField::ShapeSource, OfferField::Interruption, OfferField::SpotSource}) {
            if (field(which).size() > kMaxFieldBytes)
                fail(which, Words::tr("it is longer than %1 bytes.").arg(kMaxFieldBytes));
            bool isAscii = true;
            for (const char c : field(which)) {
                if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
                    return fail(which, Words::tr("it contains a line break or another control character."));
                isAscii = isAscii && (c & '\x80') == 0;
            }
            if (!isAscii)
                checkCharacters(which);
        }
    }

    void checkCharacters(OfferField which)
    {
        const QString text = QString::fromUtf8(field(which));
        if (std::any_of(text.begin(), text.end(), isSteering))
            return fail(which, Words::tr("it contains a line break or another control character."));
        for (qsizetype i = 1; i < text.size(); ++i) {
            if (isMisread(text[i - 1], text[i]))
                return fail(which, Words::tr("“%1” is not UTF-8 text: save the file as “CSV UTF-8”.").arg(excerpt(field(which))));
        }
    }

    bool required(OfferField which)
    {
        if (field(which).isEmpty())
            fail(which, Words::tr("it is empty."));
        return !fault;
    }

    // In units of 10^-decimals; `least` and `most` are in the same units.
    qint32 number(OfferField which, int decimals, qint64 least, qint64 most, qint32 unless)
    {
        const QByteArrayView text = field(which);
        if (text.isEmpty() || fault)
            return unless;
        const auto value = parseDecimal(text, decimals);
        if (!value) {
            fail(which,
                 Words::tr("“%1” is not a valid number with at most %2 decimal places.").arg(excerpt(text), QString::number(decimals)));
            return unless;
        }
        if (*value < least || *value > most) {
            fail(which,
                 Words::tr("%1 is not between %2 and %3.").arg(excerpt(text), decimalText(least, decimals), decimalText(most, decimals)));
            return unless;
        }
        return static_cast<qint32>(*value);
    }

    qint32 mebibytes(OfferField which, qint64 mostGib)
    {
        const qint32 milliGib = number(which, 3, 1, mostGib * 1000, kUnknown);
        return milliGib == kUnknown ? kUnknown : static_cast<qint32>((qint64(milliGib) * 1024 + 500) / 1000);
    }

    void readShape()
    {
        figures.gpus = number(OfferField::Gpus, 4, 1, kMaxGpus * kWholeGpu, kWholeGpu);
        figures.gpuMemoryMiB = mebibytes(OfferField::GpuMemory, kMaxGpuMemoryGib);
        figures.vcpus = number(OfferField::Vcpus, 2, 1, kMaxVcpus * 100, kUnknown);
        figures.memoryMiB = mebibytes(OfferField::Memory, kMaxMemoryGib);
    }

    void readCurrencyAndPurchase()
    {
        const auto purchase = purchaseFromName(field(OfferField::Purchase));
        if (!purchase && !field(OfferField::Purchase).isEmpty()) {
            QStringList known;
            for (const Purchase way : purchases())
                known << purchaseName(way);
            fail(OfferField::Purchase, Words::tr("“%1” is not a valid purchase option. Use one of %2.")
                                           .arg(excerpt(field(OfferField::Purchase)), known.join(QStringLiteral(", "))));
        }
        figures.purchase = purchase.value_or(Purchase::OnDemand);

        const QByteArrayView code = field(OfferField::Currency);
        const auto currency = code.isEmpty() ? m_rules.currency : currencyFromCode(code);
        if (currency) {
            figures.currency = *currency;
            return;
        }
        QStringList known;
        for (const Currency one : currencies())
            known << currencyCode(one);
        fail(OfferField::Currency,
             code.isEmpty()
                 ? Words::tr("it is empty. Use one of %1.").arg(known.join(QStringLiteral(", ")))
                 : Words::tr("“%1” is not a known currency. Use one of %2.").arg(excerpt(code), known.join(QStringLiteral(", "))));
    }

    void readPrice()
    {
        const QByteArrayView text = field(OfferField::Price);
        if (text.isEmpty()) {
            if (!m_rules.mayLackPrice)
                required(OfferField::Price);
            return;
        }
        const auto price = Money::parse(text, figures.currency);
        if (!price)
            return fail(OfferField::Price, price.error().what);
        if (price->nanos() <= 0)
            return fail(OfferField::Price, Words::tr("%1 is not a valid price: it must be above 0.").arg(excerpt(text)));
        // In currencies without cents, a unit is worth about a hundredth.
        const qint64 most = kMaxPerGpuHour * (minorDigits(figures.currency) == 0 ? 100 : 1) * hoursOf(figures.purchase);
        const auto perGpu = price->times(kWholeGpu, figures.gpus);
        if (!fault && (!perGpu || *perGpu > Money(most * Money::kNanosPerUnit, figures.currency))) {
            return fail(OfferField::Price, figures.purchase == Purchase::Monthly
                                               ? Words::tr("%1 is more than %2 per GPU and month.").arg(price->text()).arg(most)
                                               : Words::tr("%1 is more than %2 per GPU and hour.").arg(price->text()).arg(most));
        }
        figures.priceNanos = price->nanos();
    }

    void readDay()
    {
        const QByteArrayView text = field(OfferField::AsOf);
        const auto day = text.isEmpty() ? std::optional(m_rules.asOf) : AsOf::parse(text);
        if (!day)
            return fail(OfferField::AsOf, Words::tr("“%1” is not a valid date. Examples: 2026-08-03, 2026-08, 2026.").arg(excerpt(text)));
        if (!day->isKnown())
            return fail(OfferField::AsOf, Words::tr("it is empty."));
        if (m_rules.today.isValid() && day->firstDay() > m_rules.today)
            return fail(OfferField::AsOf, Words::tr("%1 is in the future.").arg(excerpt(text)));
        figures.asOf = *day;
    }

    const OfferFields &m_fields;
    const RateCardRules &m_rules;
};

}  // namespace

QByteArray offerGibibytes(qint32 mib)
{
    return mib == kUnknown ? QByteArray() : decimalText((qint64(mib) * 1000 + 512) / 1024, 3).toUtf8();
}

const char *offerFieldName(OfferField field) { return kOfferFieldNames[static_cast<size_t>(field)]; }

std::optional<OfferField> offerFieldFromName(QByteArrayView name)
{
    for (size_t i = 0; i < kOfferFieldCount; ++i) {
        if (name.compare(kOfferFieldNames[i], Qt::CaseInsensitive) == 0)
            return static_cast<OfferField>(i);
    }
    return std::nullopt;
}

QStringList offerFieldNames()
{
    QStringList names;
    for (const char *name : kOfferFieldNames)
        names << QLatin1String(name);
    return names;
}

std::optional<FieldFault> readOffer(const OfferFields &fields, const RateCardRules &rules, OfferTable &table)
{
    OfferReading reading(fields, rules);
    reading.read();
    if (reading.fault)
        return reading.fault;
    const auto field = [&](OfferField which) { return fields[static_cast<size_t>(which)]; };
    const QByteArray card = rules.card.toUtf8();
    const QByteArrayView source = field(OfferField::Source).isEmpty() ? QByteArrayView(card) : field(OfferField::Source);
    const QByteArrayView shapeSource = field(OfferField::ShapeSource).isEmpty() ? source : field(OfferField::ShapeSource);
    table.append({field(OfferField::Provider), field(OfferField::Type), field(OfferField::Gpu), field(OfferField::Region), source,
                  shapeSource, field(OfferField::Interruption), field(OfferField::SpotSource), card},
                 reading.figures);
    return std::nullopt;
}

}  // namespace trainyard
