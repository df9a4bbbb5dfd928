// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/database/offerstore.h"

#include "core/base/filelock.h"
#include "core/knowledge/catalog/cardcheck.h"
#include "core/knowledge/catalog/offerid.h"
#include "core/knowledge/catalog/offeroverlay.h"
#include "core/knowledge/catalog/ratecard.h"
#include "core/storage/database/internal/ownerfile.h"
#include "core/storage/database/internal/ratecardfile.h"
#include "core/storage/database/statedatabase.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <array>
#include <chrono>

namespace trainyard {

namespace {

constexpr int kMaxName = 64;
constexpr qint64 kMaxRatesBytes = 64 * 1024;
constexpr auto kRatesPatience = std::chrono::seconds(5);  // other programs change a file of a few lines

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::OfferStore)
};

Error noCard(const QString &name)
{
    return {ErrorCode::NotFound, Words::tr("There is no rate card “%1”. `yard offer cards` lists all of them.").arg(name), {}};
}

}  // namespace

OfferStore::OfferStore(const Paths &paths) : m_folder(paths.data + QStringLiteral("/offers")), m_lists(paths) {}

QString OfferStore::cardFile(const QString &name) const { return m_folder + QStringLiteral("/cards/") + name + kRateCardSuffix; }

Result<void> OfferStore::checkName(const QString &name)
{
    const bool isPlain = std::all_of(name.begin(), name.end(),
                                     [](QChar c) { return c.isLetterOrNumber() || c == u'.' || c == u'-' || c == u'_'; });
    if (name.isEmpty() || name.size() > kMaxName || name.startsWith(u'.') || !isPlain) {
        return Error{
            ErrorCode::InvalidInput,
            Words::tr(
                "“%1” is not a valid name for a rate card: use letters, digits, dots, hyphens and underscores, at most %2 characters.")
                .arg(name.left(kMaxName), QString::number(kMaxName)),
            {}};
    }
    return {};
}

QStringList OfferStore::cardNames() const
{
    QStringList names;
    const QStringList files = QDir(m_folder + QStringLiteral("/cards")).entryList({u'*' + kRateCardSuffix}, QDir::Files, QDir::Name);
    for (const QString &file : files)
        names << file.chopped(kRateCardSuffix.size());
    return names;
}

Result<OfferTable> OfferStore::card(const QString &name) const
{
    if (!checkName(name) || !QFileInfo::exists(cardFile(name)))
        return noCard(name);
    QFile file(cardFile(name));
    if (!file.open(QIODevice::ReadOnly)) {
        return Error{ErrorCode::PermissionDenied,
                     Words::tr("The rate card %1 cannot be read: check the permissions of the file.").arg(file.fileName()),
                     file.errorString()};
    }
    RateCardRules rules;
    rules.card = name;
    auto offers = parseRateCard(file.read(kMaxRateCardBytes + 1), rules);
    if (!offers) {
        return Error{ErrorCode::Corrupt, Words::tr("The rate card “%1” is damaged: import it again, or remove it.").arg(name),
                     offers.error().what};
    }
    return offers;
}

QDateTime OfferStore::cardStored(const QString &name) const
{
    return checkName(name) ? QFileInfo(cardFile(name)).lastModified().toUTC() : QDateTime();
}

Result<void> OfferStore::putCard(const QString &name, const OfferTable &offers) const
{
    TRY_DO(checkName(name));
    return writeOwnerFile(cardFile(name), writeRateCard(offers));
}

Result<void> OfferStore::removeCard(const QString &name) const
{
    if (!checkName(name) || !QFileInfo::exists(cardFile(name)))
        return noCard(name);
    QFile file(cardFile(name));
    return file.remove() ? Result<void>() : Result<void>(cannotWriteError(file.fileName(), 0, file.errorString()));
}

QString OfferStore::accountFile(const QString &account) const
{
    return m_folder + QStringLiteral("/accounts/") + account + kRateCardSuffix;
}

Result<void> OfferStore::putAccountOffers(const QString &account, const OfferTable &offers) const
{
    TRY_DO(checkName(account));
    const QString path = accountFile(account);
    if (offers.size() > 0)
        return writeOwnerFile(path, writeRateCard(offers));
    QFile file(path);
    return !file.exists() || file.remove() ? Result<void>() : Result<void>(cannotWriteError(path, 0, file.errorString()));
}

