// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/clocks/dangerclocks.h"

#include "core/base/format.h"
#include "core/knowledge/clocks/addressprices.h"
#include "core/knowledge/clocks/internal/clocksfile.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStringList>

#include <algorithm>
#include <array>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::DangerClocks)
};

struct Kind {
    DangerFact fact;
    const char *name, *values;  // separated by blanks; empty: a time
};

// In the order in which they are said.
constexpr std::array<Kind, 9> kKinds{{
    {DangerFact::StoppedMachine, "stopped-machine", "free mode deallocate reserved cannot"},
    {DangerFact::StoppedDisk, "stopped-disk", "bills bills-double"},
    {DangerFact::StoppedAddress, "stopped-address", "held-bills"},
    {DangerFact::LeftStorage, "left-storage", "bills"},
    {DangerFact::StopWipes, "stop-wipes", "container-disk"},
    {DangerFact::Restart, "restart", "may-lack-capacity may-lack-gpus"},
    {DangerFact::SpotNotice, "spot-notice", ""},
    {DangerFact::CreditGone, "credit-gone", "stops-then-deletes"},
    {DangerFact::ExpiredTerm, "expired-term", ""},
}};

Error corrupt(const QString &where, const QString &what) { return {ErrorCode::Corrupt, QStringLiteral("%1: %2").arg(where, what), {}}; }

Result<DangerClock> readClock(const QJsonObject &json, const QString &where, const DangerClocks &clocks)
{
    const auto text = [&json](const char *name) { return json.value(QLatin1String(name)).toString(); };
    const auto kind = std::find_if(kKinds.begin(), kKinds.end(), [&](const Kind &one) { return text("fact") == QLatin1String(one.name); });
    if (kind == kKinds.end())
        return corrupt(where, QStringLiteral("unknown fact"));
    DangerClock clock;
    clock.fact = kind->fact;
    clock.value = text("value");
    const QStringList values = QString::fromLatin1(kind->values).split(u' ', Qt::SkipEmptyParts);
    if (values.isEmpty()) {
        const double seconds = json.value(QLatin1String("seconds")).toDouble(-1);
        constexpr double kYear = 366.0 * 86400;
        if (seconds < 0 || seconds > kYear || !clock.value.isEmpty())
            return corrupt(where, QStringLiteral("%1 needs seconds").arg(QLatin1String(kind->name)));
        clock.after = std::chrono::seconds(qint64(seconds));
    } else if (!values.contains(clock.value) || json.contains(QLatin1String("seconds"))) {
        return corrupt(where, QStringLiteral("unknown value of %1").arg(QLatin1String(kind->name)));
    }
    const auto asOf = AsOf::parse(text("as_of").toLatin1());
    if (!asOf || !clocks.sources.contains(text("source")))
        return corrupt(where, QStringLiteral("%1 needs a source and a date").arg(QLatin1String(kind->name)));
    const QString status = text("status");
    if (status != knowledgeName(Knowledge::Verified) && status != knowledgeName(Knowledge::Recalled))
        return corrupt(where, QStringLiteral("%1 needs a status").arg(QLatin1String(kind->name)));
    clock.from = {text("source"), *asOf, status == knowledgeName(Knowledge::Verified) ? Knowledge::Verified : Knowledge::Recalled};
    return clock;
}

QString machineText(const QString &value)
{
    if (value == QLatin1String("free"))
        return Words::tr("While it is stopped, the machine itself costs nothing.");
    if (value == QLatin1String("mode")) {
        return Words::tr(
            "A stopped machine costs its full price unless it was stopped in the mode that ends charging, which some types lack. "
            "Trainyard asks for that mode.");
    }
    if (value == QLatin1String("deallocate"))
        return Words::tr("Only a deallocated machine costs nothing. One that was shut down from inside costs its full price.");
    if (value == QLatin1String("reserved"))
        return Words::tr("A stopped machine keeps its place, which most sites go on charging for.");
    return Words::tr("It cannot be stopped: it costs its full price until it is given back, and its disk is lost then.");
}

}  // namespace

