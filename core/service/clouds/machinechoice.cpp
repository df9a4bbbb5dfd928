// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/clouds/machinechoice.h"

#include "core/knowledge/catalog/catalogfiles.h"
#include "core/knowledge/catalog/offerid.h"
#include "core/knowledge/catalog/offerquery.h"
#include "core/provider/credentials/officialcredentials.h"
#include "core/storage/database/offerstore.h"

#include <QCoreApplication>
#include <QHash>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>
#include <cmath>

namespace trainyard {

namespace {

struct ChoiceWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::MachineChoice)
};

constexpr double kMiBPerGiB = 1024;
constexpr double kSameGiB = 0.5;  // catalogues round

// "A100-80GB-SXM" is in no name of some lists: without the words that tell no GPUs apart, its form and what has no digit.
QString plainModel(const QString &model)
{
    static const QRegularExpression kBetween(QStringLiteral("[ _-]+")), kForm(QStringLiteral("\\A(?:SXM|HBM|PCIE|NVL|GEN)[0-9]*\\z")),
        kDigit(QStringLiteral("[0-9]"));
    QStringList words = model.toUpper().split(kBetween, Qt::SkipEmptyParts);
    words.removeIf([](const QString &word) { return !word.contains(kDigit) || word.contains(kForm); });
    return words.join(u'-');
}

bool fits(const NeededAmount &needed, double there)
{
    return needed.kind == NeededAmount::Kind::Exact ? there == needed.amount : there >= needed.amount;
}

bool memoryFits(const NeededAmount &needed, double gibibytes, double vcpus)
{
    switch (needed.kind) {
    case NeededAmount::Kind::Exact: return std::abs(gibibytes - needed.amount) < kSameGiB;
    case NeededAmount::Kind::AtLeast: return gibibytes >= needed.amount;
    case NeededAmount::Kind::PerCpu: return vcpus > 0 && gibibytes >= needed.amount * vcpus;
    }
    Q_UNREACHABLE();
}

QString kindsText(const NeededMachine &needed)
{
    QStringList kinds;
    for (const Accelerators &one : needed.accelerators)
        kinds << QStringLiteral("%1 × %2").arg(one.count).arg(one.model);
    return kinds.join(ChoiceWords::tr(" or ", "between kinds of accelerators"));
}

QString cloudName(const QString &kind)
{
    const auto known = cloudKind(kind);
    return known ? known->name : kind;
}

// "us-east-1a" is one of "us-east-1", "us-central1-b" one of "us-central1".
bool isZoneOf(const QString &zone, const QString &region)
{
    static const QRegularExpression kRest(QStringLiteral("\\A-?[a-z0-9]\\z"));
    return !region.isEmpty() && zone.startsWith(region) && kRest.match(zone.mid(region.size())).hasMatch();
}

using Accounts = QHash<QString, QString>;  // names by the kind of their cloud

// What one alternative can be had at, and what came closest if nothing can.
class Looking {
public:
    Looking(const NeededMachine &needed, qsizetype number, const Catalog &catalog, const PricingModels &pricing, const ExchangeRates &rates,
            const Accounts &accounts, const QStringList &names)
        : m_needed(needed), m_number(number), m_catalog(catalog), m_offers(catalog.offers()), m_pricing(pricing), m_rates(rates),
          m_accounts(accounts), m_names(names)
    {
    }

    struct Found {
        ChosenOffer chosen;
        std::optional<Money> inDollars;
    };

    QList<Found> look()
    {
        QSet<QString> seen;
        QList<Accelerators> kinds = m_needed.accelerators;
        if (kinds.isEmpty())
            kinds << Accelerators{QString(), 0};
        for (const Accelerators &kind : std::as_const(kinds)) {
            qsizetype taken = 0;
            for (const quint32 row : rowsOf(kind)) {
                if (taken == kMostTries)
                    break;
                if (isWanted(row, kind) && take(row, seen))
                    ++taken;
            }
        }
        return m_found;
    }

