// SPDX-License-Identifier: GPL-3.0-or-later
// xoshiro256** with a visible state, so that a checkpoint can carry it. Not for secrets.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace trainyard::demo {

class Rng {
public:
    using State = std::array<std::uint64_t, 4>;

    explicit Rng(std::uint64_t seed)
    {
        // splitmix64 spreads small seeds over the whole state and never yields the forbidden all-zero one.
        for (std::uint64_t &word : m_state) {
            seed += 0x9e3779b97f4a7c15u;
            std::uint64_t z = seed;
            z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
            z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
            word = z ^ (z >> 31);
        }
    }

    const State &state() const { return m_state; }
    void setState(const State &state) { m_state = state; }

    std::uint64_t next()
    {
        const std::uint64_t result = std::rotl(m_state[1] * 5, 7) * 9;
        const std::uint64_t t = m_state[1] << 17;
        m_state[2] ^= m_state[0];
        m_state[3] ^= m_state[1];
        m_state[1] ^= m_state[2];
        m_state[0] ^= m_state[3];
        m_state[2] ^= t;
        m_state[3] = std::rotl(m_state[3], 45);
        return result;
    }

    // 0 to n - 1; the bias for the small n used here is far below anything a training run can notice.
    std::uint64_t below(std::uint64_t n) { return next() % n; }

    // 0 <= x < 1
    double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

private:
    State m_state{};
};

}  // namespace trainyard::demo
