// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/watch/machinetruth.h"

#include <QDateTime>
#include <QFile>
#include <QList>
#include <QRegularExpression>

#include <algorithm>

namespace trainyard {

namespace {

constexpr std::chrono::milliseconds kPause{100};
constexpr double kBusy = 5;  // docs/watching.md

QByteArray grown(const QString &name, qint64 &at)
{
    QFile file(name);
    if (!file.open(QIODevice::ReadOnly | QIODevice::Unbuffered) || !file.seek(at))
        return {};
    const QByteArray bytes = file.readAll();
    at += bytes.size();
    return bytes;
}

}  // namespace

MachineTruth::MachineTruth(const QString &runDirectory)
    : m_directory(runDirectory), m_thread([this](std::stop_token stop) {
          while (!stop.stop_requested()) {
              read();
              std::this_thread::sleep_for(kPause);
          }
      })
{
}

void MachineTruth::read()
{
    const std::lock_guard reading(m_reading);
    const QByteArray log = grown(m_directory + QStringLiteral("/log"), m_logAt);
    const QByteArray metrics = grown(m_directory + QStringLiteral("/metrics"), m_metricsAt);
    const bool hasExit = QFile::exists(m_directory + QStringLiteral("/exit"));
    const std::lock_guard lock(m_guard);
    takeLog(log);
    takeMetrics(metrics);
    m_hasExit = m_hasExit || hasExit;
}

void MachineTruth::takeLog(const QByteArray &bytes)
{
    static const QRegularExpression kBar(QStringLiteral("\\| (\\d+)/(\\d+) \\["));
    static const QRegularExpression kLine(QStringLiteral("^step=(\\d+) "), QRegularExpression::MultilineOption);
    m_logRest += bytes;
    // A line, or a bar's state, counts once the next one has begun: until then it may be incomplete.
    const qsizetype end = std::max(m_logRest.lastIndexOf('\n'), m_logRest.lastIndexOf('\r')) + 1;
    const QString text = QString::fromUtf8(m_logRest.left(end)).replace(u'\r', u'\n');
    m_logRest.remove(0, end);
    qint64 last = -1;
    for (auto match = kBar.globalMatch(text); match.hasNext();) {
        const auto found = match.next();
        last = std::max(last, found.captured(1).toLongLong());
        m_total = found.captured(2).toLongLong();
    }
    for (auto match = kLine.globalMatch(text); match.hasNext();)
        last = std::max(last, match.next().captured(1).toLongLong());
    if (last >= 0 && (m_steps.empty() || last != m_steps.back().step))
        m_steps.push_back({QDateTime::currentMSecsSinceEpoch(), last});
}

void MachineTruth::takeMetrics(const QByteArray &bytes)
{
    m_metricsRest += bytes;
    const qsizetype end = m_metricsRest.lastIndexOf('\n') + 1;
    const QList<QByteArray> lines = m_metricsRest.left(end).split('\n');
    m_metricsRest.remove(0, end);
    for (const QByteArray &line : lines) {
        const qint64 ms = line.left(line.indexOf(' ')).toLongLong();
        const QByteArray rest = line.mid(line.indexOf(' ') + 1);
        if (ms <= 0)
            continue;
        if (m_samples.empty() || ms > m_samples.back())
            m_samples.push_back(ms);
        if (rest.startsWith("gpufields "))
            m_busyField = int(rest.mid(10).split(',').indexOf("utilization.gpu"));
        if (!rest.startsWith("gpu ") || m_busyField < 0)
            continue;
        const QList<QByteArray> cells = rest.mid(4).split(',');
        if (m_busyField < cells.size())
            m_gpus[cells.first().trimmed().toInt()].emplace_back(ms, cells[m_busyField].trimmed().toDouble());
    }
}

std::vector<MachineTruth::Step> MachineTruth::steps(qint64 fromMs, qint64 toMs) const
{
    const std::lock_guard lock(m_guard);
    std::vector<Step> found;
    for (const Step &step : m_steps) {
        if (step.seenMs > toMs)
            break;
        if (step.seenMs < fromMs)
            found.clear();
        found.push_back(step);
    }
    return found;
}

std::optional<MachineTruth::Step> MachineTruth::firstStep() const
{
    const std::lock_guard lock(m_guard);
    return m_steps.empty() ? std::nullopt : std::optional(m_steps.front());
}

qint64 MachineTruth::totalSteps() const
{
    const std::lock_guard lock(m_guard);
    return m_total;
}

std::optional<double> MachineTruth::pace(qint64 fromMs, qint64 toMs) const
{
    const auto all = steps(fromMs, toMs);
    if (all.size() < 2 || all.back().seenMs - all.front().seenMs < (toMs - fromMs) / 2)
        return std::nullopt;
    return double(all.back().step - all.front().step) * 1000 / double(all.back().seenMs - all.front().seenMs);
}

std::optional<MachineTruth::Busy> MachineTruth::busy(int gpu, qint64 fromMs, qint64 toMs) const
{
    const std::lock_guard lock(m_guard);
    std::optional<Busy> found;
    for (const auto &[ms, percent] : m_gpus.value(gpu)) {
        if (ms < fromMs || ms > toMs)
            continue;
        if (!found)
            found = Busy();
        found->ever = found->ever || percent >= kBusy;
        found->always = found->always && percent >= kBusy;
    }
    return found;
}

bool MachineTruth::hasSilence(qint64 fromMs, qint64 toMs, qint64 ms) const
{
    const std::lock_guard lock(m_guard);
    if (!m_samples.empty() && toMs <= m_samples.front())
        return true;  // between an earlier attempt and this one
    qint64 before = m_samples.empty() ? fromMs : m_samples.front();
    for (const qint64 at : m_samples) {
        if (at - before > ms && before < toMs && at > fromMs)
            return true;
        before = at;
    }
    return QDateTime::currentMSecsSinceEpoch() - before > ms && before < toMs;
}

qint64 MachineTruth::lastSampleMs() const
{
    const std::lock_guard lock(m_guard);
    return m_samples.empty() ? 0 : m_samples.back();
}

bool MachineTruth::hasExit() const
{
    const std::lock_guard lock(m_guard);
    return m_hasExit;
}

}  // namespace trainyard
