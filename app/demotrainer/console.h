// SPDX-License-Identifier: GPL-3.0-or-later
// The program's output: whole lines on stdout, a progress bar with carriage returns on stderr, even when neither is a terminal, as training
// scripts do. Every line is one write; nothing is buffered.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace trainyard::demo {

using Clock = std::chrono::steady_clock;

class Console {
public:
    void begin(std::uint64_t firstStep, std::uint64_t lastStep);
    void line(const std::string &text);       // stdout
    void complaint(const std::string &text);  // stderr
    // Redraws at most ten times a second, and always when `isLast`.
    void progress(std::uint64_t step, double loss, bool isLast = false);
    void endBar();

private:
    void clearBar();

    Clock::time_point m_start, m_lastDrawn;
    std::uint64_t m_first = 0, m_last = 0;
    std::size_t m_barColumns = 0;
};

}  // namespace trainyard::demo
