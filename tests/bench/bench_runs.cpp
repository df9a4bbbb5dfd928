// SPDX-License-Identifier: GPL-3.0-or-later
// The list of 10,000 runs: opened, sorted and filtered, beside the same rows under Qt's proxy for plain text. Medians; a filter keeps every
// second run, which changes the rows in as many places as possible.
#include "tests/bench/figures.h"
#include "tests/bench/uiclock.h"
#include "ui/run/runsmodel.h"
#include "ui/run/runspage.h"
#include "ui/theme/thememanager.h"

#include <QLineEdit>
#include <QSortFilterProxyModel>
#include <QTreeView>

using namespace trainyard;

namespace {

constexpr int kRuns = 10'000, kRounds = 9;

QList<Run> manyRuns()
{
    QList<Run> runs;
    const QDateTime begin = QDateTime::currentDateTimeUtc().addDays(-400);
    for (int i = 0; i < kRuns; ++i) {
        Run run;
        run.lineage = run.name = (i % 2 == 0 ? QStringLiteral("llama-%1") : QStringLiteral("mixture-%1")).arg(i);
        run.id = RunId(run.lineage + QStringLiteral("-a1"));
        run.head().machineName = QStringLiteral("box-%1").arg(i % 40);
        run.project = QStringLiteral("project-%1").arg(i % 7);
        run.note = QStringLiteral("seed %1, with the longer warm-up").arg(i);
        run.state = i % 2 == 0 ? RunState::Finished : RunState::Failed;
        run.created = run.started = begin.addSecs(i * 3000);
        run.ended = run.started.addSecs(1800 + i % 9000);
        runs << run;
    }
    return runs;
}

QHash<RunId, RunGlance> glancesOf(const QList<Run> &runs)
{
    QHash<RunId, RunGlance> glances;
    for (qsizetype i = 0; i < runs.size(); ++i) {
        RunGlance glance;
        glance.loss = 1.0 + double(i % 100) / 50;
        glances.insert(runs[i].id, glance);
    }
    return glances;
}

}  // namespace

int main(int argc, char **argv)
{
    UiClock clock(argc, argv);
    ThemeManager theme(clock);
    const QList<Run> runs = manyRuns();
    const QHash<RunId, RunGlance> glances = glancesOf(runs);
    RunsPage page;
    page.resize(1400, 900);
    page.setRuns(runs);
    page.setGlances(glances);
    page.show();
    auto *const field = page.findChild<QLineEdit *>(QStringLiteral("runsFilter"));

    RunsModel model;
    model.setRuns(runs, QDateTime::currentDateTime());
    QSortFilterProxyModel plain;
    plain.setSourceModel(&model);
    plain.setFilterCaseSensitivity(Qt::CaseInsensitive);
    QTreeView view;
    view.setUniformRowHeights(true);
    view.setModel(&plain);
    view.resize(1400, 900);
    view.show();
    spin(300);

    const auto timed = [](const auto &act, QTreeView *shown) {
        QElapsedTimer timer;
        timer.start();
        act();
        shown->viewport()->repaint();
        return milliseconds(timer);
    };
    auto *const list = page.findChild<QTreeView *>(QStringLiteral("runsView"));
    // `here` and `there` are timed, `back` is not.
    const auto measure = [&](const QString &what, const auto &here, const auto &there, const auto &back) {
        std::vector<double> ours, theirs;
        for (int round = 0; round <= kRounds; ++round) {
            const double ourTime = timed(here, list), theirTime = timed(there, &view);
            back();
            spin(20);
            if (round == 0)
                continue;
            ours.push_back(ourTime);
            theirs.push_back(theirTime);
        }
        printFigure(what, median(ours), median(theirs), QStringLiteral("ms"));
    };
    const auto filter = [&](const QString &text) { return [&, text] { field->setText(text); }; };
    const auto filterPlainly = [&] { plain.setFilterFixedString(QStringLiteral("llama")); };
    const auto unfilter = [&] {
        field->clear();
        plain.setFilterFixedString({});
    };
    measure(QStringLiteral("filter 10,000 runs by a word, beside QSortFilterProxyModel with the same text in the name"),
            filter(QStringLiteral("llama")), filterPlainly, unfilter);
    measure(QStringLiteral("filter 10,000 runs by state, duration, loss and a word, beside QSortFilterProxyModel with a text in the name"),
            filter(QStringLiteral("-state:failed duration>10m loss<3.5 seed")), filterPlainly, unfilter);
    const auto sort = [&](int column) { return [&, column] { page.setListView({{}, {}, {column, Qt::AscendingOrder}}); }; };
    const auto sortPlainly = [&](int column) { return [&, column] { plain.sort(column); }; };
    const auto unsort = [&] {
        page.setListView({});
        plain.sort(-1);
    };
    measure(QStringLiteral("sort 10,000 runs by loss, beside QSortFilterProxyModel by its text"), sort(RunsModel::LossColumn),
            sortPlainly(RunsModel::LossColumn), unsort);
    measure(QStringLiteral("sort 10,000 runs by name, with numbers in it, beside QSortFilterProxyModel"), sort(RunsModel::NameColumn),
            sortPlainly(RunsModel::NameColumn), unsort);
    measure(
        QStringLiteral("open the list of 10,000 runs, beside a model of the same rows under QSortFilterProxyModel"),
        [&] {
            page.setRuns(runs);
            page.setGlances(glances);
        },
        [&] { model.setRuns(runs, QDateTime::currentDateTime()); },
        [&] {
            page.setRuns({});
            model.setRuns({}, QDateTime::currentDateTime());
        });
    return 0;
}
