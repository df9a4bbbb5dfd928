// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/history/marketlog.h"

#include <QVariant>

#include <algorithm>

namespace trainyard {

namespace {

constexpr int kMarketApplication = 0x54524d4b;  // "TRMK"
constexpr qint64 kMarketDay = 86400;
constexpr qsizetype kMaxWord = 100;  // of a cloud's words, which are not trusted

const DerivedFile::Schema &marketSchema()
{
    static const DerivedFile::Schema schema{
        kMarketApplication,
        1,
        {QStringLiteral(
             "CREATE TABLE offers (id INTEGER PRIMARY KEY, provider TEXT NOT NULL, type TEXT NOT NULL, region TEXT NOT NULL, "
             "zone TEXT NOT NULL, is_spot INTEGER NOT NULL, account TEXT NOT NULL, UNIQUE(provider, type, region, is_spot, zone, "
             "account))"),
         QStringLiteral("CREATE TABLE periods (id INTEGER PRIMARY KEY, offer INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT "
                        "NULL, nanos INTEGER, currency TEXT NOT NULL, stock INTEGER)"),
         QStringLiteral("CREATE INDEX periods_of ON periods(offer, last)")}};
    return schema;
}

MarketSighting periodOf(const DerivedFile::Row &row)
{
    MarketSighting one;
    one.first = QDateTime::fromSecsSinceEpoch(row.number(0), Qt::UTC);
    one.last = QDateTime::fromSecsSinceEpoch(row.number(1), Qt::UTC);
    const auto currency = currencyFromCode(row.value(3).toString().toLatin1());
    if (!row.isNull(2) && currency && qAbs(row.number(2)) <= Money::kMaxNanos)
        one.perHour = Money(row.number(2), *currency);
    if (!row.isNull(4))
        one.isInStock = row.number(4) != 0;
    one.account = row.value(5).toString();
    return one;
}

constexpr auto kPeriodColumns = "p.first, p.last, p.nanos, p.currency, p.stock, o.account";

QString word(const QString &text) { return text.isNull() ? QStringLiteral("") : text.left(kMaxWord); }

}  // namespace

Result<MarketLog> MarketLog::openToWrite(const QString &file, int mostPeriods)
{
    auto opened = DerivedFile::open(file, DerivedFile::Access::Write, marketSchema());
    if (!opened && opened.error().code == ErrorCode::Corrupt) {
        DerivedFile::remove(file);
        opened = DerivedFile::open(file, DerivedFile::Access::Write, marketSchema());
    }
    if (!opened)
        return opened.error();
    return MarketLog(std::move(*opened), mostPeriods);
}

Result<MarketLog> MarketLog::openToRead(const QString &file)
{
    auto opened = DerivedFile::open(file, DerivedFile::Access::Read, marketSchema());
    if (!opened)
        return opened.error();
    return MarketLog(std::move(*opened), kMaxPeriods);
}

Result<void> MarketLog::add(const QList<MarketSighting> &seen, const QDateTime &when)
{
    const qint64 now = when.toSecsSinceEpoch();
    return m_file->transaction([&]() -> Result<void> {
        for (const MarketSighting &one : seen) {
            const QVariantList name{word(one.provider), word(one.type),     word(one.region),
                                    word(one.zone),     one.isSpot ? 1 : 0, word(one.account)};
            TRY_DO(m_file->execute(
                QStringLiteral("INSERT OR IGNORE INTO offers(provider, type, region, zone, is_spot, account) VALUES(?, ?, ?, ?, ?, ?)"),
                name));
            // The newest by number: its time may be that of a clock which was wrong.
            qint64 offer = 0, period = 0;
            MarketSighting last;
            TRY_DO(m_file->select(
                QStringLiteral(
                    "SELECT %1, o.id, p.id FROM offers o LEFT JOIN periods p ON p.offer = o.id WHERE o.provider = ? AND o.type = "
                    "? AND o.region = ? AND o.zone = ? AND o.is_spot = ? AND o.account = ? ORDER BY p.id DESC LIMIT 1")
                    .arg(QLatin1String(kPeriodColumns)),
                name, [&](const DerivedFile::Row &row) {
                    last = periodOf(row);
                    offer = row.number(6);
                    period = row.number(7);
                    return false;
                }));
            const qint64 gap = now - last.last.toSecsSinceEpoch();
            if (period > 0 && last.saysTheSameAs(one) && gap >= 0 && gap <= kMaxGapSeconds) {
                TRY_DO(m_file->execute(QStringLiteral("UPDATE periods SET last = ? WHERE id = ?"), {now, period}));
                continue;
            }
            TRY_DO(
                m_file->execute(QStringLiteral("INSERT INTO periods(offer, first, last, nanos, currency, stock) VALUES(?, ?, ?, ?, ?, ?)"),
                                {offer, now, now, one.perHour ? QVariant(one.perHour->nanos()) : QVariant(),
                                 one.perHour ? currencyCode(one.perHour->currency()) : QStringLiteral(""),
                                 one.isInStock ? QVariant(*one.isInStock ? 1 : 0) : QVariant()}));
        }
        TRY_DO(m_file->execute(QStringLiteral("DELETE FROM periods WHERE last < ?"), {now - kMaxDays * kMarketDay}));
        TRY(const auto count, periods());
        if (count > m_mostPeriods) {
            TRY_DO(m_file->execute(QStringLiteral("DELETE FROM periods WHERE id IN (SELECT id FROM periods ORDER BY last, id LIMIT ?)"),
                                   {count - m_mostPeriods}));
        }
        return m_file->execute(QStringLiteral("DELETE FROM offers WHERE id NOT IN (SELECT offer FROM periods)"));
    });
}

Result<QList<MarketSighting>> MarketLog::of(const QString &provider, const QString &type, const QString &region, bool isSpot,
                                            const QDateTime &now) const
{
    QList<MarketSighting> found;
    TRY_DO(
        m_file->select(QStringLiteral("SELECT %1, o.zone FROM periods p JOIN offers o ON o.id = p.offer WHERE o.provider = ? AND o.type = "
                                      "? AND o.region = ? AND o.is_spot = ? ORDER BY p.last DESC, p.first DESC, o.zone")
                           .arg(QLatin1String(kPeriodColumns)),
                       {word(provider), word(type), word(region), isSpot ? 1 : 0}, [&](const DerivedFile::Row &row) {
                           MarketSighting one = periodOf(row);
                           if (now.isValid() && one.first > now)
                               return true;
                           if (now.isValid())
                               one.last = std::min(one.last, now);
                           one.last = std::max(one.first, one.last);
                           one.provider = provider;
                           one.type = type;
                           one.region = region;
                           one.zone = row.value(6).toString();
                           one.isSpot = isSpot;
                           found << one;
                           return true;
                       }));
    return found;
}

Result<qint64> MarketLog::periods() const
{
    qint64 count = 0;
    TRY_DO(m_file->select(QStringLiteral("SELECT count(*) FROM periods"), {}, [&count](const DerivedFile::Row &row) {
        count = row.number(0);
        return false;
    }));
    return count;
}

}  // namespace trainyard