    // One sentence; what would have fitted most decides.
    QString whyNone() const
    {
        const QString kinds = kindsText(m_needed);
        if (m_elsewhere) {
            return ChoiceWords::tr("%1 in %2 costs %3 per hour, but this needs an account there: add one with `yard cloud add %4`.")
                .arg(m_elsewhere->type, m_elsewhere->region, m_elsewhere->price.text(), m_elsewhere->kind);
        }
        if (!m_foreign.isEmpty())
            return ChoiceWords::tr("It is offered by %1, where Trainyard cannot rent.").arg(m_foreign);
        if (m_dearer)
            return ChoiceWords::tr("It costs %1 per hour or more, which is above 'max_hourly_cost'.").arg(m_dearer->text());
        if (m_isElsewhere)
            return ChoiceWords::tr("It is not offered in %1.").arg(placeText());
        if (m_isUnpriced)
            return ChoiceWords::tr(
                "It is offered, but the catalogue has no price for it: name its type with `yard rent --type` and --price.");
        if (m_isOtherSize && !kinds.isEmpty())
            return ChoiceWords::tr("No offer with these GPUs has this type, these vCPUs and this memory.");
        if (!m_counts.isEmpty()) {
            QStringList counts;
            QList<int> sorted(m_counts.begin(), m_counts.end());
            std::sort(sorted.begin(), sorted.end());
            for (const int count : std::as_const(sorted))
                counts << QString::number(count);
            return ChoiceWords::tr("There are offers with %1 of these GPUs, and none with exactly %2.")
                .arg(counts.join(QStringLiteral(", ")), kinds);
        }
        if (kinds.isEmpty())
            return ChoiceWords::tr("No offer has this type, these vCPUs and this memory.");
        return ChoiceWords::tr("The catalogue has no offer with %1: see `yard offer gpus`.").arg(kinds);
    }

private:
    std::vector<quint32> rowsOf(const Accelerators &kind) const
    {
        OfferQuery query;
        query.purchases = {m_needed.isSpot ? Purchase::Spot : Purchase::OnDemand};
        for (const QString &name : QStringList{kind.model, plainModel(kind.model)}) {
            query.gpus = kind.count > 0 && !name.isEmpty() ? QStringList{name} : QStringList();
            const auto selection = kind.count > 0 && name.isEmpty() ? Result<OfferSelection>(Error{}) : select(m_catalog, query, m_rates);
            if (selection)
                return selection->rows;
        }
        return {};
    }

    bool isWanted(quint32 row, const Accelerators &kind)
    {
        const OfferFigures figures = m_offers.figures(row);
        if (kind.count > 0 && figures.gpus != kind.count * kWholeGpu) {
            if (figures.gpus >= kWholeGpu)
                m_counts << figures.gpus / kWholeGpu;
            return false;
        }
        const double vcpus = figures.vcpus / 100.0, gibibytes = double(figures.memoryMiB) / kMiBPerGiB;
        const bool isRightSize = (m_needed.type.isEmpty()
                                  || m_offers.text(OfferText::Type, row).compare(m_needed.type, Qt::CaseInsensitive) == 0)
                                 && (!m_needed.vcpus || (figures.vcpus != kUnknown && fits(*m_needed.vcpus, vcpus)))
                                 && (!m_needed.memoryGiB
                                     || (figures.memoryMiB != kUnknown && memoryFits(*m_needed.memoryGiB, gibibytes, vcpus)));
        m_isOtherSize = m_isOtherSize || !isRightSize;
        return isRightSize;
    }

    bool isAt(const QString &kind, const QString &region) const
    {
        const bool isRegion = m_needed.region.isEmpty() ? m_needed.zone.isEmpty() || isZoneOf(m_needed.zone, region.toLower())
                                                        : region.compare(m_needed.region, Qt::CaseInsensitive) == 0;
        const bool hasImage = m_needed.images.isEmpty()
                              || (kind == m_needed.imageCloud
                                  && (m_needed.images.contains(QString()) || m_needed.images.contains(region.toLower())));
        return isRegion && hasImage && (m_needed.cloud.isEmpty() || kind == m_needed.cloud);
    }

