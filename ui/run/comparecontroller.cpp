// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/comparecontroller.h"

#include "core/service/runs/runreporter.h"
#include "core/service/runs/services.h"
#include "ui/run/curvesrefresh.h"
#include "ui/run/runcomparepage.h"

#include <QDateTime>

#include <utility>

namespace trainyard {

QList<ComparedRun> readSoFar(const QList<Run> &runs, const RunCurvesService &reader, QList<QHash<QString, RunCurve>> *curves)
{
    QList<ComparedRun> all;
    for (const Run &run : runs) {
        const ReadRun read = reader.known().value(run.id);
        if (read.about) {
            all << *read.about;
        } else {
            ComparedRun unread;
            unread.id = run.id.text();
            unread.name = run.name;
            unread.machine = run.head().machineName;
            unread.state = runStateText(run.state);
            unread.isSimulated = run.isSimulated;
            all << unread;
        }
        curves->append(read.curves);
    }
    return all;
}

QStringList labelsOf(const QList<ComparedRun> &runs)
{
    QHash<QString, int> names;
    for (const ComparedRun &run : runs)
        ++names[run.name];
    QStringList labels;
    for (const ComparedRun &run : runs)
        labels << (names.value(run.name) > 1 || run.name.isEmpty() ? run.id : run.name);
    return labels;
}

CompareController::CompareController(Services &services, RunComparePage *page, QObject *parent)
    : QObject(parent), m_services(services), m_page(page), m_reader(services.paths())
{
    connect(page, &RunComparePage::refreshRequested, this, &CompareController::read);
    connect(page, &RunComparePage::seriesWanted, this, [this](const QString &series) {
        m_series = series;
        m_reader.want(series);
    });
    connect(&m_reader, &RunCurvesService::changed, this, &CompareController::showRead);
    new CurvesRefresh(m_services, m_reader, page);
}

void CompareController::open(const QList<RunId> &runIds)
{
    m_runIds = runIds;
    m_page->setRuns({});
    read();
}

void CompareController::read()
{
    m_runs.clear();
    m_missing.clear();
    for (const RunId &id : std::as_const(m_runIds)) {
        if (const auto run = m_services.database().runs.find(id))
            m_runs << *run;
        else
            m_missing << run.error();
    }
    // Without it, costs are unknown; everything else is shown.
    const auto meter = meterNow(m_services.database(), QDateTime::currentDateTimeUtc());
    m_reader.read(m_runs, meter ? *meter : MeterNow(), m_series);
    showRead();
}

void CompareController::showRead()
{
    QList<QHash<QString, RunCurve>> curves;
    const QList<ComparedRun> runs = readSoFar(m_runs, m_reader, &curves);
    m_page->setRuns(runs, curves, m_reader.left());
    if (m_series.isEmpty() && m_reader.left() == 0) {
        // Some runs may begin with another series than the one that is shown first.
        m_series = overlaySeries(runs).value(0).id;
        m_reader.want(m_series);
    }
    m_page->setProblems(m_missing + m_reader.problems());
}

}  // namespace trainyard

#include "moc_comparecontroller.cpp"
