// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps compared runs current: while the page is on screen, those that still write, or whose state has changed, are read anew. The pause
// between two readings is ten times as long as a reading took, and at least ten seconds. Main thread.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QTimer>

class QWidget;

namespace trainyard {

class RunCurvesService;
class Services;

class CurvesRefresh : public QObject {
    Q_OBJECT
public:
    // `services` must outlive it; `reader` is its parent.
    CurvesRefresh(Services &services, RunCurvesService &reader, QWidget *page);

private:
    void refresh();

    Services &m_services;
    RunCurvesService &m_reader;
    QPointer<QWidget> m_page;
    QTimer m_timer;
    QElapsedTimer m_sinceStart;
};

}  // namespace trainyard
