// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/observedrun.h"

#include "core/service/runs/internal/kernellines.h"

#include <QFile>
#include <QFileInfo>

namespace trainyard {
namespace {

constexpr qint64 kChunk = 1 << 20;

std::shared_ptr<const HealthFacts> knownFacts()
{
    static const auto facts = std::make_shared<const HealthFacts>(HealthFacts::builtIn().value_or(HealthFacts()));
    return facts;
}

}  // namespace

std::optional<ExplainEnd> endOf(const Run &run)
{
    if (!hasEnded(run.state))
        return std::nullopt;
    return ExplainEnd{run.exitCode, run.exitSignal, run.isOutOfMemory, run.state == RunState::Finished, run.state == RunState::Stopped};
}

ObservedRun::ObservedRun(const QString &logFile, const QString &metricsFile)
    : m_logFile(logFile), m_metricsFile(metricsFile),
      m_kernelFile(logFile.isEmpty() ? QString() : QFileInfo(logFile).path() + u'/' + kKernelFile), m_use(metricsFile)
{
    startAnew();
}

void ObservedRun::startAnew()
{
    m_observer = std::make_unique<RunObserver>(knownFacts());
    m_observer->setEnd(m_end);
    m_observer->setPattern(m_pattern);
    m_logSize = m_metricsAt = 0;
    m_hasKernel = false;
}

void ObservedRun::setPattern(std::shared_ptr<const SeriesPattern> pattern)
{
    m_pattern = std::move(pattern);
    m_observer->setPattern(m_pattern);
}

void ObservedRun::setRun(const Run &run)
{
    m_end = endOf(run);
    m_observer->setEnd(m_end);
}

void ObservedRun::update(std::optional<qint64> nowMs)
{
    QFile log(m_logFile), metrics(m_metricsFile);
    const bool hasLog = !m_logFile.isEmpty() && log.open(QIODevice::ReadOnly | QIODevice::Unbuffered);
    const bool hasMetrics = !m_metricsFile.isEmpty() && metrics.open(QIODevice::ReadOnly | QIODevice::Unbuffered);
    if ((hasLog && log.size() < m_logSize) || (hasMetrics && metrics.size() < m_metricsAt))
        startAnew();
    m_observer->setUse(m_use.read());
    if (m_mostLog >= 0 && m_logSize == 0 && m_metricsAt == 0 && log.size() > m_mostLog)
        m_observer->skipTo(log.size() - m_mostLog);
    const RunObserver::LogReader readLog = [&](qint64 from, qint64 size) {
        if (!hasLog || !log.seek(from))
            return QByteArray();
        const QByteArray bytes = log.read(size);
        m_logSize = std::max(m_logSize, from + bytes.size());
        return bytes;
    };
    while (hasMetrics && metrics.seek(m_metricsAt)) {
        const QByteArray bytes = metrics.read(kChunk);
        if (bytes.isEmpty())
            break;
        m_metricsAt += bytes.size();
        m_observer->takeMetrics(bytes, readLog);
    }
    m_observer->takeLog(readLog, nowMs);
    QFile kernel(m_kernelFile);
    if (!m_hasKernel && !m_kernelFile.isEmpty() && kernel.open(QIODevice::ReadOnly)) {  // it comes whole
        m_hasKernel = true;
        m_observer->takeKernel(kernel.read(kMaxKernelLines));
    }
}

}  // namespace trainyard
