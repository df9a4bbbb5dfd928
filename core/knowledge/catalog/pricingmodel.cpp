// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/catalog/pricingmodel.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <cmath>

namespace trainyard {

namespace {

using std::chrono::seconds;

constexpr qsizetype kMaxBytes = 4 * 1024 * 1024, kMaxEntries = 1000, kMaxText = 2000;
constexpr qint64 kMaxSeconds = 366 * 24 * 3600LL, kMaxGB = 1'000'000'000'000;
constexpr int kMaxMonths = 120, kMaxDiscount = 99;
// For anything sold by the GB, the month or the thousand; a higher price is a typing error.
constexpr qint64 kMaxPriceNanos = 100'000 * Money::kNanosPerUnit;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::PricingModel)
};

// Reads one provider; records the first error, with its place.
class Reader {
public:
    Reader(const QString &provider, const QJsonObject &object) : m_object(object), m_place(provider) { m_model.provider = provider; }

    Result<PricingModel> read()
    {
        const auto currency = currencyFromCode(m_object[QLatin1String("currency")].toString().toUtf8());
        if (!currency)
            fail(QStringLiteral("currency"));
        m_model.currency = currency.value_or(Currency::USD);
        m_model.diskNote = text(m_object, "disk_note");
        readBilling();
        readSpot();
        each("commitments", [this](const QJsonObject &entry) { m_model.commitments << commitment(entry); });
        each("disks", [this](const QJsonObject &entry) { m_model.disks << storage(entry); });
        each("object_storage", [this](const QJsonObject &entry) { m_model.objectStorage << storage(entry); });
        if (m_object.contains(QLatin1String("requests")))
            readRequests();
        each("egress", [this](const QJsonObject &entry) { m_model.egress << egress(entry); });
        if (m_problem.isEmpty())
            return m_model;
        return Error{ErrorCode::InvalidInput, Words::tr("In the list of how providers bill, %1 is wrong.").arg(m_problem), {}};
    }

private:
    void fail(const QString &key)
    {
        if (m_problem.isEmpty())
            m_problem = m_place + u'.' + key.left(60);
    }

    template <typename Take>
    void each(const char *key, Take take)
    {
        const QJsonValue list = m_object[QLatin1String(key)];
        if (!list.isArray() && !list.isUndefined())
            return fail(QLatin1String(key));
        const QJsonArray entries = list.toArray();
        if (entries.size() > kMaxEntries)
            return fail(QLatin1String(key));
        const QString outer = m_place;
        for (qsizetype i = 0; i < entries.size(); ++i) {
            m_place = QStringLiteral("%1.%2[%3]").arg(outer, QLatin1String(key)).arg(i);
            if (entries[i].isObject())
                take(entries[i].toObject());
            else
                fail(QStringLiteral("{}"));
        }
        m_place = outer;
    }

    QString text(const QJsonObject &object, const char *key, bool isNeeded = false)
    {
        const QJsonValue value = object[QLatin1String(key)];
        if ((!value.isString() && !value.isUndefined() && !value.isNull()) || value.toString().size() > kMaxText
            || (isNeeded && value.toString().isEmpty()))
            fail(QLatin1String(key));
        return value.toString();
    }

    std::optional<qint64> whole(const QJsonObject &object, const char *key, qint64 least, qint64 most)
    {
        const QJsonValue value = object[QLatin1String(key)];
        if (value.isUndefined() || value.isNull())
            return std::nullopt;
        const double number = value.toDouble(-1);
        if (!(number >= static_cast<double>(least) && number <= static_cast<double>(most)) || number != std::floor(number)) {
            fail(QLatin1String(key));
            return std::nullopt;
        }
        return static_cast<qint64>(number);
    }

    std::optional<int> small(const QJsonObject &object, const char *key, int least, int most)
    {
        const auto value = whole(object, key, least, most);
        return value ? std::optional(static_cast<int>(*value)) : std::nullopt;
    }

    std::optional<seconds> duration(const QJsonObject &object, const char *key, qint64 least)
    {
        const auto value = whole(object, key, least, kMaxSeconds);
        return value ? std::optional(seconds(*value)) : std::nullopt;
    }

    // Decimal text, which avoids binary fractions.
    std::optional<Money> money(const QJsonObject &object, const char *key)
    {
        const QJsonValue value = object[QLatin1String(key)];
        if (value.isUndefined() || value.isNull())
            return std::nullopt;
        const auto parsed = Money::parse(value.toString().toUtf8(), m_model.currency);
        if (!value.isString() || !parsed || parsed->nanos() < 0 || parsed->nanos() > kMaxPriceNanos) {
            fail(QLatin1String(key));
            return std::nullopt;
        }
        return *parsed;
    }

    Provenance provenance(const QJsonObject &object)
    {
        Provenance from;
        from.source = text(object, "source");
        const QString status = text(object, "status", true);
        const auto known = {Knowledge::Verified, Knowledge::Recalled, Knowledge::Unknown};
        const auto found = std::find_if(known.begin(), known.end(), [&](Knowledge one) { return knowledgeName(one) == status; });
        if (found == known.end())
            fail(QStringLiteral("status"));
        else
            from.knowledge = *found;
        const QString day = text(object, "as_of");
        const auto asOf = AsOf::parse(day.toUtf8());
        if (!day.isEmpty() && !asOf)
            fail(QStringLiteral("as_of"));
        from.asOf = asOf.value_or(AsOf());
        if (from.knowledge == Knowledge::Verified && (from.source.isEmpty() || !from.asOf.isKnown()))
            fail(QStringLiteral("source"));
        return from;
    }

