// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/catalog/ratecard.h"

#include "core/base/decimal.h"
#include "core/base/excerpt.h"
#include "core/knowledge/catalog/internal/csvreader.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>

#include <algorithm>
#include <vector>

namespace trainyard {

namespace {

constexpr char kByteOrderMark[] = "\xef\xbb\xbf";

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::RateCard)
};

Error wrong(const QString &what, const QString &detail = {}) { return {ErrorCode::InvalidInput, what, detail}; }

Error knownColumns(const QString &what)
{
    return wrong(what,
                 Words::tr("Columns: %1. Required: provider, gpu, price and currency.").arg(offerFieldNames().join(QStringLiteral(", "))));
}

Error tooMany(qint64 row)
{
    return wrong(Words::tr("Row %1: a rate card can contain at most %2 offers. Split it into several.").arg(row).arg(kMaxRateCardOffers));
}

QString faultText(CsvReader::Fault fault)
{
    switch (fault) {
    case CsvReader::Fault::UnfinishedQuote: return Words::tr("a quotation mark is not closed.");
    case CsvReader::Fault::TextBesideQuote: return Words::tr("there is text after a closing quotation mark.");
    case CsvReader::Fault::NulByte: return Words::tr("it contains a NUL byte: this is not a text file.");
    case CsvReader::Fault::NotUtf8: return Words::tr("it is not UTF-8: save the file as “CSV UTF-8”.");
    case CsvReader::Fault::TooManyFields: return Words::tr("it has more than %1 fields.").arg(CsvReader::kMaxFields);
    case CsvReader::Fault::None: break;
    }
    Q_UNREACHABLE();
}

Error atRow(qint64 row, const QString &what) { return wrong(Words::tr("Row %1: %2").arg(row).arg(what)); }

// The first required field that is missing; nullptr if none is.
const char *missingField(const std::array<bool, kOfferFieldCount> &isThere, const RateCardRules &rules)
{
    for (const OfferField needed : {OfferField::Provider, OfferField::Gpu, OfferField::Price, OfferField::Currency}) {
        if (!isThere[static_cast<size_t>(needed)] && !(needed == OfferField::Currency && rules.currency))
            return offerFieldName(needed);
    }
    return nullptr;
}

Result<std::vector<OfferField>> readHeader(const CsvReader &reader, const RateCardRules &rules)
{
    std::vector<OfferField> columns;
    std::array<bool, kOfferFieldCount> isThere{};
    for (const QByteArrayView name : reader.fields()) {
        const auto field = offerFieldFromName(name);
        if (!field) {
            return knownColumns(Words::tr("Row %1: there is no column “%2”.").arg(reader.row()).arg(excerpt(name)));
        }
        if (isThere[static_cast<size_t>(*field)])
            return wrong(Words::tr("Row %1: the column “%2” appears twice.").arg(reader.row()).arg(QLatin1String(offerFieldName(*field))));
        isThere[static_cast<size_t>(*field)] = true;
        columns.push_back(*field);
    }
    if (const char *missing = missingField(isThere, rules))
        return knownColumns(Words::tr("Row %1: the column “%2” is missing.").arg(reader.row()).arg(QLatin1String(missing)));
    return columns;
}

Result<OfferTable> parseCsv(const QByteArray &bytes, const RateCardRules &rules)
{
    CsvReader reader(bytes, CsvReader::guessSeparator(bytes));
    if (!reader.next()) {
        return reader.fault() == CsvReader::Fault::None ? knownColumns(Words::tr("The rate card is empty."))
                                                        : atRow(reader.row(), faultText(reader.fault()));
    }
    TRY(const auto columns, readHeader(reader, rules));
    OfferTable offers;
    // A hundred bytes per row are usual; a wrong guess only costs time.
    offers.reserve(std::min(static_cast<size_t>(bytes.size() / 100), kMaxRateCardOffers));
    while (reader.next()) {
        if (offers.size() == kMaxRateCardOffers)
            return tooMany(reader.row());
        if (reader.fields().size() != columns.size()) {
            return atRow(reader.row(),
                         Words::tr("it has %1 fields, but the header has %2.").arg(reader.fields().size()).arg(columns.size()));
        }
        // Spreadsheets write emptied rows as separators only.
        if (std::all_of(reader.fields().begin(), reader.fields().end(), [](QByteArrayView field) { return field.isEmpty(); }))
            continue;
        OfferFields fields;
        for (size_t i = 0; i < columns.size(); ++i)
            fields[static_cast<size_t>(columns[i])] = reader.fields()[i];
        if (const auto fault = readOffer(fields, rules, offers)) {
            return wrong(
                Words::tr("Row %1, column “%2”: %3").arg(reader.row()).arg(QLatin1String(offerFieldName(fault->field)), fault->what));
        }
    }
    if (reader.fault() != CsvReader::Fault::None)
        return atRow(reader.row(), faultText(reader.fault()));
    if (offers.size() == 0)
        return wrong(Words::tr("The rate card has a header and no offers."));
    return offers;
}

// In the form of a CSV file; nullopt for anything but text, number and null.
std::optional<QByteArray> plainText(const QJsonValue &value)
{
    if (value.isString())
        return value.toString().trimmed().toUtf8();
    if (value.isDouble())
        return QByteArray::number(value.toDouble(), 'f', QLocale::FloatingPointShortest);
    if (value.isNull())
        return QByteArray();
    return std::nullopt;
}

