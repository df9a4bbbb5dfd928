// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the runs selected for comparison from their copies on this computer, one after the other, and shows what has been read so far.
#pragma once

#include "core/model/ids.h"
#include "core/model/run.h"
#include "core/service/runs/runcurves.h"

#include <QList>
#include <QObject>

namespace trainyard {

class RunComparePage;
class Services;

// What has been read of these runs; of the others, their names.
QList<ComparedRun> readSoFar(const QList<Run> &runs, const RunCurvesService &reader, QList<QHash<QString, RunCurve>> *curves);
// Their names, or ids where several have the same.
QStringList labelsOf(const QList<ComparedRun> &runs);

class CompareController : public QObject {
    Q_OBJECT
public:
    CompareController(Services &services, RunComparePage *page, QObject *parent = nullptr);

    void open(const QList<RunId> &runIds);

private:
    void read();
    void showRead();

    Services &m_services;
    RunComparePage *m_page;
    QList<RunId> m_runIds;
    QList<Run> m_runs;
    QList<Error> m_missing;  // runs that are no longer in the database
    QString m_series;        // the one that is shown
    RunCurvesService m_reader;
};

}  // namespace trainyard
