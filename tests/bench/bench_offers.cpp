// SPDX-License-Identifier: GPL-3.0-or-later
// Prices compared with sqlite3 on the same rows: reading 100,000 offers, filtering and sorting them, also by places, and `yard offer list`
// from the start of the program. Medians of interleaved rounds. For sqlite3 the names of the GPUs and the continents are looked up
// beforehand, prices are integers, and for the last figure the database already exists.
#include "core/knowledge/catalog/offerquery.h"
#include "core/knowledge/catalog/ratecard.h"
#include "tests/bench/figures.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <cstdio>

using namespace trainyard;

namespace {

constexpr int kRounds = 9;
constexpr size_t kOffers = kMaxRateCardOffers;
const char *const kA100 = "('A100-PCIe-40GB','A100-PCIe-80GB','A100-SXM-40GB','A100-SXM-80GB')";

double since(const QElapsedTimer &timer) { return static_cast<double>(timer.nsecsElapsed()) / 1e6; }

// The built-in offers repeated, each time with other prices and, unless their places matter, in other regions.
QByteArray manyOffers(bool havePlaces = false)
{
    RateCardRules rules;
    rules.mayLackPrice = true;
    const auto builtIn = parseRateCard(builtInCatalogFiles().offers, rules);
    QByteArray csv = offerFieldNames().join(u',').toUtf8() + '\n';
    for (size_t i = 0; i < kOffers; ++i) {
        const size_t row = i % builtIn->size(), copy = i / builtIn->size();
        const OfferFigures figures = builtIn->figures(row);
        const auto text = [&](OfferText which) { return builtIn->text(which, row).toUtf8(); };
        const auto figure = [](qint64 value, qint64 scale) {
            return value == kUnknown ? QByteArray() : QByteArray::number(static_cast<double>(value) / static_cast<double>(scale));
        };
        const qint64 nanos = figures.priceNanos == kUnknown ? Money::kNanosPerUnit : figures.priceNanos;
        csv += QByteArrayList{text(OfferText::Provider),
                              text(OfferText::Type),
                              text(OfferText::Gpu),
                              figure(figures.gpus, kWholeGpu),
                              figure(figures.gpuMemoryMiB, 1024),
                              figure(figures.vcpus, 100),
                              figure(figures.memoryMiB, 1024),
                              text(OfferText::Region) + (havePlaces ? QByteArray() : '-' + QByteArray::number(copy)),
                              purchaseName(figures.purchase).toUtf8(),
                              Money(nanos + static_cast<qint64>(copy * 7'000'000), Currency::USD).decimal().toUtf8(),
                              "USD",
                              figures.asOf.text().toUtf8(),
                              text(OfferText::Source),
                              text(OfferText::ShapeSource),
                              QByteArray(),
                              QByteArray(),
                              QByteArray()}
                   .join(',')
               + '\n';
    }
    return csv;
}

struct Timed {
    bool isFine = false;
    double milliseconds = 0;
    QByteArray out;
};

Timed timed(const QString &program, const QStringList &arguments, const QByteArray &input = {})
{
    QProcess process;
    QElapsedTimer timer;
    timer.start();
    process.start(program, arguments);
    process.write(input);
    process.closeWriteChannel();
    Timed spent;
    spent.isFine = process.waitForFinished(120000) && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
    spent.milliseconds = since(timer);
    spent.out = process.readAllStandardOutput();
    return spent;
}

// What sqlite3's own timer reports for each statement, in milliseconds.
std::vector<double> sqliteTimes(const QByteArray &script)
{
    std::vector<double> times;
    const Timed spent = timed(QStringLiteral("sqlite3"), {QStringLiteral(":memory:")}, script);
    static const QRegularExpression line(QStringLiteral("Run Time: real ([0-9.]+)"));
    for (auto it = line.globalMatch(QString::fromUtf8(spent.out)); it.hasNext();)
        times.push_back(it.next().captured(1).toDouble() * 1000);
    return times;
}

bool benchMany(const QString &folder)
{
    const QByteArray csv = manyOffers();
    const QString file = folder + QStringLiteral("/offers.csv");
    QFile written(file);
    if (!written.open(QIODevice::WriteOnly) || written.write(csv) != csv.size())
        return false;
    written.close();

    OfferQuery all, some;
    all.order = OfferOrder::GpuHour;
    some.gpus = QStringList{QStringLiteral("A100")};
    some.leastVcpus = 1600;
    some.mostPerHour = Money(40 * Money::kNanosPerUnit, Currency::USD);
    some.order = OfferOrder::GpuHour;
    // The last row in the order: everything before it must have been sorted, and nothing is printed.
    const QByteArray key = "price / case purchase when 'monthly' then 730.0 else 1.0 end";
    const QByteArray script =
        "create table offers(provider,type,gpu,gpus real,gpu_memory_gib real,vcpus real,memory_gib real,region,purchase,"
        "price real,currency,as_of,source,shape_source,saving_percent,interruption,spot_source);\n.mode csv\n.timer on\n"
        "begin;\n.import --skip 1 "
        + file.toUtf8()
        + " offers\ncommit;\n"
          "select rowid from offers order by "
        + key + " / gpus limit 1 offset " + QByteArray::number(kOffers - 1)
        + ";\n"
          "select group_concat(rowid) from (select rowid from offers where gpu in "
        + kA100 + " and vcpus >= 16 and " + key + " <= 40 order by " + key + " / gpus limit 100000 offset 0);\n";
    std::vector<double> read, sorted, filtered, readThere, sortedThere, filteredThere;
    for (int round = 0; round <= kRounds; ++round) {
        CatalogFiles files = builtInCatalogFiles();
        files.offers = csv;
        QElapsedTimer timer;
        timer.start();
        const auto catalog = Catalog::parse(files);
        const double readTook = since(timer);
        if (!catalog)
            return false;
        timer.start();
        const auto everything = select(*catalog, all, {});
        const double sortTook = since(timer);
        timer.start();
        const auto chosen = select(*catalog, some, {});
        const double filterTook = since(timer);
        if (!everything || everything->compared != kOffers || !chosen || chosen->compared == 0)
            return false;
        // Importing is not a statement, so its time is the whole program's minus the two queries'.
        timer.start();
        const auto there = sqliteTimes(script);
        const double whole = since(timer);
        if (there.size() < 4)
            return false;
        const double queries = there[there.size() - 1] + there[there.size() - 2];
        if (round == 0)
            continue;
        read.push_back(readTook);
        sorted.push_back(sortTook);
        filtered.push_back(filterTook);
        readThere.push_back(whole - queries);
        sortedThere.push_back(there[there.size() - 2]);
        filteredThere.push_back(there[there.size() - 1]);
    }
    printFigure(QStringLiteral("read 100,000 offers and check each, beside `sqlite3 .import`"), median(read), median(readThere),
                QStringLiteral("ms"));
    printFigure(QStringLiteral("sort 100,000 offers by the price of a GPU's hour, beside sqlite3 in memory"), median(sorted),
                median(sortedThere), QStringLiteral("ms"));
    printFigure(QStringLiteral("filter 100,000 offers by GPU, processors and price and sort them, beside sqlite3 in memory"),
                median(filtered), median(filteredThere), QStringLiteral("ms"));
    return true;
}

bool benchPlaces(const QString &folder)
{
    CatalogFiles files = builtInCatalogFiles();
    files.offers = manyOffers(true);
    const auto catalog = Catalog::parse(files);
    if (!catalog)
        return false;
    const OfferTable &offers = catalog->offers();
    QByteArray csv;
    for (size_t row = 0; row < offers.size(); ++row) {
        const Place &place = catalog->places().place(catalog->placeIds()[row]);
        csv += QByteArrayList{offers.text(OfferText::Gpu, row).toUtf8(),
                              QByteArray::number(static_cast<double>(offers.gpus()[row]) / kWholeGpu),
                              offers.figures(row).price()->decimal().toUtf8(),
                              purchaseName(offers.purchases()[row]).toUtf8(),
                              place.continent ? continentId(*place.continent).toUtf8() : QByteArray(),
                              place.country.toUtf8()}
                   .join(',')
               + '\n';
    }
    QFile file(folder + QStringLiteral("/places.csv"));
    if (!file.open(QIODevice::WriteOnly) || file.write(csv) != csv.size())
        return false;
    file.close();
    OfferQuery query;
    query.gpus = QStringList{QStringLiteral("A100")};
    query.places = QStringList{QStringLiteral("europe"), QStringLiteral("Japan")};
    query.order = OfferOrder::GpuHour;
    const QByteArray script = "create table offers(gpu,gpus real,price real,purchase,continent,country);\n.mode csv\n.timer on\n.import "
                              + file.fileName().toUtf8()
                              + " offers\nselect group_concat(rowid) from (select rowid from offers where gpu in " + kA100
                              + " and (continent = 'europe' or country = 'JP') order by "
                                "price / case purchase when 'monthly' then 730.0 else 1.0 end / gpus limit 100000 offset 0);\n";
    std::vector<double> filtered, there;
    for (int round = 0; round <= kRounds; ++round) {
        QElapsedTimer timer;
        timer.start();
        const auto found = select(*catalog, query, {});
        const double took = since(timer);
        const auto times = sqliteTimes(script);
        if (!found || found->compared == 0 || times.empty())
            return false;
        if (round == 0)
            continue;
        filtered.push_back(took);
        there.push_back(times.back());
    }
    printFigure(QStringLiteral("filter 100,000 offers by GPU, continent and country and sort them, beside sqlite3 in memory"),
                median(filtered), median(there), QStringLiteral("ms"));
    return true;
}

bool benchStart(const QString &folder)
{
    qputenv("TRAINYARD_HOME", (folder + QStringLiteral("/home")).toUtf8());
    const QString csv = folder + QStringLiteral("/built-in.csv"), database = folder + QStringLiteral("/built-in.db");
    QFile file(csv);
    if (!file.open(QIODevice::WriteOnly) || file.write(builtInCatalogFiles().offers) < 0)
        return false;
    file.close();
    const Timed made = timed(
        QStringLiteral("sqlite3"), {database},
        "create table offers(provider,type,gpu,gpus real,gpu_memory_gib real,vcpus real,memory_gib real,region,purchase,price real,currency,"
        "as_of,source,shape_source,saving_percent,interruption,spot_source);\n.mode csv\n.import --skip 1 "
            + csv.toUtf8() + " offers\n");
    if (!made.isFine)
        return false;
    const QStringList ours{QStringLiteral("offer"), QStringLiteral("list"), QStringLiteral("--gpu"), QStringLiteral("A100"),
                           QStringLiteral("--json")};
    const QStringList theirs{
        QStringLiteral("-json"), database,
        QStringLiteral(
            "select * from offers where gpu in %1 order by currency, price / case purchase when 'monthly' then 730.0 else 1.0 end")
            .arg(QLatin1String(kA100))};
    std::vector<double> here, there;
    for (int round = 0; round <= kRounds; ++round) {
        const Timed a = timed(QStringLiteral(TRAINYARD_BIN_DIR "/yard"), ours), b = timed(QStringLiteral("sqlite3"), theirs);
        if (!a.isFine || !b.isFine || a.out.count("\"provider\"") != b.out.count("\"provider\""))
            return false;
        if (round == 0)
            continue;  // makes the state directory and warms the page cache
        here.push_back(a.milliseconds);
        there.push_back(b.milliseconds);
    }
    printFigure(QStringLiteral("`yard offer list --gpu A100 --json` from the start of the program, beside sqlite3 with its database"),
                median(here), median(there), QStringLiteral("ms"));
    return true;
}

}  // namespace

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    if (QStandardPaths::findExecutable(QStringLiteral("sqlite3")).isEmpty()) {
        std::fprintf(stderr, "there is nothing to measure against: apt-get install sqlite3\n");
        return 1;
    }
    const QTemporaryDir folder;
    const bool isMany = benchMany(folder.path()), arePlaces = benchPlaces(folder.path()), isStart = benchStart(folder.path());
    if (!isMany || !arePlaces || !isStart)
        std::fprintf(stderr, "the offers could not be measured\n");
    return isMany && arePlaces && isStart ? 0 : 1;
}
