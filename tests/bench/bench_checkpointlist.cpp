// SPDX-License-Identifier: GPL-3.0-or-later
// The checkpoints page with 3,000 checkpoints of 30 runs, and with 3,000 of one: the longest event of the window's thread while a scan
// arrives, a user types into the filter, moves with the arrow keys and scrolls. The baseline is one frame at 60 a second.
#include "tests/bench/figures.h"
#include "tests/bench/uiclock.h"
#include "ui/checkpoints/checkpointspage.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QScrollBar>
#include <QTreeView>

using namespace trainyard;

namespace {

constexpr int kCheckpoints = 3000;
constexpr double kFrame = 1000.0 / 60;

CheckpointScan scanOf(int runs)
{
    CheckpointScan scan;
    for (int r = 0; r < runs; ++r) {
        for (int i = kCheckpoints / runs; i > 0; --i) {
            Run run;
            run.lineage = QStringLiteral("run-%1").arg(r);
            run.id = RunId(run.lineage + QStringLiteral("-a1"));
            run.name = QStringLiteral("qwen25-7b-sft-%1").arg(r);
            run.head().machineName = QStringLiteral("box-%1").arg(r % 7);
            run.checkpointDir = QStringLiteral("/checkpoints/") + run.lineage;
            FoundCheckpoint one;
            one.source = CheckpointSource::ofRun(run);
            one.checkpoint.name = QStringLiteral("checkpoint-%1").arg(i * 100);
            one.checkpoint.step = i * 100;
            one.checkpoint.loss = 3.0 / i;
            one.checkpoint.verdict = i % 9 == 0 ? Verdict::Partial : Verdict::Complete;
            one.checkpoint.reason = QStringLiteral("All listed tensors are present.");
            one.checkpoint.sizeBytes = 15'200'000'000 + i;
            one.checkpoint.modified = 1'700'000'000 + i * 600;
            for (int f = 0; f < 8; ++f)
                one.checkpoint.files.append({QStringLiteral("%1/model-0000%2-of-00008.safetensors").arg(one.checkpoint.name).arg(f + 1),
                                             1'900'000'000, one.checkpoint.modified});
            one.path = run.checkpointDir + u'/' + one.checkpoint.name;
            one.isLatestGood = i == kCheckpoints / runs;
            scan.found << one;
        }
    }
    return scan;
}

void press(QWidget *target, int key, const QString &text = {})
{
    for (const QEvent::Type type : {QEvent::KeyPress, QEvent::KeyRelease})
        QCoreApplication::postEvent(target, new QKeyEvent(type, key, Qt::NoModifier, text));
    spin(20);
}

void measure(UiClock &clock, int runs)
{
    const QString name = QStringLiteral("checkpoints page, %1 of %2 runs, ").arg(kCheckpoints).arg(runs);
    const CheckpointScan scan = scanOf(runs);
    CheckpointsPage page;
    page.resize(1340, 860);
    page.show();
    spin(100);
    auto *const view = page.findChild<QTreeView *>(QStringLiteral("checkpointsView"));
    auto *const filter = page.findChild<QLineEdit *>(QStringLiteral("checkpointsFilter"));
    const auto tell = [&](const char *what) {
        printFigure(name + QLatin1String(what) + QStringLiteral(": longest event"), clock.longest(), kFrame, QStringLiteral("ms"));
        clock.restart();
    };
    clock.restart();
    // As an event, because a scan also arrives through the event loop.
    QTimer::singleShot(0, &page, [&] { page.setScan(scan, QDateTime::fromSecsSinceEpoch(1'702'000'000)); });
    spin(200);
    tell("first scan");
    QTimer::singleShot(0, &page, [&] { page.setScan(scan, QDateTime::fromSecsSinceEpoch(1'702'000'030)); });
    spin(200);
    tell("same scan again");
    for (int i = 0; i < 40; ++i)
        press(view, Qt::Key_Down);
    spin(400);
    tell("arrow keys");
    for (int i = 0; i < 60; ++i) {
        QTimer::singleShot(0, &page, [&] { view->verticalScrollBar()->setValue(view->verticalScrollBar()->value() + 900); });
        spin(16);
    }
    tell("scrolling");
    for (const QChar letter : QStringLiteral("2500"))
        press(filter, letter.unicode(), letter);
    spin(400);
    tell("typing into the filter");
    for (int i = 0; i < 4; ++i)
        press(filter, Qt::Key_Backspace);
    spin(400);
    tell("emptying the filter");
}

}  // namespace

int main(int argc, char **argv)
{
    UiClock clock(argc, argv);
    for (const int runs : {30, 1})
        measure(clock, runs);
    return 0;
}