Result<OfferTable> OfferStore::accountOffers(const QString &account) const
{
    QFile file(accountFile(account));
    RateCardRules rules;
    rules.card = accountCard(account);
    const auto read = file.open(QIODevice::ReadOnly) ? parseRateCard(file.read(kMaxRateCardBytes + 1), rules)
                                                     : Result<OfferTable>(Error{ErrorCode::Io, {}, file.errorString()});
    if (!read) {
        return Error{ErrorCode::Corrupt,
                     Words::tr("What the account “%1” offers cannot be read: check it with `yard cloud check %1`.").arg(account),
                     read.error().what + read.error().detail};
    }
    // Said in the language of today.
    const QByteArray source = Words::tr("your price for the account %1").arg(account).toUtf8();
    OfferTable offers;
    for (size_t row = 0; row < read->size(); ++row) {
        std::array<QByteArray, kOfferTextCount> texts;
        std::array<QByteArrayView, kOfferTextCount> views;
        for (size_t i = 0; i < kOfferTextCount; ++i) {
            const auto text = static_cast<OfferText>(i);
            texts[i] = text == OfferText::Source ? source : read->text(text, row).toUtf8();
            views[i] = texts[i];
        }
        offers.append(views, read->figures(row));
    }
    return offers;
}

Result<ExchangeRates> OfferStore::rates() const
{
    QFile file(m_folder + QStringLiteral("/rates"));
    if (!file.exists())
        return ExchangeRates();
    ExchangeRates rates;
    if (!file.open(QIODevice::ReadOnly)) {
        return Error{ErrorCode::PermissionDenied,
                     Words::tr("The exchange rates in %1 cannot be read: check the permissions of the file.").arg(file.fileName()),
                     file.errorString()};
    }
    const QStringList lines = QString::fromUtf8(file.read(kMaxRatesBytes)).split(u'\n', Qt::SkipEmptyParts);
    for (const QString &line : lines) {
        // They were checked when they were entered; a clock that was set back since does not invalidate them.
        const auto rate = ExchangeRate::parse(line, QDate(9999, 12, 31));
        if (!rate) {
            return Error{ErrorCode::Corrupt,
                         Words::tr("The exchange rates in %1 are damaged: remove the file and enter them again.").arg(file.fileName()),
                         rate.error().what};
        }
        rates.set(*rate);
    }
    return rates;
}

Result<void> OfferStore::changeRates(const std::function<Result<void>(ExchangeRates &)> &change) const
{
    const QString file = m_folder + QStringLiteral("/rates");
    QDir().mkpath(m_folder);
    FileLock lock(file + QStringLiteral(".lock"));
    if (!lock.tryLock(kRatesPatience))
        return cannotWriteError(file, 0, {});
    TRY(auto known, rates());
    TRY_DO(change(known));
    QString text;
    for (const ExchangeRate &rate : known.all())
        text += rate.text() + u'\n';
    return writeOwnerFile(file, text.toUtf8());
}

Result<OfferStore::Loaded> OfferStore::load() const
{
    TRY(auto builtIn, Catalog::parse(builtInCatalogFiles()));
    Loaded loaded{std::move(builtIn), {}};
    std::vector<FetchedList> lists;
    const QStringList fetched = m_lists.names(), names = cardNames();
    for (const QString &name : fetched) {
        auto offers = m_lists.offers(name);
        if (offers)
            lists.push_back({std::move(*offers), m_lists.state(name).isWhole});
        else
            loaded.problems << offers.error();
    }
    if (!lists.empty())
        loaded.catalog.overlay(lists);
    for (const QString &name : names) {
        const auto offers = card(name);
        if (offers)
            loaded.catalog.add(*offers);
        else
            loaded.problems << offers.error();
    }
    const QStringList accounts = QDir(m_folder + QStringLiteral("/accounts")).entryList({u'*' + kRateCardSuffix}, QDir::Files, QDir::Name);
    for (const QString &file : accounts) {
        const auto offers = accountOffers(file.chopped(kRateCardSuffix.size()));
        if (offers)
            loaded.catalog.add(*offers);
        else
            loaded.problems << offers.error();
    }
    return loaded;
}

Result<void> replaceCard(const OfferStore &offers, StateDatabase &store, const QString &name, const OfferTable &card)
{
    if (const auto before = offers.card(name)) {
        TRY_DO(store.prices.add(cardChanges(*before, card)));
    }
    return offers.putCard(name, card);
}

}  // namespace trainyard