    // Whether it can be rented; otherwise what keeps it from that is remembered.
    bool take(quint32 row, QSet<QString> &seen)
    {
        auto offer = rentableOffer(m_catalog, row, m_pricing);
        if (!offer) {
            m_isUnpriced = true;
            return false;
        }
        const QString id = QStringList{offer->account, offer->providerKind, m_offers.text(OfferText::Type, row),
                                       m_offers.text(OfferText::Region, row)}
                               .join(u'/');
        const RentPlace &place = offer->place(offer->isSpot);
        if (!isAt(offer->providerKind, place.region)) {
            m_isElsewhere = true;
            return false;
        }
        const auto hour = hourlyPrices(m_catalog, row, Currency::USD, Precision::Fp16, m_rates).hour;
        if (m_needed.mostHour && (!hour || *hour > *m_needed.mostHour)) {
            m_dearer = m_dearer ? m_dearer : place.perHour;
            return false;
        }
        // Its price is that of one account only.
        const bool isTheirs = !offer->account.isEmpty() && !m_names.contains(offer->account);
        const auto account = m_accounts.constFind(offer->providerKind);
        if (isTheirs)
            return false;
        if (account == m_accounts.constEnd()) {
            if (!cloudKind(offer->providerKind))
                m_foreign = offer->providerName;
            else if (!m_elsewhere)
                m_elsewhere = Elsewhere{offer->providerKind, place.type, place.region, *place.perHour};
            return false;
        }
        if (seen.contains(id))
            return false;
        seen.insert(id);
        for (auto *const one : {&offer->onDemand, &offer->spot}) {
            if (*one)
                (*one)->zone = m_needed.zone;
        }
        const QString image = m_needed.images.value(place.region.toLower(), m_needed.images.value(QString()));
        m_found << Found{{*offer, offer->account.isEmpty() ? *account : offer->account, m_number, image}, hour};
        return true;
    }

    QString placeText() const
    {
        QStringList parts;
        if (!m_needed.cloud.isEmpty())
            parts << cloudName(m_needed.cloud);
        if (!m_needed.region.isEmpty() || !m_needed.zone.isEmpty())
            parts << (m_needed.zone.isEmpty() ? m_needed.region : m_needed.zone);
        if (parts.isEmpty())
            parts << ChoiceWords::tr("the regions that have the image of 'image_id'");
        return parts.join(u' ');
    }

    struct Elsewhere {
        QString kind, type, region;
        Money price;
    };

    const NeededMachine &m_needed;
    const qsizetype m_number;
    const Catalog &m_catalog;
    const OfferTable &m_offers;
    const PricingModels &m_pricing;
    const ExchangeRates &m_rates;
    const Accounts &m_accounts;
    const QStringList &m_names;  // of all accounts
    QList<Found> m_found;
    QSet<int> m_counts;
    bool m_isOtherSize = false, m_isElsewhere = false, m_isUnpriced = false;
    std::optional<Money> m_dearer;
    std::optional<Elsewhere> m_elsewhere;  // the cheapest
    QString m_foreign;
};

using Found = Looking::Found;

// The cheapest first; without a rate for its currency, last.
bool isCheaper(const Found &one, const Found &other)
{
    if (!one.inDollars || !other.inDollars)
        return one.inDollars.has_value() && !other.inDollars;
    return *one.inDollars < *other.inDollars;
}

// Of one among several.
QString placed(const MachineNeeds &needs, const NeededMachine &needed, const QString &what)
{
    //: a line of the task file, a sentence
    return needs.choice != MachineNeeds::Choice::One && needed.line > 0 ? ChoiceWords::tr("Line %1: %2").arg(needed.line).arg(what) : what;
}