QString DangerClock::text() const
{
    const QString time = after ? formatDuration(std::chrono::milliseconds(*after).count()) : QString();
    switch (fact) {
    case DangerFact::StoppedMachine: return machineText(value);
    case DangerFact::StoppedDisk:
        return value == QLatin1String("bills") ? Words::tr("Its disks go on costing money while it is stopped, until they are deleted.")
                                               : Words::tr("Its volume costs twice as much while it is stopped as while it runs.");
    case DangerFact::StoppedAddress:
        if (perHour) {
            return Words::tr(
                       "An address that is kept goes on costing %1 an hour; one that is not kept may be another one after the next start.")
                .arg(perHour->text());
        }
        return Words::tr("An address that is kept goes on costing money; one that is not kept may be another one after the next start.");
    case DangerFact::LeftStorage: return Words::tr("Its file system goes on costing money after the machine is gone.");
    case DangerFact::StopWipes: return Words::tr("Stopping deletes everything that is not on its volume.");
    case DangerFact::Restart:
        return value == QLatin1String("may-lack-capacity")
                   ? Words::tr("Its place may be given away: it may not start again until capacity is free.")
                   : Words::tr("Its GPUs may be given away: it may start again without them, or not at all.");
    case DangerFact::SpotNotice:
        return after->count() > 0 ? Words::tr("As a spot machine it may be taken back at any time, %1 after a notice.").arg(time)
                                  : Words::tr("As a spot machine it may be taken back at any time, without a notice.");
    case DangerFact::CreditGone: return Words::tr("When the credit is used up, all machines are stopped, and their data may be deleted.");
    case DangerFact::ExpiredTerm: return Words::tr("A machine whose paid term has ended is deleted with its data after %1.").arg(time);
    }
    Q_UNREACHABLE();
}

QList<DangerClock> DangerClocks::whenStopped(const QString &provider, const QString &region, bool isSpot) const
{
    QList<DangerClock> found = providers.value(provider);
    found.removeIf([isSpot](const DangerClock &one) {
        return one.fact == DangerFact::ExpiredTerm || (one.fact == DangerFact::SpotNotice && !isSpot);
    });
    for (DangerClock &one : found) {
        const AddressPrice *price = one.fact == DangerFact::StoppedAddress ? addressPrice(provider, region, AddressUse::Idle) : nullptr;
        if (price)
            one.perHour = price->perHour;
    }
    std::stable_sort(found.begin(), found.end(), [](const DangerClock &a, const DangerClock &b) { return a.fact < b.fact; });
    return found;
}

QString DangerClocks::textWithSource(const DangerClock &clock) const
{
    const QString source = sources.value(clock.from.source).title;
    return clock.from.knowledge == Knowledge::Verified
               //: a sentence, its source, a day
               ? Words::tr("%1 (%2, %3)").arg(clock.text(), source, clock.from.asOf.text())
               //: the same
               : Words::tr("%1 (%2, %3, from memory)").arg(clock.text(), source, clock.from.asOf.text());
}

Result<DangerClocks> parseDangerClocks(const QByteArray &json)
{
    const QJsonObject root = QJsonDocument::fromJson(json).object();
    DangerClocks clocks;
    const QJsonObject sources = root.value(QLatin1String("sources")).toObject();
    for (auto one = sources.begin(); one != sources.end(); ++one) {
        const QJsonObject source = one.value().toObject();
        const DangerClocks::Source read{source.value(QLatin1String("title")).toString(), source.value(QLatin1String("link")).toString()};
        if (read.title.isEmpty() || !read.link.startsWith(QLatin1String("https://")))
            return corrupt(one.key(), QStringLiteral("a source needs a title and a link"));
        clocks.sources.insert(one.key(), read);
    }
    const QJsonObject providers = root.value(QLatin1String("providers")).toObject();
    if (providers.isEmpty())
        return corrupt(QStringLiteral("clocks"), QStringLiteral("no providers"));
    for (auto one = providers.begin(); one != providers.end(); ++one) {
        const QJsonObject provider = one.value().toObject();
        QList<DangerClock> facts;
        const QJsonArray array = provider.value(QLatin1String("facts")).toArray();
        for (const QJsonValue &value : array) {
            TRY(const auto clock, readClock(value.toObject(), one.key(), clocks));
            facts << clock;
        }
        QStringList names{one.key()};
        const QJsonArray also = provider.value(QLatin1String("also")).toArray();
        for (const QJsonValue &name : also)
            names << name.toString();
        for (const QString &name : std::as_const(names))
            clocks.providers.insert(name, facts);
    }
    return clocks;
}

const DangerClocks &builtInDangerClocks()
{
    static const DangerClocks clocks = [] {
        const auto read = parseDangerClocks(builtInClocksFile());
        Q_ASSERT(read);
        return read ? *read : DangerClocks();
    }();
    return clocks;
}

}  // namespace trainyard
