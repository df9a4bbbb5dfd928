// SPDX-License-Identifier: GPL-3.0-or-later
#include "console.h"

#include <algorithm>
#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <string_view>
#include <unistd.h>

namespace trainyard::demo {

namespace {

// A reader that closed the pipe is no reason to stop training.
void put(int fd, std::string_view text)
{
    while (!text.empty()) {
        const ssize_t n = ::write(fd, text.data(), text.size());
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return;
        text.remove_prefix(static_cast<std::size_t>(n));
    }
}

std::string duration(double seconds)
{
    const auto whole = static_cast<long>(std::clamp(seconds, 0.0, 359999.0));
    char text[32];
    if (whole >= 3600)
        std::snprintf(text, sizeof text, "%ld:%02ld:%02ld", whole / 3600, whole / 60 % 60, whole % 60);
    else
        std::snprintf(text, sizeof text, "%02ld:%02ld", whole / 60, whole % 60);
    return text;
}

}  // namespace

void Console::begin(std::uint64_t firstStep, std::uint64_t lastStep)
{
    m_first = firstStep;
    m_last = lastStep;
    m_start = Clock::now();
    m_lastDrawn = {};
}

void Console::line(const std::string &text)
{
    clearBar();
    put(STDOUT_FILENO, text + '\n');
}

void Console::complaint(const std::string &text)
{
    clearBar();
    put(STDERR_FILENO, text + '\n');
}

void Console::clearBar()
{
    if (m_barColumns == 0)
        return;
    put(STDERR_FILENO, '\r' + std::string(m_barColumns, ' ') + '\r');
    m_barColumns = 0;
}

void Console::progress(std::uint64_t step, double loss, bool isLast)
{
    const auto now = Clock::now();
    if (!isLast && now - m_lastDrawn < std::chrono::milliseconds(100))
        return;
    m_lastDrawn = now;

    constexpr std::uint64_t kCells = 20, kEighths = 8;
    static constexpr const char *kPartial[] = {" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    const std::uint64_t filled = step * kCells * kEighths / m_last;
    std::string bar;
    for (std::uint64_t cell = 0; cell < kCells; ++cell) {
        if (filled >= (cell + 1) * kEighths)
            bar += "█";
        else
            bar += kPartial[filled > cell * kEighths ? filled - cell * kEighths : 0];
    }
    const double elapsed = std::chrono::duration<double>(now - m_start).count();
    const double rate = elapsed > 0 ? static_cast<double>(step - m_first) / elapsed : 0;
    const double left = rate > 0 ? static_cast<double>(m_last - step) / rate : 0;
    char head[32], tail[128];
    const int headSize = std::snprintf(head, sizeof head, "\rTraining: %3d%%|", static_cast<int>(step * 100 / m_last));
    const int tailSize = std::snprintf(tail, sizeof tail, "| %" PRIu64 "/%" PRIu64 " [%s<%s, %.2fit/s, loss=%.3f]", step, m_last,
                                       duration(elapsed).c_str(), rate > 0 ? duration(left).c_str() : "?", rate, loss);
    const std::size_t columns = static_cast<std::size_t>(headSize - 1 + tailSize) + kCells;
    std::string text = head + bar + tail;
    if (columns < m_barColumns)
        text.append(m_barColumns - columns, ' ');
    m_barColumns = std::max(columns, m_barColumns);
    put(STDERR_FILENO, text);
}

void Console::endBar()
{
    if (m_barColumns == 0)
        return;
    put(STDERR_FILENO, "\n");
    m_barColumns = 0;
}

}  // namespace trainyard::demo
