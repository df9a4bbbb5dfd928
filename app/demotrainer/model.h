// SPDX-License-Identifier: GPL-3.0-or-later
// A character language model: the embeddings of the last kContext characters, one tanh layer, softmax over
// the next character (Bengio et al. 2003, "A Neural Probabilistic Language Model"). Gradients by hand, Adam.
// Single-threaded and deterministic: the same state and the same batch give the
// same bits on the same computer.
#pragma once

#include "rng.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace trainyard::demo {

constexpr std::size_t kContext = 16;
constexpr std::size_t kEmbedding = 16;
constexpr std::size_t kHidden = 128;

// One weight matrix as a slice of the flat parameter vector, row-major.
struct TensorSlot {
    std::string name;
    std::vector<std::size_t> shape;
    std::size_t offset = 0;  // in floats
    std::size_t size = 0;    // in floats
};

struct Batch {
    std::vector<std::uint8_t> contexts;  // size() × kContext symbols, oldest first
    std::vector<std::uint8_t> targets;
    std::size_t size() const { return targets.size(); }
};

class Model {
public:
    explicit Model(std::size_t vocabulary);

    void initialise(Rng &rng);
    // Mean cross-entropy in nats before the update; `step` counts from 1 (Adam's bias correction).
    double train(const Batch &batch, double learningRate, std::uint64_t step);
    // Probabilities of the next symbol.
    std::vector<float> predict(std::span<const std::uint8_t> context) const;

    std::size_t vocabulary() const { return m_vocabulary; }
    std::size_t parameterCount() const { return m_weights.size(); }
    const std::vector<TensorSlot> &slots() const { return m_slots; }
    std::vector<float> &weights() { return m_weights; }
    std::vector<float> &firstMoments() { return m_first; }
    std::vector<float> &secondMoments() { return m_second; }
    const std::vector<float> &weights() const { return m_weights; }
    const std::vector<float> &firstMoments() const { return m_first; }
    const std::vector<float> &secondMoments() const { return m_second; }

private:
    struct Activations {
        std::vector<float> input, hidden, logits;
    };

    void addSlot(const std::string &name, std::vector<std::size_t> shape);
    void forward(std::span<const std::uint8_t> contexts, std::size_t count, Activations &out) const;
    void backward(const Batch &batch);
    void update(double learningRate, std::uint64_t step);

    std::size_t m_vocabulary;
    std::vector<TensorSlot> m_slots;
    std::vector<float> m_weights, m_gradients, m_first, m_second;
    Activations m_activations;
    std::vector<float> m_hiddenGradient, m_inputGradient;
};

}  // namespace trainyard::demo
