// SPDX-License-Identifier: GPL-3.0-or-later
#include "corpus.h"

#include <algorithm>
#include <array>
#include <utility>

// The assembler reads the file: no generated source, no size limit of string literals.
__asm__(".section .rodata\n"
        ".global trainyardDemoText\n"
        "trainyardDemoText:\n"
        ".incbin \"" TRAINYARD_DEMO_TEXT "\"\n"
        ".global trainyardDemoTextEnd\n"
        "trainyardDemoTextEnd:\n"
        ".byte 0\n"
        ".text\n");
extern "C" {
extern const char trainyardDemoText[];
extern const char trainyardDemoTextEnd[];
}

namespace trainyard::demo {

namespace {
constexpr std::uint64_t kShortContextOneIn = 16;
}

Corpus::Corpus()
{
    const std::string_view text(trainyardDemoText, static_cast<std::size_t>(trainyardDemoTextEnd - trainyardDemoText));
    std::array<bool, 256> isUsed{};
    isUsed[static_cast<unsigned char>('\n')] = true;
    m_fingerprint = 0xcbf29ce484222325u;  // FNV-1a
    for (const char c : text) {
        isUsed[static_cast<unsigned char>(c)] = true;
        m_fingerprint = (m_fingerprint ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    }
    std::array<std::uint8_t, 256> symbolOf{};
    for (std::size_t i = 0; i < isUsed.size(); ++i) {
        if (isUsed[i]) {
            symbolOf[i] = static_cast<std::uint8_t>(m_letters.size());
            m_letters.push_back(static_cast<char>(i));
        }
    }
    m_symbols.reserve(text.size());
    for (const char c : text)
        m_symbols.push_back(symbolOf[static_cast<unsigned char>(c)]);
}

std::string_view Corpus::title() { return "Alice's Adventures in Wonderland by Lewis Carroll, chapters I to III (1865, public domain)"; }

void Corpus::begin(Rng &rng)
{
    m_position = {0, rng.next(), 0};
    shuffle();
}

bool Corpus::seek(const DataPosition &position)
{
    if (position.index > examples())
        return false;
    m_position = position;
    shuffle();
    return true;
}

void Corpus::shuffle()
{
    m_order.resize(examples());
    for (std::size_t i = 0; i < m_order.size(); ++i)
        m_order[i] = static_cast<std::uint32_t>(i);
    Rng order(m_position.epochSeed);
    for (std::size_t i = m_order.size() - 1; i > 0; --i)
        std::swap(m_order[i], m_order[order.below(i + 1)]);
}

void Corpus::nextBatch(Rng &rng, std::size_t size, Batch &batch)
{
    const auto blank = static_cast<std::uint8_t>(m_letters.find('\n'));
    batch.contexts.resize(size * kContext);
    batch.targets.resize(size);
    for (std::size_t b = 0; b < size; ++b) {
        if (m_position.index == m_order.size()) {
            m_position = {m_position.epoch + 1, rng.next(), 0};
            shuffle();
        }
        const std::size_t start = m_order[m_position.index++];
        std::uint8_t *context = &batch.contexts[b * kContext];
        std::copy_n(&m_symbols[start], kContext, context);
        batch.targets[b] = m_symbols[start + kContext];
        if (rng.below(kShortContextOneIn) == 0)
            std::fill_n(context, rng.below(kContext), blank);
    }
}

std::string Corpus::sample(const Model &model, std::size_t length, std::uint64_t seed) const
{
    Rng rng(seed);
    std::vector<std::uint8_t> context(kContext, static_cast<std::uint8_t>(m_letters.find('\n')));
    std::string text;
    while (text.size() < length) {
        const std::vector<float> probabilities = model.predict(context);
        double left = rng.uniform();
        std::size_t chosen = 0;
        while (chosen + 1 < probabilities.size() && left >= static_cast<double>(probabilities[chosen]))
            left -= static_cast<double>(probabilities[chosen++]);
        std::rotate(context.begin(), context.begin() + 1, context.end());
        context.back() = static_cast<std::uint8_t>(chosen);
        const char c = m_letters[chosen];
        text.push_back(c == '\n' ? ' ' : c);
    }
    return text;
}

}  // namespace trainyard::demo
