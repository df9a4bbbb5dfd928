// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/transfer/internal/transferconnections.h"

#include "core/transport/ssh/sftp.h"
#include "core/transport/transfer/internal/deadlines.h"

#include <algorithm>
#include <cmath>

namespace trainyard {

namespace {

constexpr qint64 kFarMicroseconds = 10'000;
constexpr qint64 kWorthSeveral = 16 * 1024 * 1024;  // below this, a login (9 to 13 round trips) costs more than it gains
constexpr int kManyFiles = 1000;
constexpr double kGain = 1.1;       // what one more connection must bring
constexpr qint64 kEffectMs = 1500;  // ms until another connection shows its effect
constexpr qint64 kLong = 5000;      // ms: this long, plus the time that ten logins take

}  // namespace

bool isLinkTrouble(const Error &error)
{
    return error.code == ErrorCode::ConnectionLost || error.code == ErrorCode::TimedOut || error.code == ErrorCode::Unreachable;
}

TransferConnections::TransferConnections(WorkList &list, const TransferSides &sides, const TransferLinks &links, const TransferSpec &spec,
                                         std::stop_token stop)
    : m_list(list), m_sides(sides), m_links(links), m_most(std::clamp(spec.connections, 1, 8)), m_reconnects(spec.reconnects),
      m_follow(std::move(stop), [this] { m_stop.request_stop(); })
{
    m_clock.start();
}

TransferConnections::~TransferConnections()
{
    m_stop.request_stop();
    m_members.clear();
}

bool TransferConnections::isWorthSeveral() const
{
    const auto totals = m_list.totals();
    return m_list.bytesLeft() >= kWorthSeveral || totals.filesTotal - totals.filesDone >= kManyFiles;
}

void TransferConnections::start(bool isSmall, std::chrono::microseconds roundTrip)
{
    add(true, isSmall);
    if (isSmall || roundTrip.count() < kFarMicroseconds || !isWorthSeveral())
        return;
    for (int i = 1; i < m_most; ++i)
        add(false, false);
}

void TransferConnections::add(bool isFirst, bool isShared)
{
    m_members.emplace_back();
    Member &member = m_members.back();
    m_lastAdd = m_clock.elapsed();
    m_speedBefore = m_speed;
    member.thread = std::jthread([this, &member, isFirst, isShared] { work(member, isFirst, isShared); });
}

std::optional<Error> TransferConnections::trouble() const
{
    const std::lock_guard guard(m_mutex);
    return m_connected > 0 ? std::nullopt : m_trouble;
}

Result<std::unique_ptr<FileChannel>> TransferConnections::channel(bool isShared)
{
    if (!isShared)
        return m_links.own(QDeadlineTimer(kDial), m_stop.get_token());
    TRY(const auto connection, m_links.shared(QDeadlineTimer(kDial), m_stop.get_token()));
    TRY(const auto sftp, connection->sftp(QDeadlineTimer(kDial), m_stop.get_token()));
    auto channel = sftp->channel();
    if (!channel)
        return Error{ErrorCode::Unsupported, {}, {}};  // the job has found that out already
    return channel;
}

void TransferConnections::work(Member &member, bool isFirst, bool isShared)
{
    const std::stop_token stop = m_stop.get_token();
    Backoff backoff(kRedial);
    while (!stop.stop_requested() && !m_list.isAllDone() && !member.isRetired) {
        QElapsedTimer dialling;
        dialling.start();
        auto channel = this->channel(isShared);
        std::optional<Error> error;
        if (channel) {
            m_dialTime = dialling.elapsed();
            m_roundTrip = (*channel)->roundTrip().count();
            ++m_connected;
            const qint64 before = m_list.totals().bytesDone;
            {
                TransferWorker worker(m_list, m_sides, **channel);
                if (const auto done = worker.run(stop, member.isRetired); !done)
                    error = done.error();
            }
            --m_connected;
            if (m_list.totals().bytesDone != before)
                backoff.reset();
        } else {
            error = channel.error();
            if (!isFirst)
                break;  // it was worth a try
            // A question could not be answered again, so the open connection is used.
            if (!isShared && !isLinkTrouble(*error) && !stop.stop_requested()) {
                isShared = true;
                continue;
            }
        }
        if (!error || error->isCancelled())
            continue;
        if (!m_reconnects || (!isLinkTrouble(*error) && error->code != ErrorCode::Corrupt)) {
            m_list.fail(*error);
            break;
        }
        {
            const std::lock_guard guard(m_mutex);
            m_trouble = error;
        }
        pauseFor(backoff.next(), stop);
    }
    member.isOver = true;
}

int TransferConnections::members() const
{
    return static_cast<int>(std::count_if(m_members.begin(), m_members.end(), [](const Member &m) { return !m.isOver && !m.isRetired; }));
}

void TransferConnections::measure()
{
    const qint64 now = m_clock.elapsed();
    m_samples.push_back({now, m_list.totals().bytesDone});
    while (m_samples.size() > 2 && m_samples.front().first < now - 2000)
        m_samples.pop_front();
    const auto [firstTime, firstBytes] = m_samples.front();
    if (now > firstTime)
        m_speed = std::max(0.0, double(m_samples.back().second - firstBytes) * 1000.0 / double(now - firstTime));
}

void TransferConnections::tick()
{
    measure();
    const int connected = m_connected, count = members();
    if (connected == 0 || count == 0)
        return;
    if (connected == 1)
        m_aloneSpeed = m_speed;  // the latest value, because values before the first packet loss mean little
    const qint64 left = m_list.bytesLeft();
    const bool isFar = m_roundTrip >= kFarMicroseconds;
    // On a lossy link even few bytes take long. This does not apply if nothing moves: more logins would only delay redialling when the
    // link is back.
    const std::size_t samples = m_samples.size();
    const bool isMoving = samples > 1 && m_samples[samples - 1].second > m_samples[samples - 2].second;
    const double longTime = double(kLong + 10 * m_dialTime) / 1000.0;
    const bool isLong = isMoving && m_clock.elapsed() - m_lastAdd > kLong && double(left) > m_speed * longTime;
    if (isFar && (isWorthSeveral() || isLong) && m_members.size() == 1) {
        for (int i = 1; i < m_most; ++i)
            add(false, false);
        return;
    }
    // On a link that the first connection fills alone, the others would only delay logs and samples.
    if (isFar && m_members.size() > 1 && !m_isSettled && connected == count && count > 2
        && m_clock.elapsed() - m_lastAdd > 4 * m_dialTime + 2 * kEffectMs) {
        m_isSettled = true;
        int keep = static_cast<int>(std::ceil(1.25 * m_speed / std::max(m_aloneSpeed, 1.0))) + 1;
        for (auto member = m_members.rbegin(); member != m_members.rend() && members() > keep; ++member)
            member->isRetired = true;
        return;
    }
    const qint64 sinceAdd = m_clock.elapsed() - m_lastAdd;
    if (isFar || m_isSettled || sinceAdd < m_dialTime + kEffectMs || connected < count || count >= m_most)
        return;
    if (count > 1 && m_speed < kGain * m_speedBefore) {
        m_isSettled = true;
        m_members.back().isRetired = true;
    } else if (m_speed > 0 && double(left) / m_speed > 2.0 + 4.0 * double(m_dialTime) / 1000.0) {
        add(false, false);
    }
}

}  // namespace trainyard
