// SPDX-License-Identifier: GPL-3.0-or-later
// Renting: from what the button does to the first request on the wire, and to the request for the machine; and the processor time that an
// agent takes to watch 50 rented machines, with their providers' real calls. The cloud is a stand-in for EC2 in another process; nothing is
// rented and nothing costs. Fails beyond 150 ms to the first request, and beyond 1 % of a core.
#include "core/agent/rentalwatch.h"
#include "core/service/runs/services.h"
#include "tests/bench/figures.h"
#include "tests/support/ec2standin.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QThread>

#include <cstdio>

#include <sys/resource.h>

using namespace trainyard;

namespace {

constexpr int kOrders = 7, kMachines = 50, kRounds = 5;
constexpr int kLooksOfRound = 4;         // the fourth asks the provider
constexpr double kSecondsOfRound = 120;  // a look each half minute
constexpr double kMostToWire = 150, kMostOfCore = 1;

double processorSeconds()
{
    rusage usage = {};
    ::getrusage(RUSAGE_SELF, &usage);
    return double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

RentOrder orderOf(int number)
{
    RentPlace place;
    place.type = QStringLiteral("g5.xlarge");
    place.region = QStringLiteral("us-east-1");
    place.perHour = Money(Money::kNanosPerUnit, Currency::USD);
    RentOrder order;
    order.account = QStringLiteral("work");
    order.places << place;
    order.name = QStringLiteral("box-%1").arg(number);
    order.end = *parseRentEnd(QStringLiteral("8h"), QDateTime::currentDateTimeUtc());
    order.ownAddress = QStringLiteral("203.0.113.7");
    return order;
}

template <typename T>
T ended(QFuture<T> future)
{
    while (!future.isFinished())
        QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents, 20);
    return future.result();
}

struct Wire {
    double first = -1, machine = -1;  // milliseconds
};

Wire rentedOnce(Services &services, const Ec2StandIn &cloud, int number)
{
    const qsizetype before = cloud.calls().size();
    std::stop_source stop;
    const RentOrder order = orderOf(number);
    const qint64 clicked = QDateTime::currentMSecsSinceEpoch();
    const auto going = services.clouds.rent(order, {}, stop.get_token());
    qsizetype at = -1;
    QElapsedTimer limit;
    limit.start();
    while (at < 0 && !limit.hasExpired(60'000)) {
        QThread::msleep(20);
        at = cloud.calls().indexOf(QLatin1String("ec2:RunInstances"), before);
    }
    const QList<qint64> times = cloud.times();
    // What was made is given back.
    stop.request_stop();
    (void)ended(going);
    return at < 0 ? Wire() : Wire{double(times.value(before) - clicked), double(times.value(at) - clicked)};
}

bool hasMachine(Services &services, int number)
{
    InstanceRequest request;
    request.providerKind = QStringLiteral("aws");
    request.account = QStringLiteral("work");
    request.region = QStringLiteral("us-east-1");
    request.type = QStringLiteral("g5.xlarge");
    request.name = request.clientToken = QStringLiteral("watched-%1").arg(number);
    request.end = storedRentEnd(QStringLiteral("2199-01-01T00:00:00Z"));
    request.perHour = Money(Money::kNanosPerUnit, Currency::USD);
    const auto made = ended(services.instances.create(request, {}));
    if (!made || !ended(services.instances.refresh(made->id)))
        return false;
    const auto put = ended(services.instances.putMachine(made->id, request.name));
    for (const InstanceState next : {InstanceState::HostKeyChecked, InstanceState::Ready})
        (void)services.database().instances.update(made->id, [next](Instance &one) { one.state = next; });
    return bool(put);
}

}  // namespace

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    qputenv("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE");
    qputenv("AWS_SECRET_ACCESS_KEY", "secret-of-the-stand-in");
    qunsetenv("AWS_SESSION_TOKEN");
    Ec2StandIn cloud;
    if (!cloud.start()) {
        std::fprintf(stderr, "%s\n", qPrintable(cloud.problem()));
        return 1;
    }
    QTemporaryDir folder;
    const Paths paths{folder.filePath(QStringLiteral("data")), folder.filePath(QStringLiteral("config"))};
    auto opened = Services::open(paths, {});
    if (!opened)
        return 1;
    Services &services = **opened;
    AccountRecord account;
    account.name = QStringLiteral("work");
    account.providerKind = QStringLiteral("aws");
    account.region = QStringLiteral("us-east-1");
    account.source = CredentialSource::Environment;
    account.settings.insert(QStringLiteral("endpoint"), cloud.base());
    // The order's window has asked the account before anyone can click.
    if (!ended(services.clouds.add(account, {})) || !ended(services.clouds.check(account.name)))
        return 1;
    std::vector<double> first, machine;
    for (int i = 0; i < kOrders; ++i) {
        const Wire wire = rentedOnce(services, cloud, i);
        first.push_back(wire.first);
        machine.push_back(wire.machine);
    }
    printFigure(QStringLiteral("rent-first-request"), median(first), kMostToWire, QStringLiteral("ms"));
    printFigure(QStringLiteral("rent-machine-request"), median(machine), kMostToWire, QStringLiteral("ms"));

    for (int i = 0; i < kMachines; ++i) {
        if (!hasMachine(services, i))
            return 1;
    }
    RentalWatch watch(services);
    const auto round = [&] {
        const qsizetype before = cloud.calls().size();
        for (int look = 0; look < kLooksOfRound; ++look)
            watch.look();
        const auto asked = [&] { return cloud.calls().mid(before).count(QLatin1String("ec2:DescribeInstances")); };
        QElapsedTimer limit;
        limit.start();
        while (!limit.hasExpired(60'000)) {
            QCoreApplication::processEvents(QEventLoop::AllEvents, 50);
            QThread::msleep(200);  // each look at the stand-in is processor time, too
            if (asked() >= kMachines)
                return true;
        }
        return false;
    };
    watch.setActing(true);
    bool isWhole = round();  // opens files and connections
    const double before = processorSeconds();
    for (int i = 0; i < kRounds; ++i)
        isWhole = round() && isWhole;
    const double perRound = (processorSeconds() - before) / kRounds;
    const double ofCore = perRound / kSecondsOfRound * 100;
    printFigure(QStringLiteral("rent-watch-50-core"), ofCore, kMostOfCore, QStringLiteral("%"));
    services.endWork();
    const bool isFast = median(first) >= 0 && median(first) <= kMostToWire;
    return isWhole && isFast && ofCore <= kMostOfCore ? 0 : 1;
}
