// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/curvesrefresh.h"

#include "core/service/runs/runcurves.h"
#include "core/service/runs/runreporter.h"
#include "core/service/runs/services.h"

#include <QDateTime>
#include <QWidget>

#include <algorithm>

namespace trainyard {

namespace {

constexpr qint64 kPauseMs = 10'000;
constexpr qint64 kPauses = 10;  // a reading takes a tenth of the time at most

}  // namespace

CurvesRefresh::CurvesRefresh(Services &services, RunCurvesService &reader, QWidget *page)
    : QObject(&reader), m_services(services), m_reader(reader), m_page(page)
{
    m_timer.setInterval(kPauseMs);
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &CurvesRefresh::refresh);
    connect(&m_reader, &RunCurvesService::changed, this, [this] {
        if (m_reader.isReading() || !m_sinceStart.isValid())
            return;
        m_timer.start(int(std::clamp(kPauses * m_sinceStart.elapsed(), kPauseMs, 60 * kPauseMs)));
        m_sinceStart.invalidate();
    });
    m_timer.start();
}

void CurvesRefresh::refresh()
{
    m_timer.start(kPauseMs);
    if (!m_page || !m_page->isVisible() || m_reader.isReading())
        return;
    QList<Run> changed;
    for (const Run &run : m_reader.runs()) {
        const auto now = m_services.database().runs.find(run.id);
        if (now && (!hasEnded(now->state) || now->state != run.state || now->name != run.name))
            changed << *now;
    }
    const auto meter = meterNow(m_services.database(), QDateTime::currentDateTimeUtc());
    m_reader.refresh(changed, meter ? *meter : MeterNow());
    if (m_reader.isReading()) {
        m_timer.stop();
        m_sinceStart.start();
    }
}

}  // namespace trainyard

#include "moc_curvesrefresh.cpp"
