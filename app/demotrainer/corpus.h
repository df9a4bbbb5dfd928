// SPDX-License-Identifier: GPL-3.0-or-later
// The text the model learns, part of the program itself, and the order in which it is read.
#pragma once

#include "model.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trainyard::demo {

// What must be saved to continue reading at the same place.
struct DataPosition {
    std::uint64_t epoch = 0;
    std::uint64_t epochSeed = 0;  // determines the epoch's order
    std::uint64_t index = 0;      // next example within the epoch
};

class Corpus {
public:
    Corpus();

    static std::string_view title();
    std::size_t size() const { return m_symbols.size(); }
    std::size_t vocabulary() const { return m_letters.size(); }
    std::size_t examples() const { return m_symbols.size() - kContext; }
    std::uint64_t fingerprint() const { return m_fingerprint; }  // changes with the text

    // Starts the first epoch, with a seed drawn from `rng`.
    void begin(Rng &rng);
    // False when the position cannot be one of this text.
    bool seek(const DataPosition &position);
    const DataPosition &position() const { return m_position; }

    // Every example comes once per epoch in shuffled order. Some contexts are cut short by chance, so that
    // the model also learns to begin a text.
    void nextBatch(Rng &rng, std::size_t size, Batch &batch);

    // Text the model makes up, on one line.
    std::string sample(const Model &model, std::size_t length, std::uint64_t seed) const;

private:
    void shuffle();

    std::string m_letters;
    std::vector<std::uint8_t> m_symbols;
    std::uint64_t m_fingerprint = 0;
    std::vector<std::uint32_t> m_order;
    DataPosition m_position;
};

}  // namespace trainyard::demo