Result<OfferTable> parseJson(const QByteArray &bytes, const RateCardRules &rules)
{
    QJsonParseError problem{};
    const QJsonDocument document = QJsonDocument::fromJson(bytes, &problem);
    if (problem.error != QJsonParseError::NoError) {
        const QByteArrayView before = QByteArrayView(bytes).first(std::min<qsizetype>(problem.offset, bytes.size()));
        return wrong(
            Words::tr("Line %1, column %2: this is not JSON.").arg(before.count('\n') + 1).arg(before.size() - before.lastIndexOf('\n')),
            problem.errorString());
    }
    const QJsonValue list = document.isArray() ? QJsonValue(document.array()) : document[QLatin1String("offers")];
    if (!list.isArray())
        return wrong(Words::tr("A rate card in JSON is a list of offers, or an object with such a list as “offers”."));
    OfferTable offers;
    qint64 entry = 0;
    const QJsonArray entries = list.toArray();
    for (const QJsonValue &value : entries) {
        ++entry;
        if (offers.size() == kMaxRateCardOffers)
            return tooMany(entry);
        if (!value.isObject())
            return wrong(Words::tr("Offer %1 is not an object.").arg(entry));
        const QJsonObject object = value.toObject();
        std::array<QByteArray, kOfferFieldCount> texts;
        std::array<bool, kOfferFieldCount> isThere{};
        OfferFields fields;
        for (auto it = object.begin(); it != object.end(); ++it) {
            const auto field = offerFieldFromName(it.key().toUtf8());
            if (!field)
                return knownColumns(Words::tr("Offer %1: there is no column “%2”.").arg(entry).arg(excerpt(it.key().toUtf8())));
            const auto text = plainText(it.value());
            if (!text) {
                return wrong(Words::tr("Offer %1, column “%2”: it is neither text nor a number.")
                                 .arg(entry)
                                 .arg(QLatin1String(offerFieldName(*field))));
            }
            texts[static_cast<size_t>(*field)] = *text;
            fields[static_cast<size_t>(*field)] = texts[static_cast<size_t>(*field)];
            isThere[static_cast<size_t>(*field)] = true;
        }
        if (const char *missing = missingField(isThere, rules))
            return knownColumns(Words::tr("Offer %1: the column “%2” is missing.").arg(entry).arg(QLatin1String(missing)));
        if (const auto fault = readOffer(fields, rules, offers)) {
            return wrong(Words::tr("Offer %1, column “%2”: %3").arg(entry).arg(QLatin1String(offerFieldName(fault->field)), fault->what));
        }
    }
    if (offers.size() == 0)
        return wrong(Words::tr("The rate card has no offers."));
    return offers;
}

QByteArray field(const QString &text)
{
    QByteArray bytes = text.toUtf8();
    // A blank at either end would be mistaken for padding.
    const bool needsQuotes = bytes.contains(',') || bytes.contains('"') || bytes.trimmed() != bytes;
    return needsQuotes ? '"' + bytes.replace('"', "\"\"") + '"' : bytes;
}

QByteArray field(qint64 value, int decimals) { return value == kUnknown ? QByteArray() : decimalText(value, decimals).toUtf8(); }

// Thousandths of a GiB: the form that the MiB value was read from.
}  // namespace

Result<OfferTable> parseRateCard(const QByteArray &bytes, const RateCardRules &rules)
{
    if (bytes.size() > kMaxRateCardBytes) {
        return wrong(Words::tr("The rate card is larger than %1 MiB. Split it into several.").arg(kMaxRateCardBytes / 1024 / 1024));
    }
    if (bytes.startsWith("\xff\xfe") || bytes.startsWith("\xfe\xff"))
        return atRow(1, faultText(CsvReader::Fault::NotUtf8));
    const QByteArray plain = bytes.startsWith(kByteOrderMark) ? bytes.sliced(3) : bytes;
    const QByteArrayView text = QByteArrayView(plain).trimmed();
    return text.startsWith('[') || text.startsWith('{') ? parseJson(plain, rules) : parseCsv(plain, rules);
}

QByteArray writeRateCard(const OfferTable &offers)
{
    QByteArray csv = offerFieldNames().join(u',').toUtf8() + '\n';
    for (size_t row = 0; row < offers.size(); ++row) {
        const OfferFigures figures = offers.figures(row);
        const auto text = [&](OfferText which) { return field(offers.text(which, row)); };
        csv += QByteArrayList{text(OfferText::Provider),
                              text(OfferText::Type),
                              text(OfferText::Gpu),
                              field(figures.gpus, 4),
                              offerGibibytes(figures.gpuMemoryMiB),
                              field(figures.vcpus, 2),
                              offerGibibytes(figures.memoryMiB),
                              text(OfferText::Region),
                              purchaseName(figures.purchase).toUtf8(),
                              field(figures.priceNanos, Money::kDecimals),
                              currencyCode(figures.currency).toUtf8(),
                              figures.asOf.text().toUtf8(),
                              text(OfferText::Source),
                              text(OfferText::ShapeSource),
                              field(figures.savingPercent, 0),
                              text(OfferText::Interruption),
                              text(OfferText::SpotSource)}
                   .join(',')
               + '\n';
    }
    return csv;
}

}  // namespace trainyard