    RegionList regions(const QJsonObject &object)
    {
        RegionList list;
        list.text = text(object, "region", true);
        const QJsonValue names = object[QLatin1String("regions")];
        const QJsonArray entries = names.toArray();
        if ((!names.isArray() && !names.isUndefined()) || entries.size() > kMaxEntries)
            fail(QStringLiteral("regions"));
        for (const QJsonValue &name : entries) {
            if (name.toString().isEmpty() || name.toString().size() > kMaxText)
                fail(QStringLiteral("regions"));
            list.names << name.toString();
        }
        return list;
    }

    QJsonObject part(const char *key)
    {
        const QJsonValue value = m_object[QLatin1String(key)];
        if (!value.isObject())
            fail(QLatin1String(key));
        return value.toObject();
    }

    void readBilling()
    {
        const QJsonObject object = part("billing");
        const QString outer = std::exchange(m_place, m_place + QStringLiteral(".billing"));
        m_model.billing = {duration(object, "step_seconds", 1), duration(object, "minimum_seconds", 0), provenance(object),
                           text(object, "note")};
        m_place = outer;
    }

    void readSpot()
    {
        const QJsonObject object = part("spot");
        const QString outer = std::exchange(m_place, m_place + QStringLiteral(".spot"));
        SpotTerms &spot = m_model.spot;
        const QJsonValue offered = object[QLatin1String("offered")];
        if (offered.isBool())
            spot.isOffered = offered.toBool();
        else if (!offered.isNull() && !offered.isUndefined())
            fail(QStringLiteral("offered"));
        spot.notice = duration(object, "notice_seconds", 0);
        spot.leastDiscount = small(object, "least_discount", 0, kMaxDiscount);
        spot.mostDiscount = small(object, "most_discount", 0, kMaxDiscount);
        spot.from = provenance(object);
        spot.note = text(object, "note");
        spot.detection = text(object, "detection");
        spot.behaviour = text(object, "behaviour");
        m_place = outer;
    }

    Commitment commitment(const QJsonObject &entry)
    {
        return {text(entry, "kind", true),
                small(entry, "months", 1, kMaxMonths),
                small(entry, "least_discount", 0, kMaxDiscount),
                small(entry, "most_discount", 0, kMaxDiscount),
                provenance(entry),
                text(entry, "note")};
    }

    StoragePrice storage(const QJsonObject &entry)
    {
        StoragePrice price;
        price.type = text(entry, "type", true);
        price.regions = regions(entry);
        price.perGBMonth = money(entry, "per_gb_month");
        price.perDiskMonth = money(entry, "per_disk_month");
        price.diskGB = whole(entry, "disk_gb", 1, kMaxGB).value_or(0);
        if (price.perDiskMonth.has_value() != (price.diskGB > 0))
            fail(QStringLiteral("disk_gb"));
        price.from = provenance(entry);
        price.note = text(entry, "note");
        return price;
    }

    void readRequests()
    {
        const QJsonObject object = part("requests");
        const QString outer = std::exchange(m_place, m_place + QStringLiteral(".requests"));
        m_model.requests = RequestPrices{money(object, "put_per_1000"), money(object, "get_per_1000"), provenance(object)};
        m_place = outer;
    }

    EgressPrice egress(const QJsonObject &entry)
    {
        EgressPrice price;
        price.regions = regions(entry);
        price.freeGB = whole(entry, "free_gb", 0, kMaxGB);
        const QJsonArray tiers = entry[QLatin1String("tiers")].toArray();
        if (tiers.isEmpty() || tiers.size() > kMaxEntries)
            fail(QStringLiteral("tiers"));
        qint64 below = 0;
        for (qsizetype i = 0; i < tiers.size(); ++i) {
            const QJsonObject tier = tiers[i].toObject();
            const EgressTier one{whole(tier, "up_to_gb", 1, kMaxGB), money(tier, "per_gb")};
            const bool isLast = i + 1 == tiers.size();
            if (one.upToGB.has_value() == isLast || (one.upToGB && *one.upToGB <= below))
                fail(QStringLiteral("tiers"));
            below = one.upToGB.value_or(below);
            price.tiers << one;
        }
        price.from = provenance(entry);
        price.note = text(entry, "note");
        return price;
    }

    const QJsonObject m_object;
    QString m_place, m_problem;
    PricingModel m_model;
};

}  // namespace

bool RegionList::covers(const QString &region) const
{
    return names.isEmpty() || std::any_of(names.cbegin(), names.cend(), [&](const QString &name) {
               return name.endsWith(u'-') ? region.startsWith(name, Qt::CaseInsensitive) : region.compare(name, Qt::CaseInsensitive) == 0;
           });
}

Result<PricingModels> parsePricingModels(const QByteArray &json)
{
    const auto wrong = [](const QString &what, const QString &detail) { return Error{ErrorCode::InvalidInput, what, detail}; };
    if (json.size() > kMaxBytes)
        return wrong(Words::tr("The list of how providers bill is larger than 4 MiB."), {});
    QJsonParseError problem{};
    const QJsonDocument document = QJsonDocument::fromJson(json, &problem);
    const QJsonObject providers = document[QLatin1String("providers")].toObject();
    if (problem.error != QJsonParseError::NoError || providers.isEmpty() || providers.size() > kMaxEntries) {
        return wrong(Words::tr("This is not a list of how providers bill: it must be JSON with “providers”."),
                     problem.error == QJsonParseError::NoError ? QString() : problem.errorString());
    }
    PricingModels models;
    for (auto it = providers.begin(); it != providers.end(); ++it) {
        TRY(const auto model, Reader(it.key().left(60), it.value().toObject()).read());
        models.insert(it.key(), model);
    }
    return models;
}

}  // namespace trainyard
