// SPDX-License-Identifier: GPL-3.0-or-later
// Watching for capacity: processor time of this program with 50 watches of a cloud that has 50 offers of their GPUs among 300. The cloud is a
// fake; what a real one costs besides is the network's. Prints the share of a core at one round every five minutes.
#include "core/agent/capacitywatcher.h"
#include "core/service/runs/services.h"
#include "tests/bench/figures.h"
#include "tests/support/fakecloud.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QTemporaryDir>

#include <sys/resource.h>

using namespace trainyard;

namespace {

constexpr int kWatches = 50, kOffers = 300, kRounds = 10;

double spentSeconds()
{
    rusage usage = {};
    ::getrusage(RUSAGE_SELF, &usage);
    return double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

}  // namespace

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    QTemporaryDir folder;
    const Paths paths{folder.filePath(QStringLiteral("data")), folder.filePath(QStringLiteral("config"))};
    const auto knobs = std::make_shared<FakeCloud::Knobs>();
    knobs->hasOffers = true;
    for (int i = 0; i < kOffers; ++i) {
        knobs->offers << ProviderOffer{{},
                                       QStringLiteral("us-east-1"),
                                       QStringLiteral("us-east-1a"),
                                       QStringLiteral("type-%1").arg(i),
                                       Money(Money::kNanosPerUnit * (50 + i), Currency::USD),
                                       false,
                                       true};
    }
    std::vector<std::unique_ptr<const MachineProvider>> all;
    all.push_back(std::make_unique<FakeCloud>(folder.filePath(QStringLiteral("cloud")), knobs));
    auto opened = Services::open(paths, {}, MachineProviders(std::move(all)));
    if (!opened)
        return 1;
    Services &services = **opened;
    AccountRecord account;
    account.name = QStringLiteral("work");
    account.providerKind = QStringLiteral("fake");
    account.region = QStringLiteral("us-east-1");
    if (!services.database().accounts.add(account))
        return 1;
    for (int i = 0; i < kWatches; ++i) {
        CapacityWatch watch;
        watch.name = QStringLiteral("w%1").arg(i);
        watch.gpu = QStringLiteral("H100");
        watch.gpus = 8;
        watch.most = Money(Money::kNanosPerUnit, Currency::USD);
        if (!services.database().watches.add(watch))
            return 1;
    }
    ClockJumpDetector::Reading reading = ClockJumpDetector::now();
    CapacityWatcher watcher(services, nullptr, {}, [&reading] { return reading; });
    const auto round = [&](int wanted) {
        QElapsedTimer limit;
        limit.start();
        // The notes of all watches are written when the last one has been.
        while (limit.elapsed() < 60'000) {
            QCoreApplication::processEvents(QEventLoop::AllEvents, 50);
            const auto last = services.database().watches.find(QStringLiteral("w%1").arg(kWatches - 1));
            if (knobs->offersAsked >= wanted && last && last->looked.toMSecsSinceEpoch() == reading.wall.count())
                return;
        }
    };
    watcher.setActing(true);
    round(1);  // opens files
    const double before = spentSeconds();
    for (int i = 0; i < kRounds; ++i) {
        reading.wall += std::chrono::minutes(6);
        reading.boot += std::chrono::minutes(6);
        watcher.look();
        round(i + 2);
    }
    const double perRound = (spentSeconds() - before) / kRounds;
    // Beside the most that watching may take.
    printFigure(QStringLiteral("capacity-watch-core"), perRound / 300 * 100, 1, QStringLiteral("%"));
    printFigure(QStringLiteral("capacity-watch-round"), perRound * 1000, 3000, QStringLiteral("ms"));
    services.endWork();
    return perRound / 300 < 0.01 ? 0 : 1;
}