// Of alternatives in order, each has its share of the tries, and at least one.
QList<Found> inOrder(const QList<QList<Found>> &each)
{
    const auto some = std::count_if(each.begin(), each.end(), [](const QList<Found> &one) { return !one.isEmpty(); });
    QList<Found> all;
    auto left = kMostTries, alternatives = qsizetype(some);
    for (const QList<Found> &one : each) {
        if (one.isEmpty())
            continue;
        const auto share = std::min(one.size(), std::max<qsizetype>(1, (left + alternatives - 1) / alternatives));
        all << one.mid(0, share);
        left = std::max<qsizetype>(0, left - share);
        --alternatives;
    }
    return all;
}

QString whyFirst(const MachineNeeds &needs, const ChosenOffer &first)
{
    const auto count = needs.machines.size();
    const QString number = QString::number(first.needed + 1), of = QString::number(count);
    switch (needs.choice) {
    case MachineNeeds::Choice::One: return ChoiceWords::tr("It is the cheapest offer that fits.");
    case MachineNeeds::Choice::AnyOf:
        return ChoiceWords::tr("It is the cheapest offer of all alternatives: number %1 of %2 in '%3'.").arg(number, of, needs.key);
    case MachineNeeds::Choice::Ordered:
        return first.needed == 0 ? ChoiceWords::tr("It is the cheapest offer of the first of %1 alternatives in '%2'.").arg(of, needs.key)
                                 : ChoiceWords::tr("It is the cheapest offer of alternative %1 of %2 in '%3': those before it have none.")
                                       .arg(number, of, needs.key);
    }
    Q_UNREACHABLE();
}

}  // namespace

Result<MachineChoice> chooseMachine(const MachineNeeds &needs, const Catalog &catalog, const PricingModels &pricing,
                                    const ExchangeRates &rates, const QList<AccountRecord> &accounts)
{
    MachineChoice choice;
    Accounts byKind;
    QStringList names;
    for (const AccountRecord &one : accounts) {
        names << one.name;
        if (!byKind.contains(one.providerKind))
            byKind.insert(one.providerKind, one.name);
    }
    QList<QList<Found>> each;
    for (qsizetype number = 0; number < needs.machines.size(); ++number) {
        const NeededMachine &needed = needs.machines[number];
        if (!needed.cloud.isEmpty() && !cloudKind(needed.cloud) && !byKind.contains(needed.cloud)) {
            each << QList<Found>();
            choice.notes << placed(needs, needed, ChoiceWords::tr("Trainyard cannot rent from “%1”.").arg(needed.cloud));
            continue;
        }
        Looking looking(needed, number, catalog, pricing, rates, byKind, names);
        each << looking.look();
        std::stable_sort(each.last().begin(), each.last().end(), isCheaper);
        if (each.last().isEmpty())
            choice.notes << placed(needs, needed, looking.whyNone());
    }
    QList<Found> all;
    if (needs.choice == MachineNeeds::Choice::Ordered) {
        all = inOrder(each);
    } else {
        for (const QList<Found> &one : std::as_const(each))
            all << one;
        std::stable_sort(all.begin(), all.end(), isCheaper);
        all = all.mid(0, kMostTries);
    }
    if (all.isEmpty())
        return Error{ErrorCode::NotFound, choice.notes.join(u' '), {}};
    for (const Found &one : std::as_const(all))
        choice.offers << one.chosen;
    if (std::any_of(all.begin(), all.end(), [](const Found &one) { return !one.inDollars; }))
        choice.notes << ChoiceWords::tr("Prices in another currency than USD come last: set an exchange rate with `yard offer rates`.");
    choice.why = whyFirst(needs, choice.offers.first());
    return choice;
}

Result<MachineChoice> chooseMachine(const MachineNeeds &needs, const Paths &paths, const QList<AccountRecord> &accounts)
{
    const OfferStore store(paths);
    TRY(const auto loaded, store.load());
    TRY(const auto rates, store.rates());
    TRY(const auto pricing, parsePricingModels(builtInPricingFile()));
    return chooseMachine(needs, loaded.catalog, pricing, rates, accounts);
}

}  // namespace trainyard
